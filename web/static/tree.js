// A game with its variations. The first child of a node is the main line.

export class GameTree {
  /** `data` is a tree as the server writes it; `root` is the notation of the game before the first move. */
  constructor(data) {
    this.tags = { ...(data.tags ?? {}) };
    this.result = data.result ?? null;
    this.rules = {
      queen_first: data.queen_first ?? false,
      repetition_draw: data.repetition_draw ?? false,
    };
    this.start = data.root;
    this.root = node(null, { comment: data.comment });
    const nodes = [];
    for (const given of data.nodes ?? []) {
      const above = given.parent < 0 ? this.root : nodes[given.parent];
      const child = node(above, given);
      above.children.push(child);
      nodes.push(child);
    }
  }

  /** The notation of the game that leads to a node. */
  gameOf(node) {
    return node.view?.game ?? [this.start, ...this.pathTo(node).map((step) => step.move)].join(";");
  }

  pathTo(node) {
    const path = [];
    for (let at = node; at.parent; at = at.parent) path.unshift(at);
    return path;
  }

  /** The last node of the line that starts at a node. */
  endOf(node) {
    while (node.children.length) node = node.children[0];
    return node;
  }

  isOnMainLine(node) {
    return this.pathTo(node).every((step) => step.parent.children[0] === step);
  }

  /** The child with that move, new if there is none. */
  add(parent, move) {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const child = node(parent, { move });
    parent.children.push(child);
    return child;
  }

  /** Make the variation a node belongs to come before the one it branched from. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      const index = siblings.indexOf(at);
      if (index > 0) {
        siblings.splice(index, 1);
        siblings.splice(index - 1, 0, at);
        return true;
      }
    }
    return false;
  }

  /** Remove a node and all that follows it; returns its parent. */
  prune(node) {
    node.parent.children = node.parent.children.filter((child) => child !== node);
    return node.parent;
  }

  /** How many moves `prune` would remove. */
  sizeOf(node) {
    let count = 0;
    for (const waiting = [node]; waiting.length; count += 1) waiting.push(...waiting.pop().children);
    return count;
  }

  has(node) {
    return node === this.root || (node.parent?.children.includes(node) && this.has(node.parent));
  }

  get isEmpty() {
    return !this.root.children.length;
  }

  /** All nodes but the root, parents before children, main lines first. */
  *walk() {
    const stack = [...this.root.children].reverse();
    while (stack.length) {
      const node = stack.pop();
      yield node;
      stack.push(...[...node.children].reverse());
    }
  }

  /** As the server reads it. */
  toJSON() {
    const index = new Map([[this.root, -1]]);
    const nodes = [];
    for (const node of this.walk()) {
      index.set(node, nodes.length);
      nodes.push({
        parent: index.get(node.parent),
        move: node.move,
        comment: node.comment,
        starting_comment: node.startingComment,
        nags: node.nags,
      });
    }
    const { tags, result, rules, start: root } = this;
    return { tags, result, ...rules, root, comment: this.root.comment, nodes };
  }

  /** The number of a node in what `toJSON` writes, and the way back. */
  indexOf(node) {
    return [...this.walk()].indexOf(node);
  }

  nodeAt(index) {
    return [...this.walk()][index] ?? this.root;
  }
}

function node(parent, { move = null, comment = "", starting_comment = "", nags = [] }) {
  return {
    parent,
    move,
    comment,
    startingComment: starting_comment,
    nags: [...nags],
    children: [],
    view: null,
  };
}
