// One line of text for what went wrong.

let timer = 0;

/** Shows a message for some seconds; an empty text hides it. */
export function say(text) {
  const box = document.getElementById("message");
  clearTimeout(timer);
  box.hidden = text === "";
  // Messages of the engine quote their input, which may be long.
  box.textContent = text.length > 400 ? `${text.slice(0, 400)}…` : text;
  if (text !== "") timer = setTimeout(() => say(""), 12000);
}
