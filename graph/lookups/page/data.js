"use strict";
(() => {
  const pageSize = 200;
  let keys, count = pageSize;
  const plural = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
  const at = (place) => `${visible(place.path)}:${place.line}`;
  const shows = {
    "": () => true,
    unread: (key) => key.unread,
    shadowed: (key) => key.values.some((value) => value.state === "shadowed"),
    novalue: (key) => key.values.length === 0,
    merged: (key) => key.merge !== "first",
  };
  const matches = () => {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    return keys.filter((key) => shows[$("show").value](key) && words.every((word) => key.text.includes(word)));
  };
  const becomes = (key, value) => ({
    shadowed: `shadowed by ${(value.shadowed_by ?? 0) + 1}`, "not read": "not read with these facts", merged: `merged (${visible(key.merge)})`,
  }[value.state] || "");
  // The line of the type names the parameter.
  const isOfParameter = ({ parameter }, reader) => parameter && !reader.reason && reader.path === parameter.path && reader.line === parameter.line;
  const card = (key) => el("article", {},
    el("h3", {}, el("code", {}, visible(key.key)), key.environment ? el("span", { class: "tag" }, "in environment " + visible(key.environment)) : null, key.unread ? el("span", { class: "tag" }, key.uncertainty ? "may be unread" : "unread") : null),
    key.parameter ? el("p", {}, "Type ", el("code", {}, visible(key.parameter.type || "any")),
      key.parameter.default ? ", by default " : "", key.parameter.default ? el("code", {}, visible(key.parameter.default)) : "",
      el("span", { class: "quiet" }, ` parameter $${visible(key.parameter.name)} of class '${visible(key.parameter.class)}', ${at(key.parameter)}`)) : null,
    key.merge_at ? el("p", {}, `Merge ${visible(key.merge)}`, key.convert_to ? ", converted to " + visible(key.convert_to) : "", el("span", { class: "quiet" }, ` ${at(key.merge_at)}${key.merge_varies ? "; on some nodes" : ""}`)) : null,
    ...key.readers.filter((reader) => !isOfParameter(key, reader)).slice(0, 20).map((reader) => el("p", {}, `Read by ${visible(reader.what)}, which ${visible(reader.how)}`,
      el("span", { class: "quiet" }, (reader.missing ? "" : ` ${at(reader)}`) + (reader.reason ? `; uncertain: ${visible(reader.reason)}` : "")))),
    key.uncertainty ? el("p", {}, `${key.readers.length > 0 ? "No code that is certainly used" : "Nothing"} looks it up, but ${visible(key.uncertainty)}`) : null,
    key.values.length === 0 && (key.hidden || !key.outside) ? el("p", { class: "quiet" }, key.hidden ? "No value that can be seen" : "No value") : null,
    el("ol", {}, ...key.values.map((value) => el("li", { class: value.state === "not read" ? "elsewhere" : value.state },
      el("code", {}, visible(value.value) || "\u00a0"),
      el("span", { class: "quiet" }, ` ${at(value)}, level '${visible(value.level)}' of ${visible(value.layer)}; ${visible(value.when)}${value.undetermined ? "; unknown with these facts" : ""}`),
      becomes(key, value) ? el("span", { class: "tag" }, becomes(key, value)) : null))),
    key.outside ? el("p", { class: "quiet" }, "No hierarchy here reads these files, which have the key:") : null,
    key.outside ? el("ul", {}, ...key.outside.map((value) => el("li", {}, el("code", {}, visible(value.value) || "\u00a0"), el("span", { class: "quiet" }, ` ${at(value)}`)))) : null);
  const refresh = () => {
    const found = matches();
    $("count").textContent = plural(found.length, "key");
    $("list").replaceChildren(...found.slice(0, count).map(card));
    $("more").hidden = found.length <= count;
    const state = new URLSearchParams();
    for (const id of ["search", "show"]) if ($(id).value) state.set(id, $(id).value);
    history.replaceState(null, "", state.size ? "#" + state : location.pathname + location.search);
  };
  unpack("keys-data").then((text) => {
    keys = JSON.parse(text).keys;
    for (const key of keys) key.text = [key.key, key.environment ?? "", ...key.values.flatMap((value) => [value.value, value.path, value.level]), ...(key.outside ?? []).flatMap((value) => [value.value, value.path]), ...key.readers.map((reader) => reader.what)].join("\n").toLowerCase();
    const state = new URLSearchParams(location.hash.slice(1));
    for (const id of ["search", "show"]) $(id).value = state.get(id) || "";
    if ($("show").selectedIndex === -1) $("show").value = "";
    for (const id of ["main", "theme"]) $(id).hidden = false;
    for (const id of ["search", "show"]) $(id).addEventListener("input", () => { count = pageSize; refresh(); });
    $("more").addEventListener("click", () => { count += pageSize; refresh(); });
    $("filters").addEventListener("submit", (event) => event.preventDefault());
    refresh();
    document.documentElement.dataset.ready = Math.round(performance.now());
  });
})();
