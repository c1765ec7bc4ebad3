// A chess clock. Time runs while a side is to move; it stands while the page or the laptop is closed.

/** Longer than browsers let a page in the background wait: then the machine has slept. */
const ASLEEP = 120_000;

export class Clock {
  /** `left` are milliseconds for each side, `increment` those a move adds. */
  constructor({ left, increment }) {
    this.left = { ...left };
    this.increment = increment;
    this.side = null;
    this.since = 0;
    this.ticked = performance.now();
  }

  /** To be called all the time: what passes while nobody can is not counted. */
  tick() {
    const now = performance.now();
    if (now - this.ticked > ASLEEP) this.since += now - this.ticked;
    this.ticked = now;
  }

  static of(minutes, seconds) {
    const left = minutes * 60_000;
    return new Clock({ left: { White: left, Black: left }, increment: seconds * 1000 });
  }

  now(side) {
    const used = this.side === side ? performance.now() - this.since : 0;
    return Math.max(0, this.left[side] - used);
  }

  /** Let the time of a side run, or nobody's (null). */
  run(side) {
    if (side === this.side) return;
    if (this.side) this.left[this.side] = this.now(this.side);
    this.side = side;
    this.since = performance.now();
  }

  moved(side) {
    this.left[side] = this.now(side) + this.increment;
    if (this.side === side) this.since = performance.now();
  }

  toJSON() {
    const left = { White: this.now("White"), Black: this.now("Black") };
    return { left, increment: this.increment };
  }
}

/** 5:03, or 9.4 when it gets serious. */
export function clockWords(milliseconds) {
  if (milliseconds < 20_000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  const rest = `${hours ? two(minutes) : minutes}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}
