// Controls that the tabs with drawn shapes share: tools, floors, samples and files.
import { copyLink } from "../shared/address.js";
import { button, choice, element, group, row } from "../shared/elements.js";
import { fileButton } from "../shared/files.js";
import { floorName, floorsOf } from "./features.js";

/** The toolbar: a button for each tool, and what is done with shapes. */
export class DrawingBar {
  #tools = {};

  /** @param {Record<string, string>} texts the text of each tool */
  constructor(tab, texts) {
    this.tab = tab;
    const bar = document.getElementById(`${tab.name}-tools`);
    for (const [key, tool] of Object.entries(tab.tools.keys)) {
      const properties = { title: `Key ${key.toUpperCase()} on the map`, "aria-keyshortcuts": key };
      this.#tools[tool] = button(texts[tool], () => tab.tools.choose(tool), properties);
      bar.append(this.#tools[tool]);
    }
    this.finish = button("Finish", () => tab.tools.finish());
    this.undo = button("Undo", () => tab.undo());
    this.redo = button("Redo", () => tab.redo());
    this.remove = button("Delete", () => tab.tools.remove());
    bar.append(this.finish, this.undo, this.redo, this.remove);
  }

  refresh() {
    const { tools, canUndo, canRedo } = this.tab;
    for (const [tool, made] of Object.entries(this.#tools)) made.setAttribute("aria-pressed", String(tool === tools.tool));
    this.finish.hidden = tools.draft.length === 0;
    this.undo.disabled = !canUndo;
    this.redo.disabled = !canRedo;
    this.remove.disabled = typeof tools.selection !== "number";
  }
}

/** The switch between floors; hidden on maps with one. */
export class FloorBar {
  #key = "";

  constructor(tab) {
    this.tab = tab;
    this.bar = document.getElementById(`${tab.name}-floors`);
  }

  refresh() {
    const { tab, bar } = this;
    const { features } = tab.scene;
    const floors = floorsOf(features).reverse();
    bar.hidden = floors.length < 2;
    const names = floors.map((floor) => floorName(features, floor));
    const key = JSON.stringify([floors, names]);
    if (key !== this.#key) {
      this.#key = key;
      bar.replaceChildren(...floors.map((floor, row) => button(names[row], () => tab.showFloor(floor), { value: floor })));
    }
    for (const made of bar.children) made.setAttribute("aria-pressed", String(Number(made.value) === tab.floor));
  }
}

/** The groups of the panel about the map: samples and the link first, files last. */
export function mapGroup(tab) {
  const titles = Object.entries(tab.samples).map(([name, { title }]) => [name, title]);
  const sample = choice("Example", titles, titles[0][0], (name) => tab.openSample(name), `${tab.name}-sample`);
  const top = group("Map", sample, row(button("Copy link", copyLink), button("Show all", () => tab.showAll()), fileButton("Open a map", tab.openAny)));
  const bottom = group(
    "Save",
    row(
      button("Save GeoJSON", () => tab.saveGeoJson()),
      button("Save SVG", () => tab.saveSvg()),
      button("Save PNG", () => tab.savePng()),
    ),
  );
  const refresh = () => {
    const select = sample.querySelector("select");
    if (tab.scene.sample && select.value !== tab.scene.sample) select.value = tab.scene.sample;
  };
  return { top, bottom, refresh };
}
