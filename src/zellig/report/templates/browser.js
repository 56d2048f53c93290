// The browser of pairs: reads the packed data of this page, filters and orders it, shows a page of cards at a time.
{% include "paging.js" %}

const browser = (async () => {
  const data = await unpacked();
  const full = data.pairs.length < data.every; // there was no room for some
  const form = byId("filters");

  // -- what each pair is, and the choices of the filters

  const OUTCOMES = { "true,true": "passed", "true,false": "changed", "false,true": "original", "false,false": "failed" };
  const WORST = ["changed", "failed", "original", "passed"];
  const side = (original, modified) => ({ original, modified });
  const joined = (pair, left) => Object.fromEntries(pair.fields.map((field) =>
    [field.name, field.diff.filter(([kind]) => kind !== left).map(([, part]) => part).join("")]));
  data.pairs.forEach((pair, place) => {
    const text = pair.fields.flatMap((field) => field.diff.map(([, part]) => part)).join("");
    Object.defineProperties(pair, { // beside the data, so that copies and downloads are free of it
      place: { value: place },
      haystack: { value: `${pair.id} ${text} ${pair.rationale}`.toLowerCase() },
      outcomes: { value: pair.right.map((right) => OUTCOMES[right]) },
    });
  });
  const CHOSEN = ["breaker", "phenomenon", "promise", "validity", "state"]; // filters by a value of a pair
  for (const name of CHOSEN.filter((each) => form.elements[each])) {
    const select = form.elements[name];
    const values = name === "breaker" ? data.breakers : [...new Set(data.pairs.map((pair) => pair[name]))].filter(Boolean).sort();
    if (select.options.length === 1) select.append(...values.map((value) => new Option(value, value)));
    const known = name === "breaker" && data.pairs.every((pair) => pair.breaker === pair.phenomenon);
    select.closest("label").hidden = values.length < 2 || known;
  }
  form.elements.system.append(...data.systems.map((system) => new Option(system, system)));
  form.elements.system.closest("label").hidden = data.systems.length < 2;

  const fits = (outcome, wanted) =>
    outcome === wanted || (wanted === "broken" && (outcome === "changed" || outcome === "original"));
  const matches = (pair, wanted, of) =>
    CHOSEN.every((name) => !wanted[name] || pair[name] === wanted[name])
    && (!wanted.search || pair.haystack.includes(wanted.search.toLowerCase()))
    && (!wanted.outcome || of.some((s) => fits(pair.outcomes[s], wanted.outcome)));
  // Valid pairs first, then by the outcome, then by how sure the system is of its wrong answer.
  const badness = (pair, s) => {
    const wrong = pair.right[s].map((right, i) => (right ? 0 : pair.confidences?.[s]?.[i] ?? 0.5));
    const surest = pair.outcomes[s] === "original" ? wrong[0] : wrong[1];
    return (pair.validity === "doubtful" ? 0 : 10) + 2 * (3 - WORST.indexOf(pair.outcomes[s])) + surest;
  };

  // -- a card

  const TAGS = { same: "span", deleted: "del", inserted: "ins" };
  const percent = (share) => (share === undefined || share === null ? "" : ` ${Math.round(100 * share)}%`);
  const word = (answer) => data.words[answer] ?? answer;
  const answerOf = (pair, s) => {
    const box = element("span", `answer ${pair.outcomes[s] === "passed" ? "" : "broken"}`, `${data.systems[s]}: `);
    pair.answers[s].forEach((answer, i) => {
      const right = pair.right[s][i];
      if (i) box.append(" → ");
      box.append(element("b", right ? "right" : "wrong", `${word(answer)}${percent(pair.confidences?.[s]?.[i])} ${right ? "✓" : "✗"}`));
    });
    return box;
  };
  const reasonsOf = (system, why) => {
    const line = element("p", "about why", `${system} went by${why.modified ? "" : " (original)"}: `);
    for (const [part, weight] of why.words) {
      line.append(element("span", weight > 0 ? "for" : "against", part), ` ${weight > 0 ? "+" : "−"}${Math.abs(weight)} `);
    }
    return line;
  };
  const button = (words, act) => {
    const node = element("button", "", words);
    node.type = "button";
    node.addEventListener("click", act);
    return node;
  };
  const card = (pair) => {
    const [node, permalink] = cardOf("pair", "pair", pair.key);
    node.dataset.id = pair.id;
    const made = pair.victim ? `made by asking ${pair.victim}` : "";
    const about = [pair.state, pair.phenomenon, pair.breaker === pair.phenomenon ? "" : pair.breaker, pair.id, made];
    node.append(element("div", "about", about.filter(Boolean).join(" · ")));
    for (const field of pair.fields) {
      const line = element("p", "text");
      if (pair.fields.length > 1) line.append(element("span", "field", field.name));
      for (const [kind, part] of field.diff) line.append(element(TAGS[kind], "", part));
      node.append(line);
    }
    node.append(element("p", "promised", pair.promised));
    if (pair.rationale) node.append(element("p", "about", `Why: ${pair.rationale}`));
    node.append(element("div", "answers", ...data.systems.map((_, s) => answerOf(pair, s))));
    for (const [system, why] of Object.entries(pair.reasons ?? {})) if (why.words.length) node.append(reasonsOf(system, why));
    for (const [code, words] of pair.findings ?? []) node.append(element("p", "finding", `Doubtful (${code}): ${words}`));
    node.append(element("p", "acts", permalink, " ", button("Copy as JSON", () => copy(pair))));
    return node;
  };

  // -- what can be done

  const record = (pair) => ({
    id: pair.id, breaker: pair.breaker, phenomenon: pair.phenomenon, promise: pair.promise, rationale: pair.rationale,
    original: { fields: joined(pair, "inserted"), accepted: pair.gold[0] },
    modified: { fields: joined(pair, "deleted"), accepted: pair.gold[1] },
    answers: Object.fromEntries(data.systems.map((system, s) => [system, side(...[0, 1].map((i) =>
      ({ answer: pair.answers[s][i], right: pair.right[s][i], probability: pair.confidences?.[s]?.[i] ?? null })))])),
    findings: pair.findings ?? [],
  });
  const copy = (pair) => copyWords(pair.id, record(pair));
  const choose = (wanted) => {
    const every = data.systems.map((_, s) => s);
    const of = wanted.system ? [data.systems.indexOf(wanted.system)] : every;
    const shown = data.pairs.filter((pair) => matches(pair, wanted, of));
    if (wanted.order === "worst") {
      const worst = new Map(shown.map((pair) => [pair, Math.max(...of.map((s) => badness(pair, s)))]));
      shown.sort((a, b) => worst.get(b) - worst.get(a) || a.place - b.place);
    }
    return shown;
  };
  // A link may lead to all pairs of some filters (#phenomenon=...&outcome=...).
  const followed = (wanted, filter) => {
    if (![...wanted.keys()].some((name) => form.elements[name])) return;
    form.reset();
    for (const [name, value] of wanted) if (form.elements[name]) form.elements[name].value = value;
    filter();
    byId("items").scrollIntoView();
  };
  byId("download").addEventListener("click", () => {
    const blob = new Blob([JSON.stringify(data, null, 1)], { type: "application/json" });
    const anchor = element("a");
    anchor.href = URL.createObjectURL(blob);
    anchor.download = "items.json";
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  });
  const { clear, turn } = paged({
    size: 25, records: data.pairs, noun: "pair", key: (pair) => pair.key, choose, card, followed,
    beside: full ? " on this page" : "",
    elsewhere: `The pair of this link is not ${full ? "among the pairs on this page" : "in this report"}.`,
  });
  return {
    clear, turn,
    copy: (key) => copy(data.pairs.find((pair) => pair.key === key)),
  };
})();
