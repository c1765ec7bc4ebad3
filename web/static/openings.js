// The explorer of openings: moves made in this position, how their games ended, what they are worth.

import { byId, h } from "./dom.js";

const PAUSE = 60;

export class Openings {
  #on = false;
  #asking = false;
  #stale = false;
  #timer = 0;
  #shown = null;

  /** `play` plays moves; `arrows` brings back the arrows that were there before. */
  constructor({ session, board, play, arrows }) {
    Object.assign(this, { session, board, play, arrows });
    document.head.append(h("link", { rel: "stylesheet", href: "/static/openings.css" }));
    this.place = byId("openings-out");
    this.facts = byId("openings-facts");
    session.addEventListener("view", () => this.#on && this.#soon());
    session.connection.addEventListener("status", ({ detail }) => {
      this.#asking = false;
      if (detail.online && this.#on) this.#soon();
    });
    // The analysis draws its arrows again and again: the one pointed at stays on top of them.
    session.connection.addEventListener("lines", () => this.#showArrow());
  }

  switch(on) {
    this.#on = on;
    if (on) this.#soon();
    else {
      this.#point(null);
      this.facts.textContent = "";
      this.place.replaceChildren();
    }
  }

  /** Ask when whoever leafs through a game has come to rest. Until then no move can be chosen. */
  #soon() {
    this.#point(null);
    this.place.ariaBusy = "true";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    const { session } = this;
    if (this.#asking) {
      this.#stale = true;
      return;
    }
    if (!session.view || !session.connection.online) return;
    this.#asking = true;
    this.#stale = false;
    const { node } = session;
    try {
      const found = await session.connection.request("openings", session.fields());
      if (this.#on && node === session.node) this.#show(found);
    } catch (error) {
      if (this.#on && error.message !== "cancelled") this.#say(error.message);
    }
    this.#asking = false;
    if (this.#on && (this.#stale || node !== session.node)) this.#soon();
  }

  #say(words) {
    this.place.ariaBusy = null;
    this.facts.textContent = "";
    this.place.replaceChildren(h("p", { class: "openings-words" }, words));
  }

  #show({ known, games, moves }) {
    if (!moves.length) {
      this.#say(known ? "No game of the book goes on from here." : "This position is not in the book.");
      if (known) this.facts.textContent = count(games);
      return;
    }
    this.place.ariaBusy = null;
    this.facts.textContent = known ? count(games) : "reached by other moves";
    const row = (move) => {
      const button = h("button", { type: "button" }, move.move);
      const note = move.made_here ? null
        : move.games ? "Never played here; games that came to it by other moves"
        : "Never played; what the engine would play";
      const line = h("tr", { title: note, class: move.made_here ? null : "elsewhere" },
        h("td", { class: "opening-move" }, button),
        h("td", { class: "opening-games" }, move.games ? move.games.toLocaleString("en") : ""),
        h("td", {}, bar(move)),
        h("td", { class: "opening-score" }, move.score?.replace("-", "−") ?? ""));
      line.addEventListener("click", () => {
        if (this.place.ariaBusy) return;
        this.#point(null);
        this.play([move.move]);
      });
      line.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && this.#point(move));
      line.addEventListener("pointerleave", () => this.#point(null));
      button.addEventListener("focus", () => button.matches(":focus-visible") && this.#point(move));
      button.addEventListener("blur", () => this.#point(null));
      return line;
    };
    const heads = ["Move", "Games", "White, draws, Black", "Score"];
    const held = this.place.contains(document.activeElement);
    this.place.replaceChildren(
      h("table", { class: "openings-table" },
        h("thead", {}, h("tr", {}, heads.map((words) => h("th", { scope: "col" }, words)))),
        h("tbody", {}, moves.map(row))),
    );
    // Whoever goes from move to move with the keyboard need not look for the list again.
    if (held) this.place.querySelector("button").focus({ preventScroll: true });
  }

  #point(move) {
    if (this.#shown === move) return;
    this.#shown = move;
    if (move) this.#showArrow();
    else {
      this.board.setArrows([]);
      this.arrows();
    }
  }

  #showArrow() {
    if (this.#shown) this.board.setArrows([{ ...this.#shown, rank: 1, color: "var(--rank-1)" }]);
  }
}

function count(games) {
  return `${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`;
}

/** How the games ended, as a bar of three parts. */
function bar({ games, white, draws, black }) {
  const finished = white + draws + black;
  if (!finished) {
    return h("span", { class: "openings-quiet" }, games ? "unfinished" : "the engine's move");
  }
  const share = (part) => Math.round((100 * part) / finished);
  const words = `White won ${share(white)}%, drawn ${share(draws)}%, Black won ${share(black)}%`;
  const parts = [["white", white], ["draws", draws], ["black", black]].map(([kind, part]) => {
    const percent = share(part);
    const element = h("span", { class: `share ${kind}` }, percent >= 18 ? `${percent}%` : "");
    element.style.setProperty("--share", part / finished);
    return element;
  });
  return h("div", { class: "results-bar", role: "img", "aria-label": words, title: words }, parts);
}
