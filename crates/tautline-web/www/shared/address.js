// A scene in the address: JSON, deflated, as base64 after `#`.
import { say } from "./message.js";

/** Passes bytes through a stream that compresses or expands. */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Returns the address of a value, from `#` on. */
export async function writeAddress(value) {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const packed = await through(text, new CompressionStream("deflate-raw"));
  let characters = "";
  for (const byte of packed) characters += String.fromCharCode(byte);
  return `#${btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns the value of an address, or null for an address without one. */
export async function readAddress(hash) {
  if (hash.length < 2) return null;
  const characters = atob(hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(characters, (character) => character.charCodeAt(0));
  const text = await through(packed, new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(text));
}

/** Copies the address of the page. */
export async function copyLink() {
  const { href } = location;
  try {
    await navigator.clipboard.writeText(href);
    say(`The link is copied, ${href.length} characters. It shows this scene as it is now.`, "good");
  } catch {
    // Without the right to write: the visitor copies it by hand.
    window.prompt("Copy this link; it shows this scene as it is now:", href);
  }
}
