// The toolbar and the side panel of the tab with crowds.
import { DrawingBar, FloorBar, mapGroup } from "../shapes/controls.js";
import { bandSteps } from "../shapes/distances.js";
import { withProperties } from "../shapes/features.js";
import { SelectedGroup } from "../shapes/selected.js";
import { button, check, choice, element, facts, foldedGroup, group, legend, options, row, scale, setValue, slider } from "../shared/elements.js";
import { exitsOf, usualCount } from "./scene.js";

const tools = { select: "Select", agents: "People", exit: "Exit", obstacle: "Obstacle", wall: "Wall", door: "Door", walkable: "Ground" };
const reasons = {
  "closed-off": "behind closed doors",
  unreachable: "no way to an exit",
  "no-exit": "there is no exit",
  "start-outside": "off the ground",
  "goal-outside": "the exit is off the ground",
};
const share = 0.99;

export class CrowdPanel {
  /** @param {import("./tab.js").CrowdTab} tab */
  constructor(tab) {
    this.tab = tab;
    this.bar = new DrawingBar(tab, tools);
    this.floors = new FloorBar(tab);
    this.#makePlayer(document.getElementById("crowd-tools"));
    this.result = element("div", { id: "crowd-result" });
    this.legend = element("div");
    this.work = element("div", { id: "crowd-work" });
    this.map = mapGroup(tab);
    this.selected = new SelectedGroup(tab, { none: "Nothing" }, { agents: (index) => this.#peopleOf(index) });
    document.getElementById("crowd-panel").append(
      group("The crowd now", this.result, this.legend),
      this.map.top,
      group("People", ...this.#people()),
      this.selected.group,
      group("Show", ...this.#shows()),
      foldedGroup("For experts", this.work),
      this.map.bottom,
    );
  }

  #makePlayer(bar) {
    const { tab } = this;
    this.play = button("Pause", () => tab.play(!tab.isPlaying));
    bar.prepend(this.play, button("Step", () => tab.stepOnce()), button("Reset", () => tab.restart()), element("span", { className: "gap" }));
  }

  #people() {
    const { tab } = this;
    const set = (change) => tab.commit({ ...tab.scene, ...change });
    this.again = check("Those who arrive begin again", false, (again) => set({ again }), "crowd-again");
    this.radius = slider("Radius", { min: 0.1, max: 0.5, step: 0.05, value: 0.2, id: "crowd-radius" }, () => {}, (radius) => set({ radius }));
    const speed = slider("Speed", { min: 0.5, max: 4, step: 0.5, value: tab.speed, id: "crowd-speed" }, (value) => (tab.speed = value));
    return [speed, this.radius, this.again];
  }

  #shows() {
    const { tab } = this;
    return [
      check("How far it is to an exit", false, (shown) => tab.setShown("distances", shown), "crowd-distances"),
      check("Where people begin", false, (shown) => tab.setShown("places", shown), "crowd-places"),
    ];
  }

  /** The controls of a polygon with people. */
  #peopleOf(index) {
    const { tab } = this;
    const set = (change) => tab.commit(withProperties(tab.scene, index, change));
    const count = slider("How many", { min: 1, max: 200, step: 1, value: usualCount, id: "crowd-count" }, () => {}, (value) => set({ count: value }));
    const exit = choice("Go to", [["", "the nearest exit"]], "", (name) => set({ exit: name === "" ? undefined : name }), "crowd-exit");
    const refresh = (properties) => {
      const names = exitsOf(tab.scene).map(({ properties: { name } }) => [name, name]);
      exit.querySelector("select").replaceChildren(...options([["", "the nearest exit"], ...names]));
      setValue(count, properties.count ?? usualCount);
      setValue(exit, properties.exit ?? "");
    };
    return { rows: [count, exit], refresh };
  }

  /** Fits the controls to another scene. */
  begin() {
    setValue(this.radius, this.tab.scene.radius);
  }

  /** Brings everything up to date with the tab. */
  refresh() {
    const { tab } = this;
    this.bar.refresh();
    this.floors.refresh();
    this.map.refresh();
    this.selected.refresh();
    this.play.textContent = tab.isPlaying ? "Pause" : "Go on";
    this.again.querySelector("input").checked = tab.scene.again;
    setValue(this.radius, tab.scene.radius);
    this.refreshCounts();
    this.refreshLegend();
  }

  refreshCounts() {
    const { model, work } = this.tab;
    const { walking, queueing, waiting, arrived } = model.counts();
    const isOver = arrived > 0 && walking + queueing + waiting.size === 0;
    this.result.replaceChildren(
      ...(isOver ? [element("p", {}, "Everybody has arrived. “Reset” lets them begin again.")] : []),
      facts([
        ["walking", walking],
        ["in a queue", queueing],
        ...[...waiting].map(([reason, count]) => [`waiting: ${reasons[reason] ?? reason}`, count]),
        ["arrived", arrived],
        ["time", `${model.time.toFixed(0)} s`],
      ]),
    );
    const sorted = [...work].sort((a, b) => a - b);
    const at = (part) => `${(sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1)} ms`;
    this.work.replaceChildren(facts([["work of a frame, median", at(0.5)], ["99 of 100 frames below", at(share)], ["frames", work.length]]));
  }

  refreshLegend() {
    const { shows, raster } = this.tab;
    const rows = [["exit", "exit"], ["door", "door: tap to close or open"], ["bad", "waits without a way"]];
    const distances = shows.distances && raster ? [element("p", {}, "How far it is to an exit"), scale("accent", bandSteps(raster))] : [];
    this.legend.replaceChildren(element("p", {}, "A colour for each group of people."), legend(rows), ...distances);
  }
}
