// What the page says about the game: whose turn it is, the clocks, passing, the end.

import { clockWords } from "./clock.js";
import { announce, byId, h } from "./dom.js";
import { spokenPiece } from "./drawing.js";

export class Status {
  /** `act` has the functions `pass`, `rematch`, `newGame`, `analyse` and `help`. */
  constructor({ session, match, hands, act }) {
    Object.assign(this, { session, match, hands, act });
    this.dismissed = null;
    session.addEventListener("view", () => this.#announce());
    match.addEventListener("change", () => this.show());
    match.addEventListener("end", ({ detail }) => {
      // With the move that ends the game its end has been told already.
      if (detail.why !== session.view.end) announce(detail.why);
    });
    setInterval(() => this.#showClocks(), 100);
  }

  show() {
    const { session, match } = this;
    const { view } = session;
    if (!view) return;
    const [what, ...actions] = this.#words(view);
    byId("status").replaceChildren(...[what].flat());
    byId("status-actions").replaceChildren(...actions);
    const yours = match.live && match.hasEngine && match.mayMove;
    document.title = `${yours ? "Your turn – " : match.outcome ? "Game over – " : ""}Propolis: Hive`;
    const { live, outcome } = match;
    byId("undo").hidden = !match.tip;
    byId("undo").disabled = !match.mayUndo;
    byId("resign").hidden = !live || !match.hasPerson;
    byId("pause").hidden = !live || !match.hasEngine;
    byId("pause").querySelector("span").textContent = match.paused ? "Continue" : "Pause";
    byId("rematch").hidden = live || !outcome;
    this.#showCallout(view);
    this.#showClocks();
    byId("position-words").textContent = positionWords(view);
  }

  #words(view) {
    const { match } = this;
    const button = (words, onclick) =>
      h("button", { type: "button", class: "plain small outlined", onclick }, words);
    if (match.error) return [`The engine is in trouble: ${match.error}`, button("Try again", () => match.retry())];
    if (match.live && !match.atTip) {
      return ["You are looking at an earlier position.", button("Back to the game", () => this.session.go(match.tip))];
    }
    if (match.outcome && match.atTip) return [match.outcome.why];
    if (view.is_over) return [view.end];
    const number = h("span", { class: "what" }, ` Move ${view.turn_number}, ${view.game_type}.`);
    if (match.live && match.paused) return [["The game is paused.", number]];
    if (match.live && match.isThinking) return [[`${match.nameOf(view.turn)} is thinking…`, number]];
    if (match.live && match.hasEngine && match.hasPerson) return [[`Your turn: ${view.turn} to move.`, number]];
    return [[`${view.turn} to move.`, number]];
  }

  #showCallout(view) {
    const place = byId("callout");
    const { match } = this;
    const button = (words, kind, onclick) => h("button", { type: "button", class: kind, onclick }, words);
    if (view.must_pass && match.mayMove) {
      const soon = match.live ? " The page passes in a moment." : "";
      place.replaceChildren(h("p", {}, view.pass_reason + soon), button("Pass", "filled", this.act.pass));
    } else if (match.outcome && match.atTip && this.dismissed !== match.outcome) {
      place.replaceChildren(
        h("p", {}, match.outcome.why),
        button("Rematch", "filled", this.act.rematch),
        button("Analyse", "plain outlined", () => {
          this.dismissed = match.outcome;
          this.act.analyse();
          this.show();
        }),
        button("Close", "plain", () => {
          this.dismissed = match.outcome;
          this.show();
        }),
      );
    } else if (!match.agreed && this.session.tree.isEmpty && !view.start) {
      place.replaceChildren(
        h("p", {}, "Play a game, or try things out: the board is yours."),
        button("New game", "filled", this.act.newGame),
        button("How to play", "plain outlined", this.act.help),
      );
    } else {
      place.hidden = true;
      place.replaceChildren();
      return;
    }
    place.hidden = false;
  }

  #showClocks() {
    const { clock } = this.match;
    clock?.tick();
    for (const color of ["White", "Black"]) {
      const place = this.hands.sideOf(color).querySelector(".clock");
      place.hidden = !clock || !(this.match.live || this.match.outcome);
      if (place.hidden) continue;
      const left = clock.now(color);
      const words = clockWords(left);
      if (place.textContent !== words) place.textContent = words;
      place.classList.toggle("low", left < 20_000);
    }
  }

  #announce() {
    const { view } = this.session;
    const parts = [view.spoken];
    if (view.end) parts.push(view.end);
    else if (view.must_pass) parts.push(view.pass_reason);
    else parts.push(`${view.turn} to move.`);
    announce(parts.filter(Boolean).join(" "));
  }
}

function positionWords(view) {
  const lying = view.stacks.map(({ pieces }) => [...pieces].reverse().map(spokenPiece).join(" on "));
  const hand = (color) =>
    view.hands[color].map(({ pieces }) => `${pieces.length} ${spokenPiece(pieces[0]).split(" ")[1]}`).join(", ");
  return [
    `On the board: ${lying.join(", ") || "nothing yet"}.`,
    `White's hand: ${hand("White") || "empty"}.`,
    `Black's hand: ${hand("Black") || "empty"}.`,
    `Position: ${view.position}`,
  ].join(" ");
}
