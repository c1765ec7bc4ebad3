"use strict";
// Walks through a reviewed game. Where pieces go is told by the data: the page knows no rules.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const BUGS = { Q: "queen", S: "spider", B: "beetle", G: "grasshopper", A: "ant", M: "mosquito", L: "ladybug", P: "pillbug" };
  const RADIUS = 50;
  const WIDTH = RADIUS * Math.sqrt(3);
  const LIFT = 11;
  const WORDS = { great: "Great move", best: "Best move", good: "Good move", forced: "Forced", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };
  const ERRORS = ["inaccuracy", "mistake", "blunder"];
  const review = JSON.parse(document.getElementById("review").textContent);
  const { moves, chances } = review;
  const byId = (id) => document.getElementById(id);

  // Text always goes in as text, never as markup.
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null));
    return element;
  }
  const h = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
  const s = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);
  const percent = (chance) => `${Math.round(100 * chance)}%`;
  const minus = (score) => score.replace("-", "−");
  const ink = (name) => `var(--hive-${name})`;

  // Where we are: after `ply` moves of the game, or `ahead` moves into the better line there.
  let ply = 0;
  let line = null;
  let ahead = 0;

  /** The pieces of every cell, from the bottom up, and the ends of the last move. */
  function position() {
    const places = new Map();
    const cells = new Map();
    let last = null;
    const put = (step) => {
      if (!step) {
        last = null;
        return;
      }
      const [piece, q, r] = step;
      const from = places.get(piece) ?? null;
      if (from) cells.get(from).splice(cells.get(from).indexOf(piece), 1);
      const to = `${q},${r}`;
      if (!cells.has(to)) cells.set(to, []);
      cells.get(to).push(piece);
      places.set(piece, to);
      last = { from, to };
    };
    for (const step of review.start) put(step);
    last = null;
    for (const { step } of moves.slice(0, line ? line.ply : ply)) put(step);
    if (line) {
      if (!ahead) last = null;
      for (const step of line.steps.slice(0, ahead)) put(step);
    }
    for (const [cell, pieces] of cells) if (!pieces.length) cells.delete(cell);
    return { places, cells, last };
  }

  const middle = (cell) => {
    const [q, r] = cell.split(",").map(Number);
    return [WIDTH * (q + r / 2), 1.5 * RADIUS * r];
  };
  const at = ([x, y], scale = 1) => `translate(${x.toFixed(1)} ${y.toFixed(1)})${scale === 1 ? "" : ` scale(${scale})`}`;
  const hexagon = (radius) => {
    const corners = [0, 1, 2, 3, 4, 5].map((k) => `${(radius * Math.sin((Math.PI * k) / 3)).toFixed(1)} ${(-radius * Math.cos((Math.PI * k) / 3)).toFixed(1)}`);
    return `M${corners.join("L")}Z`;
  };
  const spoken = (piece) => `${piece[0] === "w" ? "White" : "Black"} ${BUGS[piece[1]]}${piece[2] ? ` ${piece[2]}` : ""}`;

  function tile(piece, { pips = true, bare = false } = {}) {
    const side = piece[0] === "w" ? "white" : "black";
    const number = pips ? Number(piece[2] ?? 0) : 0;
    const parts = [s("use", { href: "#hive-tile", x: -50, y: -50, width: 100, height: 100, color: ink(`${side}-edge`), fill: ink(`${side}-tile`) })];
    if (bare) return parts;
    const bug = BUGS[piece[1]];
    const [size, lift] = number ? [94, -2] : [96, 0];
    parts.push(s("use", { href: `#hive-${bug}`, x: -size / 2, y: lift - size / 2, width: size, height: size, color: ink(`${side}-ink`), fill: ink(`${side}-${bug}`), stroke: ink(`${side}-tile`) }));
    for (let pip = 0; pip < number; pip += 1) {
      parts.push(s("circle", { cx: 8.6 * pip - 4.3 * (number - 1), cy: 37.5, r: 3.1, fill: ink(`${side}-ink`) }));
    }
    return parts;
  }

  function badge(count, place, scale = 1) {
    const words = s("text", { y: 5.4, "font-size": 15, "font-weight": "bold", "text-anchor": "middle", fill: ink("badge-text") }, String(count));
    return s("g", { transform: at(place, scale) }, s("circle", { r: 11.5, fill: ink("badge") }), words);
  }

  /** Left, upper, right and lower end of some cells. */
  function extent(cells) {
    const points = (cells.length ? cells : ["0,0"]).map(middle);
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }

  // Tiles keep their size: the view is as large as the largest hive of the game, and moves only where
  // it has to.
  const camera = (() => {
    let [width, height] = [0, 0];
    const places = new Map();
    for (const step of [...review.start, ...moves.map((move) => move.step)]) {
      if (!step) continue;
      places.set(step[0], `${step[1]},${step[2]}`);
      const [left, upper, right, lower] = extent([...places.values()]);
      width = Math.max(width, right - left + WIDTH);
      height = Math.max(height, lower - upper + 1.5 * RADIUS);
    }
    return { width, height, x: null, y: null };
  })();

  function look(cells) {
    const [left, upper, right, lower] = extent(cells);
    const [width, height] = [Math.max(camera.width, right - left), Math.max(camera.height, lower - upper)];
    if (camera.x === null) [camera.x, camera.y] = [(left + right - width) / 2, (upper + lower - height) / 2];
    camera.x = Math.max(right - width, Math.min(left, camera.x));
    camera.y = Math.max(lower - height, Math.min(upper, camera.y));
    return [camera.x - 60, camera.y - 85, width + 120, height + 150];
  }

  function drawBoard({ cells, last }) {
    const board = byId("board");
    const shown = [...cells.keys(), ...(last ? [last.from, last.to] : [])].filter(Boolean);
    board.setAttribute("viewBox", look(shown).map((n) => n.toFixed(1)).join(" "));
    const lower = s("g");
    const upper = s("g");
    const above = s("g");
    const mark = { fill: "none", stroke: ink("last-move"), "stroke-width": 5, "stroke-linejoin": "round" };
    const order = [...cells].sort(([a], [b]) => middle(a)[1] - middle(b)[1] || middle(a)[0] - middle(b)[0]);
    for (const [cell, pieces] of order) {
      const [x, y] = middle(cell);
      const step = Math.min(LIFT, 30 / Math.max(pieces.length - 1, 1));
      const group = s("g", { "data-cell": cell }, s("title", {}, pieces.slice().reverse().map(spoken).join(" on ")));
      pieces.forEach((piece, level) => {
        const covered = level < pieces.length - 1;
        group.append(s("g", { transform: at([x, y - level * step]), "data-piece": piece }, tile(piece, { bare: covered })));
      });
      const top = [x, y - (pieces.length - 1) * step];
      if (pieces.length > 1) {
        const beneath = pieces.slice(0, -1).reverse();
        const scale = Math.min(0.46, 1.25 / beneath.length);
        beneath.forEach((piece, row) => {
          const place = [top[0] + 37, top[1] + 10 + 90 * scale * (row - (beneath.length - 1) / 2)];
          above.append(s("g", { transform: at(place, scale.toFixed(3)) }, s("path", { d: hexagon(52), fill: ink("background") }), tile(piece, { pips: false })));
        });
        above.append(badge(pieces.length, [top[0] - 29, top[1] - 27]));
      }
      (pieces.length > 1 ? upper : lower).append(group);
      if (last && (last.to === cell || last.from === cell)) {
        above.append(s("path", { ...mark, d: hexagon(46), transform: at(top), "stroke-dasharray": last.to === cell ? null : "11 8" }));
      }
    }
    const left = [];
    if (last?.from && !cells.has(last.from)) {
      left.push(s("path", { d: hexagon(43), transform: at(middle(last.from)), fill: ink("last-move"), "fill-opacity": 0.25, stroke: ink("last-move"), "stroke-width": 3, "stroke-dasharray": "9 7" }));
    }
    if (!cells.size) left.push(s("path", { d: hexagon(43), fill: "none", stroke: ink("grid"), "stroke-width": 3, "stroke-dasharray": "9 7" }));
    board.replaceChildren(...left, lower, upper, above);
    const lying = order.map(([, pieces]) => pieces.slice().reverse().join(" on ")).join(", ");
    board.setAttribute("aria-label", `Board: ${lying || "empty"}`);
  }

  function drawHands({ places }) {
    for (const [side, letter] of [["white", "w"], ["black", "b"]]) {
      const place = byId(`side-${side}`);
      const counts = new Map();
      for (const piece of review.pieces) {
        if (piece[0] === letter && !places.has(piece)) counts.set(piece[1], [...(counts.get(piece[1]) ?? []), piece]);
      }
      const hand = [...counts.values()].map((kind) =>
        s("svg", { viewBox: "-46 -54 92 106", role: "img", "aria-label": `${spoken(kind[0]).replace(/ \d$/, "")}, ${kind.length} in hand` }, tile(kind[0], { pips: false }), kind.length > 1 ? badge(kind.length, [28, -32], 1.5) : null));
      place.querySelector(".hand").replaceChildren(...hand);
      const turn = (review.first + (line ? line.ply + ahead : ply)) % 2 === 0 ? "white" : "black";
      place.classList.toggle("to-move", turn === side && !(ply === moves.length && !line && review.over));
    }
  }

  function drawBar() {
    const chance = line && ahead ? line.chance : chances[line ? line.ply : ply];
    const bar = byId("bar");
    bar.style.setProperty("--share", percent(chance));
    bar.classList.toggle("behind", chance < 0.5);
    bar.setAttribute("aria-label", `White's chance: ${percent(chance)}`);
    bar.querySelector(".bar-words").textContent = Math.round(100 * Math.max(chance, 1 - chance));
  }

  const numbered = (at) => {
    const number = review.first + at;
    return `${(number >> 1) + 1}${number % 2 ? "…" : "."}`;
  };

  function drawVerdict() {
    const verdict = byId("verdict");
    const note = byId("note");
    const move = moves[ply - 1];
    if (!move) {
      verdict.replaceChildren(h("strong", {}, "Start of the game"), h("br"), "Use the arrow keys, or click a move or the graph.");
      note.textContent = review.comment;
      byId("line").replaceChildren();
      return;
    }
    const { judgement, sign } = move;
    verdict.replaceChildren(
      h("strong", {}, `${numbered(ply - 1)} ${move.text}`, sign ? h("b", { class: judgement }, ` ${sign}`) : ""),
      h("span", { class: judgement }, `  ${WORDS[judgement]}`),
      h("br"),
      `${move.score ? `${minus(move.score)}, ` : ""}White ${percent(chances[ply])}. ${move.words}`,
    );
    note.textContent = move.comment;
    drawLine(move);
  }

  function drawLine(move) {
    const place = byId("line");
    if (!move.line) {
      place.replaceChildren();
      return;
    }
    const buttons = move.line.moves.map((text, index) => {
      const button = h("button", { type: "button", "data-ahead": index + 1, "aria-current": line && ahead === index + 1 ? "step" : null }, text);
      return button;
    });
    const better = ERRORS.includes(move.judgement);
    const leave = line ? h("button", { type: "button", class: "leave", "data-ahead": "leave" }, "Back to the game") : null;
    place.replaceChildren(...[h("span", { class: "label" }, `${better ? "Better" : "Engine's line"} (${minus(move.line.score)}):`), ...buttons, leave].filter(Boolean));
  }

  function drawGraph() {
    const graph = byId("graph");
    const [width, height] = [600, 130];
    const x = (index) => (chances.length < 2 ? width / 2 : (index * width) / (chances.length - 1));
    const y = (chance) => height - chance * height;
    if (!graph.firstChild) {
      graph.setAttribute("viewBox", `0 0 ${width} ${height}`);
      graph.setAttribute("preserveAspectRatio", "none");
      const points = chances.map((chance, index) => `${x(index).toFixed(1)},${y(chance).toFixed(1)}`);
      graph.append(
        s("polygon", { class: "share", points: `0,${height} ${points.join(" ")} ${width},${height}` }),
        s("line", { class: "half", x1: 0, x2: width, y1: height / 2, y2: height / 2, "vector-effect": "non-scaling-stroke" }),
        s("polyline", { class: "edge", points: points.join(" ") }),
        s("line", { class: "here", y1: 0, y2: height, "vector-effect": "non-scaling-stroke" }),
      );
      moves.forEach((move, index) => {
        if (!move.sign) return;
        const title = s("title", {}, `${numbered(index)} ${move.text} ${move.sign}`);
        // A line of no length with round ends is a disc however the picture is stretched.
        const place = { x1: x(index + 1), x2: x(index + 1), y1: y(chances[index + 1]), y2: y(chances[index + 1]) };
        graph.append(
          s("line", { ...place, stroke: "var(--card)", "stroke-width": 12, "stroke-linecap": "round", "vector-effect": "non-scaling-stroke" }),
          s("line", { ...place, stroke: `var(--${move.judgement})`, "stroke-width": 9, "stroke-linecap": "round", "vector-effect": "non-scaling-stroke" }, title),
        );
      });
      graph.setAttribute("aria-label", `White's chance after each of ${moves.length} moves; it ends at ${percent(chances.at(-1))}`);
    }
    const here = graph.querySelector(".here");
    here.setAttribute("x1", x(ply));
    here.setAttribute("x2", x(ply));
  }

  function drawMoves() {
    const list = byId("moves");
    if (!list.firstChild) {
      let started = false;
      moves.forEach((move, index) => {
        const number = review.first + index;
        if (number % 2 === 0 || !started) {
          list.append(h("span", { class: "number" }, `${(number >> 1) + 1}.`));
          if (number % 2) list.append(h("span", {}, "…"));
        }
        started = true;
        const button = h("button", { type: "button", "data-ply": index + 1, title: WORDS[move.judgement] }, move.text, move.sign ? h("b", { class: move.judgement }, move.sign) : "");
        list.append(button);
        if (move.comment) {
          if (number % 2 === 0) list.append(h("span"));
          list.append(h("p", { class: "said" }, move.comment));
          started = false;
        }
      });
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = list.querySelector(`[data-ply="${ply}"]`);
    if (!button) {
      list.scrollTop = 0;
      return;
    }
    button.setAttribute("aria-current", "true");
    const top = button.offsetTop;
    if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  function draw() {
    const now = position();
    drawBoard(now);
    drawHands(now);
    drawBar();
    drawVerdict();
    drawGraph();
    drawMoves();
    byId("first").disabled = byId("back").disabled = !ply && !line;
    byId("last").disabled = ply === moves.length && !line;
    byId("on").disabled = line ? ahead === line.steps.length : ply === moves.length;
    byId("error-back").disabled = !errors().some((at) => at < ply);
    byId("error-on").disabled = !errors().some((at) => at > ply);
  }

  const errors = () => moves.flatMap((move, index) => (ERRORS.includes(move.judgement) ? [index + 1] : []));

  function go(to) {
    ply = Math.max(0, Math.min(moves.length, to));
    line = null;
    ahead = 0;
    draw();
  }

  /** Play the better line of the move that led here, as far as wanted. */
  function follow(count) {
    const move = moves[ply - 1];
    if (!move?.line) return;
    line = { ply: ply - 1, steps: move.line.steps, chance: move.line.chance };
    ahead = count;
    draw();
  }

  function step(way) {
    if (!line) go(ply + way);
    else if (ahead + way < 1) go(ply);
    else if (ahead + way <= line.steps.length) follow(ahead + way);
  }

  function toError(way) {
    const found = way > 0 ? errors().find((at) => at > ply) : errors().findLast((at) => at < ply);
    if (found) go(found);
  }

  function drawSummary() {
    const { White, Black } = review.players;
    const row = (label, of, kind = "") => h("tr", { class: kind || null }, h("th", { scope: "row" }, label), ...[White, Black].map((player) => h("td", {}, of(player))));
    const sign = (judgement, mark, label) => h("span", {}, h("b", { class: judgement }, `${mark} `), label);
    const wins = (player) => {
      const counts = new Map();
      for (const turns of player.missed_wins) counts.set(turns, (counts.get(turns) ?? 0) + 1);
      const words = [...counts].sort(([a], [b]) => a - b).map(([turns, count]) => `${count > 1 ? `${count} × ` : ""}in ${turns}`);
      return words.join(", ") || "none";
    };
    const unpunished = ({ longest_unpunished: longest }) => {
      if (!longest) return "none";
      const at = longest.ply - review.first;
      return h("button", { type: "button", "data-go": at, title: "Go there" }, `${numbered(at - 1)} ${moves[at - 1].text} (${longest.plies} ${longest.plies === 1 ? "ply" : "plies"})`);
    };
    byId("summary").append(
      h("thead", {}, h("tr", {}, h("td"), ...review.names.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {},
        row("Accuracy", ({ accuracy }) => (accuracy === null ? "–" : `${accuracy.toFixed(1)}%`), "big"),
        row(sign("great", "!", "Great moves"), (player) => String(player.great_moves)),
        row(sign("inaccuracy", "?!", "Inaccuracies"), (player) => String(player.inaccuracies)),
        row(sign("mistake", "?", "Mistakes"), (player) => String(player.mistakes)),
        row(sign("blunder", "??", "Blunders"), (player) => String(player.blunders)),
        row("Missed wins, in turns", wins),
        row("Longest unpunished mistake", unpunished),
      ),
    );
  }

  // What does not change
  byId("title").append(`${review.names[0]} – ${review.names[1]} `, h("span", { class: "result" }, review.result));
  byId("facts").textContent = review.facts;
  byId("foot").textContent = review.settings;
  for (const [side, name, player] of [["white", review.names[0], review.players.White], ["black", review.names[1], review.players.Black]]) {
    byId(`side-${side}`).append(
      h("span", { class: "turn", "aria-hidden": "true" }, "▶"),
      h("span", { class: "who", title: name }, name),
      h("span", { class: "accuracy" }, player.accuracy === null ? "" : `${player.accuracy.toFixed(1)}%`),
      h("span", { class: "hand", role: "group", "aria-label": `Hand of ${side}` }),
    );
  }
  drawSummary();

  // What people do
  const deeds = { first: () => go(0), back: () => step(-1), on: () => step(1), last: () => go(moves.length), "error-back": () => toError(-1), "error-on": () => toError(1) };
  for (const [id, deed] of Object.entries(deeds)) byId(id).addEventListener("click", deed);
  byId("theme").addEventListener("click", () => {
    const { dataset } = document.documentElement;
    const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = dark ? "light" : "dark";
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("button");
    if (button?.dataset.ply) go(Number(button.dataset.ply));
    else if (button?.dataset.go) go(Number(button.dataset.go));
    else if (button?.dataset.ahead === "leave") go(ply);
    else if (button?.dataset.ahead) follow(Number(button.dataset.ahead));
  });
  byId("graph").addEventListener("click", (event) => {
    const box = byId("graph").getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (chances.length - 1)));
  });
  const keys = { ArrowLeft: deeds.back, ArrowRight: deeds.on, Home: deeds.first, End: deeds.last, n: deeds["error-on"], p: deeds["error-back"], b: () => follow(1), Escape: () => go(ply) };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  draw();
})();
