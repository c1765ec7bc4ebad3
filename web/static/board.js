// The board: draws a view from the server, and lets a piece be picked and a destination chosen.

import { Camera, LASTING } from "./camera.js";
import { s } from "./dom.js";
import * as draw from "./drawing.js";
import { at, cellName, ink, middleOf, RADIUS, WIDTH } from "./drawing.js";

const STEP_UP = 11;
const HIGHEST = 30;
const LAYERS = ["ground", "pieces", "marks", "badges", "arrows", "targets", "contents"];

/**
 * Events: "pick" (`detail` the name of a piece or null) and "move" (`detail` one of the moves).
 * A move is what the server calls legal: `{move, piece, to, thrown_by}`.
 */
export class Board extends EventTarget {
  #moves = new Map();
  #targets = new Map();
  #layers = {};
  #arrows = [];
  #reached = null;
  view = null;
  picked = null;

  constructor(svg, settings) {
    super();
    this.svg = svg;
    this.settings = settings;
    const layer = s("g", { class: "camera" });
    for (const name of LAYERS) {
      this.#layers[name] = layer.appendChild(s("g", { class: `layer-${name}` }));
    }
    svg.append(layer);
    this.camera = new Camera(svg, layer, () => settings.animated);
    svg.addEventListener("keydown", (event) => this.#keyPressed(event));
    svg.addEventListener("focusin", (event) => this.#focused(event));
    svg.addEventListener("pointerover", (event) => this.#hovered(event));
    svg.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && this.peek(null));
  }

  /** Show a view; `moves` are those that may be chosen now, `slide` whether the last move is seen to move. */
  show(view, { moves = [], slide = false } = {}) {
    const hadFocus = this.svg.contains(document.activeElement);
    this.view = view;
    this.#moves = grouped(moves);
    this.#setPicked(null);
    this.#drawGround();
    this.#drawPieces();
    this.#drawMarks();
    this.peek(null);
    this.setArrows([]);
    this.camera.see(this.#bounds(), slide);
    if (slide && this.settings.animated) this.#slide(view.last);
    if (hadFocus) (this.#pieceElement(view.last?.piece) ?? this.svg).focus({ preventScroll: true });
  }

  /** Draw again, as after a change of the settings. */
  redraw() {
    if (!this.view) return;
    const [picked, arrows] = [this.picked, this.#arrows];
    this.#drawGround();
    this.#drawPieces();
    this.#drawMarks();
    this.setArrows(arrows);
    this.#setPicked(picked);
    this.camera.see(this.#bounds(), false);
  }

  movesOf(piece) {
    return this.#moves.get(piece) ?? [];
  }

  get movable() {
    return [...this.#moves.keys()];
  }

  /** Pick a piece up, or put the picked one down (null). */
  pick(piece) {
    if (piece && !this.#moves.has(piece)) piece = null;
    if (piece === this.picked) return;
    this.#setPicked(piece);
    this.dispatchEvent(new CustomEvent("pick", { detail: piece }));
  }

  /** The move that takes the picked piece to a cell, or undefined. */
  targetAt(q, r) {
    return this.#targets.get(cellName(q, r))?.move;
  }

  /** Show which destination a dragged piece would go to. */
  aim(q, r) {
    for (const [name, { element }] of this.#targets) {
      element.classList.toggle("aimed", name === cellName(q, r));
    }
  }

  choose(move) {
    this.dispatchEvent(new CustomEvent("move", { detail: move }));
  }

  focusTarget() {
    this.#targets.values().next().value?.element.focus({ preventScroll: true });
  }

  stackAt(q, r) {
    return this.view?.stacks.find((stack) => stack.q === q && stack.r === r)?.pieces ?? [];
  }

  /** Arrows `{from, to, piece, rank, color}`; without `from` the piece is shown where it would lie. */
  setArrows(arrows) {
    this.#arrows = arrows;
    const drawn = [...arrows].reverse().flatMap(({ from, to, piece, rank = 1, color }) => {
      if (!to) return [];
      const head = this.#topOf(...to);
      const strength = rank === 1 ? 0.9 : 0.72;
      if (from && from.join() === to.join()) return [];
      const shape = from
        ? draw.arrow(this.#topOf(...from), head, color, Math.max(5, 10 - 1.5 * (rank - 1)))
        : [
            s("g", { transform: at(head) },
              s("g", { opacity: 0.55 }, draw.tile(piece, null)), draw.ring(color)),
          ];
      return [s("g", { class: "arrow", opacity: strength, "data-rank": rank }, shape)];
    });
    this.#layers.arrows.replaceChildren(...drawn);
  }

  /** Show what a stack holds, or nothing (null). */
  peek(cell) {
    const layer = this.#layers.contents;
    const pieces = cell ? this.stackAt(...cell) : [];
    if (pieces.length < 2) {
      layer.replaceChildren();
      return;
    }
    const [x, y] = this.#topOf(...cell);
    const pitch = 62;
    const rows = [...pieces].reverse();
    const [width, height] = [76, rows.length * pitch + 16];
    const [, upper, right, lower] = this.camera.sight;
    const left = x + 54 + width > right ? x - 54 - width : x + 54;
    const top = Math.max(upper + 4, Math.min(y - height / 2, lower - height - 4));
    layer.replaceChildren(
      s("g", { transform: at([left, top]), class: "contents" },
        s("rect", { width, height, rx: 12 }),
        ...rows.map((piece, row) =>
          s("g", { transform: at([38, 38 + row * pitch], 0.6) }, draw.tile(piece, this.settings.labels)),
        )),
    );
  }

  /** The middle of a cell on the paper, at the height of its uppermost tile. */
  #topOf(q, r) {
    return this.#levelOf(q, r, Math.max(0, this.stackAt(q, r).length - 1));
  }

  #levelOf(q, r, level) {
    const step = Math.min(STEP_UP, HIGHEST / Math.max(this.stackAt(q, r).length - 1, 1));
    const [x, y] = middleOf(q, r, this.settings.flipped);
    return [x, y - level * step];
  }

  #bounds() {
    const cells = this.view.stacks.map(({ q, r }) => middleOf(q, r, this.settings.flipped));
    if (!cells.length) cells.push([0, 0]);
    // A cell more on every side, so that all destinations are in sight.
    const [left, right] = [Math.min(...cells.map(([x]) => x)), Math.max(...cells.map(([x]) => x))];
    const [upper, lower] = [Math.min(...cells.map(([, y]) => y)), Math.max(...cells.map(([, y]) => y))];
    return [left - 1.6 * WIDTH, upper - 2.75 * RADIUS, right + 1.6 * WIDTH, lower + 2.75 * RADIUS];
  }

  #drawGround() {
    const { stacks, last } = this.view;
    const cells = [];
    if (!stacks.length) cells.push([[0, 0], ink("grid"), 0]);
    if (last?.from && !this.stackAt(...last.from).length) {
      cells.push([last.from, ink("last move"), 0.25]);
    }
    this.#layers.ground.replaceChildren(
      ...cells.map(([cell, color, tint]) => {
        const path = draw.emptyCell(color, tint);
        path.setAttribute("transform", at(middleOf(...cell, this.settings.flipped)));
        return path;
      }),
    );
  }

  #drawPieces() {
    const inOrder = [...this.view.stacks].sort((a, b) => {
      const [ax, ay] = middleOf(a.q, a.r, this.settings.flipped);
      const [bx, by] = middleOf(b.q, b.r, this.settings.flipped);
      return (a.pieces.length > 1) - (b.pieces.length > 1) || ay - by || ax - bx;
    });
    this.#reached = null;
    this.#layers.pieces.replaceChildren(...inOrder.map((stack) => this.#drawStack(stack)));
    const badges = inOrder.filter(({ pieces }) => pieces.length > 1);
    this.#layers.badges.replaceChildren(
      ...badges.map(({ q, r, pieces }) => {
        const [x, y] = this.#topOf(q, r);
        return draw.badge(pieces.length, [x - 29, y - 27]);
      }),
    );
    this.#moveTabStop(this.#layers.pieces.querySelector("[role=button]"));
  }

  #drawStack({ q, r, pieces }) {
    const group = s("g", { "data-cell": cellName(q, r), class: "stack" });
    pieces.forEach((piece, level) => {
      const top = level === pieces.length - 1;
      const movable = top && this.#moves.has(piece);
      const content = draw.tile(piece, this.settings.labels, !top);
      if (top) content.push(s("path", { d: draw.hexagon(45), class: "hit" }));
      const element = s(
        "g",
        {
          class: movable ? "piece movable" : "piece",
          "data-piece": piece,
          transform: at(this.#levelOf(q, r, level)),
          role: movable ? "button" : null,
          tabindex: movable ? "-1" : null,
          "aria-label": movable ? this.#spoken(piece, pieces) : null,
          "aria-pressed": movable ? "false" : null,
        },
        content,
      );
      if (piece === this.view.last?.piece) this.#reached = element;
      group.append(element);
    });
    return group;
  }

  #spoken(piece, pieces) {
    const count = this.movesOf(piece).length;
    const below = pieces.slice(0, -1).reverse().map(draw.spokenPiece);
    const on = below.length ? ` on ${below.join(" on ")}` : "";
    return `${draw.spokenPiece(piece)}${on}, ${count} ${count === 1 ? "move" : "moves"}`;
  }

  #drawMarks() {
    const { last, stunned, pinned, surrounded, stacks } = this.view;
    const marks = [];
    const put = (cell, ...parts) => marks.push(s("g", { transform: at(this.#topOf(...cell)) }, parts));
    if (last?.from && this.stackAt(...last.from).length) {
      put(last.from, draw.ring(ink("last move"), { dashed: true }));
    }
    if (last?.to) put(last.to, draw.ring(ink("last move")));
    for (const { q, r, pieces } of stacks) {
      for (const queen of pieces.filter((piece) => surrounded.includes(piece))) {
        const mark = s("g", { class: "mark-surrounded", "data-piece": queen }, draw.surrounded());
        put([q, r], mark);
      }
      if (!this.settings.marks) continue;
      const top = pieces.at(-1);
      const signs = [["stunned", top === stunned], ["pinned", pinned.includes(top)]];
      signs
        .filter(([, there]) => there)
        .forEach(([kind], turn) => put([q, r], draw.sign(kind, pieces.length > 1, turn === 1)));
    }
    this.#layers.marks.replaceChildren(...marks);
  }

  #setPicked(piece) {
    this.picked = piece;
    this.#targets.clear();
    const elements = this.movesOf(piece).map((move) => {
      const element = this.#drawTarget(piece, move);
      this.#targets.set(cellName(...move.to), { move, element });
      return element;
    });
    this.#layers.targets.replaceChildren(...elements);
    for (const element of this.#layers.pieces.querySelectorAll(".piece.movable")) {
      const isIt = element.dataset.piece === piece;
      element.classList.toggle("picked", isIt);
      element.setAttribute("aria-pressed", isIt);
    }
  }

  #drawTarget(piece, move) {
    const occupied = this.stackAt(...move.to).length > 0;
    const color = ink(move.thrown_by ? "stunned" : "dot");
    const mark = occupied
      ? draw.ring(color, { dashed: true })
      : s("circle", { r: 12, fill: color });
    const thrown = move.thrown_by && draw.pieceOf(move.thrown_by);
    const by = thrown && s("g", { transform: at([19, -19], 0.32) }, draw.tile(move.thrown_by, null));
    const words = thrown ? `, thrown by ${draw.spokenPiece(move.thrown_by)}` : "";
    return s(
      "g",
      {
        class: occupied ? "target occupied" : "target",
        "data-target": cellName(...move.to),
        "data-move": move.move,
        transform: at(this.#topOf(...move.to)),
        role: "button",
        tabindex: "-1",
        "aria-label": [move.move, draw.spokenPlace(move.move)].filter(Boolean).join(", ") + words,
      },
      s("g", { class: "ghost-piece" }, draw.tile(piece, this.settings.labels)),
      s("g", { class: "target-mark" }, mark, by),
      s("path", { d: draw.hexagon(49), class: "hit" }),
    );
  }

  #slide({ from, to, piece } = {}) {
    const element = this.#reached;
    if (!element || !to) return;
    if (element.parentNode.dataset.cell !== cellName(...to)) return;
    const goal = this.#topOf(...to);
    const place = ([x, y]) => `translate(${x}px, ${y}px)`;
    element.parentNode.parentNode.append(element.parentNode);
    const frames = from
      ? [{ transform: place(this.#levelOf(...from, 0)) }, { transform: place(goal) }]
      : [
          { transform: `${place([goal[0], goal[1] - 26])} scale(1.12)`, opacity: 0.2 },
          { transform: place(goal), opacity: 1 },
        ];
    element.animate(frames, { duration: LASTING, easing: "cubic-bezier(.3,.7,.3,1)" });
    for (const mark of [this.#layers.marks, this.#layers.badges]) {
      mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.7 }, { opacity: 1 }], LASTING);
    }
  }

  #pieceElement(piece) {
    return piece && this.#layers.pieces.querySelector(`.movable[data-piece="${piece}"]`);
  }

  #hovered(event) {
    if (event.pointerType === "touch") return;
    const name = event.target.closest("[data-cell],[data-target]");
    const cell = name?.dataset.cell ?? name?.dataset.target;
    this.peek(cell ? cell.split(",").map(Number) : null);
  }

  #focused(event) {
    const element = event.target.closest("[role=button]");
    if (!element) return;
    if (element.dataset.piece) this.#moveTabStop(element);
    const cell = element.parentNode.dataset.cell ?? element.dataset.target;
    this.peek(element.matches(":focus-visible") && cell ? cell.split(",").map(Number) : null);
  }

