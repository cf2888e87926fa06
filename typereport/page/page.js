"use strict";
(() => {
  const $ = (id) => document.getElementById(id);

  // el makes an element: attributes that start with "on" are listeners, those
  // that are false are left out; children are elements or texts.
  const el = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false && value !== undefined) made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  };

  // unpack reads what is in a script element: JSON, deflated, in base 64.
  const unpack = async (id) => {
    const text = atob($(id).textContent);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  };

  const percent = (part, whole) => (whole ? (part * 100) / whole : 100);
  const typedShare = (share) => percent(share.typed, share.slots);
  const knownShare = (share) => percent(share.known, share.expressions);
  const holesOf = (share) => share.slots - share.typed;
  const number = (value) => value.toLocaleString("en");
  const shown = (value) => value.toFixed(1) + " %";
  const nameOf = (module) => module.name || "(in no module)";

  // Theme: the system's until somebody chooses.
  const setTheme = (dark) => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    $("theme").textContent = dark ? "Light" : "Dark";
    $("theme").setAttribute("aria-label", dark ? "Use the light theme" : "Use the dark theme");
  };
  $("theme").removeAttribute("aria-pressed");
  setTheme(matchMedia("(prefers-color-scheme: dark)").matches);
  $("theme").addEventListener("click", () => setTheme(document.documentElement.dataset.theme !== "dark"));

  const steps = [
    [90, "--m4", "90 % and more"], [70, "--m3", "from 70 %"], [40, "--m2", "from 40 %"], [10, "--m1", "from 10 %"], [0, "--m0", "less"],
  ];
  const colourOf = (share) => "var(" + steps.find(([least]) => typedShare(share) >= least)[1] + ")";

  const bar = (share) => {
    const strict = share.typed - share.loose;
    const part = (kind, count) => (count ? el("i", { class: kind, style: `width:${percent(count, share.slots)}%` }) : null);
    return el("span", { class: "bar", "aria-hidden": "true" },
      ...(share.slots ? [part("t", strict), part("l", share.loose), part("s", share.suggested)] : [el("i", { class: "t", style: "width:100%" })]));
  };

  const counted = (count, noun) => number(count) + " " + noun + (count === 1 ? "" : "s");

  const renderTotals = (report) => {
    const total = report.total;
    const cards = [
      ["typed parameters and results", shown(typedShare(total)), ""],
      ["typed, but with Any inside", number(total.loose), " loose"],
      ["holes", number(holesOf(total)), " of " + number(total.slots)],
      ["holes with a certain suggestion", number(total.suggested), ""],
      ["expressions of known type", shown(knownShare(total)), ""],
    ];
    if (report.trend) {
      const change = typedShare(report.trend.after) - typedShare(report.trend.before);
      cards.push(["since the earlier report", (change >= 0 ? "+" : "−") + Math.abs(change).toFixed(1), " points"]);
    }
    $("totals").append(...cards.map(([label, value, unit]) => el("div", {}, el("dt", {}, label), el("dd", {}, value, unit ? el("small", {}, unit) : ""))));
  };

  // squarify lays out areas in a rectangle, each about as wide as high
  // (Bruls, Huizing, van Wijk 2000).
  const squarify = (items, width, height) => {
    const total = items.reduce((sum, item) => sum + item.size, 0);
    const scale = (width * height) / total;
    const placed = [];
    let [x, y, w, h] = [0, 0, width, height];
    const worst = (row, sum, side) => {
      const length = sum / side;
      return Math.max(...row.map((item) => { const other = (item.size * scale) / length; return Math.max(length / other, other / length); }));
    };
    for (let i = 0; i < items.length;) {
      const side = Math.min(w, h);
      let row = [items[i]];
      let sum = items[i].size * scale;
      let best = worst(row, sum, side);
      for (i++; i < items.length; i++) {
        const next = [...row, items[i]];
        const nextSum = sum + items[i].size * scale;
        const nextWorst = worst(next, nextSum, side);
        if (nextWorst > best) break;
        [row, sum, best] = [next, nextSum, nextWorst];
      }
      const length = sum / side;
      let along = 0;
      for (const item of row) {
        const other = (item.size * scale) / length;
        placed.push(w >= h ? { item, x, y: y + along, w: length, h: other } : { item, x: x + along, y, w: other, h: length });
        along += other;
      }
      if (w >= h) { x += length; w -= length; } else { y += length; h -= length; }
    }
    return placed;
  };

  const renderMap = (report) => {
    const map = $("map");
    const items = report.modules.filter((module) => module.share.slots).map((module) => ({ module, size: module.share.slots })).sort((a, b) => b.size - a.size);
    const draw = () => {
      if (!items.length) { map.hidden = true; return; }
      const box = map.getBoundingClientRect();
      map.replaceChildren(...squarify(items, box.width, box.height).map(({ item: { module }, x, y, w, h }) => {
        const label = `${nameOf(module)} ${typedShare(module.share).toFixed(0)} % of ${number(module.share.slots)} typed`;
        const roomy = w > 46 && h > 38;
        return el("button", {
          type: "button", title: label, "aria-label": roomy ? false : label,
          style: `left:${x}px;top:${y}px;width:${w}px;height:${h}px;background:${colourOf(module.share)}`,
          onclick: () => reveal(module),
        }, ...(roomy ? [el("span", {}, nameOf(module)), " ", el("span", {}, typedShare(module.share).toFixed(0) + " %")] : []));
      }));
    };
    $("legend").append(...steps.map(([, colour, label]) => el("li", {}, el("i", { style: `background:var(${colour})` }), label)));
    draw();
    let width = map.clientWidth;
    new ResizeObserver(() => { if (map.clientWidth !== width) { width = map.clientWidth; draw(); } }).observe(map);
  };

  const filters = () => ({ words: $("search").value.toLowerCase().split(/\s+/).filter(Boolean), show: $("show").value, kind: $("kind").value, order: $("order").value });

  const wanted = {
    all: () => true,
    holes: (parameter) => parameter.state === "untyped",
    suggested: (parameter) => parameter.state === "untyped" && parameter.suggested,
    loose: (parameter) => parameter.state === "loose",
  };

  // textOf is what a search looks at.
  const textOf = (definition) => (definition.text ??= [
    definition.name, definition.kind, definition.path, definition.is, definition.returns,
    ...(definition.parameters || []).map((p) => ["$" + p.name, p.declared, p.suggested, p.likely].join(" ")),
  ].join(" ").toLowerCase());

  const matching = (module, by) => {
    const name = module.name.toLowerCase();
    const words = by.words.filter((word) => name !== word);
    return module.definitions.filter((definition) =>
      (!by.kind || definition.kind === by.kind) &&
      words.every((word) => textOf(definition).includes(word)) &&
      (by.show === "all" || (definition.parameters || []).some(wanted[by.show])));
  };

  let report;
  const opened = new Set();

  const render = () => {
    const by = filters();
    const filtering = by.words.length > 0 || by.show !== "all" || by.kind !== "";
    const found = report.modules.map((module) => ({ module, definitions: matching(module, by) })).filter(({ definitions }) => definitions.length > 0 || !filtering);
    const order = {
      name: () => 0,
      share: (a, b) => typedShare(a.module.share) - typedShare(b.module.share) || b.module.share.slots - a.module.share.slots,
      holes: (a, b) => holesOf(b.module.share) - holesOf(a.module.share),
    }[by.order];
    found.sort(order);
    const definitions = found.reduce((sum, one) => sum + one.definitions.length, 0);
    $("count").textContent = `${counted(definitions, "definition")} in ${counted(found.length, "module")}`;
    $("list").replaceChildren(...found.map(({ module, definitions }) => moduleElement(module, definitions, by)));
  };

  const moduleElement = (module, definitions, by) => {
    const share = module.share;
    const id = "module-" + module.index;
    const inside = el("div", { class: "inside", id: id + "-inside", hidden: "" });
    const open = (expanded) => {
      button.setAttribute("aria-expanded", expanded);
      inside.hidden = !expanded;
      if (expanded) opened.add(module); else opened.delete(module);
      if (expanded && !inside.firstChild) inside.append(...definitions.map((definition) => definitionElement(module, definition, by)), definitions.length ? "" : el("p", { class: "quiet" }, "Nothing is defined here."));
    };
    const button = el("button", { type: "button", "aria-expanded": "false", "aria-controls": id + "-inside", onclick: () => open(inside.hidden) },
      el("span", { class: "arrow", "aria-hidden": "true" }, "▸"),
      el("span", { class: "name" }, nameOf(module)),
      bar(share),
      el("span", { class: "num" }, shown(typedShare(share))),
      el("span", { class: "note" }, `${number(holesOf(share))} holes of ${number(share.slots)}` + (share.suggested ? `, ${number(share.suggested)} suggested` : "")));
    const made = el("div", { class: "module", id }, el("h3", {}, button), inside);
    if (opened.has(module)) open(true);
    return made;
  };

  const sourceButton = (module, path, line) => el("button", { type: "button", class: "link", onclick: () => openSource(module, path, line) }, `${path}:${line}`);

  const definitionElement = (module, definition, by) => {
    const words = { class: "class", define: "defined type", function: "function", plan: "plan", type: "type alias" };
    const head = el("h4", {}, el("code", {}, definition.name), el("span", { class: "kind" }, words[definition.kind]), sourceButton(module, definition.path, definition.line));
    const made = el("div", { class: "definition" }, head);
    if (definition.is) made.append(el("p", {}, "= ", el("code", {}, definition.is)));
    const parameters = (definition.parameters || []).filter(wanted[by.show]);
    if (parameters.length) {
      made.append(el("table", { class: "params" },
        el("thead", {}, el("tr", {}, ...["parameter", "type", "default", "values and uses"].map((text) => el("th", { scope: "col" }, text)))),
        el("tbody", {}, ...parameters.map((parameter) => parameterRow(module, parameter)))));
    }
    if (definition.returns && by.show === "all") {
      made.append(el("p", {}, definition.returns_declared ? "returns " : "returns, as inferred, ", el("code", {}, definition.returns),
        definition.suggested_return ? copyButton(">> " + definition.suggested_return) : ""));
    }
    const variables = definition.variables || [];
    if (variables.length && by.show === "all") {
      made.append(el("details", {}, el("summary", { class: "quiet" }, variables.length === 1 ? "1 variable" : `${variables.length} variables`),
        ...variables.map((variable) => el("div", {}, el("code", {}, `$${variable.name}: ${variable.type || "not known"}`)))));
    }
    return made;
  };

  const copyButton = (text) => el("button", { type: "button", class: "copy", "aria-label": "Copy " + text, onclick: async (event) => {
    const button = event.currentTarget;
    await navigator.clipboard.writeText(text).then(() => { button.textContent = "copied"; }, () => { button.textContent = "not allowed"; });
    setTimeout(() => { button.textContent = "copy"; }, 1200);
  } }, "copy");

  const parameterRow = (module, parameter) => {
    const type = el("td", { class: "state-" + parameter.state }, el("code", {}, parameter.declared || "no type"));
    if (parameter.suggested) type.append(el("div", { class: "offer" }, "suggested: ", el("code", {}, parameter.suggested), copyButton(`${parameter.suggested} $${parameter.name}`)));
    else if (parameter.likely) type.append(el("div", { class: "quiet" }, "perhaps ", el("code", {}, parameter.likely)));
    const notes = [];
    for (const use of parameter.uses || []) notes.push(el("div", {}, `line ${use.line}: ${use.what} takes `, el("code", {}, use.accepts)));
    const values = parameter.values || [];
    for (const value of values.slice(0, 4)) notes.push(el("div", { class: "quiet" }, value.from === "data" ? "data: " : "given: ", value.type ? el("code", {}, value.type) : "", ` ${value.path}:${value.line}`));
    if (values.length > 4) notes.push(el("div", { class: "quiet" }, `and ${values.length - 4} more`));
    return el("tr", {}, el("td", {}, el("code", {}, "$" + parameter.name)), type, el("td", {}, parameter.default ? el("code", {}, parameter.default) : ""), el("td", {}, ...notes));
  };

  // reveal opens a module in the list and goes there.
  const reveal = (module) => {
    if (!$("module-" + module.index)) { $("filters").reset(); render(); }
    const button = $("module-" + module.index).querySelector("button");
    if (button.getAttribute("aria-expanded") === "false") button.click();
    button.scrollIntoView({ block: "start" });
    button.focus({ preventScroll: true });
  };

  const renderHoles = () => {
    const holes = [];
    for (const module of report.modules) for (const definition of module.definitions) for (const parameter of definition.parameters || []) {
      if (parameter.state === "untyped") holes.push({ module, definition, parameter });
    }
    holes.sort((a, b) => (b.parameter.cost || 0) - (a.parameter.cost || 0));
    if (!holes.length) { $("holes").append(el("p", { class: "quiet" }, "None: every parameter has a type.")); return; }
    $("holes").append(el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col", class: "num" }, "cost"), el("th", { scope: "col" }, "parameter"), el("th", { scope: "col" }, "type"))),
      el("tbody", {}, ...holes.slice(0, 60).map(({ module, definition, parameter }) => el("tr", {},
        el("td", { class: "num" }, number(parameter.cost || 0)),
        el("td", {}, el("code", {}, `${definition.name} $${parameter.name} `), sourceButton(module, definition.path, parameter.line)),
        el("td", {}, parameter.suggested ? el("code", { class: "offer" }, parameter.suggested) : parameter.likely ? el("span", { class: "quiet" }, "perhaps ", el("code", {}, parameter.likely)) : el("span", { class: "quiet" }, "nothing is known")))))));
  };

  const renderUnknown = () => {
    if (!report.unknown.length) { $("unknown").append(el("p", { class: "quiet" }, "Nothing is missing.")); return; }
    $("unknown").append(el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col", class: "num" }, "times"), el("th", { scope: "col" }, "cause"))),
      el("tbody", {}, ...report.unknown.slice(0, 60).map((cause) => el("tr", {}, el("td", { class: "num" }, number(cause.count)), el("td", {}, cause.text))))));
  };

  // The source of a file, with the type of each name.
  const sources = new Map();
  let tokens = [];
  let current = -1;

  const openSource = async (module, path, line) => {
    if (!sources.has(module)) sources.set(module, await unpack("source-" + module.index));
    const { types, files } = sources.get(module);
    const file = files[module.files.findIndex((one) => one.path === path)];
    const pre = el("pre", {});
    tokens = [];
    current = -1;
    let row = el("span", { class: "row" });
    const put = (text, type) => {
      text.split("\n").forEach((piece, i) => {
        if (i > 0) { row.append("\n"); pre.append(row); row = el("span", { class: "row" }); }
        if (!piece) return;
        if (type === undefined) { row.append(piece); return; }
        const token = el("b", { class: type === "Any" ? "any" : false });
        token.textContent = piece;
        token.type = type;
        tokens.push(token);
        row.append(token);
      });
    };
    let at = 0;
    for (let i = 0; i < file.spans.length; i += 3) {
      const start = at + file.spans[i];
      put(file.text.slice(at, start));
      at = start + file.spans[i + 1];
      put(file.text.slice(start, at), types[file.spans[i + 2]]);
    }
    put(file.text.slice(at));
    pre.append(row);
    $("source-title").textContent = path;
    $("source-text").replaceChildren(pre);
    $("source").showModal();
    const target = pre.children[line - 1];
    if (target) { target.classList.add("hit"); target.scrollIntoView({ block: "center" }); }
    $("source-text").focus({ preventScroll: true });
  };

  const say = (token) => {
    $("source-type").textContent = `${token.textContent}: ${token.type === "Any" ? "not known" : token.type}`;
  };
  $("source-text").addEventListener("mouseover", (event) => { if (event.target.type !== undefined) say(event.target); });
  $("source-text").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || !tokens.length) return;
    event.preventDefault();
    tokens[current]?.classList.remove("at");
    if (current < 0) {
      const hit = $("source-text").querySelector(".hit");
      current = hit ? Math.max(0, tokens.findIndex((token) => hit.compareDocumentPosition(token) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY))) : 0;
    } else current = Math.min(tokens.length - 1, Math.max(0, current + by));
    tokens[current].classList.add("at");
    tokens[current].scrollIntoView({ block: "nearest", inline: "nearest" });
    say(tokens[current]);
  });
  $("source-close").addEventListener("click", () => $("source").close());

  const start = async () => {
    report = await unpack("report");
    report.modules.forEach((module, index) => { module.index = index; });
    renderTotals(report);
    if (report.modules.length === 1) opened.add(report.modules[0]);
    let timer;
    $("search").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(render, 60); });
    for (const id of ["show", "kind", "order"]) $(id).addEventListener("change", render);
    $("filters").addEventListener("submit", (event) => event.preventDefault());
    render();
    renderMap(report);
    renderHoles();
    renderUnknown();
    document.documentElement.dataset.ready = Math.round(performance.now());
  };
  start();
})();
