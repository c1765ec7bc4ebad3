// The dialog for a new game: kind, players, strength, colours, clock, rules.

import { check, choices, openDialog } from "./dialogs.js";
import { h, setOptions } from "./dom.js";
import { pieceIcon } from "./drawing.js";
import { PERSON } from "./play.js";
import { local } from "./storage.js";

const KEY = "propolis:new-game";
const EXPANSIONS = [["M", "Mosquito"], ["L", "Ladybug"], ["P", "Pillbug"]];

/** Ask for a new game; `begin` is called with `{gameType, rules, players, clock}`. */
export function openNewGame(hello, begin, fromPosition = false) {
  const wanted = {
    against: "engine",
    letters: "MLP",
    color: "White",
    clocked: false,
    minutes: 10,
    increment: 5,
    queen_first: false,
    repetition_draw: false,
    ...kept(),
  };
  const opponent = new Strength(hello, "Engine", wanted.opponent);
  const white = new Strength(hello, "White", wanted.white);
  const black = new Strength(hello, "Black", wanted.black);
  const color = choices("color", "You play", [["White", "White"], ["random", "Random"], ["Black", "Black"]],
    wanted.color, (value) => (wanted.color = value));
  const minutes = number(wanted.minutes, 1, 180, "Minutes");
  const increment = number(wanted.increment, 0, 180, "Seconds a move");
  const times = h("div", { class: "inline" }, minutes.label, increment.label);
  const show = () => {
    opponent.element.hidden = color.hidden = wanted.against !== "engine";
    white.element.hidden = black.element.hidden = wanted.against !== "watch";
    times.hidden = !wanted.clocked;
    forgive();
  };
  // What is not asked for now may be nonsense: it does not keep the game from starting.
  const forgive = () => {
    for (const input of form?.querySelectorAll("input[type=number]") ?? []) {
      input.disabled = Boolean(input.closest("[hidden]"));
    }
  };
  let form = null;
  const against = choices(
    "against",
    "Who plays",
    [["engine", "Against the engine"], ["people", "Two people"], ["watch", "Two engines"]],
    wanted.against,
    (value) => {
      wanted.against = value;
      show();
    },
  );
  const start = h("button", { type: "submit", class: "filled" }, "Start the game");
  form = h(
    "form",
    { class: "dialog-body flush" },
    against,
    fromPosition ? null : expansions(wanted),
    opponent.element,
    white.element,
    black.element,
    color,
    h("div", {}, check("Play with a clock", wanted.clocked, (on) => {
      wanted.clocked = on;
      show();
    }), times),
    h(
      "details",
      {},
      h("summary", {}, "Rules"),
      check("The queen may be placed first", wanted.queen_first, (on) => (wanted.queen_first = on)),
      check("A position that comes up three times is a draw", wanted.repetition_draw, (on) => (wanted.repetition_draw = on)),
    ),
    start,
  );
  show();
  form.addEventListener("change", forgive);
  const dialog = openDialog("New game", form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    Object.assign(wanted, {
      minutes: minutes.value, increment: increment.value,
      opponent: opponent.value, white: white.value, black: black.value,
    });
    keep(wanted);
    dialog.close();
    begin({
      gameType: typeOf(hello.game_types, wanted.letters),
      rules: { queen_first: wanted.queen_first, repetition_draw: wanted.repetition_draw },
      players: playersOf(wanted, opponent.value, white.value, black.value),
      clock: wanted.clocked ? { minutes: minutes.value, increment: increment.value } : null,
    });
  });
  start.focus();
}

function playersOf(wanted, opponent, white, black) {
  if (wanted.against === "people") return { White: PERSON, Black: PERSON };
  if (wanted.against === "watch") return { White: white, Black: black };
  const own = wanted.color === "random" ? (Math.random() < 0.5 ? "White" : "Black") : wanted.color;
  return own === "White" ? { White: PERSON, Black: opponent } : { White: opponent, Black: PERSON };
}

/** The game type with exactly these expansions, as the server writes it. */
function typeOf(types, letters) {
  const sorted = (text) => [...text].sort().join("");
  return types.find((type) => sorted(type.split("+")[1] ?? "") === sorted(letters)) ?? types[0];
}

function expansions(wanted) {
  const row = h("div", { class: "choices" });
  for (const [letter, name] of EXPANSIONS) {
    const input = h("input", { type: "checkbox", checked: wanted.letters.includes(letter) });
    input.addEventListener("change", () => {
      wanted.letters = wanted.letters.replace(letter, "") + (input.checked ? letter : "");
    });
    row.append(h("label", { class: "choice" }, input, h("span", {}, pieceIcon(`w${letter}`), name)));
  }
  return h("fieldset", {}, h("legend", {}, "Expansions"), row);
}

/** How strong an engine plays: by level or by seconds a move. */
class Strength {
  constructor(hello, title, value = {}) {
    this.levels = hello.levels;
    this.engine = h("select", { "aria-label": `${title}: engine` });
    setOptions(this.engine, hello.engines, hello.engines.includes(value.engine) ? value.engine : hello.engines[0]);
    const whose = h("span", { class: "legend" }, title === "Engine" ? title : `${title}'s engine`);
    this.engine.hidden = whose.hidden = hello.engines.length < 2;
    this.by = value.seconds ? "seconds" : "level";
    this.level = h("input", {
      type: "range", min: this.levels[0].level, max: this.levels.at(-1).level, step: 1,
      value: value.level ?? Math.min(3, this.levels.length), "aria-label": `${title}: level`,
    });
    this.seconds = number(value.seconds ?? 3, 0.1, hello.limits?.seconds ?? 120, "Seconds a move");
    this.meaning = h("p", { class: "meaning" });
    const byWhat = choices(`by-${title}`, `${title} plays by`, [["level", "Level"], ["seconds", "Time"]],
      this.by, (by) => {
        this.by = by;
        this.#show();
      });
    this.byWhat = byWhat;
    this.element = h("div", { class: "strength" }, whose, this.engine, byWhat, this.level, this.meaning, this.seconds.label);
    this.level.addEventListener("input", () => this.#show());
    this.engine.addEventListener("change", () => this.#show());
    this.#show();
  }

  /** The levels are those of our own engine; another has its own way to be strong. */
  get #leveled() {
    return this.engine.selectedIndex <= 0;
  }

  get value() {
    const engine = this.engine.value;
    if (!this.#leveled || this.by === "seconds") {
      return { kind: "engine", engine, seconds: this.seconds.value };
    }
    return { kind: "engine", engine, level: Number(this.level.value) };
  }

  #show() {
    const byLevel = this.#leveled && this.by === "level";
    this.byWhat.hidden = !this.#leveled;
    this.level.hidden = this.meaning.hidden = !byLevel;
    this.seconds.label.hidden = byLevel;
    const level = this.levels.find((one) => one.level === Number(this.level.value));
    this.meaning.textContent = `${level.level}, ${level.name}: ${level.meaning}`;
  }
}

function number(value, min, max, words) {
  const input = h("input", { type: "number", value, min, max, step: "any", inputmode: "decimal" });
  return {
    label: h("label", { class: "inline" }, h("span", {}, words), input),
    get value() {
      const given = Number(input.value);
      return Number.isFinite(given) && given >= min ? Math.min(given, max) : value;
    },
  };
}

function kept() {
  try {
    return JSON.parse(local.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function keep(wanted) {
  try {
    local.setItem(KEY, JSON.stringify(wanted));
  } catch {
    // Then the next dialog starts from the beginning.
  }
}
