// The WebSocket to the server: requests with answers, events, and patience when it is away.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;

/** Requests that cannot be sent, or whose answer is lost with the connection, are sent again. */
export class Connection extends EventTarget {
  #socket = null;
  #pending = new Map();
  #lastId = 0;
  #wait = FIRST_WAIT;
  #timer = 0;
  online = false;

  open() {
    clearTimeout(this.#timer);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", (event) => this.#received(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#closed(socket));
  }

  /** Ask the server; the promise has the number of the request as `id`, for `cancel`. */
  request(what, fields = {}) {
    const id = ++this.#lastId;
    const text = JSON.stringify({ id, do: what, ...fields });
    const answer = new Promise((resolve, reject) => this.#pending.set(id, { text, resolve, reject }));
    if (this.online) this.#socket.send(text);
    answer.id = id;
    return answer;
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
    for (const { text } of this.#pending.values()) socket.send(text);
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

  #closed(socket) {
    if (socket !== this.#socket) return;
    this.online = false;
    const wait = this.#wait * (0.8 + 0.4 * Math.random());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.open(), wait);
    this.dispatchEvent(new CustomEvent("status", { detail: { online: false, wait } }));
  }
}
