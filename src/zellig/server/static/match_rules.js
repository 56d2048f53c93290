// The rules of matches in a form: those of a set, or changed.

// The value behind a key such as `bonus.value`.
const at = (rules, key) => key.split(".").reduce((inside, name) => inside?.[name], rules);

// The fields show the set that is chosen; gives what the rules are: the name of a set, or all of its keys if one of them was changed.
export function matchRules(form) {
  const sets = JSON.parse(form.dataset.sets);
  const fields = [...form.querySelectorAll("[data-rule]")];
  const fill = () => {
    for (const field of fields) {
      const value = at(sets[form.elements.set.value], field.dataset.rule);
      if (field.type === "checkbox") field.checked = value;
      else field.value = value ?? "";
    }
  };
  form.elements.set.addEventListener("change", fill);
  fill();
  return () => {
    const name = form.elements.set.value;
    const found = structuredClone(sets[name]);
    let changed = false;
    for (const field of fields) {
      const [key, ...inside] = field.dataset.rule.split(".").reverse();
      const value = field.type === "checkbox" ? field.checked : field.value === "" ? null : Number(field.value);
      const place = inside.length ? found[inside[0]] : found;
      if ((place[key] ?? null) === value) continue;
      changed = true;
      place[key] = value;
    }
    return changed ? { ...found, name: `${found.name}, changed` } : name;
  };
}
