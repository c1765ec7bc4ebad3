// Keys that work anywhere on the page, unless somebody is typing.

/** `actions` maps keys to functions. */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("input:not([type=checkbox]), textarea, select, dialog")) return;
    // A button with the focus keeps the keys that press it.
    if ((event.key === " " || event.key === "Enter") && event.target.closest("button, input, summary, a")) return;
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
