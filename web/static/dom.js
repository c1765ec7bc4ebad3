// Small helpers to build elements. Text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element. */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export const byId = (id) => document.getElementById(id);

/** One of the icons that stand in index.html. */
export function icon(name) {
  return s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

/** The options of a <select>; each is a value or a pair of value and words. */
export function setOptions(select, options, chosen) {
  select.replaceChildren(
    ...options.map((option) => {
      const [value, words] = Array.isArray(option) ? option : [option, option];
      return h("option", { value, selected: String(value) === String(chosen) }, String(words));
    }),
  );
  if (chosen !== undefined) select.value = String(chosen);
}

/** Say it to screen readers. */
export function announce(text) {
  // While a dialog is open nothing else on the page is there for them.
  const region = document.querySelector("dialog[open] .announcer") ?? byId("announcer");
  // The same words twice are read out once unless the text differs.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

let toastTimer = 0;

/** A short message that goes away by itself, above everything else. */
export function toast(text, bad = false) {
  const place = byId("toast");
  place.textContent = text;
  place.classList.toggle("bad", bad);
  hideToast();
  place.showPopover();
  place.onclick = hideToast;
  announce(text);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hideToast, bad ? 7000 : 3000);
}

export function hideToast() {
  const place = byId("toast");
  if (place.matches(":popover-open")) place.hidePopover();
}

const SURE_WITHIN = 4000;

/** What cannot be taken back wants its button pressed twice; whether this was the second time. */
export function sure(button, question) {
  const words = button.querySelector("span");
  if (button.dataset.asked) {
    calm(button);
    return true;
  }
  button.dataset.asked = words.textContent;
  words.textContent = question;
  announce(question);
  setTimeout(() => calm(button), SURE_WITHIN);
  return false;
}

/** Forget the question. */
export function calm(button) {
  if (button.dataset.asked) button.querySelector("span").textContent = button.dataset.asked;
  delete button.dataset.asked;
}
