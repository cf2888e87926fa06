"use strict";
(() => {
  const severities = ["error", "warning", "info"];
  const names = { error: "error", warning: "warning", info: "note" };
  const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  const pageSize = 200;
  const fields = ["search", "path", "severity", "rule", "order"];
  let report;
  let shownCount = pageSize;

  const ruleOf = (finding) => report.rules[finding.rule];
  const pathOf = (finding) => report.files[finding.file];
  const placeOf = (path, at) => path + (at.line ? `:${at.line}` : "") + (at.column ? `:${at.column}` : "");

  // The address contains the filters, so that a link leads to the same view.
  const read = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    for (const id of fields) {
      $(id).value = wanted.get(id) || (id === "order" ? "severity" : "");
      if ($(id).selectedIndex === -1) $(id).value = "";
    }
    $("fixable").checked = wanted.has("fixable");
  };
  const remember = () => {
    const state = new URLSearchParams();
    for (const id of fields) if ($(id).value && !(id === "order" && $(id).value === "severity")) state.set(id, $(id).value);
    if ($("fixable").checked) state.set("fixable", "1");
    history.replaceState(null, "", state.size ? "#" + state : location.pathname + location.search);
  };

  const matches = () => {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const path = $("path").value.toLowerCase();
    const severity = $("severity").value;
    const rule = $("rule").value;
    return report.findings.filter((finding) => (!severity || finding.severity === severity || severity === "no-style" && !isStyle(finding))
      && (!rule || ruleOf(finding).name === rule)
      && (!path || pathOf(finding).toLowerCase().includes(path))
      && (!$("fixable").checked || finding.fix)
      && words.every((word) => finding.text.includes(word)));
  };
  const isStyle = (finding) => ["style", "docs"].includes(ruleOf(finding).group);
  const rank = (finding) => (isStyle(finding) && finding.severity !== "error" ? 10 : 0) + severities.indexOf(finding.severity);

  const sorted = (findings) => {
    const order = $("order").value;
    if (order === "file") return findings;
    const key = order === "rule" ? (finding) => ruleOf(finding).name : rank;
    return [...findings].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.index - b.index));
  };

  const code = (snippet) => el("pre", {},
    el("span", { class: "number", "aria-hidden": "true" }, `${snippet.line} | `),
    snippet.text.slice(0, snippet.from), el("mark", {}, snippet.text.slice(snippet.from, snippet.to)), snippet.text.slice(snippet.to), snippet.more ? " …" : "");

  const card = (finding) => {
    const rule = ruleOf(finding);
    return el("article", { class: finding.suppressed ? "finding ignored" : "finding" },
      el("p", { class: "message" }, el("span", { class: "level level-" + finding.severity }, finding.suppressed ? "ignored" : names[finding.severity]), ": " + finding.message),
      el("div", { class: "line" },
        el("span", { class: "where" }, placeOf(pathOf(finding), finding)),
        el("button", { class: "tag", type: "button", title: rule.summary, onclick: () => { $("rule").value = rule.name; changed(); $("rule").focus(); } }, rule.name),
        finding.fix ? el("span", { class: "tag" }, finding.fix) : null),
      finding.code ? code(finding.code) : null,
      finding.help ? el("p", { class: "help" }, "Help: " + finding.help) : null,
      finding.reason ? el("p", { class: "help" }, "Ignored: " + finding.reason) : null,
      ...(finding.related || []).map((related) => el("div", { class: "related" },
        el("span", { class: "where" }, placeOf(related.path, related)), " " + related.message, related.code ? code(related.code) : null)));
  };

  const headingOf = (finding) => ({ file: pathOf(finding), rule: ruleOf(finding).name })[$("order").value];

  const render = () => {
    const all = sorted(matches());
    const part = all.slice(0, shownCount);
    const children = [];
    let heading;
    for (const finding of part) {
      const next = headingOf(finding);
      if (next !== undefined && next !== heading) children.push(el("h3", { class: "group" }, next));
      heading = next;
      children.push(card(finding));
    }
    if (!all.length) children.push(el("p", { class: "nothing" }, report.findings.length ? "No finding is like that." : "Nothing was found."));
    $("list").replaceChildren(...children);
    $("count").textContent = all.length === report.findings.length ? plural(all.length, "finding") : `${all.length.toLocaleString("en")} of ${plural(report.findings.length, "finding")}`;
    $("more").hidden = part.length === all.length;
    $("more").textContent = `Show ${Math.min(pageSize, all.length - part.length)} more of ${(all.length - part.length).toLocaleString("en")}`;
  };
  const changed = () => { shownCount = pageSize; remember(); render(); };

  const renderTotals = () => {
    const count = (holds) => report.findings.filter((finding) => !finding.suppressed && holds(finding)).length;
    const cards = [
      ["errors", "error", count((finding) => finding.severity === "error")],
      ["warnings", "warning", count((finding) => finding.severity === "warning" && !isStyle(finding))],
      ["style and documentation", "", count((finding) => finding.severity !== "error" && isStyle(finding))],
      ["can be fixed with --fix", "", count((finding) => finding.fix === "--fix")],
      ["files checked", "", report.checked],
    ];
    if (report.known) cards.push(["in the baseline", "", report.known]);
    $("totals").replaceChildren(...cards.map(([title, kind, value]) => el("div", { class: kind }, el("dt", {}, title), el("dd", {}, value.toLocaleString("en")))));
  };

  const renderChoices = () => {
    const options = [["", "All severities"], ["error", "Errors"], ["warning", "Warnings"], ["info", "Notes"], ["no-style", "All but style and documentation"]];
    $("severity").replaceChildren(...options.map(([value, text]) => el("option", { value }, text)));
    const counts = report.rules.map((rule, index) => ({ rule, count: report.findings.filter((finding) => finding.rule === index).length }));
    counts.sort((a, b) => b.count - a.count || (a.rule.name < b.rule.name ? -1 : 1));
    $("rule").replaceChildren(el("option", { value: "" }, "All rules"), ...[...counts].sort((a, b) => (a.rule.name < b.rule.name ? -1 : 1))
      .map(({ rule, count }) => el("option", { value: rule.name }, `${rule.name} (${count})`)));
    const folders = new Set();
    for (const path of report.files) for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) folders.add(path.slice(0, at + 1));
    $("paths").replaceChildren(...[...folders].sort().slice(0, 500).map((value) => el("option", { value })));
    $("rules").replaceChildren(counts.length ? el("table", {},
      el("thead", {}, el("tr", {}, ...["rule", "set", "findings", "what it finds"].map((title, index) => el("th", { scope: "col", class: index === 2 && "num" }, title)))),
      el("tbody", {}, ...counts.map(({ rule, count }) => el("tr", {},
        el("th", { scope: "row" }, el("button", { type: "button", onclick: () => { $("rule").value = rule.name; changed(); $("findings").focus(); } }, rule.name)),
        el("td", {}, rule.group), el("td", { class: "num" }, count.toLocaleString("en")),
        el("td", {}, rule.summary + " ", rule.help ? el("a", { href: rule.help, rel: "noreferrer" }, "Read on") : null))))) : el("p", { class: "nothing" }, "No rule has findings."));
  };

  const start = async () => {
    report = JSON.parse(visible(await unpack("findings-data")));
    report.findings.forEach((finding, index) => {
      finding.index = index;
      finding.text = [pathOf(finding), ruleOf(finding).name, finding.message, finding.help, finding.code && finding.code.text,
        ...(finding.related || []).flatMap((related) => [related.path, related.message])].join("\n").toLowerCase();
    });
    for (const id of ["main", "theme"]) $(id).hidden = false;
    if (report.failures.length) {
      $("failures").hidden = false;
      $("failure-list").replaceChildren(...report.failures.map((failure) => el("li", {}, failure)));
    }
    renderTotals();
    renderChoices();
    let timer;
    for (const id of ["search", "path"]) $(id).addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(changed, 60); });
    for (const id of ["severity", "rule", "order", "fixable"]) $(id).addEventListener("change", changed);
    $("filters").addEventListener("submit", (event) => event.preventDefault());
    $("clear").addEventListener("click", () => { history.replaceState(null, "", location.pathname + location.search); read(); changed(); $("search").focus(); });
    $("more").addEventListener("click", () => { const first = shownCount; shownCount += pageSize; render(); $("list").querySelectorAll(".finding")[first]?.querySelector("button").focus(); });
    addEventListener("hashchange", () => { read(); shownCount = pageSize; render(); });
    read();
    render();
    document.documentElement.dataset.ready = Math.round(performance.now());
  };
  start().catch((error) => {
    $("summary").textContent = "The findings cannot be shown: " + (globalThis.DecompressionStream ? error.message : "this browser is too old (it has no DecompressionStream).");
    throw error;
  });
})();
