// What the browsers of records share: packed data, filters, a page of cards at a time, and a link to each card.
"use strict";
const byId = (id) => document.getElementById(id);
const tell = (words) => { byId("told").textContent = words; };

const element = (name, className, ...inside) => {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...inside);
  return node;
};

async function unpacked() {
  const bytes = Uint8Array.from(atob(byId("data").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

async function copyWords(name, record) {
  const words = JSON.stringify(record, null, 1);
  try {
    await navigator.clipboard.writeText(words);
    tell(`Copied ${name}.`);
  } catch { // a page from a file may not be allowed to: then the words are there to be copied by hand
    window.prompt("Copy this:", words);
  }
}

// `choose` gives the records that fit the filters, in order; `noun` is what one of them is called, also in a link (#pair=...); `key` tells it
// apart, `beside` stands behind the count, `elsewhere` says that a link leads to none of them; other links are `followed`.
function paged({ size, records, noun, key, choose, card, beside = "", elsewhere, followed = () => {} }) {
  const form = byId("filters");
  let shown = [];
  let page = 0;

  const show = () => {
    const pages = Math.max(1, Math.ceil(shown.length / size));
    page = Math.min(Math.max(page, 0), pages - 1);
    const cards = shown.slice(page * size, (page + 1) * size).map(card);
    byId("list").replaceChildren(...(cards.length ? cards : [element("p", "hint", `No ${noun} fits these filters: clear some of them.`)]));
    byId("count").textContent = `${shown.length} of ${records.length} ${noun}s${beside}`;
    byId("page").textContent = `page ${page + 1} of ${pages}`;
    byId("previous").disabled = page === 0;
    byId("next").disabled = page === pages - 1;
  };
  const filter = () => {
    shown = choose(Object.fromEntries(new FormData(form)));
    page = 0;
    show();
  };
  const clear = () => { form.reset(); filter(); };
  const turn = (by) => { page += by; show(); };
  const follow = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (!wanted.has(noun)) { followed(wanted, filter); return; }
    clear();
    const at = shown.findIndex((record) => key(record) === wanted.get(noun));
    if (at < 0) { tell(elsewhere); return; }
    page = Math.floor(at / size);
    show();
    byId("list").children[at % size].focus();
    byId("list").children[at % size].scrollIntoView({ block: "center" });
  };

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("clear").addEventListener("click", clear);
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  window.addEventListener("hashchange", follow);
  filter();
  follow();
  return { clear, turn };
}

// The card of a record, which can be walked to, and the link to it.
function cardOf(className, noun, key) {
  const node = element("article", className);
  node.dataset.key = key;
  node.tabIndex = -1;
  const permalink = element("a", "", "Link");
  permalink.href = `#${noun}=${encodeURIComponent(key)}`;
  return [node, permalink];
}
