// One line of text for what went wrong or was done.

let timer = 0;

/** Shows a message for some seconds; an empty text hides it. `tone` is "bad" or "good". */
export function say(text, tone = "bad") {
  const box = document.getElementById("message");
  clearTimeout(timer);
  box.hidden = text === "";
  box.dataset.tone = tone;
  // Messages of the engine quote their input, which may be long.
  box.textContent = text.length > 400 ? `${text.slice(0, 400)}…` : text;
  if (text !== "") timer = setTimeout(() => say(""), tone === "good" ? 4000 : 12000);
}
