// Mouse, touch and pen on the board and the hands: click, drag, pan, pinch, wheel, long press.

import { s } from "./dom.js";
import { cellAt, tile } from "./drawing.js";

const FAR = 7;
const LONG = 450;

export class Pointers {
  #down = new Map();
  #drag = null;
  #press = 0;

  /** `removed` is called with a piece that is dropped outside the board. */
  constructor(stage, board, removed = () => {}) {
    this.board = board;
    this.removed = removed;
    stage.addEventListener("pointerdown", (event) => this.#started(event));
    stage.addEventListener("pointermove", (event) => this.#moved(event));
    stage.addEventListener("pointerup", (event) => this.#ended(event));
    stage.addEventListener("pointercancel", (event) => this.#cancelled(event));
    stage.addEventListener("contextmenu", (event) => {
      if (event.target.closest("svg.board, .tray")) event.preventDefault();
    });
    board.svg.addEventListener("wheel", (event) => this.#wheeled(event), { passive: false });
    this.stage = stage;
  }

  #started(event) {
    if (event.button !== 0) return;
    const onBoard = this.board.svg.contains(event.target);
    const target = event.target.closest("[data-target]");
    let piece = event.target.closest("[data-piece]")?.dataset.piece ?? null;
    if (!onBoard && !piece) return;
    if (onBoard) event.preventDefault();
    // The rim of a covered piece belongs to its stack, unless that piece can be taken itself.
    const stack = event.target.closest("[data-cell]")?.dataset.cell;
    if (stack && !this.board.movesOf(piece).length) piece = this.board.stackAt(...stack.split(",").map(Number)).at(-1);
    if (event.isPrimary) this.#down.clear(); // a finger whose end was never told
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(this.#press);
    if (this.#down.size === 2) {
      this.#dropGhost();
      this.#drag = { kind: "pinch" };
      return;
    }
    if (this.#down.size > 2) return;
    try {
      this.stage.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
    const movable = piece && this.board.movesOf(piece).length > 0;
    const wasPicked = this.board.picked;
    this.#drag = {
      kind: target ? "target" : movable ? "piece" : onBoard ? "ground" : "none",
      x: event.clientX,
      y: event.clientY,
      piece,
      target,
      wasPicked,
      far: false,
    };
    if (this.#drag.kind === "piece") this.board.pick(piece);
    if (onBoard && event.pointerType !== "mouse") {
      const cell = this.#cellOf(event);
      this.#press = setTimeout(() => {
        this.board.peek(cell);
        if (this.#drag && this.board.stackAt(...cell).length > 1) this.#drag.long = true;
      }, LONG);
    }
  }

  #moved(event) {
    const last = this.#down.get(event.pointerId);
    const drag = this.#drag;
    if (!last || !drag) return;
    const now = { x: event.clientX, y: event.clientY };
    if (drag.kind === "pinch") {
      this.#pinch(event.pointerId, now);
      return;
    }
    this.#down.set(event.pointerId, now);
    if (!drag.far && Math.hypot(now.x - drag.x, now.y - drag.y) > FAR) {
      drag.far = true;
      clearTimeout(this.#press);
      if (drag.kind === "piece") this.#liftGhost(drag.piece, event.pointerType);
    }
    if (!drag.far) return;
    if (drag.kind === "piece") {
      this.#moveGhost(now);
      this.board.aim(...this.#cellOf(event));
    } else if (drag.kind === "ground" || drag.kind === "target") {
      this.stage.classList.add("panning");
      this.board.camera.pan(now.x - last.x, now.y - last.y);
    }
  }

  #ended(event) {
    clearTimeout(this.#press);
    if (!this.#down.delete(event.pointerId)) return;
    const drag = this.#drag;
    if (this.#down.size || !drag) return;
    this.#drag = null;
    this.stage.classList.remove("panning");
    this.#dropGhost();
    if (event.pointerType !== "mouse" && !drag.long) this.board.peek(null);
    const { board } = this;
    if (drag.kind === "piece" && drag.far) {
      const inside = contains(board.svg.getBoundingClientRect(), event);
      const move = inside && board.targetAt(...this.#cellOf(event));
      board.pick(null);
      if (move) board.choose({ ...move, dropped: true });
      else if (!inside) this.removed(drag.piece);
    } else if (drag.kind === "piece") {
      if (drag.long ? drag.wasPicked !== drag.piece : drag.wasPicked === drag.piece) board.pick(null);
    } else if (!drag.far && !drag.long) {
      const [q, r] = (drag.target?.dataset.target ?? "").split(",").map(Number);
      const move = drag.target && board.targetAt(q, r);
      if (move) board.choose(move);
      else if (drag.kind === "ground") board.pick(null);
    }
  }

  #cancelled(event) {
    clearTimeout(this.#press);
    this.#down.delete(event.pointerId);
    this.#drag = null;
    this.stage.classList.remove("panning");
    this.#dropGhost();
    this.board.aim(NaN, NaN);
  }

  #wheeled(event) {
    event.preventDefault();
    // Two fingers that pinch a touchpad come as small turns of the wheel with Ctrl.
    const turn = event.deltaY * (event.deltaMode === 1 ? 30 : event.ctrlKey ? 7 : 1);
    const step = Math.max(-250, Math.min(turn, 250));
    this.board.camera.zoom(Math.exp(-step * 0.0016), event.clientX, event.clientY);
  }

  #pinch(id, now) {
    const before = [...this.#down.values()];
    this.#down.set(id, now);
    const after = [...this.#down.values()];
    if (after.length < 2) return;
    const middle = ([a, b]) => [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const apart = ([a, b]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
    const [from, to] = [middle(before), middle(after)];
    this.board.camera.pan(to[0] - from[0], to[1] - from[1]);
    this.board.camera.zoom(apart(after) / apart(before), ...to);
  }

  #cellOf(event) {
    const { camera, settings } = this.board;
    return cellAt(...camera.toPaper(event.clientX, event.clientY), settings.flipped);
  }

  #liftGhost(piece, kind) {
    // Under a finger a piece has to be larger to be seen.
    const size = 104 * this.board.camera.scale * (kind === "touch" ? 1.35 : 1);
    this.ghost = s(
      "svg",
      { class: "drag-ghost", viewBox: "-52 -52 104 104", width: size, height: size },
      tile(piece, this.board.settings.labels),
    );
    this.ghostSize = size;
    document.body.append(this.ghost);
    this.stage.classList.add("dragging");
  }

  #moveGhost({ x, y }) {
    const half = this.ghostSize / 2;
    this.ghost.style.transform = `translate(${x - half}px, ${y - half}px)`;
  }

  #dropGhost() {
    this.ghost?.remove();
    this.ghost = null;
    this.stage.classList.remove("dragging");
  }
}

function contains(box, { clientX, clientY }) {
  return (
    clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
  );
}
