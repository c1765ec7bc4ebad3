// The two sides of the table: who sits there, their pieces yet to be placed, their clock.

import { byId, h } from "./dom.js";
import { badge, pieceIcon, spokenPiece } from "./drawing.js";

export class Hands {
  constructor(board, settings) {
    this.board = board;
    this.settings = settings;
    this.names = { White: "White", Black: "Black" };
    this.view = null;
    for (const place of ["top", "bottom"]) {
      const tray = byId(`side-${place}`).querySelector(".tray");
      tray.addEventListener("click", (event) => {
        // Pointers have been dealt with; this is the keyboard.
        const piece = event.target.closest("[data-piece]")?.dataset.piece;
        if (event.detail !== 0 || !piece) return;
        board.pick(piece === board.picked ? null : piece);
        if (board.picked) board.focusTarget();
      });
    }
    board.addEventListener("pick", () => this.#showPicked());
  }

  sideOf(color) {
    return byId((color === "Black") !== this.settings.flipped ? "side-top" : "side-bottom");
  }

  show(view) {
    this.view = view;
    const movable = new Set(this.board.movable);
    for (const color of ["White", "Black"]) {
      const side = this.sideOf(color);
      const tray = side.querySelector(".tray");
      const focused = tray.contains(document.activeElement);
      side.dataset.color = color.toLowerCase();
      side.classList.toggle("to-move", view.turn === color && !view.is_over);
      side.querySelector(".who").textContent = this.names[color];
      tray.setAttribute("aria-label", `${color}'s hand`);
      const tiles = view.hands[color].map(({ pieces }) => this.#tile(pieces, movable));
      tray.replaceChildren(...tiles);
      if (!tiles.length) tray.append(h("span", { class: "empty-hand" }, "all placed"));
      if (focused) (tray.querySelector("button:enabled") ?? this.board.svg).focus();
    }
    this.#showPicked();
  }

  #tile(pieces, movable) {
    const next = pieces.find((piece) => movable.has(piece)) ?? pieces[0];
    const picture = pieceIcon(next, null);
    if (pieces.length > 1) picture.append(badge(pieces.length, [30, -31], 1.25));
    const name = spokenPiece(next).replace(/ \d$/, "");
    return h(
      "button",
      {
        type: "button",
        class: "hand-piece",
        "data-piece": next,
        "data-count": pieces.length,
        disabled: !movable.has(next),
        "aria-label": `${name}, ${pieces.length} in hand`,
        title: name,
      },
      picture,
    );
  }

  #showPicked() {
    for (const button of document.querySelectorAll(".tray [data-piece]")) {
      const picked = button.dataset.piece === this.board.picked;
      button.classList.toggle("picked", picked);
      button.setAttribute("aria-pressed", picked);
    }
  }
}
