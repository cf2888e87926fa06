"use strict";
(() => {
  // A box is a node of the graph, or a module whose nodes are hidden.
  const shownInList = 300;
  const gapX = 70, gapY = 12, height = 24;
  const legible = 0.2, readable = 0.5; // scales above which texts are drawn, and can be read well
  const linesAtOnce = 50;
  const canvas = $("canvas"), pen = canvas.getContext("2d");
  let graph, view = { x: 0, y: 0, scale: 1 }, boxes = [], lines = [], chosen = -1, focus = -1;
  const open = new Set();
  const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  const title = (node) => (node.kind === "class" || node.kind === "module" ? "" : node.kind + " ") + visible(node.name);
  const passes = (edge) => (!$("edge").value || edge.kind === $("edge").value) && ($("possible").checked || !edge.reason);

  // near returns a node, the nodes that it names and the nodes that name it.
  const near = (at) => {
    const found = new Set([at]);
    for (const edge of graph.edges) {
      if (!passes(edge)) continue;
      if (edge.from === at) found.add(edge.to);
      if (edge.to === at) found.add(edge.from);
    }
    return found;
  };

  // arrange makes the boxes and lines to show, in columns: a box is to the right of the
  // boxes that name it.
  const arrange = () => {
    const only = focus >= 0 ? near(focus) : null;
    const of = new Map(), byNode = new Array(graph.nodes.length).fill(null);
    boxes = [];
    graph.nodes.forEach((node, at) => {
      if (only && !only.has(at)) return;
      const module = node.module || "";
      if (!only && module && !open.has(module)) {
        if (!of.has(module)) {
          of.set(module, boxes.length);
          boxes.push({ module, label: visible(module), size: 0, at: -1 });
        }
        boxes[of.get(module)].size++;
        byNode[at] = of.get(module);
        return;
      }
      byNode[at] = boxes.length;
      boxes.push({ at, label: title(node), missing: node.missing, module: "", kind: node.kind });
    });
    const seen = new Map();
    lines = [];
    for (const edge of graph.edges) {
      const from = byNode[edge.from], to = byNode[edge.to];
      if (from === null || to === null || from === to || !passes(edge)) continue;
      const key = from * boxes.length + to;
      const known = seen.get(key);
      if (known) {
        known.possible = known.possible && Boolean(edge.reason);
        continue;
      }
      const line = { from, to, possible: Boolean(edge.reason) };
      seen.set(key, line);
      lines.push(line);
    }
    place();
  };

  // place determines the column of each box, by the longest path to it without cycles, and
  // its row, close to the boxes that name it.
  const place = () => {
    const out = boxes.map(() => []), into = boxes.map(() => []);
    for (const line of lines) {
      out[line.from].push(line.to);
      into[line.to].push(line.from);
    }
    const state = new Uint8Array(boxes.length), order = [];
    for (let root = 0; root < boxes.length; root++) {
      if (state[root]) continue;
      const stack = [[root, 0]];
      state[root] = 1;
      while (stack.length) {
        const top = stack[stack.length - 1];
        if (top[1] < out[top[0]].length) {
          const next = out[top[0]][top[1]++];
          if (!state[next]) { state[next] = 1; stack.push([next, 0]); }
        } else { order.push(top[0]); state[top[0]] = 2; stack.pop(); }
      }
    }
    order.reverse();
    const rank = new Map(order.map((box, at) => [box, at]));
    const column = new Int32Array(boxes.length);
    for (const box of order) for (const next of out[box]) if (rank.get(next) > rank.get(box)) column[next] = Math.max(column[next], column[box] + 1);
    const columns = [];
    for (const box of order) (columns[column[box]] ||= []).push(box);
    const row = new Float64Array(boxes.length);
    columns.forEach((list) => list.forEach((box, at) => { row[box] = at; }));
    for (let turn = 0; turn < 4; turn++) {
      for (const list of columns) {
        const wish = new Map(list.map((box) => [box, into[box].length ? into[box].reduce((sum, one) => sum + row[one], 0) / into[box].length : row[box]]));
        list.sort((a, b) => wish.get(a) - wish.get(b) || a - b);
        list.forEach((box, at) => { row[box] = at; });
      }
    }
    pen.font = "13px " + getComputedStyle(document.body).fontFamily;
    const most = Math.max(24, Math.ceil(Math.sqrt(8 * boxes.length))); // of a column, so that the whole is about square
    let x = 0;
    for (const list of columns) {
      for (let from = 0; from < list.length; from += most) { // a long column is broken
        const part = list.slice(from, from + most);
        let width = 0;
        for (const box of part) width = Math.max(width, Math.min(320, pen.measureText(text(boxes[box])).width + 20));
        part.forEach((box, at) => Object.assign(boxes[box], { x, y: (at - part.length / 2) * (height + gapY), width, shown: short(text(boxes[box]), width - 16) }));
        x += width + gapX;
      }
    }
    fit();
  };
  const text = (box) => (box.at < 0 ? `${box.label} (${box.size})` : box.label);

  const fit = () => {
    if (!boxes.length) return draw();
    let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
    for (const box of boxes) {
      left = Math.min(left, box.x);
      right = Math.max(right, box.x + box.width);
      top = Math.min(top, box.y);
      bottom = Math.max(bottom, box.y + height);
    }
    const scale = Math.min(1.5, canvas.clientWidth / (right - left + 40), canvas.clientHeight / (bottom - top + 40));
    view = { scale, x: canvas.clientWidth / 2 - (left + right) / 2 * scale, y: canvas.clientHeight / 2 - (top + bottom) / 2 * scale };
    draw();
  };

  // draw draws the picture before the next frame, once however often it is called.
  let isDue = false;
  const draw = () => {
    if (!isDue) requestAnimationFrame(paint);
    isDue = true;
  };
  const paint = () => {
    isDue = false;
    const ratio = devicePixelRatio || 1, style = getComputedStyle(document.documentElement);
    const colors = Object.fromEntries(["accent", "quiet", "track", "panel", "line", "text"].map((name) => [name, style.getPropertyValue("--" + name).trim()]));
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
    const left = -view.x / view.scale, top = -view.y / view.scale;
    const seen = { left, top, right: left + canvas.clientWidth / view.scale, bottom: top + canvas.clientHeight / view.scale };
    const marked = chosen >= 0 ? boxes.findIndex((box) => box.at === chosen) : -1;
    paintLines(seen, marked, colors);
    paintBoxes(seen, marked, colors);
  };

  // The lines of the chosen node are strong. Where there are many others, these are faint. Once
  // texts are large enough to be read, lines that only pass through are left out.
  const paintLines = (seen, marked, colors) => {
    const isIn = (x, y) => x >= seen.left && x <= seen.right && y >= seen.top && y <= seen.bottom;
    for (const [strong, possible] of [[false, false], [false, true], [true, false], [true, true]]) {
      pen.strokeStyle = colors[strong ? "accent" : "quiet"];
      pen.globalAlpha = strong ? 1 : Math.min(0.4, Math.max(0.2, 800 / lines.length)) / (marked >= 0 ? 2 : 1);
      pen.lineWidth = (strong ? 2 : 1) * Math.max(1 / Math.max(0.5, view.scale), 0.5 / view.scale); // thinner ones are lost
      pen.setLineDash(possible ? [5, 4] : []);
      let count = 0;
      pen.beginPath();
      for (const line of lines) {
        if (line.possible !== possible || (line.from === marked || line.to === marked) !== strong) continue;
        const from = boxes[line.from], to = boxes[line.to];
        const x1 = from.x + from.width, y1 = from.y + height / 2, x2 = to.x, y2 = to.y + height / 2;
        const bend = Math.max(30, Math.abs(x2 - x1) / 2);
        // A curve is within the points that define it.
        if (Math.max(x1 + bend, x2) < seen.left || Math.min(x1, x2 - bend) > seen.right || Math.max(y1, y2) < seen.top || Math.min(y1, y2) > seen.bottom) continue;
        if (!strong && view.scale > readable && !isIn(x1, y1) && !isIn(x2, y2)) continue;
        pen.moveTo(x1, y1);
        pen.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
        if (++count % linesAtOnce === 0) {
          pen.stroke();
          pen.beginPath();
        }
      }
      pen.stroke();
    }
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  };
  const paintBoxes = (seen, marked, colors) => {
    pen.font = "13px " + getComputedStyle(document.body).fontFamily;
    pen.textBaseline = "middle";
    const words = wanted(), hits = words.length ? modulesOf(words) : null;
    boxes.forEach((box, at) => {
      if (box.x > seen.right || box.x + box.width < seen.left || box.y > seen.bottom || box.y + height < seen.top) return;
      const found = hits && (box.at < 0 ? hits.has(box.module) : matches(graph.nodes[box.at], words));
      pen.fillStyle = colors[box.at < 0 ? "track" : view.scale > legible ? "panel" : "line"];
      pen.strokeStyle = colors[at === marked || found ? "accent" : "line"];
      pen.lineWidth = (at === marked || found ? 2.5 : 1) * (found ? 1 / Math.min(1, view.scale) : 1);
      pen.setLineDash(box.missing ? [4, 3] : []);
      pen.beginPath();
      pen.roundRect(box.x, box.y, box.width, height, box.kind === "defined type" ? 12 : 4);
      pen.fill();
      pen.stroke();
      if (view.scale > legible) {
        pen.fillStyle = colors.text;
        pen.fillText(box.shown, box.x + 8, box.y + height / 2 + 1);
      }
    });
    pen.setLineDash([]);
  };
  const short = (label, width) => {
    if (pen.measureText(label).width <= width) return label;
    let end = label.length;
    while (end > 1 && pen.measureText(label.slice(0, end) + "…").width > width) end -= 4;
    return label.slice(0, Math.max(1, end)) + "…";
  };

  // The list describes what the picture shows: the search results, or one node.
  const matches = (node, words) => words.every((word) => (node.kind + " " + node.name).toLowerCase().includes(word));
  const modulesOf = (words) => new Set(graph.nodes.filter((node) => node.module && matches(node, words)).map((node) => node.module));
  const wanted = () => $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const link = (at) => el("button", { type: "button", onclick: () => choose(at) }, title(graph.nodes[at]) || graph.nodes[at].kind);
  const list = () => {
    const into = $("list");
    into.replaceChildren();
    if (chosen >= 0) return about(chosen, into);
    const words = wanted();
    const found = [];
    graph.nodes.forEach((node, at) => { if (matches(node, words)) found.push(at); });
    $("list-title").textContent = "Nodes";
    $("count").textContent = plural(found.length, "node") + (found.length > shownInList ? `, the first ${shownInList} of which are listed` : "");
    into.append(el("ul", {}, ...found.slice(0, shownInList).map((at) => el("li", {}, link(at)))));
  };
  const about = (at, into) => {
    const node = graph.nodes[at];
    $("list-title").textContent = node.kind + " " + visible(node.name);
    const edges = graph.edges.filter(passes);
    const named = edges.filter((edge) => edge.from === at), users = edges.filter((edge) => edge.to === at);
    $("count").textContent = (node.path ? `${visible(node.path)}:${node.line}; ` : node.missing ? "missing; " : "") + `refers to ${named.length}, referred to by ${users.length}`;
    into.append(
      el("p", {}, el("button", { type: "button", onclick: () => choose(-1) }, "Back to all"), " · ",
        el("button", { type: "button", onclick: () => { focus = focus === at ? -1 : at; refresh(); } }, focus === at ? "Show all nodes" : "Show only what is around it"),
        ...(node.module && focus < 0 ? [" · ", el("button", { type: "button", onclick: () => { open.delete(node.module); choose(-1); } }, "Fold its module")] : [])),
      ...part("Names", named, "to"), ...part("Named by", users, "from"));
  };
  const part = (name, edges, end) => edges.length === 0 ? [] : [
    el("h3", {}, name),
    el("ul", {}, ...edges.slice(0, shownInList).map((edge) => el("li", {},
      el("span", { class: "quiet" }, (end === "to" ? edge.kind : "which " + edge.kind + " it") + " "), link(edge[end]),
      el("span", { class: "quiet" }, ` ${visible(edge.path)}:${edge.line}` + (edge.reason ? `; uncertain: ${visible(edge.reason)}` : ""))))),
    ...(edges.length > shownInList ? [el("p", { class: "quiet" }, `${plural(edges.length - shownInList, "other")}, not listed`)] : []),
  ];
  const choose = (at) => {
    chosen = at;
    if (at < 0) focus = -1;
    else if (graph.nodes[at].module && focus < 0) open.add(graph.nodes[at].module);
    if (focus >= 0) focus = at;
    refresh();
    if (at >= 0) center(at);
  };
  const center = (at) => {
    const box = boxes.find((one) => one.at === at);
    if (!box) return;
    view.scale = Math.max(view.scale, 0.6);
    view.x = canvas.clientWidth / 2 - (box.x + box.width / 2) * view.scale;
    view.y = canvas.clientHeight / 2 - (box.y + height / 2) * view.scale;
    draw();
  };
  const remember = () => {
    const state = new URLSearchParams();
    if ($("search").value) state.set("search", $("search").value);
    if (chosen >= 0) state.set("node", graph.nodes[chosen].kind + ":" + graph.nodes[chosen].name);
    history.replaceState(null, "", state.size ? "#" + state : location.pathname + location.search);
  };
  // refresh arranges the boxes again only if others are shown.
  let arranged = "";
  const refresh = () => {
    $("all").hidden = focus < 0;
    const now = JSON.stringify([focus, [...open].sort(), $("edge").value, $("possible").checked]);
    if (now !== arranged) arrange();
    arranged = now;
    list();
    draw();
    remember();
  };

  // Moving, zooming and clicking.
  const zoom = (by, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) => {
    const scale = Math.min(4, Math.max(0.02, view.scale * by));
    view = { scale, x: x - (x - view.x) * scale / view.scale, y: y - (y - view.y) * scale / view.scale };
    draw();
  };
  const listen = () => {
    let from = null;
    canvas.addEventListener("pointerdown", (event) => { from = { x: event.offsetX, y: event.offsetY, moved: false }; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointermove", (event) => {
      if (!from || Math.abs(event.offsetX - from.x) + Math.abs(event.offsetY - from.y) < 4 && !from.moved) return;
      view.x += event.offsetX - from.x;
      view.y += event.offsetY - from.y;
      from = { x: event.offsetX, y: event.offsetY, moved: true };
      canvas.classList.add("moving");
      draw();
    });
    canvas.addEventListener("pointerup", (event) => {
      canvas.classList.remove("moving");
      if (from && !from.moved) click((event.offsetX - view.x) / view.scale, (event.offsetY - view.y) / view.scale);
      from = null;
    });
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.offsetX, event.offsetY); }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
      if (step) { view.x += step[0]; view.y += step[1]; draw(); event.preventDefault(); }
      if (event.key === "+") zoom(1.25);
      if (event.key === "-") zoom(0.8);
      if (event.key === "0") fit();
    });
    $("in").addEventListener("click", () => zoom(1.25));
    $("out").addEventListener("click", () => zoom(0.8));
    $("fit").addEventListener("click", fit);
    $("all").addEventListener("click", () => { focus = -1; refresh(); });
    $("unfold").addEventListener("click", () => { for (const node of graph.nodes) if (node.module) open.add(node.module); refresh(); });
    $("fold").addEventListener("click", () => { open.clear(); chosen = -1; focus = -1; refresh(); });
    $("search").addEventListener("input", () => { chosen = -1; list(); draw(); remember(); });
    for (const id of ["edge", "possible"]) $(id).addEventListener("change", refresh);
    $("filters").addEventListener("submit", (event) => {
      event.preventDefault();
      const words = wanted(), first = graph.nodes.findIndex((node) => matches(node, words));
      if (words.length && first >= 0) choose(first);
    });
    new ResizeObserver(draw).observe(canvas);
    new MutationObserver(draw).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  };
  const click = (x, y) => {
    const box = boxes.find((one) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + height);
    if (!box) return;
    if (box.at >= 0) return choose(box.at);
    open.add(box.module);
    refresh();
  };

  unpack("graph-data").then((text) => {
    graph = JSON.parse(text);
    const kinds = [...new Set(graph.edges.map((edge) => edge.kind))].sort();
    $("edge").append(el("option", { value: "" }, "All edges"), ...kinds.map((kind) => el("option", { value: kind }, visible(kind))));
    if (graph.nodes.length <= 150) for (const node of graph.nodes) if (node.module) open.add(node.module);
    const state = new URLSearchParams(location.hash.slice(1));
    $("search").value = state.get("search") || "";
    const [kind, ...rest] = (state.get("node") || state.get("thing") || "").split(":");
    chosen = graph.nodes.findIndex((node) => node.kind === kind && node.name === rest.join(":"));
    if (chosen >= 0 && graph.nodes[chosen].module) open.add(graph.nodes[chosen].module);
    for (const id of ["main", "theme"]) $(id).hidden = false;
    listen();
    refresh();
    if (chosen >= 0) center(chosen);
    document.documentElement.dataset.ready = Math.round(performance.now());
  });
})();
