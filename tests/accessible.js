// What is wrong with a page as it is shown now: contrast, names, ids. Run in the page by accessible.py.
// Contrast is that of WCAG 2.2: text has 4.5, large text and the borders of controls 3. Colours are blended with what is
// behind them; what cannot be used now may be pale.
() => {
  const contrast = () => {
    const parse = (given) => {
      const [r, g, b, a = 1] = given.match(/[\d.]+%?/g).map((part) => part.endsWith("%") ? parseFloat(part) / 100 : parseFloat(part));
      return given.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
    };
    const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
    const light = ([r, g, b]) => {
      const [x, y, z] = [r, g, b].map((part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const ratio = (one, two) => { const [low, high] = [light(one), light(two)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
    const behind = (node) => {
      const layers = [];
      for (let each = node; each; each = each.parentElement) layers.push(parse(getComputedStyle(each).backgroundColor));
      return layers.reverse().reduce((below, layer) => over(layer, below), parse(getComputedStyle(document.body).backgroundColor));
    };
    const resting = (node) => node.closest(":disabled, [aria-disabled=true], .plan tr:has(.takes-place:not(:checked))");
    const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const faults = [];
    const name = (node) => `${node.tagName.toLowerCase()}.${node.className} “${node.textContent.trim().slice(0, 40)}”`;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const told = new Set();
    for (let text; (text = walker.nextNode());) {
      const node = text.parentElement;
      if (!text.data.trim() || told.has(node) || !seen(node) || resting(node) || node.closest("script, style, noscript, option")) continue;
      told.add(node);
      const style = getComputedStyle(node);
      const size = parseFloat(style.fontSize);
      const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
      const found = ratio(over(parse(style.color), behind(node)), behind(node));
      if (found < least) faults.push(`${name(node)}: ${found.toFixed(2)}, and ${least} is wanted`);
    }
    for (const node of document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea, button:not(.plain)")) {
      if (!seen(node) || resting(node)) continue;
      const style = getComputedStyle(node);
      const around = behind(node.parentElement);
      const shape = [over(parse(style.borderTopColor), around), behind(node)].map((each) => ratio(each, around));
      if (Math.max(...shape) < 3) faults.push(`the border of ${name(node)} ${node.name ?? ""}: ${Math.max(...shape).toFixed(2)}, and 3 is wanted`);
      const written = node.value && node.tagName !== "BUTTON" ? ratio(over(parse(style.color), behind(node)), behind(node)) : 21;
      if (written < 4.5) faults.push(`what is written in ${name(node)} ${node.name}: ${written.toFixed(2)}`);
    }
    return faults;
  };
  const names = () => [...document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href], summary, dialog, nav, meter, progress")]
    .filter((each) => each.matches("dialog") || each.checkVisibility())
    .filter((each) => !(each.ariaLabel ?? "").trim() && !each.getAttribute("aria-labelledby")
      && ![...(each.labels ?? [])].some((label) => label.textContent.trim())
      && !(each.matches("button, a, summary") && each.textContent.trim()))
    .map((each) => `no name: ${each.outerHTML.slice(0, 120)}`);
  const structure = () => {
    const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two elements are #${id}`);
    const dead = [...document.querySelectorAll("[aria-labelledby], [aria-describedby]")]
      .flatMap((each) => `${each.getAttribute("aria-labelledby") ?? ""} ${each.getAttribute("aria-describedby") ?? ""}`.split(" ").filter(Boolean))
      .filter((id) => !document.getElementById(id)).map((id) => `nothing is #${id}`);
    const headings = document.querySelectorAll("h1").length === 1 ? [] : ["not one h1"];
    return [...twice, ...dead, ...headings];
  };
  return [...contrast(), ...names(), ...structure()];
}
