// Small elements, made without ever reading text as HTML.
export function element(name, given = {}, ...inside) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === false || value === undefined || value === null) continue;
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...inside);
  return node;
}

export const byId = (id) => document.getElementById(id);

// Say what was done; it can be read, and is read aloud. `undo` takes it back.
export function tell(words, undo) {
  const said = byId("said");
  said.replaceChildren(words);
  if (undo) said.append(" ", element("button", { type: "button", class: "plain", onclick: () => { undo(); tell("It is as it was."); } }, "Undo"));
  said.hidden = !words;
}

// The same on the page that comes next.
export const tellNext = (words) => { if (words) sessionStorage.setItem("said", words); };

export function finding(each) {
  const line = each.line ? `line ${each.line}: ` : "";
  return element("li", { class: each.severity },
    element("b", {}, { reject: "refused", review: "to be looked at", warn: "note" }[each.severity]), ` · ${line}${each.message}. `, element("span", { class: "hint" }, each.remedy));
}
