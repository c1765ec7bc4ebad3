// The list of moves with variations and comments.

import { byId, calm, h, sure } from "./dom.js";

/** Removing more than this is asked about first. */
const FEW = 3;
const NAGS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

export class MoveList {
  #buttons = new Map();
  #nodes = new Map();

  constructor(session, match) {
    this.session = session;
    this.match = match;
    this.place = byId("moves");
    this.comment = byId("comment");
    let typing = 0;
    session.addEventListener("tree", ({ detail }) => {
      clearTimeout(typing);
      // A long game is not drawn again with every letter of a comment.
      if (detail?.typing) typing = setTimeout(() => this.#draw(), 200);
      else this.#draw();
    });
    session.addEventListener("view", () => this.#mark());
    match.addEventListener("change", () => this.#allow());
    this.place.addEventListener("click", (event) => {
      const button = event.target.closest(".move");
      if (button) session.go(this.#nodes.get(button));
    });
    byId("promote").addEventListener("click", () => session.promote());
    byId("prune").addEventListener("click", ({ currentTarget }) => {
      const count = session.tree.sizeOf(session.node);
      if (count <= FEW || sure(currentTarget, `Remove ${count} moves?`)) session.prune();
    });
    this.comment.addEventListener("input", () => session.comment(this.comment.value));
    byId("first").addEventListener("click", () => session.first());
    byId("back").addEventListener("click", () => session.back());
    byId("forward").addEventListener("click", () => session.forward());
    byId("last").addEventListener("click", () => session.last());
  }

  #draw() {
    const { tree } = this.session;
    const { turn, turn_number: number } = tree.root.view;
    this.first = 2 * (number - 1) + (turn === "Black" ? 1 : 0);
    this.#buttons.clear();
    this.#nodes.clear();
    const parts = [];
    if (tree.root.comment) parts.push(comment(tree.root.comment));
    if (tree.isEmpty) parts.push(h("p", { class: "no-moves" }, "No moves yet."));
    else this.#drawMainLine(tree.root, this.first, parts);
    this.place.replaceChildren(...parts);
    this.#mark();
  }

  /** The main line, two moves a row; a row ends early where a variation or comment has to go. */
  #drawMainLine(node, ply, parts) {
    let row = null;
    while (node.children.length) {
      const [main, ...others] = node.children;
      const white = ply % 2 === 0;
      if (white || !row) {
        row = h("div", { class: "turn-row" }, h("span", { class: "turn-number" }, `${(ply >> 1) + 1}`));
        if (!white) row.append(h("span", { class: "move-gap" }, "…"));
        parts.push(row);
      }
      row.append(this.#button(main));
      const notes = [];
      if (main.comment) notes.push(comment(main.comment));
      for (const other of others) {
        const block = h("div", { class: "variation" });
        this.#drawVariation(other, ply, block);
        notes.push(block);
      }
      if (notes.length) {
        parts.push(...notes);
        row = null;
      }
      node = main;
      ply += 1;
    }
  }

  #drawVariation(node, ply, block) {
    let start = true;
    if (node.startingComment) block.append(comment(node.startingComment));
    while (node) {
      if (ply % 2 === 0 || start) {
        const dots = ply % 2 === 0 ? "." : "…";
        block.append(h("span", { class: "turn-number" }, `${(ply >> 1) + 1}${dots}`));
      }
      start = false;
      block.append(this.#button(node));
      if (node.comment) {
        block.append(comment(node.comment));
        start = true;
      }
      ply += 1;
      for (const other of node.children.slice(1)) {
        const inner = h("div", { class: "variation" });
        this.#drawVariation(other, ply, inner);
        block.append(inner);
        start = true;
      }
      node = node.children[0];
    }
  }

  #button(node) {
    const signs = node.nags.map((nag) => NAGS[nag] ?? "").join("");
    const kind = ["move", ...node.nags.map((nag) => `nag-${nag}`)].join(" ");
    const button = h("button", { type: "button", class: kind, title: node.move }, node.move + signs);
    this.#buttons.set(node, button);
    this.#nodes.set(button, node);
    return button;
  }

  #mark() {
    const { node } = this.session;
    this.place.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.#buttons.get(node);
    button?.setAttribute("aria-current", "true");
    if (button) {
      const [box, frame] = [button.getBoundingClientRect(), this.place.getBoundingClientRect()];
      if (box.top < frame.top || box.bottom > frame.bottom) {
        this.place.scrollTop += box.top - frame.top - frame.height / 2;
      }
    } else this.place.scrollTop = 0;
    if (document.activeElement !== this.comment || this.commented !== node) {
      this.comment.value = node.comment;
    }
    this.commented = node;
    calm(byId("prune"));
    this.#allow();
  }

  #allow() {
    const { node, tree } = this.session;
    if (!node) return;
    byId("first").disabled = byId("back").disabled = !node.parent;
    byId("forward").disabled = byId("last").disabled = !node.children.length;
    const played = this.match.live && this.match.tip && tree.pathTo(this.match.tip).includes(node);
    byId("promote").disabled = !node.parent || tree.isOnMainLine(node) || this.match.live;
    byId("prune").disabled = !node.parent || Boolean(played);
  }
}

function comment(text) {
  return h("p", { class: "comment" }, text);
}
