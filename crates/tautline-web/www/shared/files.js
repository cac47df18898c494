// Files in and out, without a server.
import { element } from "./elements.js";

/** Calls back with the name and the bytes of each file that is dropped on an element. */
export function acceptDrops(target, open) {
  target.addEventListener("dragover", (event) => event.preventDefault());
  target.addEventListener("drop", async (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer.files) open(file.name, new Uint8Array(await file.arrayBuffer()));
  });
}

/** The extensions of the files that the page opens. */
export const extensions = [".geojson", ".json", ".nav", ".map", ".txt", ".tmx", ".png", ".pgm"];

/** A button that asks for a file. */
export function fileButton(text, open) {
  const input = element("input", { type: "file", accept: extensions.join(",") });
  input.addEventListener("change", async () => {
    for (const file of input.files) open(file.name, new Uint8Array(await file.arrayBuffer()));
    input.value = "";
  });
  return element("label", { className: "file" }, text, input);
}

/** Saves text or a blob under a name. */
export function save(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Saves the picture of a canvas. */
export function savePng(name, canvas) {
  canvas.toBlob((blob) => save(name, blob), "image/png");
}
