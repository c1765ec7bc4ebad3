// The game on the table: its tree, the node that is looked at, and the server's view of it.

import { GameTree } from "./tree.js";

/**
 * Events: "view" when another position is shown (`detail.slide` when its last move should be seen),
 * "tree" when moves, comments or their order have changed, "load" when it is another game.
 */
export class Session extends EventTarget {
  #ticket = 0;
  tree = null;
  node = null;
  view = null;

  constructor(connection) {
    super();
    this.connection = connection;
  }

  /** What a request about a node must say. */
  fields(node = this.node) {
    return { game: this.tree.gameOf(node), ...this.tree.rules };
  }

  /** Put another game on the table; nothing changes where the server does not like it. */
  async load(data, place = -1) {
    const ticket = ++this.#ticket;
    const tree = data instanceof GameTree ? data : new GameTree(data);
    const node = place === "end" ? tree.endOf(tree.root) : tree.nodeAt(place);
    const ask = (at) => this.connection.request("view", { game: tree.gameOf(at), ...tree.rules });
    const [rootView, view] = await Promise.all([ask(tree.root), ask(node)]);
    if (ticket !== this.#ticket) return;
    tree.root.view = rootView;
    node.view = view;
    Object.assign(this, { tree, node, view });
    this.dispatchEvent(new Event("load"));
    this.#tell("tree");
    this.#tell("view", { slide: false });
  }

  async viewOf(node) {
    node.view ??= await this.connection.request("view", this.fields(node));
    return node.view;
  }

  /** Look at a node. */
  async go(node, { slide = false } = {}) {
    if (!node) return;
    const ticket = ++this.#ticket;
    const view = await this.viewOf(node);
    if (ticket !== this.#ticket) return;
    const onward = node.parent === this.node;
    Object.assign(this, { node, view });
    this.#tell("view", { slide: slide || onward });
  }

  /** Play a move after a node; returns the new node without looking at it. */
  async extend(node, move) {
    const { tree } = this;
    const known = node.children.find((child) => child.move === move);
    if (known) return known;
    const view = await this.connection.request("play", { ...this.fields(node), move });
    if (tree !== this.tree) throw new Error("cancelled");
    const child = tree.add(node, view.moves.at(-1));
    child.view = view;
    this.#tell("tree");
    return child;
  }

  back() {
    return this.go(this.node.parent);
  }

  forward() {
    return this.go(this.node.children[0]);
  }

  first() {
    return this.go(this.tree.root);
  }

  last() {
    return this.go(this.tree.endOf(this.node));
  }

  promote() {
    if (this.tree.promote(this.node)) this.#tell("tree");
  }

  /** Remove a node; whoever looked at it looks at its parent. */
  async prune(node = this.node) {
    if (!node.parent) return;
    const seen = this.tree.pathTo(this.node).includes(node);
    const parent = this.tree.prune(node);
    this.#tell("tree");
    if (seen) await this.go(parent);
  }

  comment(text) {
    this.node.comment = text;
    this.#tell("tree", { typing: true });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
