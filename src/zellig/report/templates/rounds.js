// Narrows the rounds that are shown; without it all of them are.
"use strict";
(() => {
  const form = document.getElementById("filters");
  const cards = [...document.querySelectorAll("#rounds .pair")];
  const count = document.getElementById("count");
  const filter = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const search = wanted.search.toLowerCase();
    let shown = 0;
    for (const card of cards) {
      const fits = (!wanted.outcome || card.dataset.outcome === wanted.outcome)
        && (!wanted.change || card.dataset.change === wanted.change)
        && card.textContent.toLowerCase().includes(search);
      card.hidden = !fits;
      shown += fits;
    }
    count.textContent = `${shown} of ${cards.length} examples`;
  };
  for (const change of [...new Set(cards.map((card) => card.dataset.change))].filter(Boolean).sort()) {
    form.elements.change.append(new Option(change, change));
  }
  form.elements.change.closest("label").hidden = form.elements.change.options.length < 3;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  filter();
})();
