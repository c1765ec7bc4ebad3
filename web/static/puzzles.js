// Puzzles: a panel in place of the game's, with the table. The server says what is right.

import { announce, byId, h, setOptions } from "./dom.js";
import { local } from "./storage.js";

const KEY = "propolis:puzzles";
const HINTS = 3;
const PAUSE = 700;
const LEVELS = [
  ["1-10", "all"],
  ["1-3", "easy, 1 to 3"],
  ["4-6", "medium, 4 to 6"],
  ["7-10", "hard, 7 to 10"],
];

/** What this browser has solved; kept for all tabs. */
class Score {
  constructor() {
    this.#load();
  }

  /** What is kept now: another tab may have solved some meanwhile. */
  #load() {
    const kept = read();
    this.solved = new Set(Array.isArray(kept.solved) ? kept.solved : []);
    for (const name of ["streak", "best"]) this[name] = Number.isInteger(kept[name]) ? kept[name] : 0;
    for (const name of ["theme", "level"]) this[name] = typeof kept[name] === "string" ? kept[name] : "";
  }

  /** A puzzle was solved, alone or with help. */
  right(id, alone) {
    this.#load();
    this.solved.add(id);
    if (alone) this.streak += 1;
    this.best = Math.max(this.best, this.streak);
    this.#save();
  }

  wrong() {
    this.#load();
    this.streak = 0;
    this.#save();
  }

  choose(choice) {
    this.#load();
    Object.assign(this, choice);
    this.#save();
  }

  #save() {
    try {
      local.setItem(KEY, JSON.stringify({ ...this, solved: [...this.solved] }));
    } catch {
      // A browser that keeps nothing forgets the streak with the tab.
    }
  }
}

