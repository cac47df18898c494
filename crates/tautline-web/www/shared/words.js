// Errors of the engine in the words of a visitor.

const messages = [
  [/too narrow for the agent radius/, "Nobody of this size fits anywhere. Choose a smaller one"],
  [/walkable area is empty/, "There is no ground to walk on. Draw some with “Ground”"],
  [/jump points under these options/, "Jump points need ground where every tile costs the same. Choose A*, or erase the costs"],
  [/instead of along its border/, "Two floors of this level cross on one line: it is shown as its file has it, but not with changes, with another size or from a link"],
  [/not finite or beyond/, "A shape has a corner at no place that can be drawn"],
];

/** Returns the words for a message of an error. */
export function inWords(message) {
  const known = messages.find(([pattern]) => pattern.test(message));
  return known ? known[1] : message.charAt(0).toUpperCase() + message.slice(1);
}

const reasons = {
  "closed-off": "A closed door is in the way. Tap it to open it",
  unreachable: "No way leads there: walls, obstacles or gaps lie between",
  "start-outside": "S is not on the ground. Drag it onto the light area, as the ring shows",
  "goal-outside": "G is not on the ground. Drag it onto the light area, as the ring shows",
};

/** Returns the reason for no path, for an error of a query; `radius` is that of the walker. */
export function whyNoPath({ reason, message }, radius = 0) {
  const words = reasons[reason];
  if (!words) return inWords(message);
  if (radius === 0 || reason === "closed-off") return words;
  if (reason === "unreachable") return "No way is wide enough for this size, or none leads there";
  return `${words}; this size keeps ${radius} away from walls`;
}
