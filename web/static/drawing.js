// Tiles, marks and arrows as the server's own pictures have them. A cell has the radius 50.

import { s } from "./dom.js";

export const RADIUS = 50;
export const WIDTH = RADIUS * Math.sqrt(3);

const BUGS = {
  Q: "queen",
  S: "spider",
  B: "beetle",
  G: "grasshopper",
  A: "ant",
  M: "mosquito",
  L: "ladybug",
  P: "pillbug",
};
const STAR = "M0-7.5V7.5M-6.5-3.75L6.5 3.75M6.5-3.75L-6.5 3.75";
const PIN = "M-4-7H4M-2.5-7V-1L-5.5 2H5.5L2.5-1V-7M0 2V8";

/** A colour of the theme, such as "white tile". */
export const ink = (name) => `var(--hive-${name.replaceAll(" ", "-")})`;

/** What a piece's name says of it. */
export function pieceOf(name) {
  return {
    side: name[0] === "w" ? "white" : "black",
    bug: BUGS[name[1]],
    number: Number(name.slice(2)) || 0,
  };
}

/** A piece in words. */
export function spokenPiece(name) {
  const { side, bug, number } = pieceOf(name);
  return `${side === "white" ? "White" : "Black"} ${bug}${number ? ` ${number}` : ""}`;
}

const SIDES = {
  "-w": "left",
  "/w": "lower left",
  "\\w": "upper left",
  "w-": "right",
  "w/": "upper right",
  "w\\": "lower right",
};

/** Where a move leads, in words: wA1 -bQ goes to the left of the black queen. */
export function spokenPlace(move) {
  const found = move.match(/^\S+ ([-/\\]?)([wb][A-Z]\d?)([-/\\]?)$/);
  if (!found) return "";
  const [, before, piece, after] = found;
  const side = SIDES[`${before}w${after}`];
  return side ? `to the ${side} of ${spokenPiece(piece)}` : `onto ${spokenPiece(piece)}`;
}

export const cellName = (q, r) => `${q},${r}`;

/** Where a cell lies on the paper. */
export function middleOf(q, r, flipped = false) {
  const way = flipped ? -1 : 1;
  return [way * WIDTH * (q + r / 2), way * 1.5 * RADIUS * r];
}

/** The cell at a place on the paper. */
export function cellAt(x, y, flipped = false) {
  const way = flipped ? -1 : 1;
  const r = (way * y) / (1.5 * RADIUS);
  const q = (way * x) / WIDTH - r / 2;
  let [cellQ, cellR] = [Math.round(q), Math.round(r)];
  const [offQ, offR] = [Math.abs(cellQ - q), Math.abs(cellR - r)];
  const sum = Math.round(-q - r);
  const offSum = Math.abs(sum + q + r);
  if (offQ > offR && offQ > offSum) cellQ = -cellR - sum;
  else if (offR > offSum) cellR = -cellQ - sum;
  return [cellQ + 0, cellR + 0];
}

export function at([x, y], scale = 1) {
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})${scale === 1 ? "" : ` scale(${scale})`}`;
}

export function hexagon(radius) {
  const corners = [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = (Math.PI * k) / 3;
    return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** A piece round the origin; `labels` is "pips", "names" or null; a bare one is its tile alone. */
export function tile(name, labels = "pips", bare = false) {
  const { side, bug, number } = pieceOf(name);
  const parts = [
    s("use", {
      href: "#hive-tile",
      ...square(100, 0),
      color: ink(`${side} edge`),
      fill: ink(`${side} tile`),
    }),
  ];
  if (!bare) {
    const [size, lift] = labels === "names" ? [76, -11] : labels && number ? [94, -2] : [96, 0];
    parts.push(
      s("use", {
        href: `#hive-${bug}`,
        ...square(size, lift),
        color: ink(`${side} ink`),
        fill: ink(`${side} ${bug}`),
        stroke: ink(`${side} tile`),
      }),
    );
    if (labels === "names") parts.push(words(name, `${side} ink`, `${side} tile`, 0, 25, 16));
    else if (labels) parts.push(...pips(number, side));
  }
  return parts;
}

