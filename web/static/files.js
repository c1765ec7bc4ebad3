// Games in and out: files, pasted text, links, pictures.

import { openDialog } from "./dialogs.js";
import { announce, byId, h, toast } from "./dom.js";

const LINK = /^(.*?)((?:&(?:queen_first|repetition_draw))*)$/s;

export class Files {
  /** `load` puts a tree on the table. */
  constructor({ session, settings, storage, load, restore }) {
    Object.assign(this, { session, settings, storage, load, restore });
    document.addEventListener("paste", (event) => this.#pasted(event));
    document.addEventListener("dragover", (event) => this.#draggedOver(event));
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) byId("drop-hint").hidden = true;
    });
    document.addEventListener("drop", (event) => this.#dropped(event));
    addEventListener("hashchange", () => this.readLink());
  }

  /** The game that the address holds, if any; whether there was one. */
  async readLink() {
    const [, game, words] = location.hash.slice(1).match(LINK);
    if (!game || game === "board") return false;
    history.replaceState(null, "", location.pathname + location.search);
    const rules = words.split("&").filter(Boolean).map((rule) => [rule, true]);
    return this.read(decoded(game), undefined, Object.fromEntries(rules));
  }

  /** Read games in any format and put one on the table; whether that came about. `rules` are played by besides those the text names. */
  async read(text, problem = (words) => toast(words, true), rules = {}) {
    try {
      const { games, errors, more } = await this.session.connection.request("read", { text });
      if (!games.length) {
        problem(errors[0] ?? "There is no game in this text.");
        return false;
      }
      if (games.length === 1) await this.load({ ...games[0], ...rules });
      else this.#choose(games, more);
      if (errors.length) toast(errors[0], true);
      return true;
    } catch (error) {
      problem(error.message);
      return false;
    }
  }

  open() {
    const text = h("textarea", { rows: 6, "aria-label": "Text of a game", placeholder: "Paste a GameString, PGN, SGF or position here" });
    const problem = h("p", { class: "problem", role: "alert" });
    const file = h("input", { type: "file", accept: ".pgn,.sgf,.txt,.uhp,text/plain", class: "off-screen", tabindex: "-1", "aria-label": "File" });
    const browse = h("button", { type: "button", class: "plain outlined" }, "Choose a file…");
    const load = h("button", { type: "button", class: "filled" }, "Open");
    const read = async (given) => {
      if (await this.read(given, (words) => (problem.textContent = words))) dialog.close();
    };
    browse.addEventListener("click", () => file.click());
    file.addEventListener("change", async () => file.files[0] && read(await file.files[0].text()));
    load.addEventListener("click", () => read(text.value));
    const dialog = openDialog(
      "Open a game",
      text,
      problem,
      h("div", { class: "row spread" }, browse, file, load),
      ...this.#keptGames(() => dialog.close()),
    );
    text.focus();
  }

