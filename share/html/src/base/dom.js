/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements, without HTML in strings: names of others are only ever text. */

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false)
      continue;
    if (name.startsWith("on"))
      element.addEventListener(name.slice(2), value);
    else if (name === "text")
      element.textContent = value;
    else
      element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false)
      element.append(child);
  return element;
}

/* A name that is broken behind what separates its parts, where it has to be:
 * "CommBrick::", "reverse_".  Safari before 16.4 runs no script with a lookbehind. */
export const breakable = text => text
  .replace(/::(?!$)|[_/.,](?=\w)/g, "$&\0").split("\0").flatMap(
    (part, i) => (i === 0 ? [part] : [document.createElement("wbr"), part]));

/* Sentences whose numbers stay on the line of their unit: "23 %", "102 s". */
export const unbroken = text => text.split(
  /(\d[\d.]* (?:%|[mnu\u00b5]?s|[KMGTPE]iB|B)(?!\w))/).map((part, i) => (
  i % 2 === 0 ? part : el("span", { class: "unbroken" }, part)));

/* A button that is one of several, of which one is pressed. */
export function choice(label, options, chosen, choose) {
  const group = el("span", { class: "choice", role: "group",
                             "aria-label": label });
  const press = value => {
    for (const button of group.children)
      button.setAttribute("aria-pressed", button.value === value);
  };
  for (const [value, title] of options)
    group.append(el("button", { type: "button", value, onclick: () => {
      press(value);
      choose(value);
    } }, title));
  press(chosen);
  return group;
}

/* A part of the page with a heading, and what says of it what it is. */
export function card(id, title, about, ...children) {
  return el("section", { class: "card", id, "aria-labelledby": `${id}-title` },
            el("h2", { id: `${id}-title` }, title),
            about ? el("p", { class: "about" }, about) : null, ...children);
}

/* ---- what is shown at the pointer ---- */

const tip = () => document.getElementById("tip");

export function showTip(lines, x, y) {
  const box = tip();
  box.replaceChildren(...lines.map(line => (
    Array.isArray(line)
      ? el("div", { class: "pair" }, el("span", {}, line[0]),
           el("b", {}, line[1]))
      : el("div", {}, line))));
  box.hidden = false;
  const wide = box.offsetWidth;
  const high = box.offsetHeight;
  box.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - wide - 8))}px`;
  box.style.top = `${y + 18 + high > innerHeight ? Math.max(4, y - high - 10)
    : y + 18}px`;
}

export function hideTip() {
  tip().hidden = true;
}

/* A definition that comes up at the pointer or the focus. */
export function defined(element, definition) {
  if (!definition)
    return element;
  const show = event => {
    const box = element.getBoundingClientRect();
    showTip([definition], event.clientX || box.left, event.clientY ||
            box.bottom - 12);
  };
  element.classList.add("defined");
  if (!element.hasAttribute("tabindex") && element.tagName !== "BUTTON")
    element.tabIndex = 0;
  element.setAttribute("aria-description", definition);
  element.addEventListener("mouseenter", show);
  element.addEventListener("focus", show);
  element.addEventListener("mouseleave", hideTip);
  element.addEventListener("blur", hideTip);
  return element;
}
