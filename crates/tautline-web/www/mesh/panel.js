// The toolbar and the side panel of the mesh tab.
import { button, check, choice, element, facts, group, legend, options, row, slider } from "../shared/elements.js";
import { fileButton } from "../shared/files.js";
import { PlayerControls } from "../shared/player.js";
import { samples } from "./samples.js";
import { kindOf, withCost } from "./scene.js";
import { toolKeys } from "./tools.js";

const tools = { select: "Select", walkable: "Ground", obstacle: "Obstacle", area: "Area", wall: "Wall", door: "Door" };
const layerTexts = {
  cells: "Cells of the mesh",
  corridor: "Cells along the path",
  clearance: "Clearance of both ends",
  field: "Distances from the start",
  visible: "Region that the start sees",
  search: "Steps of the search",
};
const mapColors = [["path", "path"], ["corridor", "its cells"], ["obstacle", "obstacle"], ["area", "costs"], ["door", "door"]];
const searchColors = [["open", "waiting"], ["closed", "expanded"], ["accent", "expanded last; corners"]];
const policies = [
  ["exact", "is an error"],
  ["nearest", "moves to the nearest point"],
  ["nearest-reachable", "moves to the nearest point in reach"],
];
const snaps = ["default", "0", "0.25", "1", "4"].map((snap) => [snap, snap]);
const kinds = {
  "closed-off": "Closed off",
  "goal-outside": "The goal is off the ground",
  "start-outside": "The start is off the ground",
  unreachable: "Out of reach",
};

const ends = { start: "Start", goal: "Goal", none: "Nothing" };

const digits = (value) => (Number.isFinite(value) ? value.toPrecision(6) : "none");

export class MeshPanel {
  #toolButtons = {};

  /** @param {import("./tab.js").MeshTab} tab */
  constructor(tab) {
    this.tab = tab;
    this.#makeToolbar(document.getElementById("mesh-tools"));
    this.result = element("div", { id: "mesh-result", "aria-live": "polite" });
    const select = (value) => tab.tools.select(value === "none" ? null : (ends[value] ? value : Number(value)));
    this.item = choice("Item", Object.entries(ends), "goal", select, "mesh-item");
    this.cost = element("div");
    this.playing = new PlayerControls(tab.player, "mesh");
    this.noSteps = element("p", {}, "No steps: both ends see each other, or costs differ.");
    this.steps = element("div", {}, row(...this.playing.buttons), ...this.playing.sliders, legend(searchColors));
    document.getElementById("mesh-panel").append(
      group("Result", this.result, legend(mapColors)),
      group("Selection", this.item, this.cost),
      group("Agent", ...this.#agent()),
      group("Show", ...this.#layers(), this.steps, this.noSteps),
      group("Map", ...this.#map()),
    );
  }

  #makeToolbar(bar) {
    for (const [key, tool] of Object.entries(toolKeys)) {
      const properties = { title: `Key ${key.toUpperCase()} on the map`, "aria-keyshortcuts": key };
      this.#toolButtons[tool] = button(tools[tool], () => this.tab.tools.choose(tool), properties);
      bar.append(this.#toolButtons[tool]);
    }
    this.finish = button("Finish", () => this.tab.tools.finish());
    this.undo = button("Undo", () => this.tab.undo());
    this.redo = button("Redo", () => this.tab.redo());
    this.remove = button("Delete", () => this.tab.tools.remove());
    bar.append(this.finish, this.undo, this.redo, this.remove);
  }

  #agent() {
    const set = (change) => this.tab.commit({ ...this.tab.scene, ...change });
    const preview = (radius) => this.tab.preview({ ...this.tab.scene, radius });
    this.radius = slider("Radius", { min: 0, max: 1, step: 0.05, value: 0, id: "mesh-radius" }, preview, (radius) => set({ radius }));
    this.policy = choice("An end off the ground", policies, "exact", (policy) => set({ policy }), "mesh-policy");
    this.snap = choice("Snap, map units", snaps, "default", (snap) => set({ snap }), "mesh-snap");
    return [this.radius, this.policy, this.snap];
  }

  #layers() {
    const box = ([name, text]) => check(text, this.tab.layers[name], (shown) => this.tab.setLayer(name, shown), `layer-${name}`);
    return Object.entries(layerTexts).map(box);
  }

  #map() {
    const { tab } = this;
    const titles = Object.entries(samples).map(([name, { title }]) => [name, title]);
    return [
      choice("Sample", titles, "floor-plan", (name) => tab.openSample(name), "mesh-sample"),
      row(
        fileButton("Open a map", tab.openAny),
        button("Save GeoJSON", () => tab.saveGeoJson()),
        button("Save SVG", () => tab.saveSvg()),
        button("Save PNG", () => tab.savePng()),
        button("Show all", () => tab.showAll()),
      ),
    ];
  }

