// Keeps the game of each tab in the browser, so that neither a reload nor a lost server loses it.

const PREFIX = "propolis:game:";
const TAB = "propolis:tab";
const MOST = 20;

export class Storage {
  #channel = "BroadcastChannel" in window ? new BroadcastChannel("propolis:tabs") : null;
  #self = crypto.getRandomValues(new Uint32Array(2)).join("-");
  #kept = null;
  #found = null;

  constructor() {
    this.tab = this.#tabId();
    // Read at once: a copied tab is given another number in a moment.
    this.#found = parse(localStorage.getItem(PREFIX + this.tab));
    this.#channel?.addEventListener("message", ({ data }) => this.#heard(data));
    // A duplicated tab is born with the number of the other; whoever was first keeps it.
    this.#channel?.postMessage({ ask: this.tab, from: this.#self });
  }

  save(state) {
    this.#kept = { ...state, saved: Date.now() };
    try {
      localStorage.setItem(PREFIX + this.tab, JSON.stringify(this.#kept));
    } catch {
      this.#forgetOld(MOST / 4);
    }
  }

  /** Keep what is on the table beside what comes next. */
  setAside() {
    if (!this.#kept?.tree.nodes.length) return;
    const id = this.#newId();
    try {
      localStorage.setItem(PREFIX + id, JSON.stringify(this.#kept));
      this.#forgetOld(MOST);
    } catch {
      this.#forgetOld(MOST / 4);
    }
  }

  /** What was kept when the page was opened. */
  load() {
    return this.#found;
  }

  /** Games of other tabs and days, the newest first. */
  others() {
    return keys()
      .filter((key) => key !== PREFIX + this.tab)
      .map((key) => parse(localStorage.getItem(key)))
      .filter((state) => state?.tree?.nodes?.length)
      .sort((a, b) => b.saved - a.saved);
  }

  #tabId() {
    let id = sessionStorage.getItem(TAB);
    if (!id) this.#forgetOld(MOST);
    id ??= this.#newId();
    sessionStorage.setItem(TAB, id);
    return id;
  }

  #newId() {
    return `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  }

  #heard({ ask, taken, to, from }) {
    if (ask === this.tab && from !== this.#self) {
      this.#channel.postMessage({ taken: this.tab, to: from });
    } else if (taken === this.tab && to === this.#self) {
      this.tab = this.#newId();
      sessionStorage.setItem(TAB, this.tab);
      if (this.#kept) this.save(this.#kept);
    }
  }

  #forgetOld(most) {
    const old = keys()
      .map((key) => [key, parse(localStorage.getItem(key))?.saved ?? 0])
      .sort((a, b) => b[1] - a[1]);
    for (const [key] of old.slice(most)) {
      if (key !== PREFIX + this.tab) localStorage.removeItem(key);
    }
  }
}

function keys() {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
