// Dialogs: the frame they share, and settings.

import { byId, h, hideToast, icon } from "./dom.js";

/** Open a dialog; returns it. It leaves the page when it is closed. */
export function openDialog(title, ...content) {
  const close = h("button", { type: "button", class: "square", "aria-label": "Close" }, icon("close"));
  const dialog = h(
    "dialog",
    { "aria-label": title },
    h("div", { class: "dialog-head" }, h("h2", {}, title), close),
    h("div", { class: "dialog-body" }, ...content),
    h("div", { class: "announcer off-screen", role: "status", "aria-live": "polite" }),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  byId("dialogs").append(dialog);
  hideToast();
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
