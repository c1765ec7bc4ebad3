// Puts the page together: what happens on the board, in the panel and on the server.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { openSettings } from "./dialogs.js";
import { byId, h, hideToast, sure, toast } from "./dom.js";
import { Editor } from "./editor.js";
import { Files } from "./files.js";
import { Hands } from "./hands.js";
import { listenToKeys } from "./keyboard.js";
import { MoveList } from "./moves.js";
import { openNewGame } from "./newgame.js";
import { Match } from "./play.js";
import { Pointers } from "./pointers.js";
import { Session } from "./session.js";
import { Settings } from "./settings.js";
import { Status } from "./status.js";
import { Storage } from "./storage.js";

const FIRST_GAME = "Base+MLP";

const settings = new Settings();
settings.apply();
const storage = new Storage();
const connection = new Connection();
const session = new Session(connection);
const match = new Match(session);
const board = new Board(byId("board"), settings);
const hands = new Hands(board, settings);
const status = new Status({ session, match, hands, act: { pass, rematch, newGame, analyse, help: () => openHelp() } });
new MoveList(session, match);
const analysis = new Analysis({ session, settings, board, preview, play: playLine });
const editor = new Editor({ connection, board, hands, done: editorDone });
const files = new Files({ session, settings, storage, load: loadTree, restore });
new Pointers(byId("stage"), board, (piece) => editor.remove(piece));
let hello = null;
let dropped = false;

/** Run something that may fail, and say so. */
async function attempt(deed) {
  try {
    await deed;
  } catch (error) {
    if (error.message !== "cancelled") toast(error.message, true);
  }
}

/** A part of the page that is fetched when it is first needed; the server may be away then. */
function loaded(part, what) {
  return part.catch(() => {
    throw new Error(`${what} cannot be loaded: the server does not answer.`);
  });
}

// The board

function show(slide) {
  const { view } = session;
  const moves = match.mayMove ? view.legal : [];
  board.show(view, { moves, slide });
  hands.names = { White: match.nameOf("White"), Black: match.nameOf("Black") };
  if (!match.agreed) {
    const { White, Black } = session.tree.tags;
    hands.names = { White: White || "White", Black: Black || "Black" };
  }
  hands.show(view);
  analysis.showArrows();
  byId("legal-moves").replaceChildren(...moves.map(({ move }) => h("option", { value: move })));
}

session.addEventListener("view", ({ detail }) => {
  if (editor.active) return;
  show(detail.slide && !dropped);
  dropped = false;
});
let couldMove = null;
match.addEventListener("change", () => {
  if (!session.view || editor.active) return;
  const now = `${match.mayMove} ${match.nameOf("White")} ${match.nameOf("Black")}`;
  if (now !== couldMove && board.view === session.view) show(false);
  couldMove = now;
  save();
});
for (const event of ["view", "tree", "state"]) session.addEventListener(event, save);
session.addEventListener("load", hideToast);
board.addEventListener("move", ({ detail }) => {
  if (editor.active) {
    editor.put(detail);
    return;
  }
  dropped = Boolean(detail.dropped);
  attempt(match.play(detail.move));
});
settings.addEventListener("change", () => {
  byId("stage").classList.toggle("flipped", settings.flipped);
  board.redraw();
  if (hands.view) hands.show(hands.view);
  analysis.showArrows();
});

/** Show moves ahead of the position, or the position itself again (null). */
let previewed = 0;
async function preview(moves) {
  const ticket = ++previewed;
  if (!moves) {
    if (board.view !== session.view && !editor.active) show(false);
    analysis.showArrows();
    return;
  }
  const fields = session.fields();
  const game = [fields.game, ...moves].join(";");
  const view = await connection.request("view", { ...fields, game }).catch(() => null);
  if (view && ticket === previewed) board.show(view, { slide: moves.length === 1 });
}

async function playLine(moves) {
  previewed += 1;
  if (match.live) {
    if (match.mayMove) await attempt(match.play(moves[0]));
    else toast("The game is being played: lines can be tried out when it has ended.", true);
    return;
  }
  let node = session.node;
  await attempt((async () => {
    for (const move of moves) node = await session.extend(node, move);
    await session.go(node, { slide: true });
  })());
}

let openings = null;
byId("openings-on").addEventListener("change", ({ target }) => attempt((async () => {
  const { Openings } = await loaded(import("./openings.js"), "The openings").catch((error) => {
    target.checked = false;
    throw error;
  });
  openings ??= new Openings({ session, board, play: playLine, arrows: () => analysis.showArrows() });
  openings.switch(target.checked);
})()));

