// Small builders of elements with labels.

let count = 0;

/** Creates an element with properties and children. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("aria-") || key === "role" || key === "for") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

/** A titled group of rows. */
export function group(title, ...children) {
  return element("div", { className: "group" }, element("h2", {}, title), ...children);
}

export function row(...children) {
  return element("div", { className: "row" }, ...children);
}

export function button(text, onclick, properties = {}) {
  return element("button", { type: "button", onclick, ...properties }, text);
}

/** A box to tick; `onchange` gets whether it is ticked. */
export function check(text, checked, onchange, id = "") {
  const input = element("input", { type: "checkbox", checked, id });
  input.addEventListener("change", () => onchange(input.checked));
  return element("label", { className: "check" }, input, text);
}

/** A slider with its value; `oninput` gets each number on the way, `onchange` the one at the end. */
export function slider(text, { min, max, step, value, id = `slider-${count++}` }, oninput, onchange = () => {}) {
  const output = element("output", { for: id }, String(value));
  const input = element("input", { type: "range", min, max, step, value, id });
  input.addEventListener("input", () => {
    output.textContent = input.value;
    oninput(Number(input.value));
  });
  input.addEventListener("change", () => onchange(Number(input.value)));
  return row(element("label", { for: id }, text), input, output);
}

/** A list to choose from; `pairs` are values with their texts. */
export function choice(text, pairs, value, onchange, id = `choice-${count++}`) {
  const select = element("select", { id }, ...options(pairs));
  select.value = value;
  select.addEventListener("change", () => onchange(select.value));
  return row(element("label", { for: id }, text), select);
}

/** The items of a list to choose from. */
export function options(pairs) {
  return pairs.map(([value, text]) => element("option", { value }, text));
}

/** Shows a value in a slider or a list. */
export function setValue(made, value) {
  const input = made.querySelector("input, select");
  if (input.value !== String(value)) input.value = value;
  const output = made.querySelector("output");
  if (output) output.textContent = String(value);
}

/** Pairs of a name and a value. */
export function facts(pairs) {
  const items = pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]);
  return element("dl", {}, ...items);
}

/** A group that opens by a tap. */
export function foldedGroup(title, ...children) {
  return element("details", { className: "group" }, element("summary", {}, title), ...children);
}

/** A square of a colour of style.css. */
function swatch(name, opacity = 1) {
  const made = element("span");
  made.style.background = `color-mix(in srgb, var(--${name}) ${100 * opacity}%, var(--walkable))`;
  return made;
}

/** The meanings of colours; `rows` are a name in style.css, a text, and an opacity if it is not 1. */
export function legend(rows) {
  return element("ul", { className: "legend" }, ...rows.map(([name, text, opacity]) => element("li", {}, swatch(name, opacity), text)));
}

/** A scale of colours with numbers below; `steps` are the number at the beginning of each and its opacity. */
export function scale(name, steps) {
  return element("div", { className: "scale" }, ...steps.map(([number, opacity]) => element("div", {}, swatch(name, opacity), String(number))));
}
