"use strict";
(() => {
  const percent = (part, whole) => (whole ? (part * 100) / whole : 100);
  const typedShare = (share) => percent(share.typed, share.slots);
  const untypedOf = (share) => share.slots - share.typed;
  const number = (value) => value.toLocaleString("en");
  // shown returns a share as a percentage: 0 and 100 only for none and all, a dash if the
  // whole is 0.
  const shown = (part = 0, whole, digits = 1) => {
    if (!whole) return "–";
    const least = 10 ** -digits;
    const value = part > 0 && part < whole ? Math.min(100 - least, Math.max(least, percent(part, whole))) : percent(part, whole);
    return value.toFixed(digits) + " %";
  };
  const typed = (share, digits) => shown(share.typed, share.slots, digits);
  const nameOf = (module) => module.name || "(in no module)";

  const steps = [
    [90, "--m4", "90 % and more"], [70, "--m3", "from 70 %"], [40, "--m2", "from 40 %"], [10, "--m1", "from 10 %"], [0, "--m0", "less"],
  ];
  const colourOf = (share) => "var(" + steps.find(([least]) => typedShare(share) >= least)[1] + ")";

  const bar = (share) => {
    const strict = share.typed - share.partly_typed;
    const part = (kind, count) => (count ? el("i", { class: kind, style: `width:${percent(count, share.slots)}%` }) : null);
    return el("span", { class: "bar", "aria-hidden": "true" },
      ...(share.slots ? [part("t", strict), part("l", share.partly_typed), part("s", share.suggested)] : []));
  };

  const counted = (count, noun) => number(count) + " " + noun + (count === 1 ? "" : "s");

  const renderTotals = (report) => {
    const total = report.total;
    const cards = [
      ["of parameters and results are typed", typed(total), ""],
      ["of these contain Any", number(total.partly_typed), "partly typed"],
      [`of ${number(total.slots)} have no type`, number(untypedOf(total)), "untyped"],
      ["of these have a suggested type", number(total.suggested), "suggested"],
      ["of expressions have a known type", shown(total.known, total.expressions), ""],
    ];
    if (report.trend?.before.slots && report.trend.after.slots) {
      const change = typedShare(report.trend.after) - typedShare(report.trend.before);
      cards.push(["since the earlier report", (change >= 0 ? "+" : "−") + Math.abs(change).toFixed(1), "points"]);
    }
    $("totals").append(...cards.map(([label, value, unit]) => el("div", {}, el("dt", {}, label), el("dd", {}, value, unit ? el("small", {}, unit) : ""))));
  };

  // squarify divides a rectangle into areas that are about as wide as high
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

  // maxTiles is the largest number of tiles in the map.
  const maxTiles = 300;

  // tilesOf returns the tiles of the map: the modules, or the definitions if there is one
  // module.
  const tilesOf = (report) => {
    const tiles = report.modules.length === 1
      ? report.modules[0].definitions.map((definition) => ({ name: definition.name, share: definition.share, go: () => revealDefinition(report.modules[0], definition) }))
      : report.modules.map((module) => ({ name: nameOf(module), share: module.share, go: () => reveal(module) }));
    const sized = tiles.filter((tile) => tile.share.slots).map((tile) => ({ ...tile, size: tile.share.slots })).sort((a, b) => b.size - a.size);
    if (sized.length <= maxTiles) return sized;
    const others = sized.slice(maxTiles - 1);
    const share = { slots: 0, typed: 0 };
    for (const tile of others) { share.slots += tile.share.slots; share.typed += tile.share.typed; }
    return [...sized.slice(0, maxTiles - 1), { name: `${number(others.length)} others`, share, size: share.slots, go: () => $("modules").focus() }].sort((a, b) => b.size - a.size);
  };

  const renderMap = (report) => {
    const map = $("map");
    const items = tilesOf(report);
    if (report.modules.length === 1) $("map-title").textContent = "Definitions by size, coloured by typed share";
    $("legend").append(...steps.map(([, colour, label]) => el("li", {}, el("i", { style: `background:var(${colour})` }), label)));
    if (!items.length) { map.replaceChildren(el("p", { class: "quiet" }, "There are no parameters and results that could have a type.")); map.classList.add("none"); return; }
    const label = (tile) => `${tile.name}: ${typed(tile.share, 0)} of ${number(tile.share.slots)} typed`;
    // The tile with the keyboard's focus is described, rather than the one under the mouse,
    // where the page may have scrolled to.
    let focused = null;
    const tell = (tile) => { $("map-status").textContent = (focused ?? tile) ? label(focused ?? tile) : "Each tile leads to its place in the list; the arrow keys go from one to the next."; };
    let placed = [];
    // The tab key stops at one tile only; the arrow keys move to the others.
    const focus = (index) => {
      [...map.children].forEach((tile, i) => { tile.tabIndex = i === index ? 0 : -1; });
      map.children[index].focus();
    };
    const neighbour = (from, dx, dy) => {
      const centre = ({ x, y, w, h }) => [x + w / 2, y + h / 2];
      const [fx, fy] = centre(placed[from]);
      let best = from;
      let least = Infinity;
      placed.forEach((tile, i) => {
        const [x, y] = centre(tile);
        const ahead = (x - fx) * dx + (y - fy) * dy;
        const distance = ahead + 3 * Math.abs((x - fx) * dy + (y - fy) * dx);
        if (i !== from && ahead > 1 && distance < least) [best, least] = [i, distance];
      });
      return best;
    };
    map.addEventListener("keydown", (event) => {
      const from = [...map.children].indexOf(document.activeElement);
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (from < 0 || (!way && event.key !== "Home" && event.key !== "End")) return;
      event.preventDefault();
      focus(way ? neighbour(from, ...way) : event.key === "Home" ? 0 : placed.length - 1);
    });
    const draw = () => {
      const box = map.getBoundingClientRect();
      placed = squarify(items, box.width, box.height);
      map.replaceChildren(...placed.map(({ item, x, y, w, h }, i) => {
        const roomy = w > 46 && h > 38;
        return el("button", {
          type: "button", "aria-label": roomy ? false : label(item), tabindex: i === 0 ? "0" : "-1", "data-name": item.name,
          style: `left:${x}px;top:${y}px;width:${w}px;height:${h}px;background:${colourOf(item.share)}`,
          onclick: item.go, onfocus: () => { focused = item; tell(); }, onblur: () => { focused = null; tell(); }, onmouseenter: () => tell(item), onmouseleave: () => tell(),
        }, ...(roomy ? [el("span", {}, item.name), " ", el("span", {}, typed(item.share, 0))] : []));
      }));
    };
    draw();
    tell();
    let width = map.clientWidth;
    new ResizeObserver(() => { if (map.clientWidth !== width) { width = map.clientWidth; draw(); } }).observe(map);
  };

  const filters = () => ({ words: $("search").value.toLowerCase().split(/\s+/).filter(Boolean), show: $("show").value, kind: $("kind").value, order: $("order").value });

  const wanted = {
    all: () => true,
    untyped: (parameter) => parameter.state === "untyped",
    suggested: (parameter) => parameter.state === "untyped" && parameter.suggested,
    partly: (parameter) => parameter.state === "partly",
  };

  // slotsOf returns the parameters of a definition and, for a function, its result.
  const slotsOf = (definition) => (definition.slots ??= [...(definition.parameters || []), ...(definition.kind === "function" ? [{
    isResult: true, line: definition.line, cost: definition.return_cost, suggested: definition.suggested_return,
    state: definition.return_state,
    declared: definition.returns_declared ? definition.returns : "", inferred: definition.returns_declared ? "" : definition.returns,
  }] : [])]);

  // textOf returns the text of a definition that the search examines.
  const textOf = (definition) => (definition.text ??= [
    definition.name, definition.kind, definition.path, definition.is, definition.returns,
    ...(definition.parameters || []).map((p) => ["$" + p.name, p.declared, p.suggested, p.likely].join(" ")),
    ...(definition.variables || []).map((variable) => "$" + variable.name),
  ].join(" ").toLowerCase());

  const matching = (module, by) => {
    const name = module.name.toLowerCase();
    const words = by.words.filter((word) => name !== word);
    return module.definitions.filter((definition) =>
      (!by.kind || definition.kind === by.kind) &&
      words.every((word) => textOf(definition).includes(word)) &&
      (by.show === "all" || slotsOf(definition).some(wanted[by.show])));
  };

  let report;
  const opened = new Set();

  // openAtOnce is the number of definitions that a search shows without a click.
  const openAtOnce = 30;

  const render = () => {
    const by = filters();
    const filtering = by.words.length > 0 || by.show !== "all" || by.kind !== "";
    const found = report.modules.map((module) => ({ module, definitions: matching(module, by) })).filter(({ definitions }) => definitions.length > 0 || !filtering);
    const order = {
      name: () => 0,
      share: (a, b) => typedShare(a.module.share) - typedShare(b.module.share) || b.module.share.slots - a.module.share.slots,
      untyped: (a, b) => untypedOf(b.module.share) - untypedOf(a.module.share),
    }[by.order];
    found.sort(order);
    const definitions = found.reduce((sum, one) => sum + one.definitions.length, 0);
    $("count").textContent = `${counted(definitions, "definition")} in ${counted(found.length, "module")}`;
    const atOnce = filtering && definitions <= openAtOnce;
    $("list").replaceChildren(...found.map(({ module, definitions }) => moduleElement(module, definitions, by, atOnce)));
    if (!found.length) {
      $("list").append(el("p", { class: "nothing" }, report.modules.length ? "Nothing fits. " : "There is no Puppet code here.",
        filtering ? el("button", { type: "button", onclick: () => { $("filters").reset(); changed(); $("search").focus(); } }, "Show everything") : ""));
    }
  };

  // changed applies the filters and writes them into the address.
  const changed = () => { render(); remember(); };

  const moduleElement = (module, definitions, by, atOnce) => {
    const share = module.share;
    const id = "module-" + module.index;
    const inside = el("div", { class: "inside", id: id + "-inside", hidden: "" });
    const open = (expanded) => {
      button.setAttribute("aria-expanded", expanded);
      inside.hidden = !expanded;
      if (expanded && !inside.firstChild) fill(inside, module, definitions, by);
    };
    const toggle = () => {
      if (inside.hidden) opened.add(module); else opened.delete(module);
      open(inside.hidden);
    };
    const note = share.slots && !untypedOf(share) ? (share.slots === 1 ? "typed" : `all ${number(share.slots)} typed`) : share.slots ? `${number(untypedOf(share))} untyped of ${number(share.slots)}` + (share.suggested ? `, ${number(share.suggested)} suggested` : "") : "no parameters or results";
    const button = el("button", { type: "button", "aria-expanded": "false", "aria-controls": id + "-inside", onclick: toggle },
      el("span", { class: "arrow", "aria-hidden": "true" }),
      el("span", { class: "name" }, nameOf(module)),
      bar(share),
      el("span", { class: "num" }, typed(share)),
      el("span", { class: "note" }, note));
    const made = el("div", { class: "module", id }, el("h3", {}, button), inside);
    if (opened.has(module) || atOnce) open(true);
    return made;
  };

  // inBatch is the number of definitions of a module that are shown at a time.
  const inBatch = 150;

  // fill shows a module: its definitions and, without a search, its files and the reasons for
  // unknown types.
  const fill = (inside, module, definitions, by) => {
    const list = el("div", {});
    inside.append(list);
    const put = (from, to) => {
      list.append(...definitions.slice(from, to).map((definition) => definitionElement(module, definition, by)));
      if (to >= definitions.length) return;
      const more = el("button", { type: "button", class: "more", onclick: () => {
        more.remove();
        put(to, to + inBatch);
        $(idOf(definitions[to])).focus();
      } }, `Show ${number(Math.min(inBatch, definitions.length - to))} more of ${number(definitions.length)}`);
      list.append(more);
    };
    put(0, Math.max(inBatch, (module.reach || 0) + 1));
    if (!definitions.length) inside.append(el("p", { class: "quiet" }, "Nothing is defined here."));
    if (by.words.length || by.show !== "all" || by.kind) return;
    const unknown = module.unknown || [];
    if (unknown.length) {
      inside.append(el("details", {}, el("summary", { class: "quiet" }, "Why types are unknown here"),
        el("ul", { class: "plain" }, ...unknown.map((cause) => el("li", {}, `${number(cause.count)} × ${cause.text}`)))));
    }
    inside.append(el("details", {}, el("summary", { class: "quiet" }, counted(module.files.length, "file")),
      el("ul", { class: "plain" }, ...module.files.map((file) => el("li", {}, sourceLink(file.path), " ",
        el("span", { class: "quiet" }, file.share.expressions ? shown(file.share.known || 0, file.share.expressions) + " of expressions known" : ""))))));
  };

  const sourceLink = (path, line) => {
    const place = line ? `${path}:${line}` : path;
    return el("a", { class: "link", href: hashOf({ source: place }) }, place);
  };

  // long shows the beginning of a long text, and all of it after a click.
  const long = (text, kind) => (text.length <= 200 ? el("code", { class: kind }, text)
    : el("details", { class: "long" }, el("summary", {}, el("code", { class: kind }, text.slice(0, 120).replace(/\s+/g, " ") + "…")), el("code", { class: kind }, text)));

  const definitionElement = (module, definition, by) => {
    const words = { class: "class", define: "defined type", function: "function", plan: "plan", type: "type alias" };
    const head = el("h4", { tabindex: "-1", id: idOf(definition) }, el("a", { href: hashOf({ definition: keyOf(definition) }) }, el("code", {}, definition.name)), el("span", { class: "kind" }, words[definition.kind]), sourceLink(definition.path, definition.line));
    const made = el("div", { class: "definition" }, head);
    if (definition.is) made.append(el("div", { class: "is" }, long(definition.is)));
    const parameters = slotsOf(definition).filter(wanted[by.show]);
    if (parameters.length) {
      made.append(el("table", { class: "params stacked", "aria-label": "Parameters of " + definition.name },
        el("thead", {}, el("tr", {}, ...["parameter", "type", "default", "values and uses"].map((text) => el("th", { scope: "col" }, text)))),
        el("tbody", {}, ...parameters.map((parameter) => parameterRow(module, parameter)))));
    }
    const variables = definition.variables || [];
    if (variables.length && by.show === "all") {
      made.append(el("details", {}, el("summary", { class: "quiet" }, variables.length === 1 ? "1 variable" : `${variables.length} variables`),
        el("ul", { class: "plain" }, ...variables.map((variable) => el("li", {}, long(`$${variable.name}: ${variable.type || "not known"}`))))));
    }
    return made;
  };

  // copyText copies through a text field if the page may not use the clipboard, such as over
  // plain HTTP.
  const copyText = async (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const held = el("textarea", { class: "hidden" });
    held.value = text;
    const focused = document.activeElement;
    document.body.append(held);
    held.select();
    const copied = document.execCommand("copy");
    held.remove();
    focused.focus();
    if (!copied) throw new Error("the browser does not copy");
  };
  const copyButton = (text) => el("button", { type: "button", class: "copy", "aria-label": "Copy " + text, onclick: async (event) => {
    const button = event.currentTarget;
    const say = (short, long) => { button.textContent = short; $("told").textContent = long; };
    await copyText(text).then(() => say("copied", "Copied " + text), () => say("not allowed", "Copying is not allowed here"));
    setTimeout(() => say("copy", ""), 1200);
  } }, "copy");

  // pasted returns the code of a suggestion.
  const pasted = (slot) => (slot.isResult ? `>> ${slot.suggested}` : `${slot.suggested} $${slot.name}`);
  const slotName = (slot) => (slot.isResult ? "result" : "$" + slot.name);

  // isLiteral matches defaults whose type is obvious.
  const isLiteral = /^(?:'[^']*'|"[^"$]*"|-?[\d.]+|[a-z]\w*|\[\]|\{\})$/;

  const parameterRow = (module, slot) => {
    const type = el("td", { class: "state-" + slot.state }, slot.declared ? long(slot.declared) : el("code", {}, "no type"));
    if (slot.suggested) type.append(el("div", { class: "offer" }, slot.documented ? "documented as " : "suggested: ", long(slot.suggested), copyButton(pasted(slot))));
    else if (slot.likely) type.append(el("div", { class: "quiet" }, "possibly ", long(slot.likely), slot.documented ? ", as documented" : ""));
    const preset = el("td", {}, slot.default ? long(slot.default) : "");
    if (slot.default_type && !isLiteral.test(slot.default)) preset.append(el("div", { class: "quiet" }, "is ", long(slot.default_type)));
    const notes = [];
    if (slot.inferred) notes.push(el("div", {}, "inferred: ", long(slot.inferred)));
    for (const use of slot.uses || []) notes.push(el("div", {}, `line ${use.line}: ${use.what} takes `, long(use.accepts)));
    const values = (slot.values || []).map((value) => el("div", { class: "quiet" }, value.from === "data" ? "data: " : "given: ", value.type ? long(value.type) : "", " ",
      value.from === "code" ? sourceLink(value.path, value.line) : `${value.path}:${value.line}`));
    notes.push(...values.slice(0, 4));
    if (values.length > 4) notes.push(el("details", {}, el("summary", { class: "quiet" }, `${number(values.length - 4)} more`), ...values.slice(4)));
    return el("tr", {}, el("th", { scope: "row" }, el("code", {}, slotName(slot))), type, preset, el("td", {}, ...notes));
  };

  // reveal opens a module in the list and scrolls to it.
  const reveal = (module) => {
    if (!$("module-" + module.index)) { $("filters").reset(); changed(); }
    const button = $("module-" + module.index).querySelector("button");
    if (button.getAttribute("aria-expanded") === "false") button.click();
    button.scrollIntoView({ block: "start" });
    button.focus({ preventScroll: true });
  };

  // keyOf identifies a definition, even if another environment has one of the same name.
  const keyOf = (definition) => `${definition.kind} ${definition.name}` + (/ \(.*\)$/.exec(definition.module.name) || "");
  const idOf = (definition) => "definition-" + keyOf(definition);

  const revealDefinition = (module, definition) => {
    opened.add(module);
    if (!$(idOf(definition))) {
      // A definition far down in a long module is searched for, so that the page does not have
      // to show all definitions before it.
      $("filters").reset();
      if (module.definitions.indexOf(definition) >= inBatch) $("search").value = definition.name;
      module.reach = matching(module, filters()).indexOf(definition);
      render();
    }
    $(idOf(definition)).scrollIntoView({ block: "start" });
    $(idOf(definition)).focus({ preventScroll: true });
  };

  // The address after "#" contains the search and the open definition or source, so that a
  // link and the back button lead there.
  const wordsOf = (values) => {
    const address = new URLSearchParams();
    for (const [key, value] of Object.entries(values)) if (value) address.set(key, value);
    return address.toString();
  };
  const hashOf = (values) => "#" + wordsOf(values);
  const remember = () => {
    const by = filters();
    const words = wordsOf({ search: $("search").value, show: by.show === "all" ? "" : by.show, kind: by.kind, order: by.order === "name" ? "" : by.order });
    try { history.replaceState(null, "", "#" + words); } catch { /* a page without an address of its own */ }
  };
  const follow = () => {
    const address = new URLSearchParams(location.hash.slice(1));
    const source = address.get("source");
    if (!source && $("source").open) $("source").close();
    if (source) {
      const at = /^(.*?)(?::(\d+))?$/s.exec(source);
      const module = report.modules.find((one) => one.files.some((file) => file.path === at[1]));
      if (module) openSource(module, at[1], Number(at[2]));
      return;
    }
    if (address.has("definition")) {
      for (const module of report.modules) for (const definition of module.definitions) {
        if (keyOf(definition) === address.get("definition")) { revealDefinition(module, definition); return; }
      }
      return;
    }
    if (![...address.values()].some(Boolean) && location.hash.length > 1) return; // a place in the page
    for (const id of ["search", "show", "kind", "order"]) {
      const first = { show: "all", order: "name" }[id] || "";
      $(id).value = address.get(id) || first;
      if (!$(id).value) $(id).value = first;
    }
    render();
  };

  // listed adds a table to a part of the page: the first rows at once, the others after a
  // click.
  const listed = (part, name, heads, rows, none) => {
    if (!rows.length) { part.append(el("p", { class: "quiet" }, none)); return; }
    const atOnce = 60;
    const body = el("tbody", {}, ...rows.slice(0, atOnce).map((row) => row()));
    part.append(el("table", { class: part.id === "untyped" && "stacked", "aria-label": name }, el("thead", {}, el("tr", {}, ...heads.map((head, i) => el("th", { scope: "col", class: i === 0 && "num" }, head)))), body));
    if (rows.length > atOnce) {
      part.append(el("button", { type: "button", class: "more", onclick: (event) => {
        const added = rows.slice(atOnce).map((row) => row());
        body.append(...added);
        event.currentTarget.remove();
        part.focus();
      } }, `Show ${number(rows.length - atOnce)} more`));
    }
  };

  const renderHoles = () => {
    const slots = [];
    for (const module of report.modules) for (const definition of module.definitions) for (const slot of slotsOf(definition)) {
      if (slot.state === "untyped") slots.push({ module, definition, slot });
    }
    slots.sort((a, b) => (b.slot.cost || 0) - (a.slot.cost || 0));
    listed($("untyped"), "Most expensive untyped slots", ["cost", "parameter", "type"], slots.map(({ module, definition, slot }) => () => el("tr", {},
      el("td", { class: "num" }, number(slot.cost || 0)),
      el("td", {}, el("code", {}, `${definition.name} ${slotName(slot)} `), sourceLink(definition.path, slot.line)),
      el("td", {}, slot.suggested ? el("span", {}, slot.documented ? "documented as " : "", long(slot.suggested, "offer")) : slot.likely ? el("span", { class: "quiet" }, "possibly ", long(slot.likely), slot.documented ? ", as documented" : "") : el("span", { class: "quiet" }, "nothing is known")))),
      "None: every parameter and result has a type.");
  };

  const renderUnknown = () => {
    if (report.missing_modules) {
      $("unknown").append(el("p", {}, "Missing modules: ", ...report.missing_modules.flatMap((name, i) => [i ? ", " : "", el("code", {}, name)]), "."));
    }
    listed($("unknown"), "Why types are unknown", ["times", "cause"], report.unknown.map((cause) => () => el("tr", {}, el("td", { class: "num" }, number(cause.count)), el("td", {}, cause.text))),
      "All types are known.");
  };

  // renderTrend compares the modules with those of an earlier report.
  const renderTrend = () => {
    const trend = report.trend;
    if (!trend) return;
    $("trend").hidden = false;
    const gone = (trend.fixed || []).length;
    const come = (trend.new || []).length;
    $("trend").append(el("p", {}, `${typed(trend.before)} → ${typed(trend.after)}, ${counted(gone, "untyped slot")} fixed, ${number(come)} new`));
    const part = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What has changed" });
    const change = (before, after) => { const untyped = (after ? untypedOf(after) : 0) - (before ? untypedOf(before) : 0); return (untyped > 0 ? "+" : untyped < 0 ? "−" : "") + number(Math.abs(untyped)); };
    if ((trend.modules || []).length) {
      listed(part, "Modules since the earlier report", ["untyped", "module", "before", "now"], trend.modules.map(({ name, before, after }) => () => el("tr", {},
        el("td", { class: "num" }, change(before, after)), el("td", {}, nameOf({ name })),
        el("td", {}, before ? typed(before) : "new"), el("td", {}, after ? typed(after) : "gone"))), "");
    }
    for (const [title, names] of [["New untyped slots", trend.new || []], ["Fixed slots", trend.fixed || []]]) {
      if (names.length) part.append(el("details", {}, el("summary", {}, `${title}: ${number(names.length)}`), el("ul", { class: "plain" }, ...names.map((name) => el("li", {}, el("code", {}, name))))));
    }
    if (part.firstChild) $("trend").append(part);
  };

  const renderSkipped = () => {
    if (!report.skipped) return;
    $("skipped").hidden = false;
    $("skipped").append(el("ul", { class: "plain" }, ...report.skipped.map((file) => el("li", {}, el("code", {}, file.path), " ", file.reason))));
  };

  // The source of a file, with the type of each name.
  const sources = new Map();
  let tokens = [];
  let current = -1;

  const openSource = async (module, path, line) => {
    if (!sources.has(module)) sources.set(module, JSON.parse(await unpack("source-" + module.index)));
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
        piece = visible(piece);
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
    $("source-type").textContent = tokens.length ? "Point at a name, or use ← and → to go from one to the next." : "There is nothing here whose type could be shown.";
    $("source-text").replaceChildren(pre);
    $("source-tip").hidden = true;
    if (!$("source").open) $("source").showModal();
    $("source-text").scrollTop = 0;
    const target = pre.children[line - 1];
    if (target) { target.classList.add("hit"); target.scrollIntoView({ block: "center" }); }
    $("source-text").focus({ preventScroll: true });
  };

  // say shows the type of a name, above the source and beside the name.
  const say = (token) => {
    const text = `${token.textContent}: ${token.type === "Any" ? "not known" : token.type}`;
    $("source-type").textContent = text;
    const tip = $("source-tip");
    tip.textContent = text;
    tip.hidden = false;
    const name = token.getBoundingClientRect();
    const around = $("source").getBoundingClientRect();
    const below = name.bottom + 6 + tip.offsetHeight <= around.bottom;
    tip.style.left = Math.max(8, Math.min(name.left - around.left, around.width - tip.offsetWidth - 16)) + "px";
    tip.style.top = (below ? name.bottom + 6 : name.top - 6 - tip.offsetHeight) - around.top + "px";
  };
  const hush = () => { $("source-tip").hidden = true; };
  for (const event of ["mouseover", "click"]) {
    $("source-text").addEventListener(event, ({ target }) => { if (target.type !== undefined) say(target); else hush(); });
  }
  for (const event of ["mouseleave", "scroll"]) $("source-text").addEventListener(event, hush);
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
    requestAnimationFrame(() => requestAnimationFrame(() => say(tokens[current]))); // behind the scrolling
  });
  $("source-close").addEventListener("click", () => $("source").close());
  // Closing the source returns to the place where it was opened.
  $("source").addEventListener("close", () => { if (new URLSearchParams(location.hash.slice(1)).has("source")) remember(); });

  const start = async () => {
    report = JSON.parse(visible(await unpack("report")));
    report.modules.forEach((module, index) => {
      module.index = index;
      for (const definition of module.definitions) definition.module = module;
    });
    for (const id of ["main", "theme"]) $(id).hidden = false;
    renderTotals(report);
    if (report.modules.length === 1) opened.add(report.modules[0]);
    let timer;
    $("search").addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(changed, 60); });
    for (const id of ["show", "kind", "order"]) $(id).addEventListener("change", changed);
    $("filters").addEventListener("submit", (event) => event.preventDefault());
    render();
    renderMap(report);
    renderHoles();
    renderUnknown();
    renderTrend();
    renderSkipped();
    addEventListener("hashchange", follow);
    if (location.hash) follow();
    document.documentElement.dataset.ready = Math.round(performance.now());
  };
  start().catch((error) => {
    $("summary").textContent = "The details cannot be shown: " + (globalThis.DecompressionStream ? error.message : "this browser is too old (it has no DecompressionStream).");
    throw error;
  });
})();
