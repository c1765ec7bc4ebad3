// Keeps the game of each tab in the browser, so that neither a reload nor a lost server loses it.

/** Some browsers forbid pages to keep anything; then it is kept as long as the page is open. */
export const local = usable(() => localStorage);
const session = usable(() => sessionStorage);

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
    this.#found = parse(local.getItem(PREFIX + this.tab));
    this.#channel?.addEventListener("message", ({ data }) => this.#heard(data));
    // A duplicated tab is born with the number of the other; whoever was first keeps it.
    this.#channel?.postMessage({ ask: this.tab, from: this.#self });
  }

  save(state) {
    this.#kept = { ...state, saved: Date.now() };
    this.#write(this.tab);
  }

  /** Keep what is on the table beside what comes next. */
  setAside() {
    if (!this.#kept?.tree.nodes.length) return;
    this.#write(this.#newId());
    this.#forgetOld(MOST);
  }

  /** What was kept when the page was opened. */
  load() {
    return this.#found;
  }

  /** Games of other tabs and days, the newest first. */
  others() {
    return keys()
      .filter((key) => key !== PREFIX + this.tab)
      .map((key) => parse(local.getItem(key)))
      .filter((state) => state?.tree?.nodes?.length)
      .sort((a, b) => b.saved - a.saved);
  }

  #write(id) {
    const text = JSON.stringify(this.#kept);
    for (const most of [MOST, 3, 0]) {
      try {
        local.setItem(PREFIX + id, text);
        return;
      } catch {
        this.#forgetOld(most); // the browser has no more room
      }
    }
  }

  #tabId() {
    let id = session.getItem(TAB);
    if (!id) this.#forgetOld(MOST);
    id ??= this.#newId();
    session.setItem(TAB, id);
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
      session.setItem(TAB, this.tab);
      if (this.#kept) this.save(this.#kept);
    }
  }

  #forgetOld(most) {
    const old = keys()
      .map((key) => [key, parse(local.getItem(key))?.saved ?? 0])
      .sort((a, b) => b[1] - a[1]);
    for (const [key] of old.slice(most)) {
      if (key !== PREFIX + this.tab) local.removeItem(key);
    }
  }
}

function keys() {
  return Object.keys(local).filter((key) => key.startsWith(PREFIX));
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function usable(find) {
  try {
    const store = find();
    store.setItem("propolis:try", "1");
    store.removeItem("propolis:try");
    return store;
  } catch {
    return Object.create({
      getItem(key) {
        return this[key] ?? null;
      },
      setItem(key, value) {
        this[key] = value;
      },
      removeItem(key) {
        delete this[key];
      },
    });
  }
}