function read() {
  try {
    return JSON.parse(local.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export class Puzzles {
  #ticket = 0;
  #score = new Score();
  #played = [];
  #hints = 0;
  #clean = true;
  #state = "open";
  puzzle = null;

  /** `done` is called when the table is given back. */
  constructor({ connection, board, hands, done }) {
    Object.assign(this, { connection, board, hands, done });
  }

  async open() {
    useStyle();
    this.#build();
    document.documentElement.classList.add("puzzling");
    byId("game-panel").hidden = byId("share").disabled = true;
    document.querySelector(".panel").append(this.panel);
    const ticket = ++this.#ticket;
    const { themes, puzzles } = await this.connection.request("puzzles");
    if (ticket !== this.#ticket) return;
    this.all = puzzles;
    this.themes = new Map(themes);
    setOptions(this.theme, [["", "all"], ...themes.map(([name]) => name)], this.#score.theme);
    setOptions(this.level, LEVELS, this.#score.level || LEVELS[0][0]);
    if (!this.theme.value) this.theme.value = "";
    if (!this.level.value) this.level.value = LEVELS[0][0];
    await this.next();
  }

  close() {
    this.#ticket += 1;
    document.documentElement.classList.remove("puzzling");
    this.panel.remove();
    byId("game-panel").hidden = byId("share").disabled = false;
  }

  /** Another puzzle of those that are wanted, one that was not solved yet if there is any. */
  async next() {
    if (!this.all) return;
    const [low, high] = this.level.value.split("-").map(Number);
    const wanted = this.all.filter(
      ({ id, difficulty, themes }) =>
        id !== this.puzzle?.id &&
        difficulty >= low &&
        difficulty <= high &&
        (!this.theme.value || themes.includes(this.theme.value)),
    );
    const fresh = wanted.filter(({ id }) => !this.#score.solved.has(id));
    const pool = fresh.length ? fresh : wanted;
    if (!pool.length) {
      this.#say("There is no other puzzle of this kind.", "");
      return;
    }
    const { id } = pool[Math.floor(Math.random() * pool.length)];
    await this.#give(id);
  }

  async #give(id) {
    const ticket = ++this.#ticket;
    const puzzle = await this.connection.request("puzzle", { puzzle: id });
    if (ticket !== this.#ticket) return;
    this.puzzle = puzzle;
    this.panel.dataset.puzzle = id;
    this.#clean = true;
    this.#begin([]);
    this.#show(puzzle.view);
    this.board.camera.follow(false);
    this.task.textContent = puzzle.task;
    this.about.textContent = `Difficulty ${puzzle.difficulty} of 10, ${puzzle.view.game_type}.`;
    this.#say("", "");
    announce(puzzle.task);
  }

  /** A move made on the board. */
  async put({ move }) {
    if (this.#state !== "open") return;
    await this.#ask("puzzle-try", { move }, async (answer, ticket) => {
      const { outcome, message, reply, views } = answer;
      this.#say(message, outcome === "wrong" ? "bad" : "fine");
      if (outcome === "wrong") {
        this.#clean = false;
        this.#score.wrong();
      } else if (outcome === "solved") {
        this.#score.right(this.puzzle.id, this.#clean);
      } else {
        this.#begin([...this.#played, move, reply]);
      }
      this.#state = { right: "busy", wrong: "wrong", solved: "over" }[outcome];
      await this.#walk(views, ticket);
      if (ticket !== this.#ticket) return;
      if (outcome === "right") {
        this.#state = "open";
        this.#show(views.at(-1));
      }
    });
  }

  async #hint() {
    this.#hints = Math.min(this.#hints + 1, HINTS);
    this.#help();
    await this.#ask("puzzle-hint", { number: this.#hints }, ({ message, piece }) => {
      this.#say(message, "");
      if (piece) this.board.pick(piece);
    });
  }

  async #showSolution() {
    this.#help();
    await this.#ask("puzzle-solution", {}, async ({ moves, views }, ticket) => {
      this.#say(`The solution: ${moves.join("; ")}.`, "");
      this.#state = "over";
      await this.#walk(views, ticket);
    });
  }

  /** Whoever was helped has not solved it alone. */
  #help() {
    if (this.#clean) this.#score.wrong();
    this.#clean = false;
  }

  #again() {
    const { view } = this;
    this.#ticket += 1; // what is still being shown ends here
    this.#state = "open";
    this.#say("", "");
    this.#show(view);
  }

  /** Ask about the position on the table; `use` is called unless it has changed meanwhile. */
  async #ask(what, fields, use) {
    const ticket = ++this.#ticket;
    const before = this.#state;
    this.#state = "busy";
    this.#refresh();
    try {
      const answer = await this.connection.request(what, {
        puzzle: this.puzzle.id,
        moves: this.#played,
        ...fields,
      });
      if (ticket !== this.#ticket) return;
      this.#state = before;
      await use(answer, ticket);
    } catch (error) {
      if (ticket !== this.#ticket) return;
      this.#state = before;
      this.#say(error.message, "bad");
      this.#show(this.view);
    }
    this.#refresh();
  }

  #begin(played) {
    this.#played = played;
    this.#hints = 0;
    this.#state = "open";
  }

  /** Show what follows, move by move. */
  async #walk(views, ticket) {
    this.#refresh();
    for (const [number, view] of views.entries()) {
      if (number) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (ticket !== this.#ticket) return;
      this.board.show(view, { slide: true });
      this.hands.show(view);
    }
  }

  #show(view) {
    this.view = view;
    const open = this.#state === "open";
    this.hands.names = {
      White: this.puzzle.color === "White" ? "You" : "White",
      Black: this.puzzle.color === "Black" ? "You" : "Black",
    };
    this.board.show(view, { moves: open ? view.legal : [] });
    this.hands.show(view);
    this.#refresh();
  }

  #say(words, kind) {
    this.message.textContent = words;
    this.message.className = `puzzle-message ${kind}`;
  }

  #refresh() {
    const { streak, best, solved } = this.#score;
    const state = this.#state;
    const count = this.all.filter(({ id }) => solved.has(id)).length; // others came with another version
    this.facts.textContent = `Streak ${streak}, best ${best}. Solved ${count} of ${this.all.length}.`;
    this.hintButton.disabled = state !== "open";
    this.solutionButton.disabled = state !== "open" && state !== "wrong";
    this.againButton.hidden = state !== "wrong";
    this.passButton.hidden = state !== "open" || !this.view?.must_pass;
    this.nextButton.className = state === "over" ? "filled" : "plain outlined";
  }

  #build() {
    const select = () => {
      const element = h("select");
      element.addEventListener("change", () => {
        this.#score.choose({ theme: this.theme.value, level: this.level.value });
        this.next();
      });
      return element;
    };
    const button = (words, kind, deed) =>
      h("button", { type: "button", class: kind, onclick: () => deed() }, words);
    this.theme = select();
    this.level = select();
    this.task = h("p", { class: "puzzle-task" }, "A moment…");
    this.about = h("p", { class: "hint" });
    this.message = h("p", { class: "puzzle-message", role: "status" });
    this.facts = h("p", { class: "hint" });
    this.hintButton = button("Hint", "plain outlined", () => this.#hint());
    this.solutionButton = button("Solution", "plain outlined", () => this.#showSolution());
    this.againButton = button("Try again", "filled", () => this.#again());
    this.passButton = button("Pass", "filled", () => this.put({ move: "pass" }));
    this.nextButton = button("Next puzzle", "plain outlined", () => this.next());
    this.againButton.hidden = this.passButton.hidden = true;
    this.hintButton.disabled = this.solutionButton.disabled = true;
    this.panel = h(
      "section",
      { class: "card puzzles", "aria-label": "Puzzles" },
      h("h2", {}, "Puzzles"),
      this.task,
      this.message,
      h("div", { class: "row" }, this.againButton, this.passButton, this.nextButton, this.hintButton, this.solutionButton),
      this.about,
      this.facts,
      h("div", { class: "field-grid" }, h("label", {}, "Theme", this.theme), h("label", {}, "Difficulty", this.level)),
      h("div", { class: "row" }, button("Back to the game", "plain", () => this.done())),
    );
  }
}

function useStyle() {
  if (document.querySelector("link[href$='puzzles.css']")) return;
  document.head.append(h("link", { rel: "stylesheet", href: "/static/puzzles.css" }));
}
