// Setting up a position: pieces from the box to the table and back; the server says what is wrong.

import { byId, h, setOptions } from "./dom.js";
import { cellName, pieceIcon, spokenPiece } from "./drawing.js";

const AROUND = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

export class Editor {
  #ticket = 0;
  #active = false;
  /** Whatever else has the table, such as puzzles: moves go to its `put`, and `close` ends it. */
  guest = null;

  get active() {
    return this.#active || this.guest !== null;
  }

  /** `done` is called with a position text and "play" or "analyse", or with null. */
  constructor({ connection, board, hands, done }) {
    Object.assign(this, { connection, board, hands, done });
    this.panel = byId("editor");
    board.addEventListener("pick", () => this.#active && this.#showPicked());
  }

  /** Begin with a view, and with all pieces of its game type; `rules` are those of the game. */
  async open(view, types, rules) {
    this.#active = true;
    Object.assign(this, { types, rules });
    this.turn = view.turn;
    this.turnNumber = view.turn_number;
    this.stunned = view.stunned;
    this.stacks = new Map(view.stacks.map(({ q, r, pieces }) => [cellName(q, r), [...pieces]]));
    this.#build();
    this.#takeOver(true);
    await this.#setType(view.game_type);
  }

  close() {
    this.guest?.close();
    this.guest = null;
    this.#active = false;
    this.#takeOver(false);
  }

  /** While a position is set up there is no game to look at or to share. */
  #takeOver(on) {
    this.panel.hidden = !on;
    byId("game-panel").hidden = byId("edit").disabled = byId("share").disabled = on;
  }

  /** Move a piece to a cell, on top of what lies there. */
  put({ piece, to, move }) {
    if (this.guest) {
      this.guest.put({ piece, to, move });
      return;
    }
    this.#take(piece);
    const name = cellName(...to);
    this.stacks.set(name, [...(this.stacks.get(name) ?? []), piece]);
    this.#changed();
  }

  remove(piece) {
    if (!this.#active || !this.#take(piece)) return;
    if (this.stunned === piece) this.stunned = null;
    this.#changed();
  }

  #take(piece) {
    for (const [name, pieces] of this.stacks) {
      if (!pieces.includes(piece)) continue;
      const left = pieces.filter((other) => other !== piece);
      if (left.length) this.stacks.set(name, left);
      else this.stacks.delete(name);
      return true;
    }
    return false;
  }

  #build() {
    const select = (onchange) => {
      const element = h("select");
      element.addEventListener("change", () => onchange(element.value));
      return element;
    };
    const button = (words, kind, onclick) =>
      h("button", { type: "button", class: kind, onclick }, words);
    this.type = select((type) => this.#setType(type));
    this.turnField = select((turn) => {
      this.turn = turn;
      this.#changed();
    });
    this.numberField = h("input", { type: "number", min: 1, max: 9999, placeholder: "from the pieces" });
    this.numberField.addEventListener("input", () => {
      this.turnNumber = Number(this.numberField.value) || null;
      this.#changed();
    });
    this.stunnedField = select((piece) => {
      this.stunned = piece || null;
      this.#changed();
    });
    this.stackRows = h("div", { class: "stack-rows" });
    this.problems = h("div", { role: "status" });
    this.text = h("p", { class: "position-text" });
    this.playButton = button("Play from here", "filled", () => this.done(this.position, "play"));
    this.analyseButton = button("Analyse from here", "plain outlined", () => this.done(this.position, "analyse"));
    this.playButton.disabled = this.analyseButton.disabled = true;
    this.panel.replaceChildren(
      h("h2", {}, "Set up a position"),
      h("p", { class: "hint" }, "Drag pieces from the hands to the table and about on it, or click a piece and then its place. Dragged off the table, or with the Delete key while picked, a piece goes back."),
      h(
        "div",
        { class: "field-grid" },
        h("label", {}, "Game", this.type),
        h("label", {}, "To move", this.turnField),
        h("label", {}, "Turn", this.numberField),
        h("label", {}, "Stunned", this.stunnedField),
      ),
      h(
        "div",
        { class: "row" },
        button("Remove piece", "plain small outlined", () => this.removePicked()),
        button("Empty the table", "plain small outlined", () => this.#empty()),
      ),
      this.stackRows,
      this.problems,
      this.text,
      h("div", { class: "row" }, this.playButton, this.analyseButton, button("Cancel", "plain", () => this.done(null))),
    );
  }

  removePicked() {
    if (this.board.picked) this.remove(this.board.picked);
  }

  #empty() {
    this.stacks.clear();
    this.stunned = this.turnNumber = null;
    this.turn = "White";
    this.#changed();
  }

