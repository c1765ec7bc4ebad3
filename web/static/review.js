// Review of the game on the table: chances, mistakes, better lines, a summary. Loaded when first asked for.

import { byId, h, icon, s, setOptions, toast } from "./dom.js";

const DEPTHS = [
  [5_000, "Quick"],
  [20_000, "Normal"],
  [100_000, "Thorough"],
];
const NAGS = { "!": 1, "?": 2, "??": 4, "?!": 6 };
const SIGNS_OF_MOVES = [1, 2, 3, 4, 5, 6];
const ERRORS = ["inaccuracy", "mistake", "blunder"];
const WORDS = {
  great: "Great move",
  best: "Best move",
  good: "Good move",
  forced: "Forced",
  inaccuracy: "Inaccuracy",
  mistake: "Mistake",
  blunder: "Blunder",
};
const [WIDTH, HEIGHT] = [600, 120];
const percent = (chance) => `${Math.round(100 * chance)}%`;

export class Review {
  #number = null;
  #ticket = 0;
  #nodes = [];
  #chances = new Map();
  #result = null;
  #last = 0;

  constructor({ session, match }) {
    Object.assign(this, { session, match });
    document.head.append(h("link", { rel: "stylesheet", href: "/static/review.css" }));
    this.#build();
    const { connection } = session;
    connection.addEventListener("reviewing", ({ detail }) => this.#heard(detail));
    connection.addEventListener("reviewed", ({ detail }) => this.#ended(detail));
    connection.addEventListener("status", ({ detail }) => {
      if (!detail.online && this.#busy) this.#rest("The server has gone; start the review again.");
    });
    session.addEventListener("load", () => this.#forget());
    session.addEventListener("view", () => this.#show());
  }

  get isOpen() {
    return !this.card.hidden;
  }

  open() {
    this.card.hidden = false;
    byId("review").setAttribute("aria-expanded", "true");
    this.card.scrollIntoView({ block: "nearest" });
    if (!this.#result && !this.#busy) this.start();
  }

  close() {
    this.#stop();
    this.card.hidden = true;
    byId("review").setAttribute("aria-expanded", "false");
  }

  /** Review the line that leads to the position on the board, to its end. */
  async start() {
    const { session, match } = this;
    this.#stop();
    this.#forget();
    if (match.live) {
      this.#rest("The game is being played: it can be reviewed when it has ended.");
      return;
    }
    const { tree } = session;
    const end = tree.endOf(session.node);
    if (!end.parent) {
      this.#rest("There are no moves to review yet.");
      return;
    }
    const ticket = ++this.#ticket;
    this.#nodes = [tree.root, ...tree.pathTo(end)];
    this.#work(0, this.#nodes.length);
    try {
      const fields = { ...session.fields(end), nodes: Number(this.depth.value) };
      const { review } = await session.connection.request("review", fields);
      if (ticket === this.#ticket) this.#number = review;
      else session.connection.request("end_review", { review }).catch(() => {});
    } catch (error) {
      if (ticket === this.#ticket) this.#rest(error.message);
    }
  }

  get #busy() {
    return !this.bar.hidden;
  }

  #stop() {
    this.#ticket += 1;
    const review = this.#number;
    this.#number = null;
    if (review !== null && this.session.connection.online) {
      this.session.connection.request("end_review", { review }).catch(() => {});
    }
    this.#rest("");
  }

  /** Another game is on the table, or another review begins. */
  #forget() {
    if (this.#number !== null) this.#stop();
    this.#ticket += 1;
    this.#nodes = [];
    this.#chances.clear();
    this.#result = null;
    this.#rest("");
    this.more.hidden = true;
    this.#drawGraph();
    this.#show();
  }

  #work(done, total) {
    this.bar.hidden = false;
    this.bar.max = total;
    this.bar.value = done;
    this.words.textContent = `${done} of ${total} positions`;
    this.go.textContent = "Stop";
  }

  #rest(words) {
    this.bar.hidden = true;
    this.words.textContent = words;
    this.go.textContent = this.#result ? "Review again" : "Review";
  }

  #heard({ review, done, total, chances }) {
    if (review !== this.#number) return;
    for (const [ply, chance] of chances) this.#chances.set(ply, chance);
    this.#work(done, total);
    if (done === total) this.words.textContent = "Looking at the mistakes again…";
    this.#drawGraph();
  }

  #ended({ review, why, message, result }) {
    if (review !== this.#number) return;
    this.#number = null;
    if (why !== "finished") {
      this.#rest(why === "error" ? message : why === "limit" ? "The review has taken too long." : "");
      return;
    }
    this.#result = result;
    result.chances.forEach((chance, ply) => this.#chances.set(ply, chance));
    this.#rest("");
    this.#mark();
    this.#drawSummary();
    this.#drawGraph();
    this.#show();
  }

  /** Put the signs behind the moves, where nobody has put any. */
  #mark() {
    const { session } = this;
    this.#result.moves.forEach((move, index) => {
      const node = this.#nodes[index + 1];
      const nag = NAGS[move.sign];
      if (!session.tree.has(node)) return;
      node.nags = node.nags.filter((each) => each !== node.reviewed);
      node.reviewed = null;
      if (!nag || node.nags.some((each) => SIGNS_OF_MOVES.includes(each))) return;
      node.nags.push(nag);
      node.reviewed = nag;
    });
    session.dispatchEvent(new CustomEvent("tree"));
  }

  // Drawing

  #build() {
    this.depth = h("select", { "aria-label": "How thorough" });
    setOptions(this.depth, DEPTHS, 20_000);
    this.depth.addEventListener("change", () => this.start());
    this.go = h("button", { type: "button", class: "plain small outlined", id: "review-go" }, "Review");
    this.go.addEventListener("click", () => (this.#busy ? this.#stop() : this.start()));
    const close = h("button", { type: "button", class: "plain small", "aria-label": "Close the review" }, icon("close"));
    close.addEventListener("click", () => this.close());
    this.bar = h("progress", { hidden: true, "aria-label": "Positions reviewed" });
    this.words = h("span", { class: "facts", role: "status" });
    this.graph = s("svg", { class: "review-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
    this.graph.addEventListener("click", (event) => {
      const box = this.graph.getBoundingClientRect();
      const last = this.#nodes.length - 1;
      this.#goTo(Math.round(((event.clientX - box.left) / box.width) * last));
    });
    this.verdict = h("div", { class: "review-verdict" });
    this.verdict.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-ahead]");
      if (button) this.#playBetter(Number(button.dataset.ahead));
    });
    this.short = h("summary");
    this.summary = h("table", { class: "review-summary" });
    this.more = h("details", { hidden: true }, this.short, this.summary);
    this.summary.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-place]");
      if (button) this.#goTo(Number(button.dataset.place));
    });
    this.card = h(
      "section",
      { class: "card review", id: "review-card", "aria-label": "Review", hidden: true },
      h("div", { class: "row spread" }, h("h2", {}, "Review"), this.depth, this.go, close),
      h("div", { class: "row" }, this.bar, this.words),
      this.graph,
      this.verdict,
      this.more,
    );
    byId("moves").closest("section").before(this.card);
  }

  #drawGraph() {
    const last = this.#nodes.length - 1;
    this.graph.toggleAttribute("hidden", last < 1 || !this.#chances.size);
    if (last < 1) return;
    const x = (place) => (place * WIDTH) / last;
    const y = (chance) => HEIGHT - chance * HEIGHT;
    const known = [...this.#chances].sort(([a], [b]) => a - b);
    const points = known.map(([place, chance]) => `${x(place).toFixed(1)},${y(chance).toFixed(1)}`);
    const [left, right] = known.length ? [x(known[0][0]), x(known.at(-1)[0])] : [0, 0];
    const still = { "vector-effect": "non-scaling-stroke" };
    const dots = (this.#result?.moves ?? []).flatMap((move, index) => {
      if (!move.sign) return [];
      const [at, level] = [x(index + 1), y(this.#result.chances[index + 1])];
      // A line of no length with round ends is a disc however the picture is stretched.
      const place = { x1: at, x2: at, y1: level, y2: level, "stroke-linecap": "round", ...still };
      const title = s("title", {}, `${move.turn}${move.color === "White" ? "." : "…"} ${move.move} ${move.sign}`);
      return [
        s("line", { ...place, class: "rim", "stroke-width": 11 }),
        s("line", { ...place, class: `dot ${move.judgement}`, "stroke-width": 8 }, title),
      ];
    });
    this.graph.replaceChildren(
      s("polygon", { class: "share", points: `${left},${HEIGHT} ${points.join(" ")} ${right},${HEIGHT}` }),
      s("line", { class: "half", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, ...still }),
      s("polyline", { class: "edge", points: points.join(" "), ...still }),
      s("line", { class: "here", y1: 0, y2: HEIGHT, ...still }),
      ...dots,
    );
    this.graph.setAttribute("aria-label", `White's chance after each of ${last} moves`);
    this.#drawCursor();
  }

  #drawCursor() {
    const place = this.#nodes.indexOf(this.session.node);
    const here = this.graph.querySelector(".here");
    if (!here) return;
    const last = this.#nodes.length - 1;
    here.toggleAttribute("hidden", place < 0);
    here.setAttribute("x1", (Math.max(place, 0) * WIDTH) / last);
    here.setAttribute("x2", (Math.max(place, 0) * WIDTH) / last);
  }

  /** What is said of the move that led to the position on the board. */
  #show() {
    if (!this.isOpen) return;
    this.#drawCursor();
    const place = this.#nodes.indexOf(this.session.node);
    const move = this.#result?.moves[place - 1];
    if (place >= 0) this.#last = place;
    if (!move) {
      const back = h("button", { type: "button", class: "plain small outlined" }, "Back to the game");
      back.addEventListener("click", () => this.#goTo(this.#last));
      const hint = h("p", {}, "Click the graph, or a move with a sign.");
      this.verdict.replaceChildren(...(this.#result ? [place < 0 ? back : hint] : []));
      return;
    }
    const { judgement, sign } = move;
    const error = ERRORS.includes(judgement);
    const lost = error ? `${move.color}'s chance fell from ${percent(move.hoped)} to ${percent(move.left)}.` : "";
    const turns = move.missed_win === 1 ? "1 turn" : `${move.missed_win} turns`;
    const missed = move.missed_win ? `A win in ${turns} was missed. ` : "";
    const buttons = move.best.moves.map((text, index) =>
      h("button", { type: "button", "data-ahead": index + 1, tabindex: index ? -1 : null }, text),
    );
    const line = h("div", { class: "line-moves" }, h("span", {}, error ? "Better: " : "Engine's line: "), buttons);
    this.verdict.replaceChildren(
      h("p", {}, h("strong", {}, move.move), sign ? h("b", { class: judgement }, ` ${sign}`) : null, h("span", { class: judgement }, ` ${WORDS[judgement]}. `), `White ${percent(this.#result.chances[place])}. ${missed}${lost}`),
      line,
    );
  }

  #drawSummary() {
    const players = ["White", "Black"].map((name) => this.#result.players[name]);
    const first = this.#result.moves[0].ply;
    const accuracies = players.map(({ accuracy }) => (accuracy === null ? "–" : `${accuracy.toFixed(1)}%`));
    this.more.hidden = false;
    this.short.replaceChildren("Accuracy: ", h("strong", {}, `White ${accuracies[0]}, Black ${accuracies[1]}`));
    const row = (label, of) => h("tr", {}, h("th", { scope: "row" }, label), ...players.map((player) => h("td", {}, of(player))));
    const sign = (kind, mark, label) => [h("b", { class: kind }, `${mark} `), label];
    const unpunished = ({ longest_unpunished: longest }) => {
      if (!longest) return "none";
      const place = longest.ply - first + 1;
      const plies = longest.plies === 1 ? "1 ply" : `${longest.plies} plies`;
      return h("button", { type: "button", class: "plain small", "data-place": place }, `${this.#result.moves[place - 1].move} (${plies})`);
    };
    this.summary.replaceChildren(
      h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, "White"), h("th", { scope: "col" }, "Black"))),
      h(
        "tbody",
        {},
        row(sign("great", "!", "Great moves"), (player) => String(player.great_moves)),
        row(sign("inaccuracy", "?!", "Inaccuracies"), (player) => String(player.inaccuracies)),
        row(sign("mistake", "?", "Mistakes"), (player) => String(player.mistakes)),
        row(sign("blunder", "??", "Blunders"), (player) => String(player.blunders)),
        row("Missed wins, in turns", (player) => player.missed_wins.map((turns) => `in ${turns}`).join(", ") || "none"),
        row("Longest unpunished mistake", unpunished),
      ),
    );
  }

  // Walking

  #goTo(place) {
    const node = this.#nodes[Math.max(0, Math.min(this.#nodes.length - 1, place))];
    if (node && this.session.tree.has(node)) this.#attempt(this.session.go(node));
  }

  /** Play the better line as a variation, as far as wanted. */
  #playBetter(count) {
    const { session } = this;
    const place = this.#nodes.indexOf(session.node);
    const move = this.#result?.moves[place - 1];
    if (!move) return;
    this.#attempt((async () => {
      let node = this.#nodes[place - 1];
      for (const text of move.best.moves.slice(0, count)) node = await session.extend(node, text);
      await session.go(node, { slide: true });
    })());
  }

  async #attempt(deed) {
    try {
      await deed;
    } catch (error) {
      if (error.message !== "cancelled") toast(error.message, true);
    }
  }
}
