// The WebSocket to the server: requests with answers, events, and patience when it is away.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** How often a request is sent before it is given up: some may be what makes the server go. */
const MOST_SENT = 5;
/** After this long without an answer a connection that looks open is taken for dead. */
const PATIENCE = 8000;

/** Requests that cannot be sent, or whose answer is lost with the connection, are sent again. */
export class Connection extends EventTarget {
  #socket = null;
  #pending = new Map();
  #lastId = 0;
  #wait = FIRST_WAIT;
  #timer = 0;
  online = false;
  /** How many bytes a message may have. */
  largest = 1 << 20;

  open() {
    clearTimeout(this.#timer);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", (event) => this.#received(JSON.parse(event.data)));
    socket.addEventListener("close", ({ reason }) => this.#closed(socket, reason));
  }

  /** See whether the server is there, as after a sleep: a dead connection looks open for minutes. */
  check() {
    const socket = this.#socket;
    if (!this.online) {
      this.open();
      return;
    }
    const timer = setTimeout(() => {
      if (socket !== this.#socket) return;
      this.#closed(socket, "");
      socket.close();
    }, PATIENCE);
    this.request("cancel", { of: 0 }).catch(() => {}).finally(() => clearTimeout(timer));
  }

  /** Ask the server; the promise has the number of the request as `id`, for `cancel`. */
  request(what, fields = {}) {
    const id = ++this.#lastId;
    const text = JSON.stringify({ id, do: what, ...fields });
    // The server hangs up on whoever sends more.
    if (text.length > this.largest / 4 && new Blob([text]).size > this.largest) {
      return Promise.reject(new Error("That is more than the server takes at a time."));
    }
    const answer = new Promise((resolve, reject) => {
      this.#pending.set(id, { text, resolve, reject, sent: 0 });
    });
    if (this.online) this.#send(id);
    answer.id = id;
    return answer;
  }

  #send(id) {
    const waiting = this.#pending.get(id);
    waiting.sent += 1;
    if (waiting.sent <= MOST_SENT) this.#socket.send(waiting.text);
    else {
      this.#pending.delete(id);
      waiting.reject(new Error("The server does not answer this."));
    }
  }

  /** Give up a request: its promise fails, and the server is told. */
  cancel(id) {
    const waiting = this.#pending.get(id);
    if (!waiting) return;
    this.#pending.delete(id);
    waiting.reject(new Error("cancelled"));
    if (this.online) this.request("cancel", { of: id }).catch(() => {});
  }

  #opened(socket) {
    if (socket !== this.#socket) return;
    this.online = true;
    this.#wait = FIRST_WAIT;
    for (const id of [...this.#pending.keys()]) this.#send(id);
    this.dispatchEvent(new CustomEvent("status", { detail: { online: true } }));
  }

  #received(message) {
    if (message.event) {
      this.dispatchEvent(new CustomEvent(message.event, { detail: message }));
      return;
    }
    const waiting = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (!waiting) return;
    if ("error" in message) waiting.reject(new Error(message.error));
    else waiting.resolve(message.ok);
  }

  #closed(socket, reason) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.online = false;
    const wait = this.#wait * (0.8 + 0.4 * Math.random());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.open(), wait);
    this.dispatchEvent(new CustomEvent("status", { detail: { online: false, reason } }));
  }
}