  async #setType(type) {
    const { hands } = await this.connection.request("view", { game: type });
    this.gameType = type;
    this.box = Object.values(hands).flat();
    const known = new Set(this.box.flatMap(({ pieces }) => pieces));
    for (const pieces of [...this.stacks.values()].flat()) {
      if (!known.has(pieces)) this.#take(pieces);
    }
    await this.#changed();
  }

  get #onTable() {
    return [...this.stacks.values()].flat();
  }

  #cells() {
    return [...this.stacks].map(([name, pieces]) => {
      const [q, r] = name.split(",").map(Number);
      return { q, r, pieces };
    });
  }

  /** Wherever a piece can be put: on the hive and next to it. */
  #moves(stacks) {
    const cells = new Map(stacks.flatMap(({ q, r }) =>
      [[q, r], ...AROUND.map(([dq, dr]) => [q + dq, r + dr])].map((cell) => [cellName(...cell), cell])));
    if (!cells.size) cells.set("0,0", [0, 0]);
    const movable = [...stacks.flatMap(({ pieces }) => pieces), ...this.#inBox.map(([piece]) => piece)];
    return movable.flatMap((piece) =>
      [...cells.values()]
        .filter(([q, r]) => this.stacks.get(cellName(q, r))?.at(-1) !== piece)
        .map((to) => ({ move: `${spokenPiece(piece)} to ${to.join(", ")}`, piece, to, thrown_by: null })));
  }

  get #inBox() {
    const there = new Set(this.#onTable);
    return this.box
      .map(({ pieces }) => pieces.filter((piece) => !there.has(piece)))
      .filter((pieces) => pieces.length);
  }

  async #changed() {
    const stacks = this.#cells();
    const hand = (letter) =>
      this.#inBox.filter(([piece]) => piece[0] === letter).map((pieces) => ({ bug: pieces[0][1], pieces }));
    const view = {
      stacks,
      last: null,
      stunned: this.stunned,
      pinned: [],
      surrounded: [],
      turn: this.turn,
      is_over: false,
      hands: { White: hand("w"), Black: hand("b") },
    };
    this.board.show(view, { moves: this.#moves(stacks) });
    this.hands.show(view);
    this.#showFields();
    this.#showStacks(stacks);
    this.playButton.disabled = this.analyseButton.disabled = true; // until the server has seen it
    const ticket = ++this.#ticket;
    const { problems, position } = await this.connection.request("setup", {
      position: {
        game_type: this.gameType,
        turn: this.turn,
        turn_number: this.turnNumber,
        stunned: this.stunned,
        stacks,
      },
      ...this.rules,
    });
    if (ticket !== this.#ticket) return;
    this.position = position;
    this.text.textContent = position ?? "";
    this.problems.replaceChildren(
      problems.length
        ? h("ul", { class: "problems" }, ...problems.map((words) => h("li", {}, words)))
        : h("p", { class: "good" }, "This position can be played."),
    );
    this.playButton.disabled = this.analyseButton.disabled = problems.length > 0;
  }

  /** Stacks piece by piece, from the top: on the board what is covered is hard to get hold of. */
  #showStacks(stacks) {
    const focused = this.stackRows.contains(document.activeElement);
    const rows = stacks.filter(({ pieces }) => pieces.length > 1).map(({ pieces }) => {
      const words = `Stack, from the top: ${[...pieces].reverse().map(spokenPiece).join(", ")}`;
      const tiles = pieces.map((piece) => h(
        "button",
        { type: "button", class: "hand-piece", "data-stacked": piece, "aria-label": spokenPiece(piece), title: spokenPiece(piece),
          onclick: ({ detail }) => {
            this.board.pick(piece === this.board.picked ? null : piece);
            if (this.board.picked && detail === 0) this.board.focusTarget(); // by keyboard
          } },
        pieceIcon(piece, "pips"),
      ));
      return h("div", { class: "row", role: "group", "aria-label": words }, ...tiles.reverse());
    });
    if (rows.length) rows.unshift(h("p", { class: "hint" }, "Stacks, from the top. A piece that is covered is picked here:"));
    this.stackRows.replaceChildren(...rows);
    this.#showPicked();
    if (focused) this.stackRows.querySelector("button")?.focus();
  }

  #showPicked() {
    for (const button of this.stackRows.querySelectorAll("[data-stacked]")) {
      const picked = button.dataset.stacked === this.board.picked;
      button.classList.toggle("picked", picked);
      button.setAttribute("aria-pressed", picked);
    }
  }

  #showFields() {
    setOptions(this.type, this.types, this.gameType);
    setOptions(this.turnField, ["White", "Black"], this.turn);
    if (document.activeElement !== this.numberField) this.numberField.value = this.turnNumber ?? "";
    const pieces = this.#onTable.sort().map((piece) => [piece, spokenPiece(piece)]);
    setOptions(this.stunnedField, [["", "none"], ...pieces], this.stunned ?? "");
  }
}
