// Which part of the table is seen: zoom, pan, and following a hive that drifts.

const LARGEST = 3;
const SMALLEST = 0.12;
const NATURAL = 1.12;
/** Milliseconds that anything on the board takes to move. */
export const LASTING = 170;

export class Camera {
  #frame = 0;
  x = 0;
  y = 0;
  scale = 1;
  /** Whether the hive is kept in sight; a hand on the wheel ends that, `follow` begins it again. */
  following = true;

  constructor(svg, layer, isAnimated) {
    this.svg = svg;
    this.layer = layer;
    this.isAnimated = isAnimated;
    this.bounds = null;
    this.width = this.height = 1;
    new ResizeObserver(() => this.#resized()).observe(svg);
    this.#resized();
  }

  /** Tell where the hive lies; the view moves when it has to. */
  see(bounds, animate = true) {
    const first = this.bounds === null;
    this.bounds = bounds;
    if (first) this.#go(this.#fit(bounds), false);
    else if (this.following) {
      const wanted = this.#fit(bounds);
      // Small changes of a hive that can be seen well are left alone, so that the board is calm.
      const roomy = this.scale <= wanted.scale * 1.001 && this.scale > wanted.scale * 0.8;
      if (!roomy || !this.#holds(bounds)) this.#go(wanted, animate);
    } else if (!this.#touches(bounds)) {
      this.#go({ ...this.#fit(bounds), scale: this.scale }, animate);
    }
  }

  follow(animate = true) {
    this.following = true;
    if (this.bounds) this.#go(this.#fit(this.bounds), animate);
  }

  pan(dx, dy) {
    this.#take();
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.apply();
  }

  /** Larger or smaller, with the point under the pointer staying where it is. */
  zoom(factor, clientX, clientY) {
    this.#take();
    const box = this.svg.getBoundingClientRect();
    const [px, py] = [
      (clientX ?? box.left + box.width / 2) - box.left - this.width / 2,
      (clientY ?? box.top + box.height / 2) - box.top - this.height / 2,
    ];
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    this.x += px / this.scale - px / scale;
    this.y += py / this.scale - py / scale;
    this.scale = scale;
    this.apply();
  }

  /** A point of the window on the paper. */
  toPaper(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    return [
      (clientX - box.left - this.width / 2) / this.scale + this.x,
      (clientY - box.top - this.height / 2) / this.scale + this.y,
    ];
  }

  apply() {
    const left = this.width / 2 - this.x * this.scale;
    const upper = this.height / 2 - this.y * this.scale;
    this.layer.setAttribute(
      "transform",
      `translate(${left.toFixed(2)} ${upper.toFixed(2)}) scale(${this.scale.toFixed(4)})`,
    );
  }

  #take() {
    cancelAnimationFrame(this.#frame);
    this.following = false;
  }

  #resized() {
    const box = this.svg.getBoundingClientRect();
    this.width = Math.max(1, box.width);
    this.height = Math.max(1, box.height);
    if (this.following && this.bounds) this.#go(this.#fit(this.bounds), false);
    else this.apply();
  }

  #fit([left, upper, right, lower]) {
    const scale = Math.min(NATURAL, this.width / (right - left), this.height / (lower - upper));
    return { x: (left + right) / 2, y: (upper + lower) / 2, scale };
  }

  /** What is seen of the paper: left, upper, right and lower edge. */
  get sight() {
    const [w, h] = [this.width / 2 / this.scale, this.height / 2 / this.scale];
    return [this.x - w, this.y - h, this.x + w, this.y + h];
  }

  #holds([left, upper, right, lower]) {
    const { sight } = this;
    const slack = 1;
    return (
      left >= sight[0] - slack && upper >= sight[1] - slack &&
      right <= sight[2] + slack && lower <= sight[3] + slack
    );
  }

  #touches([left, upper, right, lower]) {
    const { sight } = this;
    return left < sight[2] && right > sight[0] && upper < sight[3] && lower > sight[1];
  }

  #go(goal, animate) {
    cancelAnimationFrame(this.#frame);
    const from = { x: this.x, y: this.y, scale: this.scale };
    const start = performance.now();
    const step = (now) => {
      const part = animate && this.isAnimated() ? Math.min(1, (now - start) / LASTING) : 1;
      const ease = 1 - (1 - part) ** 3;
      for (const key of ["x", "y", "scale"]) this[key] = from[key] + (goal[key] - from[key]) * ease;
      this.apply();
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    step(start);
  }
}