  #moveTabStop(element) {
    for (const other of this.#layers.pieces.querySelectorAll("[tabindex='0']")) {
      other.setAttribute("tabindex", "-1");
    }
    element?.setAttribute("tabindex", "0");
    this.svg.setAttribute("tabindex", element ? "-1" : "0");
  }

  #keyPressed(event) {
    const element = event.target.closest("[role=button]");
    const piece = element?.dataset.piece;
    if (event.key === "Enter" || event.key === " ") {
      if (!element) return;
      const target = element.dataset.target;
      if (target) this.choose(this.#targets.get(target).move);
      else this.pick(piece === this.picked ? null : piece);
      if (this.picked && !target) this.focusTarget();
    } else if (event.key === "Escape" && this.picked) {
      const was = this.picked;
      this.pick(null);
      const back = this.#pieceElement(was) ?? document.querySelector(`.tray [data-piece="${was}"]`);
      back?.focus();
    } else if (element && event.key.startsWith("Arrow") && !event.altKey) {
      this.#step(element, event.key);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** From one piece or destination to the nearest in a direction. */
  #step(element, key) {
    const layer = element.dataset.target ? this.#layers.targets : this.#layers.pieces;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const middle = (item) => {
      const box = item.querySelector(".hit").getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(element);
    let [best, least] = [null, Infinity];
    for (const other of layer.querySelectorAll("[role=button]")) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * way[0] + (oy - y) * way[1];
      const beside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
      const cost = along + 2 * beside;
      if (along > 4 && cost < least) [best, least] = [other, cost];
    }
    best?.focus({ preventScroll: true });
  }
}

function grouped(moves) {
  const groups = new Map();
  for (const move of moves) groups.set(move.piece, [...(groups.get(move.piece) ?? []), move]);
  return groups;
}
