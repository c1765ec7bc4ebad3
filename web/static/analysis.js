// Live analysis: the best lines, the evaluation bar, arrows for the best moves.

import { byId, h, setOptions } from "./dom.js";

const PAUSE = 80;
const MOST_SHOWN = 12;

export class Analysis {
  #number = null;
  #ticket = 0;
  #timer = 0;
  #held = null;
  #latest = null;
  on = false;

  /** `preview` shows moves ahead on the board (or none, with null); `play` plays them. */
  constructor({ session, settings, board, preview, play }) {
    Object.assign(this, { session, settings, board, preview, play });
    this.list = byId("analysis-out");
    this.bar = byId("eval-bar");
    const { connection } = session;
    connection.addEventListener("lines", ({ detail }) => this.#received(detail));
    connection.addEventListener("analysed", ({ detail }) => this.#ended(detail));
    connection.addEventListener("status", ({ detail }) => {
      this.#number = null;
      if (detail.online && this.on) this.#start();
    });
    session.addEventListener("view", () => this.on && this.#start());
    byId("analysis-on").addEventListener("change", ({ target }) => this.switch(target.checked));
    byId("analysis-options").addEventListener("click", ({ currentTarget }) => {
      const form = byId("analysis-form");
      form.hidden = !form.hidden;
      currentTarget.setAttribute("aria-expanded", !form.hidden);
    });
    this.list.addEventListener("pointerover", (event) => this.#pointed(event));
    this.list.addEventListener("pointerleave", () => this.#release());
    this.list.addEventListener("focusin", (event) => this.#pointed(event));
    this.list.addEventListener("focusout", () => this.#release());
    this.list.addEventListener("click", (event) => {
      const moves = this.#movesOf(event.target);
      if (!moves) return;
      this.#held = null;
      this.play(moves);
    });
  }

  /** What can be chosen, as the server has told. */
  offer({ cores, most_memory_mib: most, engines, limits }) {
    const lines = Array.from({ length: Math.min(5, limits?.lines ?? 5) }, (_, k) => k + 1);
    const memory = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096].filter((size) => size <= most);
    const threads = Array.from({ length: cores }, (_, k) => k + 1);
    const fields = { lines, threads, memory: memory.length ? memory : [most], engine: engines };
    for (const [name, values] of Object.entries(fields)) {
      const select = byId(`analysis-${name}`);
      const wanted = values.includes(this.settings[name]) ? this.settings[name] : values[0];
      const options = name === "memory" ? values.map((size) => [size, `${size} MiB`]) : values;
      setOptions(select, options, wanted);
      select.onchange = () => {
        this.settings.set({ [name]: name === "engine" ? select.value : Number(select.value) });
        if (this.on) this.#start();
      };
    }
    byId("analysis-engine-label").hidden = engines.length < 2;
  }

  switch(on) {
    this.on = on;
    byId("analysis-on").checked = on;
    this.bar.hidden = !on;
    if (on) {
      this.#start();
      byId("stage").scrollIntoView({ block: "nearest" }); // on phones the board may be out of sight
    } else {
      this.#stop();
      this.#latest = this.#held = null;
      this.list.replaceChildren();
      byId("analysis-facts").textContent = "";
      this.board.setArrows([]);
    }
    this.session.dispatchEvent(new Event("state"));
  }

  /** The best move, if one is known. */
  get best() {
    return this.on ? (this.#latest?.lines[0]?.moves[0] ?? null) : null;
  }

  /** The arrows again, after the board has been drawn anew. */
  showArrows() {
    if (!this.on || !this.#latest || this.#held || !this.settings.arrows) return;
    this.board.setArrows(
      this.#latest.lines.map((line) => ({ ...line, color: `var(--rank-${line.rank})` })),
    );
  }

  #start() {
    this.#stop();
    this.#latest = this.#held = null;
    const { session } = this;
    if (!session.view) return;
    if (session.view.is_over) {
      this.#say("The game is over.");
      this.#showBar({ White: 100, Black: 0 }[session.view.winner] ?? 50, "");
      return;
    }
    const ticket = ++this.#ticket;
    // Who leafs through a game does not start an analysis on every page.
    this.#timer = setTimeout(async () => {
      if (!session.connection.online) return;
      try {
        const { analysis } = await session.connection.request("analyse", {
          ...session.fields(),
          engine: byId("analysis-engine").value,
          lines: Number(byId("analysis-lines").value),
          threads: Number(byId("analysis-threads").value),
          memory_mib: Number(byId("analysis-memory").value),
        });
        if (ticket === this.#ticket && this.on) this.#number = analysis;
        else session.connection.request("stop", { analysis }).catch(() => {});
      } catch (error) {
        if (ticket === this.#ticket) this.#fail(error.message);
      }
    }, PAUSE);
    for (const line of this.list.children) line.classList.add("old");
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#ticket += 1;
    const analysis = this.#number;
    this.#number = null;
    if (analysis !== null && this.session.connection.online) {
      this.session.connection.request("stop", { analysis }).catch(() => {});
    }
  }

  #received(event) {
    if (event.analysis !== this.#number || !event.lines.length) return;
    byId("analysis-facts").textContent = facts(event);
    const best = event.lines[0];
    if (best.white_win !== null) this.#showBar(best.white_win, words(best));
    // A line that somebody reads or is about to click stands still.
    if (this.#held) return;
    this.#latest = event;
    this.#showLines(event.lines);
    this.showArrows();
  }

  #ended({ analysis, why, message }) {
    if (analysis !== this.#number) return;
    this.#number = null;
    if (why === "error") this.#fail(message);
    else if (why === "certain") byId("analysis-facts").textContent += ", certain";
  }

  #fail(message) {
    const again = h("button", { type: "button", class: "plain small outlined" }, "Try again");
    again.addEventListener("click", () => this.#start());
    this.#say(message, again);
  }

  #say(message, ...more) {
    byId("analysis-facts").textContent = "";
    this.list.replaceChildren(h("li", { class: "line-message" }, message, ...more));
    this.board.setArrows([]);
  }

  #showLines(lines) {
    this.list.querySelector(".line-message")?.remove();
    lines.forEach((line, index) => {
      const row = this.list.children[index] ?? this.list.appendChild(emptyLine());
      row.dataset.rank = line.rank;
      row.classList.remove("old");
      row.querySelector(".line-score").textContent = words(line);
      row.querySelector(".line-win").textContent = line.win === null ? "" : `${line.win.toFixed(0)}%`;
      const moves = row.querySelector(".line-moves");
      const shown = line.moves.slice(0, MOST_SHOWN);
      shown.forEach((move, at) => {
        const button = moves.children[at] ?? moves.appendChild(h("button", { type: "button" }));
        if (button.textContent !== move) button.textContent = move;
        // One stop of the Tab key a line is enough: the rest of it is for the pointer.
        button.tabIndex = at ? -1 : 0;
      });
      while (moves.children.length > shown.length) moves.lastChild.remove();
      row.moves = shown;
    });
    while (this.list.children.length > lines.length) this.list.lastChild.remove();
  }

  #showBar(whiteWin, score) {
    this.bar.style.setProperty("--white-share", `${whiteWin}%`);
    this.bar.classList.toggle("black-ahead", whiteWin < 50);
    this.bar.setAttribute("aria-label", `White's chance: ${whiteWin.toFixed(0)} percent`);
    this.bar.title = `White's chance: ${whiteWin.toFixed(0)}%${score ? ` (${score})` : ""}`;
    const share = Math.max(whiteWin, 100 - whiteWin);
    this.bar.querySelector(".eval-words").textContent = share.toFixed(0);
  }

  #movesOf(element) {
    const button = element.closest(".line-moves button");
    if (!button) return null;
    const row = button.closest(".line");
    return row.moves.slice(0, [...button.parentNode.children].indexOf(button) + 1);
  }

  #pointed(event) {
    const moves = this.#movesOf(event.target);
    if (!moves || (event.type === "pointerover" && event.pointerType === "touch")) return;
    if (this.#held?.join(";") === moves.join(";")) return;
    this.#held = moves;
    this.preview(moves);
  }

  #release() {
    if (!this.#held) return;
    this.#held = null;
    this.preview(null);
  }
}

function emptyLine() {
  return h(
    "li",
    { class: "line" },
    h("span", { class: "line-rank" }),
    h("span", { class: "line-score" }),
    h("span", { class: "line-win", title: "Chance of the side to move" }),
    h("div", { class: "line-moves" }),
  );
}

function words({ score, mate }) {
  if (mate !== null && mate !== undefined) return `${mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
  return score?.replace("-", "−") ?? "";
}

function facts({ depth, nodes_a_second: speed }) {
  const parts = [];
  if (depth) parts.push(`depth ${depth}`);
  if (speed) parts.push(speed >= 1e6 ? `${(speed / 1e6).toFixed(1)} M/s` : `${Math.round(speed / 1e3)} k/s`);
  return parts.join(", ");
}
