// Shows one of two tabs: meshes and tiles.
import { readAddress } from "./shared/address.js";
import { acceptDrops, extensions } from "./shared/files.js";
import { say } from "./shared/message.js";
import { MeshTab } from "./mesh/tab.js";
import { TilesTab } from "./tiles/tab.js";

const names = ["mesh", "tiles"];
const hints = {
  mesh: "Drag S or G, tap a dashed door, draw an obstacle: the path stays the shortest one, with a proof.",
  tiles: "Paint walls, drag S or G, step through the search; the dashed path crosses the same tiles at any angle.",
};
const button = (name) => document.getElementById(`tab-${name}`);
const tabs = { mesh: new MeshTab(openFile), tiles: new TilesTab(openFile) };
// For the console and for tests.
window.tautline = tabs;

/** Shows a tab and hides the other. */
function show(name) {
  for (const other of names) {
    const shown = other === name;
    button(other).setAttribute("aria-selected", String(shown));
    button(other).tabIndex = shown ? 0 : -1;
    document.getElementById(other).hidden = !shown;
  }
  document.getElementById("hint").textContent = hints[name];
  tabs[name].show();
}

for (const [index, name] of names.entries()) {
  button(name).addEventListener("click", () => show(name));
  button(name).addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const next = names[1 - index];
    button(next).focus();
    show(next);
  });
}

/** Opens a file of any kind: outlines on the mesh tab, other maps as tiles. */
function openFile(name, bytes) {
  const extension = /\.[^.]*$/.exec(name.toLowerCase())?.[0];
  if (!extensions.includes(extension)) return say(`${name}: the page opens ${extensions.join(", ")}`);
  const kind = extension.endsWith("json") ? "mesh" : "tiles";
  if (tabs[kind].openFile(name, bytes)) show(kind);
}

acceptDrops(document.body, openFile);

/** Opens the scene of the address, or the first samples. */
async function open() {
  const scene = await readAddress(location.hash).catch((error) => {
    say(`The address holds no scene: ${error.message}`);
    return null;
  });
  const kind = scene?.kind === "tiles" ? "tiles" : "mesh";
  for (const name of names) await tabs[name].open(name === kind ? scene : null);
  show(kind);
  document.body.dataset.ready = "true";
}

// The tabs write addresses by `replaceState`, which fires no event.
window.addEventListener("hashchange", open);

await open();