  share() {
    const link = () => `${location.origin}/#${linked(this.session.fields())}`;
    const write = (format) => async () => {
      const tree = this.session.tree.toJSON();
      return (await this.session.connection.request("write", { tree, format })).text;
    };
    const rows = [
      ["Link to this position", async () => link(), null],
      ["GameString", async () => this.session.fields().game, "txt"],
      ["PGN with variations", write("pgn"), "pgn"],
      ["SGF with variations", write("sgf"), "sgf"],
      ["Picture as SVG", () => this.#svg(), "svg"],
      ["Picture as PNG", () => this.#png(), "png"],
    ].map(([name, make, ending]) => this.#shareRow(name, make, ending));
    const hint = "The link opens the game wherever this board runs. For other programs take the GameString, PGN or SGF.";
    openDialog("Share", h("div", {}, ...rows), h("p", { class: "hint" }, hint));
  }

  #shareRow(name, make, ending) {
    const act = (deed) => async () => {
      try {
        await deed();
      } catch (error) {
        toast(error.message, true);
      }
    };
    const copy = h("button", { type: "button", class: "plain outlined", "aria-label": `Copy ${name}` }, "Copy");
    const save = h("button", { type: "button", class: "plain outlined", "aria-label": `Save ${name}` }, "Save");
    copy.addEventListener("click", act(async () => {
      await toClipboard(make, ending === "png");
      copy.textContent = "Copied";
      announce(`${name} copied.`);
      setTimeout(() => (copy.textContent = "Copy"), 2000);
    }));
    save.addEventListener("click", act(async () => download(await make(), `hive.${ending}`)));
    return h("div", { class: "share-row" }, h("span", {}, name), ending && save, copy);
  }

  #keptGames(close) {
    const games = this.storage.others().slice(0, 8);
    if (!games.length) return [];
    const list = games.map((state) => {
      const words = gameWords(state.tree, new Date(state.saved).toLocaleString());
      const button = h("button", { type: "button", class: "plain" }, words);
      button.addEventListener("click", () => {
        close();
        this.restore(state);
      });
      return h("li", {}, button);
    });
    return [h("div", {}, h("p", { class: "legend" }, "Kept in this browser"), h("ul", { class: "games" }, ...list))];
  }

  #choose(games, more) {
    const list = games.map((game, index) => {
      const words = `${index + 1}. ${gameWords(game, game.tags.Date)}`;
      const button = h("button", { type: "button", class: "plain" }, words);
      button.addEventListener("click", () => {
        dialog.close();
        this.load(game);
      });
      return h("li", {}, button);
    });
    const dialog = openDialog(
      "Which game?",
      h("ul", { class: "games" }, ...list),
      more ? h("p", { class: "hint" }, "There are more; these are the first.") : null,
    );
  }

  async #svg() {
    const theme = this.settings.isDark ? "dark" : "light";
    const { svg } = await this.session.connection.request("svg", { ...this.session.fields(), theme, hands: true });
    return svg;
  }

  async #png() {
    const address = URL.createObjectURL(new Blob([await this.#svg()], { type: "image/svg+xml" }));
    const image = new Image();
    image.src = address;
    try {
      await image.decode();
    } finally {
      URL.revokeObjectURL(address);
    }
    const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }

  #pasted(event) {
    if (event.target.closest?.("input, textarea") || document.querySelector("dialog[open]")) return;
    const text = event.clipboardData.getData("text/plain");
    if (text.trim()) this.read(text);
  }

  #draggedOver(event) {
    if (![...event.dataTransfer.types].some((type) => type === "Files" || type === "text/plain")) return;
    event.preventDefault();
    byId("drop-hint").hidden = false;
  }

  async #dropped(event) {
    byId("drop-hint").hidden = true;
    const [file] = event.dataTransfer.files;
    if (!file && event.target.closest?.("input, textarea")) return; // words for a comment
    event.preventDefault();
    if (file && file.size > this.session.connection.largest) {
      toast("This file is more than the server takes at a time.", true);
    } else this.read(file ? await file.text() : event.dataTransfer.getData("text/plain"));
  }
}

async function toClipboard(make, isPicture) {
  if (!navigator.clipboard) {
    // Browsers keep it from pages that come over the network without encryption.
    if (isPicture) throw new Error("This browser does not allow copying pictures here: save it instead.");
    copyTheOldWay(await make());
  } else if (isPicture) {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": make() })]);
  } else await navigator.clipboard.writeText(await make());
}

function download(content, name) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content]));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function copyTheOldWay(text) {
  const field = h("textarea", { class: "off-screen", "aria-hidden": "true" });
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  const before = document.activeElement;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus();
  if (!done) throw new Error("This browser does not allow copying here: save it instead.");
}

/** A game in one line of a list. */
function gameWords({ tags, nodes, root, result }, when) {
  const ends = { WhiteWins: "White wins", BlackWins: "Black wins", Draw: "draw" };
  const moves = `${nodes.length} ${nodes.length === 1 ? "move" : "moves"}`;
  const players = `${tags.White ?? "White"} – ${tags.Black ?? "Black"}`;
  return [players, root.split(/[; ]/)[0], moves, ends[result], when].filter(Boolean).join(", ");
}

/** What stands behind the # of a link: the game, and the rules it needs. */
function linked({ game, ...rules }) {
  const names = Object.keys(rules).filter((rule) => rules[rule]);
  return [encodeURIComponent(game), ...names].join("&");
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
