// A scene in the address: JSON, deflated, as base64 after `#`.

/** Passes bytes through a stream that compresses or expands. */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Returns the address of a scene, from `#` on. */
export async function writeAddress(scene) {
  const text = new TextEncoder().encode(JSON.stringify(scene));
  const packed = await through(text, new CompressionStream("deflate-raw"));
  let characters = "";
  for (const byte of packed) characters += String.fromCharCode(byte);
  return `#${btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns the scene of an address, or null for an address without one. */
export async function readAddress(hash) {
  if (hash.length < 2) return null;
  const characters = atob(hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(characters, (character) => character.charCodeAt(0));
  const text = await through(packed, new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(text));
}