/** A whole picture of one piece, for buttons. */
export function pieceIcon(name, labels = null) {
  return s("svg", { viewBox: "-46 -50 92 102", class: "piece-icon", "aria-hidden": "true" }, tile(name, labels));
}

/** A number in a disc. */
export function badge(count, place, scale = 1) {
  return s(
    "g",
    { transform: at(place, scale), class: "badge", "aria-hidden": "true" },
    s("circle", { r: 11.5, fill: ink("badge"), stroke: ink("badge text"), "stroke-width": 1.5 }),
    words(String(count), "badge text", null, 0, 0, 15),
  );
}

/** A hexagon round a tile. */
export function ring(color, { dashed = false, tint = 0 } = {}) {
  return s("path", {
    d: hexagon(46),
    fill: tint ? color : "none",
    "fill-opacity": tint || null,
    stroke: color,
    "stroke-width": 5,
    "stroke-linejoin": "round",
    "stroke-dasharray": dashed ? "11 8" : null,
  });
}

/** The cell that a piece has left, or the first cell of a game. */
export function emptyCell(color, tint) {
  return s("path", {
    d: hexagon(43),
    fill: tint ? color : "none",
    "fill-opacity": tint || null,
    stroke: color,
    "stroke-width": 3,
    "stroke-dasharray": "9 7",
  });
}

/** A badge with a star or a pin. */
export function sign(kind, high, second) {
  const places = high ? [[-29, 20], [0, 38]] : [[28, -24], [28, 22]];
  return s(
    "g",
    { transform: at(places[second ? 1 : 0]), class: `sign-${kind}` },
    s("circle", { r: 12.5, fill: ink(kind), stroke: ink("background"), "stroke-width": 1.5 }),
    line(kind === "stunned" ? STAR : PIN, "#fff", 2.8),
  );
}

/** The double rim of a queen with no way out. */
export function surrounded() {
  const color = ink("surrounded");
  const inner = s("path", { d: hexagon(38), fill: "none", stroke: color, "stroke-width": 2.5 });
  return [ring(color, { tint: 0.2 }), inner];
}

export function arrow(tail, head, color, width = 9) {
  const [dx, dy] = [head[0] - tail[0], head[1] - tail[1]];
  const length = Math.hypot(dx, dy);
  const [x, y] = [dx / length, dy / length];
  const wing = width * 1.67;
  const [neck, tip] = [length - 32, length - 4];
  const point = (along, beside) =>
    `${(tail[0] + x * along - y * beside).toFixed(1)},${(tail[1] + y * along + x * beside).toFixed(1)}`;
  const [x1, y1] = point(20, 0).split(",");
  const [x2, y2] = point(neck, 0).split(",");
  return [
    s("line", { x1, y1, x2, y2, stroke: color, "stroke-width": width }),
    s("polygon", { points: [point(neck, wing), point(tip, 0), point(neck, -wing)].join(" "), fill: color }),
  ];
}

export function words(text, color, halo, x, y, size) {
  return s(
    "text",
    {
      x,
      y: y + 0.36 * size,
      "font-size": size,
      class: "tile-words",
      fill: ink(color),
      stroke: halo ? ink(halo) : null,
      "stroke-width": halo ? size / 5 : null,
    },
    text,
  );
}

function pips(number, side) {
  const first = -4.3 * (number - 1);
  return Array.from({ length: number }, (_, pip) =>
    s("circle", { cx: first + 8.6 * pip, cy: 37.5, r: 3.1, fill: ink(`${side} ink`) }),
  );
}

function square(side, lift) {
  return { x: -side / 2, y: lift - side / 2, width: side, height: side };
}

function line(d, color, width) {
  return s("path", {
    d,
    fill: "none",
    stroke: color,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
}