  /** Brings everything up to date with the tab. */
  refresh() {
    const { tab } = this;
    for (const [tool, made] of Object.entries(this.#toolButtons)) made.setAttribute("aria-pressed", String(tool === tab.tools.tool));
    this.finish.hidden = tab.tools.draft.length === 0;
    this.undo.disabled = !tab.canUndo;
    this.redo.disabled = !tab.canRedo;
    this.remove.disabled = typeof tab.tools.selection !== "number";
    this.#set(this.radius, tab.scene.radius);
    this.#set(this.policy, tab.scene.policy);
    this.#set(this.snap, tab.scene.snap);
    this.result.replaceChildren(...this.#answer());
    this.#refreshSelection();
    this.#refreshSearch();
  }

  #set(made, value) {
    const input = made.querySelector("input, select");
    if (input.value !== String(value)) input.value = value;
    const output = made.querySelector("output");
    if (output) output.textContent = String(value);
  }

  #answer() {
    const { model } = this.tab;
    if (model.buildError) return [element("p", { className: "failure" }, model.buildError.message)];
    const mesh = facts([
      ["cells of the mesh", model.cellCount],
      ["built in", `${model.buildMillis.toFixed(1)} ms`],
      ["answered in", `${model.micros.toFixed(0)} µs`],
    ]);
    if (model.failure) {
      const { reason, explanation, message } = model.failure;
      return [element("p", { className: "failure" }, `${kinds[reason] ?? "No path"}: ${explanation ?? message}.`), mesh];
    }
    if (!model.path) return [];
    const { length, cost, guarantee, lowerBound, cells, expanded, moved } = model.path;
    const gap = guarantee === "optimal" ? 0 : (cost - lowerBound) / cost;
    const proof = guarantee === "optimal" ? "optimal" : `within ${(100 * gap).toFixed(2)} %`;
    const found = facts([
      ["length", digits(length)],
      ...(digits(cost) === digits(length) ? [] : [["cost", digits(cost)]]),
      ["guarantee", proof],
      ["cells along the path", cells.length],
      ["expansions", expanded],
      ...(moved > 0 ? [["ends moved by", digits(moved)]] : []),
    ]);
    return [found, mesh];
  }

  #refreshSelection() {
    const { scene, tools: own } = this.tab;
    const select = this.item.querySelector("select");
    const names = scene.features.map((feature, index) => [index, `${kindOf(feature)}: ${feature.properties?.name ?? index + 1}`]);
    const key = JSON.stringify(names);
    if (select.dataset.key !== key) {
      select.dataset.key = key;
      select.replaceChildren(...options([...Object.entries(ends), ...names]));
    }
    select.value = String(own.selection ?? "none");
    this.#refreshCost();
  }

  /** The cost slider of a selected area. */
  #refreshCost() {
    const { tab } = this;
    const index = tab.tools.selection;
    const feature = typeof index === "number" ? tab.scene.features[index] : null;
    const isArea = feature && kindOf(feature) === "area";
    const key = isArea ? String(index) : "";
    if (this.cost.dataset.key !== key) {
      this.cost.dataset.key = key;
      const preview = (cost) => tab.preview(withCost(tab.scene, index, cost));
      const set = (cost) => tab.commit(withCost(tab.scene, index, cost));
      const made = () => slider("Cost", { min: 0.5, max: 10, step: 0.5, value: 1, id: "mesh-cost" }, preview, set);
      this.cost.replaceChildren(...(isArea ? [made()] : []));
    }
    if (isArea) this.#set(this.cost, feature.properties.cost ?? 1);
  }

  #refreshSearch() {
    const { layers, player } = this.tab;
    this.steps.hidden = !layers.search || player.count === 0;
    this.noSteps.hidden = !layers.search || player.count > 0;
    this.playing.refresh();
  }
}
