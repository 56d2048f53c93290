// Writing pairs: a starter item and its copy, looked at by the one check while it changes; kept here until uploaded.
import { byId, element, finding, tell, tellNext } from "./elements.js";
import { clearRefusal, during, go } from "./forms.js";
import { newKey, Refusal, send, sendAll } from "./send.js";

const form = byId("pair");
if (form) start();

function start() {
  const { api, round, task, kept } = form.dataset;
  const store = `pairs ${kept}`;
  const { original, phenomenon, rationale } = form.elements;
  const pairs = () => JSON.parse(localStorage.getItem(store) ?? "[]"); // read each time: another tab may write, too
  let key = newKey();
  let looked = null; // what the check said of what is written now
  let timer = 0;
  let written = 0; // counts changes: a check of what is there no more says nothing

  const chosen = () => original.selectedOptions[0];
  const fields = () => JSON.parse(chosen().dataset.fields);
  const area = (name) => form.elements[`field-${name}`];

  const own = (name) => form.elements[`own-${name}`]; // where the rules allow an original that is written, too

  function take() {
    const scratch = !original.value;
    byId("given").hidden = scratch;
    if (byId("own")) byId("own").hidden = !scratch;
    if (scratch) for (const name of Object.keys(fields())) own(name).value = "";
    byId("original-texts").replaceChildren(...Object.entries(fields()).map(([name, text], _, all) =>
      element("p", { class: "text" }, ...(all.length > 1 ? [element("span", { class: "field" }, name)] : []), text)));
    const words = Object.fromEntries([...form.elements.accepted.options].map((each) => [each.value, each.text]));
    byId("original-answer").textContent = JSON.parse(chosen().dataset.accepted).map((each) => words[each] ?? each).join(", ");
    for (const [name, text] of Object.entries(fields())) area(name).value = text;
    phenomenon.value = rationale.value = "";
    for (const each of form.elements.promise) each.checked = false; // what is promised of one item says nothing of the next
    byId("definition").textContent = "";
    byId("sizes").replaceChildren(element("p", { class: "hint" }, "What you change is shown here, with how large the change is."));
    byId("findings").replaceChildren();
    clearRefusal(form);
    changed();
  }

  function changed() {
    written += 1;
    looked = null;
    clearTimeout(timer);
  }

  function draft() {
    const promise = form.elements.promise.value;
    return {
      original: original.value, promise, phenomenon: phenomenon.value, rationale: rationale.value,
      fields: Object.fromEntries(Object.keys(fields()).map((name) => [name, area(name).value])),
      accepted: promise === "becomes" ? [form.elements.accepted.value] : [],
      ...(original.value ? {} : { written: Object.fromEntries(Object.keys(fields()).map((name) => [name, own(name).value])), gold: [form.elements.gold.value] }),
    };
  }

  async function look() {
    const mine = written;
    if (!form.elements.promise.value) {
      byId("findings").replaceChildren(element("p", { class: "hint" }, "Say what becomes of the right answer: then the check looks at the pair."));
      return null;
    }
    try {
      const found = await send("POST", `${api}/pairs/check?round=${round}`, draft());
      if (mine !== written) return null;
      clearRefusal(form);
      show(looked = found);
      return found;
    } catch (error) {
      if (mine === written) { looked = null; showQuietly(error); }
      return null;
    }
  }

  function showQuietly(error) { // without taking the focus from who is writing
    const words = error instanceof Refusal ? error.message : "No connection: the check waits.";
    byId("findings").replaceChildren(element("ul", { class: "findings" }, element("li", { class: "reject" }, words)));
  }

  const diff = (parts) => element("p", { class: "text" }, ...parts.map(([kind, text]) =>
    kind === "same" ? text : element(kind === "deleted" ? "del" : "ins", {}, text)));

  function show(found) {
    byId("sizes").replaceChildren(...found.sizes.flatMap((size) => [
      diff(size.diff),
      element("p", {}, element("meter", { min: 0, max: Math.max(size.limit * 2, size.distance, 1), low: size.limit, high: size.limit, optimum: 0, value: size.distance, "aria-label": "size of the edit" }),
        ` ${size.distance} word${size.distance === 1 ? "" : "s"} changed; above ${size.limit} a person looks at it`),
    ]));
    byId("findings").replaceChildren(found.findings.length
      ? element("ul", { class: "findings" }, ...found.findings.map((each) => finding({ ...each, line: 0 })))
      : element("p", { class: "hint" }, "The check found nothing. Whether your promise is true it does not know."));
  }

  form.addEventListener("input", (event) => {
    if (event.target === original) return;
    if (event.target === phenomenon) byId("definition").textContent = [...byId("phenomena").options].find((each) => each.value === phenomenon.value)?.label ?? "";
    if (event.target.name === "accepted") form.elements.promise.value = "becomes";
    changed();
    timer = setTimeout(look, 400);
  });
  original.addEventListener("change", take);
  byId("own")?.addEventListener("change", ({ target }) => { // the copy begins as what it is a copy of
    const copy = target.name.startsWith("own-") ? area(target.name.slice(4)) : null;
    if (copy && !copy.value) copy.value = target.value;
  });

  function next() {
    original.selectedIndex = (original.selectedIndex + 1) % original.options.length;
    take();
    form.querySelector(original.value ? ".sides section:last-child textarea:not([readonly])" : "#own textarea").focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    during(form, async () => {
      clearTimeout(timer);
      const found = looked ?? await look();
      if (!found) throw new Refusal({ detail: "the pair could not be checked", remedy: "See above what is missing, and keep it again." });
      const refused = found.findings.find((each) => each.severity === "reject");
      if (refused) throw new Refusal({ detail: refused.message, remedy: refused.remedy });
      if (pairs().some((each) => each.id === found.pair.id)) throw new Refusal({ detail: "this pair is kept already", remedy: "Change something." });
      keep([...pairs(), found.pair]);
      tell("The pair is kept in this browser.");
      next();
    });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.ctrlKey) {
      event.preventDefault();
      if (!event.repeat && form.querySelector("button.main:enabled")) form.requestSubmit();
    }
    if (event.key === "n" && event.altKey) { event.preventDefault(); next(); }
  });

  function keep(found) {
    localStorage.setItem(store, JSON.stringify(found));
    list();
  }

  function list() {
    const found = pairs();
    key = newKey();
    byId("none-kept").hidden = found.length > 0;
    byId("upload-pairs").hidden = !found.length;
    byId("kept-pairs").replaceChildren(...found.map((pair) => {
      const text = Object.values(pair.modified.fields).join(" · ");
      return element("li", {}, element("p", {}, text), element("p", { class: "hint" }, `${pair.promise} · ${pair.phenomenon || "no phenomenon"} `,
        element("button", { type: "button", class: "plain", "aria-label": `Remove: ${text}`, onclick: () => {
          keep(pairs().filter((each) => each.id !== pair.id));
          tell("The pair is removed. ", () => keep([...pairs(), pair]));
        } }, "Remove")));
    }));
  }
  addEventListener("storage", (event) => { if (event.key === store) list(); });

  byId("send-pairs")?.addEventListener("click", (event) => {
    event.target.disabled = true;
    during(form, async () => {
      const mine = pairs();
      const before = byId("with-before")?.checked ? await sendAll(`${api}/pairs?round=${round}&limit=500`) : [];
      const ids = new Set(mine.map((pair) => pair.id));
      const records = [{ zellig: "pairs", version: 1, task }, ...before.filter((pair) => !ids.has(pair.id)), ...mine];
      const content = new Blob(records.map((each) => `${JSON.stringify(each)}\n`));
      const query = new URLSearchParams({ kind: "pairs", filename: "written.jsonl", round });
      const { submission } = await send("POST", `${api}/submissions?${query}`, content, { "Idempotency-Key": key });
      keep(pairs().filter((pair) => !ids.has(pair.id)));
      tellNext(`${mine.length} pair${mine.length === 1 ? " is" : "s are"} uploaded.`);
      return go(`../upload?submission=${submission}`);
    }).finally(() => { event.target.disabled = false; });
  });

  take();
  list();
}
