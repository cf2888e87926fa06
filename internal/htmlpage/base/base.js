"use strict";
// Functions of all pages: creating elements, unpacking the data, setting the theme.
const { $, el, visible, unpack } = (() => {
  const $ = (id) => document.getElementById(id);

  // el creates an element. Attributes that start with "on" are listeners, and those that are
  // false are omitted. Children are elements or texts.
  const el = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (key === "style") made.style.cssText = value; // as an attribute, the page's policy refuses it
      else if (value !== false && value !== undefined) made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  };

  // visible replaces characters that change the reading order of a text with their code.
  const visible = (text) => text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (char) => `⟪U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟫`);

  // unpack reads the content of a script element: deflated text in base 64.
  const unpack = async (id) => {
    const text = atob($(id).textContent);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).text();
  };

  // The theme is that of the system until the reader chooses one.
  const setTheme = (dark) => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    $("theme").textContent = dark ? "Light" : "Dark";
    $("theme").setAttribute("aria-label", dark ? "Use the light theme" : "Use the dark theme");
  };
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = false;
  setTheme(prefersDark.matches);
  prefersDark.addEventListener("change", () => { if (!chosen) setTheme(prefersDark.matches); });
  $("theme").addEventListener("click", () => { chosen = true; setTheme(document.documentElement.dataset.theme !== "dark"); });

  return { $, el, visible, unpack };
})();
