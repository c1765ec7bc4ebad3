// Help: Hive in a minute, how the board is used, and the keys. Loaded when it is asked for.

import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { pieceIcon } from "./drawing.js";

const RULES = [
  "The aim is the other queen: she is lost when all six cells around her are taken, by pieces of either side.",
  "In each turn a player places a piece or moves one. New pieces touch their own side and not the other, but for the very first. The queen comes in the second, third or fourth turn, and before she is there no piece of her side moves.",
  "All pieces are one hive. It never breaks apart, not even while a piece is on its way, and a piece slides only through gaps it fits through.",
  "Who can neither place nor move passes.",
];

const BUGS = [
  ["Q", "Queen", "moves one cell."],
  ["S", "Spider", "runs three cells along the edge, neither more nor less."],
  ["B", "Beetle", "moves one cell, also up onto the hive; what it sits on cannot move."],
  ["G", "Grasshopper", "leaps in a straight line over one or more pieces to the first empty cell."],
  ["A", "Ant", "runs as far as it likes along the edge."],
  ["M", "Mosquito", "moves like any bug it touches; on top of the hive like a beetle."],
  ["L", "Ladybug", "walks two cells over the hive and one down."],
  ["P", "Pillbug", "moves one cell, or instead throws a neighbour of either side over itself to another empty cell next to it, but not the piece that moved last. What was thrown is stunned: it does not move in the next turn."],
];

const KEYS = [
  ["Tab", "to the hands and the board"],
  ["Enter", "pick a piece up, put it down"],
  ["arrows", "on the board: to the next piece or destination"],
  ["Esc", "put the piece back"],
  ["m", "type a move"],
  ["← →", "one move back or on"],
  ["Home End", "start of the game, end of the line"],
  ["↑ ↓", "to the other variations of a move"],
  ["a", "analysis on or off"],
  ["v", "review: find the mistakes of the game"],
  ["Space", "play the best move of the analysis; pass"],
  ["n", "new game"],
  ["u", "take back"],
  ["o", "open a game"],
  ["s", "share"],
  ["e", "set up a position"],
  ["x", "mark pinned and stunned pieces"],
  ["f", "turn the board"],
  ["c", "centre the hive"],
  ["+ −", "zoom"],
  ["t", "light or dark"],
  ["?", "this help"],
];

function rules() {
  return [
    h("h3", {}, "Hive in a minute"),
    ...RULES.map((words) => h("p", {}, words)),
    h("ul", { class: "bugs" }, ...BUGS.map(([letter, name, words]) =>
      h("li", {}, pieceIcon(`w${letter}`), h("span", {}, h("strong", {}, name), ` ${words}`)))),
  ];
}

function hands() {
  return [
    h("h3", {}, "On this board"),
    h("p", {}, "Drag a piece, or click it and then its destination. Purple destinations with a small bug are throws by that bug."),
    h("p", {}, "A number on a piece is the height of its stack: point at it, or press long, to see what it holds."),
    h("p", {}, "Drag the table, turn the wheel or pinch to see more; the button with the corners centres the hive again."),
  ];
}

function keys() {
  return [
    h("h3", {}, "Keys"),
    h("dl", { class: "keys" }, ...KEYS.flatMap(([names, words]) => [
      h("dt", {}, ...names.split(" ").flatMap((key) => [h("kbd", {}, key), " "])),
      h("dd", {}, words),
    ])),
  ];
}

/** Whoever asks with a key wants to know the keys. */
export function openHelp(keysFirst = false) {
  const parts = keysFirst ? [keys(), hands(), rules()] : [rules(), hands(), keys()];
  openDialog("Help", h("div", { class: "help" }, ...parts.flat()));
}
