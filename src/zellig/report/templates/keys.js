// The keys of the browser of pairs; they rest while somebody types.
"use strict";
(async () => {
  const { clear, turn, copy } = await browser;
  const list = document.getElementById("list");
  const dialog = document.getElementById("keys");
  const search = document.getElementById("filters").elements.search;
  const current = () => document.activeElement.closest("#list .pair");
  const step = (by) => {
    const cards = [...list.querySelectorAll(".pair")];
    const next = cards[cards.indexOf(current()) + by] ?? (current() ? null : cards[0]);
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "center" });
  };
  const KEYS = {
    j: () => step(1),
    k: () => step(-1),
    n: () => turn(1),
    p: () => turn(-1),
    "/": () => { search.focus(); search.select(); },
    c: () => { if (current()) copy(current().dataset.key); },
    l: () => { if (current()) location.hash = current().querySelector("a").hash; },
    x: clear,
    "?": () => dialog.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (event.target.closest("input, select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (KEYS[event.key]) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });
  document.getElementById("help").addEventListener("click", () => dialog.showModal());
})();
