// A game that is being played: whose turn it is, engines that think, the clock, the end.

import { Clock } from "./clock.js";

const PASS_AFTER = 2500;
const SHORTEST_THOUGHT = 300;
const SHORTEST_WHEN_WATCHED = 700;

export const PERSON = { kind: "person" };

/** The name of a player, for the table and for files. */
export function playerName(player, color, other) {
  if (player.kind === "person") return other.kind === "person" ? color : "You";
  const how = player.seconds ? `${player.seconds} s a move` : player.level ? `level ${player.level}` : "";
  return how ? `${player.engine}, ${how}` : player.engine;
}

export const opposite = (color) => (color === "White" ? "Black" : "White");

/** Events: "change" whenever anything of the match has changed, "end" when it is decided. */
export class Match extends EventTarget {
  #thinking = null;
  #playing = false;
  #taking = false;
  #passTimer = 0;
  #flagTimer = 0;
  players = { White: PERSON, Black: PERSON };
  clock = null;
  /** Whether the game is being played; else the board is free to try things out. */
  live = false;
  paused = false;
  outcome = null;
  error = null;
  tip = null;

  constructor(session) {
    super();
    this.session = session;
    session.addEventListener("view", () => this.#look());
    session.addEventListener("tree", () => {
      if (this.tip && !this.#taking && !session.tree.has(this.tip)) this.leave();
    });
    session.connection.addEventListener("status", () => this.#runClock());
  }

  get isThinking() {
    return this.#thinking !== null;
  }

  get hasEngine() {
    return Object.values(this.players).some((player) => player.kind === "engine");
  }

  get hasPerson() {
    return Object.values(this.players).some((player) => player.kind === "person");
  }

  get atTip() {
    return this.session.node === this.tip;
  }

  /** Whether the person at the screen may move now. */
  get mayMove() {
    if (!this.live) return true;
    const turn = this.session.view?.turn;
    return this.atTip && !this.paused && this.players[turn]?.kind === "person";
  }

  /** A fallen flag stays down. */
  get mayUndo() {
    return Boolean(this.tip?.parent) && !this.outcome?.isFlag;
  }

  nameOf(color) {
    return playerName(this.players[color], color, this.players[opposite(color)]);
  }

  /** Play from where the session is. */
  begin({ players, clock }) {
    this.#stopThinking();
    Object.assign(this, { players, live: true, paused: false, outcome: null, error: null });
    this.agreed = { players, clock };
    this.clock = clock ? Clock.of(clock.minutes, clock.increment) : null;
    this.tip = this.session.node;
    const { tags } = this.session.tree;
    tags.White = this.nameOf("White");
    tags.Black = this.nameOf("Black");
    this.#next();
  }

  /** Leave the game as it is: from now on the board is for trying things out. */
  leave() {
    this.#stopThinking();
    this.clock?.run(null);
    Object.assign(this, { live: false, paused: false, error: null, tip: null });
    this.#changed();
  }

  toJSON() {
    const { players, live, paused, outcome, agreed, clock } = this;
    const tip = this.tip ? this.session.tree.indexOf(this.tip) : null;
    return { players, live, paused, outcome, agreed, clock, tip };
  }

  /** Take up a game that was kept; the session has its tree. */
  restore(kept) {
    this.#stopThinking();
    const { players, live, paused, outcome, agreed } = kept;
    Object.assign(this, { players, live, paused, outcome, agreed, error: null });
    this.clock = kept.clock ? new Clock(kept.clock) : null;
    this.tip = kept.tip === null ? null : this.session.tree.nodeAt(kept.tip);
    this.#next();
  }

  /** A move of the person at the screen. */
  async play(move) {
    const { session } = this;
    // One move at a time, also when the server takes long or is away.
    if (this.#playing || (this.live && !this.mayMove)) return;
    this.#playing = true;
    try {
      if (this.live) await this.#advance(move);
      else await session.go(await session.extend(session.node, move), { slide: true });
    } finally {
      this.#playing = false;
    }
  }

  async undo() {
    if (!this.mayUndo || this.#taking) return;
    this.#stopThinking();
    const { session } = this;
    let node = this.tip.parent;
    this.#taking = true;
    try {
      // Nothing is taken back before it is known how far.
      while (this.hasPerson && node.parent) {
        const { turn } = await session.viewOf(node);
        if (this.players[turn].kind === "person") break;
        node = node.parent;
      }
      await session.viewOf(node);
      for (let last = this.tip; last !== node; ) last = session.tree.prune(last);
    } finally {
      this.#taking = false;
    }
    Object.assign(this, { live: true, outcome: null, error: null, tip: node });
    session.tree.result = null;
    session.dispatchEvent(new CustomEvent("tree"));
    await session.go(node);
  }

  async resign() {
    const { turn } = await this.session.viewOf(this.tip);
    const loser = this.hasEngine && this.hasPerson ? this.#personColor() : turn;
    this.#finish(opposite(loser), `${loser} has resigned. ${opposite(loser)} wins.`);
  }

  pause() {
    this.paused = !this.paused;
    if (this.paused) this.#stopThinking();
    this.error = null;
    this.#next();
  }

  retry() {
    this.error = null;
    this.#next();
  }

  /** The players of the next game: the same with the colours swapped. */
  get swapped() {
    const { White, Black } = this.players;
    return { players: { White: Black, Black: White }, clock: this.agreed?.clock ?? null };
  }

  #personColor() {
    return this.players.White.kind === "person" ? "White" : "Black";
  }

  #look() {
    if (this.live && this.atTip) this.#next();
    else this.#changed();
  }

  /** Whatever has to happen at the end of the game so far. */
  async #next() {
    clearTimeout(this.#passTimer);
    this.#runClock();
    this.#changed();
    if (!this.live || this.paused || this.error || this.#thinking) return;
    const { tip } = this;
    const view = await this.session.viewOf(tip);
    if (tip !== this.tip || !this.live || this.paused || this.#thinking) return;
    this.#runClock();
    if (view.is_over) this.#finish(view.winner, view.end);
    else if (this.players[view.turn].kind === "engine") this.#think(view);
    else if (view.must_pass) {
      clearTimeout(this.#passTimer);
      this.#passTimer = setTimeout(() => this.mayMove && this.play("pass"), PASS_AFTER);
    }
  }

  async #think(view) {
    const { session, tip } = this;
    const { engine, level, seconds } = this.players[view.turn];
    const how = seconds ? { seconds } : level ? { level } : {};
    const answer = session.connection.request("move", { ...session.fields(tip), engine, ...how });
    this.#thinking = answer.id;
    const shortest = this.hasPerson ? SHORTEST_THOUGHT : SHORTEST_WHEN_WATCHED;
    const pause = new Promise((resolve) => setTimeout(resolve, shortest));
    this.#changed();
    try {
      const { move } = await answer;
      await pause;
      if (this.#thinking !== answer.id) return;
      this.#thinking = null;
      await this.#advance(move);
    } catch (error) {
      if (this.#thinking !== answer.id && error.message === "cancelled") return;
      this.#thinking = null;
      this.error = error.message;
      this.#runClock();
      this.#changed();
    }
  }

  /** One move further in the game that is played. */
  async #advance(move) {
    clearTimeout(this.#passTimer);
    const { session, tip } = this;
    const mover = (await session.viewOf(tip)).turn;
    const looking = session.node === tip;
    const node = await session.extend(tip, move);
    if (this.tip !== tip || !this.live) return;
    this.clock?.moved(mover);
    this.tip = node;
    if (looking) await session.go(node, { slide: true });
    else this.#next();
  }

  #finish(winner, why, isFlag = false) {
    this.#stopThinking();
    this.clock?.run(null);
    this.live = false;
    this.outcome = { winner, why, isFlag };
    this.session.tree.result = winner ? `${winner}Wins` : "Draw";
    this.#changed();
    this.dispatchEvent(new CustomEvent("end", { detail: this.outcome }));
  }

  #runClock() {
    const { clock } = this;
    clearTimeout(this.#flagTimer);
    if (!clock) return;
    const started = this.tip?.parent;
    const view = this.tip?.view;
    const runs = this.live && !this.paused && !this.error && started && view && !view.is_over;
    clock.run(runs && this.session.connection.online ? view.turn : null);
    if (!clock.side) return;
    const { side } = clock;
    this.#flagTimer = setTimeout(() => {
      clock.tick();
      if (clock.now(side) > 0) this.#runClock();
      else this.#finish(opposite(side), `${side} has run out of time. ${opposite(side)} wins.`, true);
    }, clock.now(side) + 20);
  }

  #stopThinking() {
    clearTimeout(this.#passTimer);
    const id = this.#thinking;
    this.#thinking = null;
    if (id !== null) this.session.connection.cancel(id);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
