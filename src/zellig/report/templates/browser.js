// The item browser: reads the packed data of this page, filters it, shows a page of pairs at a time.
"use strict";
(async () => {
  const PAGE = 25;
  const packed = document.getElementById("data").textContent;
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const data = await new Response(stream).json();
  const form = document.getElementById("filters");
  const list = document.getElementById("list");
  let shown = [];
  let page = 0;

  const element = (name, className, text) => {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const fill = (name, values) => {
    const select = form.elements[name];
    for (const value of values) select.append(new Option(value, value));
    select.closest("label").hidden = values.length === 0;
  };
  const distinct = (key) => [...new Set(data.pairs.map((pair) => pair[key]))].filter(Boolean).sort();
  fill("breaker", data.breakers);
  fill("phenomenon", distinct("phenomenon"));
  fill("promise", distinct("promise"));
  fill("system", data.systems);

  const outcome = ([original, modified]) =>
    original !== modified ? "broken" : original ? "passed" : "failed";
  for (const pair of data.pairs) {
    const text = pair.fields.flatMap((field) => field.diff.map(([, part]) => part)).join("");
    pair.haystack = `${pair.id} ${text} ${pair.rationale}`.toLowerCase();
    pair.outcomes = pair.right.map(outcome);
  }

  const matches = (pair) => {
    const wanted = Object.fromEntries(new FormData(form));
    if (wanted.breaker && pair.breaker !== wanted.breaker) return false;
    if (wanted.phenomenon && pair.phenomenon !== wanted.phenomenon) return false;
    if (wanted.promise && pair.promise !== wanted.promise) return false;
    if (wanted.search && !pair.haystack.includes(wanted.search.toLowerCase())) return false;
    if (!wanted.outcome) return true;
    if (!wanted.system) return pair.outcomes.includes(wanted.outcome);
    return pair.outcomes[data.systems.indexOf(wanted.system)] === wanted.outcome;
  };

  const TAGS = { same: "span", deleted: "del", inserted: "ins" };
  const card = (pair) => {
    const node = element("article", "pair");
    node.dataset.id = pair.id;
    const about = [pair.breaker, pair.id, pair.phenomenon, `promise: ${pair.promise}`];
    about.push(`${pair.gold[0].join(" or ")} → ${pair.gold[1].join(" or ")}`);
    const broken = pair.outcomes.filter((o) => o === "broken").length;
    about.push(`breaks ${broken} of ${data.systems.length}`);
    node.append(element("div", "about", about.filter(Boolean).join(" · ")));
    for (const field of pair.fields) {
      const line = element("p", "text");
      if (pair.fields.length > 1) line.append(element("span", "field", field.name));
      for (const [kind, part] of field.diff) line.append(element(TAGS[kind], "", part));
      node.append(line);
    }
    if (pair.rationale) node.append(element("p", "about", `Why: ${pair.rationale}`));
    const answers = element("div", "answers");
    data.systems.forEach((system, s) => {
      const box = element("span", `answer ${pair.outcomes[s]}`);
      box.append(`${system} `);
      pair.answers[s].forEach((answer, side) => {
        const right = pair.right[s][side];
        if (side) box.append(" → ");
        box.append(element("b", right ? "right" : "wrong", `${answer} ${right ? "✓" : "✗"}`));
      });
      answers.append(box);
    });
    node.append(answers);
    return node;
  };

  const show = () => {
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    page = Math.min(Math.max(page, 0), pages - 1);
    list.replaceChildren(...shown.slice(page * PAGE, (page + 1) * PAGE).map(card));
    document.getElementById("count").textContent = `${shown.length} of ${data.pairs.length} pairs`;
    document.getElementById("page").textContent = `page ${page + 1} of ${pages}`;
    document.getElementById("previous").disabled = page === 0;
    document.getElementById("next").disabled = page === pages - 1;
  };
  const filter = () => {
    form.elements.system.disabled = !form.elements.outcome.value; // whose outcome: only then a question
    shown = data.pairs.filter(matches);
    page = 0;
    show();
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("previous").addEventListener("click", () => { page -= 1; show(); });
  document.getElementById("next").addEventListener("click", () => { page += 1; show(); });
  document.getElementById("download").addEventListener("click", () => {
    const plain = data.pairs.map(({ haystack, outcomes, ...pair }) => pair);
    const blob = new Blob([JSON.stringify({ ...data, pairs: plain }, null, 1)], { type: "application/json" });
    const link = element("a");
    link.href = URL.createObjectURL(blob);
    link.download = "items.json";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  filter();
})();
