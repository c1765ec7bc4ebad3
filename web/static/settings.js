// What the person at the screen prefers; kept in this browser for all tabs.

import { local } from "./storage.js";

const KEY = "propolis:settings";
const DEFAULTS = {
  theme: "auto",
  animation: true,
  marks: false,
  labels: "pips",
  arrows: true,
  lines: 3,
  threads: 1,
  memory: 64,
  engine: "Propolis",
};

export class Settings extends EventTarget {
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #still = matchMedia("(prefers-reduced-motion: reduce)");
  /** Which way the board lies belongs to a tab, not to the person. */
  flipped = false;
  themes = { light: {}, dark: {} };

  constructor() {
    super();
    Object.assign(this, DEFAULTS, read());
    this.#dark.addEventListener("change", () => this.apply());
    this.#still.addEventListener("change", () => this.apply());
    // What is chosen in one tab holds in all, and none writes an old choice over it.
    addEventListener("storage", ({ key }) => {
      if (key !== KEY) return;
      Object.assign(this, read());
      this.apply();
    });
  }

  get isDark() {
    return this.theme === "dark" || (this.theme === "auto" && this.#dark.matches);
  }

  get animated() {
    return this.animation && !this.#still.matches;
  }

  set(changes) {
    Object.assign(this, changes);
    const kept = Object.fromEntries(Object.keys(DEFAULTS).map((key) => [key, this[key]]));
    try {
      local.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing forgets the settings with the tab.
    }
    this.apply();
  }

  /** Put theme and movement into the page. */
  apply() {
    const root = document.documentElement;
    root.dataset.theme = this.isDark ? "dark" : "light";
    root.classList.toggle("still", !this.animated);
    const colors = this.isDark ? this.themes.dark : this.themes.light;
    for (const [name, color] of Object.entries(colors)) {
      root.style.setProperty(`--hive-${name.replaceAll(" ", "-")}`, color);
    }
    this.dispatchEvent(new Event("change"));
  }
}

function read() {
  try {
    const kept = JSON.parse(local.getItem(KEY) ?? "{}");
    return Object.fromEntries(
      Object.entries(kept).filter(([key, value]) => typeof value === typeof DEFAULTS[key]),
    );
  } catch {
    return {};
  }
}