// Games

function pass() {
  attempt(match.play("pass"));
}

function emptyTree(gameType, rules) {
  return { root: `${gameType};NotStarted;White[1]`, ...rules, nodes: [] };
}

function newGame() {
  openNewGame(hello, (wanted) => attempt(begin(wanted)));
}

async function begin({ gameType, rules, players, clock }, root = null) {
  leaveEditor();
  saveNow();
  storage.setAside();
  match.leave();
  await session.load(root ? { root, ...rules, nodes: [] } : emptyTree(gameType, rules));
  setFlipped(players.White.kind === "engine" && players.Black.kind === "person");
  if (analysis.on) analysis.switch(false);
  match.begin({ players, clock });
  board.camera.follow(false);
}

function rematch() {
  const { tree } = session;
  attempt((async () => {
    const { players, clock } = match.swapped;
    await begin({ gameType: session.view.game_type, rules: tree.rules, players, clock }, tree.start);
  })());
}

function analyse() {
  match.leave();
  analysis.switch(true);
}

async function loadTree(data) {
  leaveEditor();
  saveNow();
  storage.setAside();
  const place = data.nodes.length ? "end" : -1;
  await session.load(data, place);
  forgetMatch();
  board.camera.follow(false);
}

/** What is on the table now is nobody's game: everything can be tried out. */
function forgetMatch() {
  match.agreed = match.outcome = null;
  match.leave();
  show(false);
}

function setFlipped(flipped) {
  settings.flipped = flipped;
  settings.apply();
}

// Setting up

/** Whether a game waits until the table is given back. */
let waiting = false;
function clearTable() {
  const waits = editor.active && waiting;
  leaveEditor();
  waiting = waits || (match.live && !match.paused);
  if (waiting && !match.paused) match.pause();
  if (analysis.on) analysis.switch(false);
}

async function openEditor() {
  if (editor.active && !editor.guest) return;
  clearTable();
  await attempt(editor.open(session.view, hello.game_types, session.tree.rules));
  board.camera.follow(false);
}

/** Puzzles take the table as the editor does, and give it back when they are closed. */
async function openPuzzles() {
  const { Puzzles } = await loaded(import("./puzzles.js"), "The puzzles");
  if (editor.guest) return;
  clearTable();
  editor.guest = new Puzzles({ connection, board, hands, done: () => editorDone(null) });
  await attempt(editor.guest.open());
}

function leaveEditor() {
  if (editor.active) editor.close();
}

function editorDone(position, what) {
  if (position && what === "play") {
    openNewGame(hello, (wanted) => attempt(begin(wanted, position)), true);
    return;
  }
  leaveEditor();
  if (!position) {
    show(false);
    if (waiting) match.pause();
  } else {
    attempt(loadTree({ root: position, ...editor.rules, nodes: [] }).then(() => analysis.switch(true)));
  }
}

// Review

let review = null;
async function toggleReview() {
  const { Review } = await loaded(import("./review.js"), "The review");
  review ??= new Review({ session, match });
  if (review.isOpen) review.close();
  else review.open();
}

// Keeping

let saving = 0;
function save() {
  if (!session.tree) return;
  clearTimeout(saving);
  saving = setTimeout(saveNow, 60);
}

function saveNow() {
  clearTimeout(saving);
  if (!session.tree) return;
  storage.save({
    tree: session.tree.toJSON(),
    node: session.tree.indexOf(session.node),
    match: match.toJSON(),
    flipped: settings.flipped,
    analysis: analysis.on,
  });
}

addEventListener("pagehide", saveNow);
setInterval(() => match.live && match.clock && saveNow(), 5000);

async function restore(state) {
  leaveEditor();
  if (session.tree) {
    saveNow();
    storage.setAside();
  }
  match.leave();
  await session.load(state.tree, state.node);
  setFlipped(Boolean(state.flipped));
  match.restore(state.match);
  if (state.analysis) analysis.switch(true);
  board.camera.follow(false);
}

// The server

