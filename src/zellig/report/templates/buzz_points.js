// The browser of questions: reads the packed data of this page, filters it, and shows who buzzed where over the text.
{% include "paging.js" %}

const browser = (async () => {
  const data = await unpacked();
  const form = byId("filters");
  const [END, WORDS, PLAYER, RIGHT, VALUE, SAID] = [0, 1, 2, 3, 4, 5]; // of a mark
  const [NAME, TEAM, KIND] = [0, 1, 2]; // of a player

  // -- the choices of the filters

  data.questions.forEach((question, place) => Object.defineProperties(question, {
    place: { value: place },
    haystack: { value: `${question.id} ${question.text} ${question.answer} ${question.phenomena.join(" ")}`.toLowerCase() },
  }));
  const buzzed = new Set(data.questions.flatMap((question) => question.marks.map((mark) => mark[PLAYER])));
  const choices = {
    player: data.players.map((player, place) => [player[NAME], String(place)]).filter(([, place]) => buzzed.has(Number(place))),
    team: [...new Set(data.players.map((player) => player[TEAM]))].filter(Boolean).map((name) => [name, name]),
    category: [...new Set(data.questions.map((question) => question.category))].filter(Boolean).map((name) => [name, name]),
    side: [...new Set(data.questions.map((question) => question.side))].filter(Boolean).map((name) => [name, name]),
  };
  for (const [name, options] of Object.entries(choices)) {
    options.sort((a, b) => a[0].localeCompare(b[0]));
    form.elements[name].append(...options.map(([words, value]) => new Option(words, value)));
    form.elements[name].closest("label").hidden = options.length < 2;
  }
  const marksOf = (question, wanted) => question.marks.filter((mark) =>
    (!wanted.player || mark[PLAYER] === Number(wanted.player))
    && (!wanted.team || data.players[mark[PLAYER]][TEAM] === wanted.team)
    && (!["right", "wrong"].includes(wanted.outcome) || mark[RIGHT] === (wanted.outcome === "right")));
  const matches = (question, wanted) =>
    (!wanted.category || question.category === wanted.category)
    && (!wanted.side || question.side === wanted.side)
    && (!wanted.search || question.haystack.includes(wanted.search.toLowerCase()))
    && (wanted.outcome === "none" ? !question.marks.length
      : !(wanted.player || wanted.team || wanted.outcome) || marksOf(question, wanted).length > 0);

  // -- a question

  const many = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const points = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;
  const nameOf = (mark) => {
    const player = data.players[mark[PLAYER]];
    return player[TEAM] ? `${player[NAME]} (${player[TEAM]})` : player[NAME];
  };
  const sign = (marks, right) => {
    const these = marks.filter((mark) => mark[RIGHT] === right);
    if (!these.length) return [];
    const node = element("span", `mark ${right ? "right" : "wrong"}`, `${right ? "✓" : "✗"}${these.length > 1 ? these.length : ""}`);
    const names = these.slice(0, 8).map(nameOf).join(", ") + (these.length > 8 ? ` and ${these.length - 8} more` : "");
    node.title = `${right ? "right" : "wrong"}: ${names}`;
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", node.title);
    return [node];
  };
  const textOf = (question, marks) => {
    const line = element("p", "text");
    let from = 0;
    for (const end of [...new Set(marks.map((mark) => mark[END]))]) { // they come in order
      const here = marks.filter((mark) => mark[END] === end);
      line.append(question.text.slice(from, end), ...sign(here, true), ...sign(here, false));
      from = end;
    }
    line.append(question.text.slice(from));
    return line;
  };
  const tableOf = (marks) => {
    const rows = marks.map((mark) => element("tr", "",
      element("td", "", nameOf(mark)),
      element("td", "", data.players[mark[PLAYER]][KIND]),
      element("td", "n", String(mark[WORDS])),
      element("td", mark[RIGHT] ? "right" : "wrong", `${mark[RIGHT] ? "✓ right" : "✗ wrong"}`),
      element("td", "n", points(mark[VALUE])),
      element("td", "", mark[SAID])));
    const heads = ["player", "kind", "words heard", "", "points", "said"].map((head) => element("th", "", head));
    return element("div", "scroll", element("table", "", element("thead", "", element("tr", "", ...heads)), element("tbody", "", ...rows)));
  };
  const card = (question) => {
    const wanted = Object.fromEntries(new FormData(form));
    const marks = marksOf(question, wanted);
    const right = marks.filter((mark) => mark[RIGHT]).length;
    const [node, permalink] = cardOf("pair question", "question", question.id);
    node.dataset.id = question.id;
    const about = [question.category, question.side, question.phenomena.join(", "), question.id,
      marks.length ? `${many(marks.length, "buzz").replace("buzzs", "buzzes")}, ${right} right` : "nobody buzzed"];
    node.append(element("div", "about", about.filter(Boolean).join(" · ")), textOf(question, marks));
    node.append(element("p", "answer-line", element("b", "", "Answer: "), question.answer));
    if (marks.length) node.append(element("details", "", element("summary", "", "Who buzzed"), tableOf(marks)));
    node.append(element("p", "acts", permalink));
    return node;
  };

  // -- what can be done

  const copy = (question) => {
    const buzzes = question.marks.map((mark) => ({ player: data.players[mark[PLAYER]][NAME], team: data.players[mark[PLAYER]][TEAM],
      words: mark[WORDS], right: mark[RIGHT], points: mark[VALUE], said: mark[SAID] }));
    return copyWords(question.id, { id: question.id, side: question.side, category: question.category, buzzes });
  };
  const earliest = (question) => Math.min(2, ...question.marks.filter((mark) => mark[RIGHT]).map((mark) => mark[END] / question.text.length));
  const rightShare = (question) => question.marks.filter((mark) => mark[RIGHT]).length / (question.marks.length || 1);
  const ORDERS = { asked: () => 0, early: (a, b) => earliest(a) - earliest(b), hard: (a, b) => rightShare(a) - rightShare(b) };
  const choose = (wanted) => data.questions.filter((question) => matches(question, wanted))
    .sort((a, b) => ORDERS[wanted.order](a, b) || a.place - b.place);
  const { clear, turn } = paged({
    size: 10, records: data.questions, noun: "question", key: (question) => question.id, choose, card,
    elsewhere: "The question of this link is not in this report.",
  });
  return { clear, turn, copy: (key) => copy(data.questions.find((question) => question.id === key)) };
})();
