// The look of ground by its cost: the dearer or the cheaper a step, the stronger its colour.

/** The name of a colour in style.css and its opacity; null for ground where a step costs its length. */
export function costLook(cost) {
  if (cost === 1) return null;
  const share = Math.min(1, Math.abs(Math.log2(cost)) / Math.log2(cost > 1 ? 10 : 4));
  return { name: cost > 1 ? "dear" : "cheap", opacity: 0.2 + 0.7 * share };
}