connection.addEventListener("status", ({ detail }) => {
  const banner = byId("banner");
  banner.hidden = detail.online;
  if (detail.online) return;
  const again = h("button", { type: "button", class: "plain outlined" }, "Try now");
  again.addEventListener("click", () => connection.open());
  const what = detail.reason || "The server does not answer.";
  const words = h("span", {}, `${what} Your game is kept here and goes on when the server is back.`);
  if (words.textContent !== banner.firstChild?.textContent) banner.replaceChildren(words, again);
});
for (const event of ["online", "pageshow", "visibilitychange", "resume"]) {
  const target = event === "online" || event === "pageshow" ? window : document;
  target.addEventListener(event, () => document.visibilityState === "visible" && connection.check());
}
connection.addEventListener("preparing", ({ detail }) => showPreparation(detail));

function showPreparation({ state, message }) {
  if (session.view) toast(message, state === "failed");
  else byId("status").textContent = message;
}

function useSymbols(text) {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  drawn.setAttribute("class", "off-screen");
  drawn.setAttribute("aria-hidden", "true");
  document.body.prepend(document.importNode(drawn, true));
}

async function start() {
  connection.open();
  hello = await connection.request("hello");
  useSymbols(hello.symbols);
  settings.themes = { light: hello.light, dark: hello.dark };
  settings.apply();
  analysis.offer(hello);
  connection.largest = hello.limits.message;
  if (hello.preparing) showPreparation(hello.preparing);
  // Of several games in a link one is yet to be chosen.
  if ((await files.readLink()) && session.view) return;
  const kept = storage.load();
  let lost = false;
  if (kept) {
    try {
      await restore(kept);
      return;
    } catch {
      lost = true;
    }
  }
  await session.load(emptyTree(FIRST_GAME, {}));
  match.leave();
  if (lost) toast("The game that was kept here cannot be read any more.", true);
}

// Buttons and keys

async function openHelp(keysFirst) {
  await attempt(import("./help.js").then((help) => help.openHelp(keysFirst)));
}

const toggleTheme = () => settings.set({ theme: settings.isDark ? "light" : "dark" });
const actions = {
  "new-game": newGame,
  "open-file": () => files.open(),
  share: () => files.share(),
  edit: openEditor,
  puzzles: () => attempt(openPuzzles()),
  settings: () => openSettings(settings),
  help: () => openHelp(),
  "zoom-in": () => board.camera.zoom(1.25),
  "zoom-out": () => board.camera.zoom(0.8),
  centre: () => board.camera.follow(),
  flip: () => setFlipped(!settings.flipped),
  undo: () => attempt(match.undo()),
  pause: () => match.pause(),
  resign: () => sure(byId("resign"), "Really resign?") && attempt(match.resign()),
  rematch,
  review: () => attempt(toggleReview()),
};
for (const [id, action] of Object.entries(actions)) {
  byId(id).addEventListener("click", () => hello && action());
}
const walking = (deed) => () => !editor.active && attempt(deed());
const whenReady = (action) => () => hello && action();
const unlessEditing = (action) => () => hello && !editor.active && action();
listenToKeys({
  ArrowLeft: walking(() => session.back()),
  ArrowRight: walking(() => session.forward()),
  ArrowUp: walking(() => session.go(sibling(-1))),
  ArrowDown: walking(() => session.go(sibling(1))),
  Home: walking(() => session.first()),
  End: walking(() => session.last()),
  " ": walking(async () => {
    if (session.view.must_pass && match.mayMove) pass();
    else if (analysis.best) await playLine([analysis.best]);
  }),
  Escape: () => board.pick(null),
  Delete: () => editor.removePicked(),
  Backspace: () => editor.removePicked(),
  m: unlessEditing(() => byId("move-text").focus()),
  a: unlessEditing(() => analysis.switch(!analysis.on)),
  v: unlessEditing(actions.review),
  n: whenReady(newGame),
  u: unlessEditing(actions.undo),
  o: whenReady(actions["open-file"]),
  s: unlessEditing(actions.share),
  e: whenReady(openEditor),
  x: () => settings.set({ marks: !settings.marks }),
  f: actions.flip,
  c: actions.centre,
  "+": actions["zoom-in"],
  "=": actions["zoom-in"],
  "-": actions["zoom-out"],
  t: toggleTheme,
  "?": () => openHelp(true),
});

function sibling(step) {
  const { parent } = session.node;
  const siblings = parent?.children ?? [];
  return siblings[siblings.indexOf(session.node) + step];
}

byId("move-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId("move-text");
  const text = field.value.trim();
  if (!text || !hello || editor.active) return;
  if (match.live && !match.mayMove) {
    toast("It is not your turn.", true);
    return;
  }
  attempt(match.play(text).then(() => (field.value = "")));
});

attempt(start().then(() => performance.mark("propolis:ready")));
