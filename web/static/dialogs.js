// Dialogs: the frame they share, settings, and the list of keys.

import { byId, h, icon } from "./dom.js";

/** Open a dialog; returns it. It leaves the page when it is closed. */
export function openDialog(title, ...content) {
  const close = h("button", { type: "button", class: "square", "aria-label": "Close" }, icon("close"));
  const dialog = h(
    "dialog",
    { "aria-label": title },
    h("div", { class: "dialog-head" }, h("h2", {}, title), close),
    h("div", { class: "dialog-body" }, ...content),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  byId("dialogs").append(dialog);
  dialog.showModal();
  return dialog;
}

/** A row of radio buttons that look like one switch; `options` are pairs of value and words. */
export function choices(name, legend, options, chosen, onchange) {
  const set = h("fieldset", {}, h("legend", {}, legend));
  const row = h("div", { class: "choices" });
  for (const [value, ...content] of options) {
    const input = h("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => onchange(value));
    row.append(h("label", { class: "choice" }, input, h("span", {}, ...content)));
  }
  set.append(row);
  return set;
}

export function check(words, checked, onchange) {
  const input = h("input", { type: "checkbox", checked });
  input.addEventListener("change", () => onchange(input.checked));
  return h("label", { class: "check" }, input, h("span", {}, words));
}

export function openSettings(settings) {
  const set = (name) => (value) => settings.set({ [name]: value });
  openDialog(
    "Settings",
    choices("theme", "Colours", [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]], settings.theme, set("theme")),
    choices("labels", "Pieces of a kind are told apart by", [["pips", "Dots"], ["names", "Names"]], settings.labels, set("labels")),
    h(
      "div",
      {},
      check("Pieces slide to where they go", settings.animation, set("animation")),
      check("Mark pinned and stunned pieces", settings.marks, set("marks")),
      check("Arrows for the best moves of the analysis", settings.arrows, set("arrows")),
    ),
  );
}

const KEYS = [
  ["Tab", "to the hands and the board"],
  ["Enter", "pick a piece up, put it down"],
  ["arrows", "on the board: to the next piece or destination"],
  ["Esc", "put the piece back"],
  ["m", "type a move"],
  ["← →", "one move back or on"],
  ["Home End", "start of the game, end of the line"],
  ["↑ ↓", "to the other variations of a move"],
  ["a", "analysis on or off"],
  ["v", "review: find the mistakes of the game"],
  ["Space", "play the best move of the analysis; pass"],
  ["n", "new game"],
  ["u", "take back"],
  ["o", "open a game"],
  ["s", "share"],
  ["e", "set up a position"],
  ["x", "mark pinned and stunned pieces"],
  ["f", "turn the board"],
  ["c", "centre the hive"],
  ["+ −", "zoom"],
  ["t", "light or dark"],
  ["?", "this list"],
];

export function openKeys() {
  openDialog(
    "Keys",
    h(
      "dl",
      { class: "keys" },
      ...KEYS.flatMap(([keys, words]) => [
        h("dt", {}, ...keys.split(" ").flatMap((key) => [h("kbd", {}, key), " "])),
        h("dd", {}, words),
      ]),
    ),
    h(
      "p",
      { class: "hint" },
      "With the mouse or a finger: drag a piece or click it and then its destination; drag the table, turn the wheel or pinch to see more; a long press shows what a stack holds.",
    ),
  );
}
