// The toolbar and the side panel of the tab with paths.
import { DrawingBar, FloorBar, mapGroup } from "../shapes/controls.js";
import { withProperties } from "../shapes/features.js";
import { SelectedGroup } from "../shapes/selected.js";
import { check, choice, element, foldedGroup, group, legend, row, setValue, slider } from "../shared/elements.js";
import { PlayerControls } from "../shared/player.js";
import { answer, figures, legendOf, sizeWords } from "./answer.js";
import { largestRadius } from "./scene.js";

const tools = { select: "Select", walkable: "Ground", obstacle: "Obstacle", area: "Area", wall: "Wall", door: "Door" };
const layerTexts = {
  field: "How far it is from S",
  visible: "What S sees",
  clearance: "Room around S and G",
  corridor: "Cells along the path",
  cells: "All cells of the mesh",
  search: "The search, step by step",
};
const searchColors = [["open", "waiting"], ["closed", "expanded"], ["accent", "expanded last; corners"]];
const policies = [
  ["exact", "is an error"],
  ["nearest", "moves to the nearest point"],
  ["nearest-reachable", "moves to the nearest point in reach"],
];
const snaps = ["default", "0", "0.25", "1", "4"].map((snap) => [snap, snap]);
const bakedWords =
  "This level was built for one size of walkers, who keep from its walls; a radius that you choose is added. Its ground and walls stay as they are, and what you draw lies on them.";
const ends = { start: "Start", goal: "Goal", none: "Nothing" };

export class MeshPanel {
  /** @param {import("./tab.js").MeshTab} tab */
  constructor(tab) {
    this.tab = tab;
    this.bar = new DrawingBar(tab, tools);
    this.floors = new FloorBar(tab);
    this.result = element("div", { id: "mesh-result", "aria-live": "polite" });
    this.legend = element("div", { id: "mesh-legend" });
    this.figures = element("div", { id: "mesh-figures" });
    this.map = mapGroup(tab);
    this.selected = new SelectedGroup(tab, ends, { area: (index) => this.#costOf(index) });
    document.getElementById("mesh-panel").append(
      group("The shortest way from S to G", this.result),
      this.map.top,
      group("Size of who walks", ...this.#sizes()),
      group("Show", ...this.#layers(), this.legend),
      this.selected.group,
      foldedGroup("For experts", ...this.#experts()),
      this.map.bottom,
    );
  }

  #set(change) {
    this.tab.commit({ ...this.tab.scene, ...change });
  }

  #sizes() {
    const { tab } = this;
    const preview = (radius) => {
      // A visitor who moves the slider asks for the sizes that pass.
      if (!tab.layers.widest) tab.setLayer("widest", true);
      tab.preview({ ...tab.scene, radius });
    };
    this.radius = slider("Radius", { min: 0, max: 1, step: 0.025, value: 0, id: "mesh-radius" }, preview, (radius) => this.#set({ radius }));
    this.widest = check("The widest way and its narrowest place", false, (shown) => tab.setLayer("widest", shown), "layer-widest");
    this.size = element("p", { id: "mesh-size", "aria-live": "polite" });
    this.baked = element("p", { id: "mesh-baked" }, bakedWords);
    return [this.baked, this.radius, this.widest, this.size];
  }

  #layers() {
    const box = ([name, text]) => check(text, this.tab.layers[name], (shown) => this.tab.setLayer(name, shown), `layer-${name}`);
    this.playing = new PlayerControls(this.tab.player, "mesh");
    this.noSteps = element("p", {}, "No steps: S and G see each other, or costs differ.");
    this.steps = element("div", {}, row(...this.playing.buttons), ...this.playing.sliders, legend(searchColors));
    return [...Object.entries(layerTexts).map(box), this.steps, this.noSteps];
  }

  /** The cost slider of a selected area. */
  #costOf(index) {
    const { tab } = this;
    const preview = (cost) => tab.preview(withProperties(tab.scene, index, { cost }));
    const set = (cost) => tab.commit(withProperties(tab.scene, index, { cost }));
    const made = slider("Cost of a step", { min: 0.5, max: 10, step: 0.5, value: 1, id: "mesh-cost" }, preview, set);
    return { rows: [made], refresh: ({ cost = 1 }) => setValue(made, cost) };
  }

  #experts() {
    this.policy = choice("An end off the ground", policies, "exact", (policy) => this.#set({ policy }), "mesh-policy");
    this.snap = choice("Snap, map units", snaps, "default", (snap) => this.#set({ snap }), "mesh-snap");
    return [this.figures, this.policy, this.snap];
  }

  /** Fits the controls to another map. */
  begin() {
    this.baked.hidden = !this.tab.scene.baked;
    const most = largestRadius(this.tab.bounds);
    const input = this.radius.querySelector("input");
    [input.max, input.step] = [String(most), String(most / 40)];
  }

  /** Brings everything up to date with the tab. */
  refresh() {
    const { tab } = this;
    this.bar.refresh();
    this.floors.refresh();
    this.map.refresh();
    setValue(this.radius, tab.scene.radius);
    setValue(this.policy, tab.scene.policy);
    setValue(this.snap, tab.scene.snap);
    this.widest.querySelector("input").checked = tab.layers.widest;
    this.result.replaceChildren(...answer(tab));
    this.figures.replaceChildren(figures(tab.model));
    this.size.textContent = sizeWords(tab);
    this.selected.refresh();
    this.#refreshSearch();
    this.refreshLegend();
  }

  refreshLegend() {
    this.legend.replaceChildren(...legendOf(this.tab));
  }

  #refreshSearch() {
    const { layers, player } = this.tab;
    this.steps.hidden = !layers.search || player.count === 0;
    this.noSteps.hidden = !layers.search || player.count > 0;
    this.playing.refresh();
  }
}
