// Shows one of three tabs: paths, crowds and tiles.
import { loadCore, loadTab, loadWhole } from "./engine.js";
import { MeshTab } from "./mesh/tab.js";
import { readAddress } from "./shared/address.js";
import { acceptDrops, extensions } from "./shared/files.js";
import { say } from "./shared/message.js";
import { plainShapes } from "./shapes/plain.js";

const names = ["mesh", "crowd", "tiles"];
const hints = {
  mesh: "Drag S or G, tap a dashed door, draw an obstacle: the path stays the shortest one.",
  crowd: "Drag an obstacle or a wall into the crowd, or tap a door: they go round at once.",
  tiles: "Paint walls, drag S or G, step through the search; the dashed path crosses the same tiles at any angle.",
};
const button = (name) => document.getElementById(`tab-${name}`);
const section = (name) => document.getElementById(name);
const tabs = { mesh: new MeshTab(openFile) };
const asked = {};
let shown = null;
// For the console and for tests.
window.tautline = tabs;

/** Returns a tab; makes it and opens a scene or the first sample when it is first asked for. */
function tab(name, scene = null) {
  const make = async () => {
    tabs[name] ??= new (await loadTab[name]())(openFile);
    if (name === "mesh") tabs.mesh.useEngine(await loadWhole());
    else await tabs[name].open(scene);
    return tabs[name];
  };
  return (asked[name] ??= make());
}

/** Shows a tab and hides the others. */
async function show(name) {
  shown = name;
  for (const other of names) {
    button(other).setAttribute("aria-selected", String(other === name));
    button(other).tabIndex = other === name ? 0 : -1;
    section(other).hidden = other !== name;
    if (other !== name) tabs[other]?.hide();
  }
  document.getElementById("hint").textContent = hints[name];
  if (!tabs[name]) say("The engine for this is being loaded…", "good");
  try {
    if (name !== "mesh") await tab(name);
  } catch (error) {
    return say(`This could not be loaded (${error.message}). Reload the page once there is a connection.`);
  }
  if (shown === name) tabs[name].show();
}

for (const [index, name] of names.entries()) {
  button(name).addEventListener("click", () => show(name));
  button(name).addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = names[(index + step + names.length) % names.length];
    button(next).focus();
    show(next);
  });
}

/** Opens a file of any kind: shapes and levels as a mesh, other maps as tiles. */
async function openFile(name, bytes) {
  const extension = /\.[^.]*$/.exec(name.toLowerCase())?.[0];
  if (!extensions.includes(extension)) return say(`${name}: the page opens ${extensions.join(", ")}`);
  const kind = extension.endsWith("json") || extension === ".nav" ? "mesh" : "tiles";
  if ((await tab(kind)).openFile(name, bytes)) await show(kind);
}

acceptDrops(document.body, openFile);

/** Opens the scene of the address, or the first samples. */
async function open() {
  const scene = await readAddress(location.hash).catch(() => {
    say("This link is damaged, so the first example is shown.");
    return null;
  });
  const kind = names.includes(scene?.kind) ? scene.kind : "mesh";
  if (kind === "mesh") {
    await tabs.mesh.open(scene);
    if (!tabs.mesh.model.isWhole) await openFirst();
  } else {
    const made = asked[kind];
    await tab(kind, scene);
    if (made) await tabs[kind].open(scene);
  }
  await show(kind);
}

/** Shows the first path by as few bytes as can be. */
async function openFirst() {
  const isPlain = plainShapes(tabs.mesh.scene.features) !== null;
  if (isPlain) tabs.mesh.useEngine(await loadCore());
  else await tab("mesh");
}

/** Loads what is missing, so that the page needs no connection any more. */
async function complete() {
  if (!tabs.mesh.scene.sample && tabs.mesh.scene.features.length === 0) await tabs.mesh.open(null);
  await Promise.all(names.map((name) => tab(name)));
}

// The tabs write addresses by `replaceState`, which fires no event.
window.addEventListener("hashchange", open);

await open();
document.body.dataset.ready = "true";
// A tab that is missing says so when it is asked for.
await complete().catch(() => {});
document.body.dataset.complete = "true";
