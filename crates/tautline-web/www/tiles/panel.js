// The toolbar and the side panel of the tiles tab.
import { copyLink } from "../shared/address.js";
import { costLook } from "../shared/costs.js";
import { button, check, choice, element, facts, group, legend, row } from "../shared/elements.js";
import { fileButton } from "../shared/files.js";
import { PlayerControls } from "../shared/player.js";
import { duration } from "../shared/timed.js";
import { inWords } from "../shared/words.js";
import { samples } from "./samples.js";

const brushes = [
  ["toggle", "Toggle walls"],
  ["0", "Paint walls"],
  ["1", "Erase"],
  ["3", "Cost 3"],
  ["6", "Cost 6"],
  ["9", "Cost 9"],
];
const engines = { "a-star": "A*", "jump-points": "jump points", "jump-tables": "jump points, precomputed" };
const heuristics = { octile: "octile", euclidean: "Euclidean", manhattan: "Manhattan", zero: "none (Dijkstra)" };
const smoothings = { none: "none", "one-pass": "Floyd, one pass", "fixed-point": "Floyd, until nothing changes" };
const corners = { never: "never", "one-free": "past one free tile", always: "always" };
const replacements = { error: "is an error", ring: "the ring around it", nearest: "the nearest tile", "huge-cost": "walls at a huge cost" };

const reasons = {
  unreachable: "walls lie between S and G",
  "start-outside": "S is in a wall; drag it out",
  "goal-outside": "G is in a wall; drag it out, or choose another rule for a blocked goal",
};

const digits = (value) => value.toPrecision(6);

/** The meanings of the colours that are shown now. */
function legendOf({ scene, shows }) {
  const costs = [...new Set(scene.costs)].filter((cost) => cost > 0 && cost !== 1).sort((a, b) => a - b);
  return [
    ["path", "path on tiles"],
    ...(shows.mesh ? [["second", "path at any angle"]] : []),
    ["closed", "searched"],
    ["open", "waiting"],
    ["obstacle", "wall"],
    ...costs.map((cost) => [costLook(cost).name, `a step counts as ${cost}`, costLook(cost).opacity]),
  ];
}

export class TilesPanel {
  /** @param {import("./tab.js").TilesTab} tab */
  constructor(tab) {
    this.tab = tab;
    this.playing = new PlayerControls(tab.player, "tiles");
    this.#makeToolbar(document.getElementById("tiles-tools"));
    this.result = element("div", { id: "tiles-result", "aria-live": "polite" });
    this.legend = element("div");
    document.getElementById("tiles-panel").append(
      group("The shortest way from S to G", this.result, this.legend),
      group("Map", ...this.#map()),
      group("Search", ...this.#search()),
      group("After the search", ...this.#after()),
      group("Save", ...this.#save()),
    );
  }

  #makeToolbar(bar) {
    const { tab } = this;
    const brush = choice("Brush", brushes, "toggle", (value) => (tab.brush = value === "toggle" ? value : Number(value)), "tiles-brush");
    this.undo = button("Undo", () => tab.undo());
    this.redo = button("Redo", () => tab.redo());
    bar.append(brush.querySelector("select"), ...this.playing.buttons, this.undo, this.redo);
    bar.querySelector("select").setAttribute("aria-label", "Brush");
  }

  #option(text, values, name, id) {
    const set = (value) => this.tab.commit({ ...this.tab.scene, options: { ...this.tab.scene.options, [name]: value } });
    return (this[name] = choice(text, Object.entries(values), this.tab.scene.options[name], set, id));
  }

  #search() {
    return [
      this.#option("Engine", engines, "engine", "tiles-engine"),
      this.#option("Heuristic of A*", heuristics, "heuristic", "tiles-heuristic"),
      this.#option("Cuts corners", corners, "corners", "tiles-corners"),
      ...this.playing.sliders,
    ];
  }

  #after() {
    const { tab } = this;
    const setBlocked = (blocked) => tab.commit({ ...tab.scene, blocked });
    const setSight = (straightIfSeen) => tab.commit({ ...tab.scene, options: { ...tab.scene.options, straightIfSeen } });
    const show = (name) => (shown) => {
      tab.shows[name] = shown;
      tab.refresh();
    };
    this.blocked = choice("A blocked goal", Object.entries(replacements), tab.scene.blocked, setBlocked, "tiles-blocked");
    this.straight = check("Straight line if the goal is in sight", false, setSight, "tiles-straight");
    return [
      this.#option("Smoothing", smoothings, "smoothing", "tiles-smoothing"),
      this.blocked,
      this.straight,
      check("Line of sight", tab.shows.sight, show("sight"), "tiles-sight"),
      check("As a mesh: cells and the path at any angle", tab.shows.mesh, show("mesh"), "tiles-mesh"),
    ];
  }

  #map() {
    const { tab } = this;
    const titles = Object.entries(samples).map(([name, { title }]) => [name, title]);
    return [
      choice("Example", titles, "rooms", (name) => tab.openSample(name), "tiles-sample"),
      row(button("Copy link", copyLink), button("Show all", () => tab.showAll()), fileButton("Open a map", tab.openAny)),
    ];
  }

  #save() {
    const { tab } = this;
    return [
      row(
        button("Save .map", () => tab.saveMap()),
        button("Save SVG", () => tab.saveSvg()),
        button("Save PNG", () => tab.savePng()),
      ),
    ];
  }

  /** Brings everything up to date with the tab. */
  refresh() {
    const { tab } = this;
    if (!tab.panel) return; // The tab is still being made.
    this.undo.disabled = !tab.canUndo;
    this.redo.disabled = !tab.canRedo;
    for (const name of ["engine", "heuristic", "corners", "smoothing"]) this[name].querySelector("select").value = tab.scene.options[name];
    this.blocked.querySelector("select").value = tab.scene.blocked;
    this.straight.querySelector("input").checked = tab.scene.options.straightIfSeen;
    this.playing.refresh();
    this.result.replaceChildren(...this.#answer());
    this.legend.replaceChildren(legend(legendOf(tab)));
  }

  #answer() {
    const { model, asMesh } = this.tab;
    const mesh = asMesh?.path ? [["length at any angle", digits(asMesh.path.length)]] : [];
    const taken = ["found in", duration(model.micros)];
    if (model.failure) {
      const { reason, message } = model.failure;
      return [element("p", { className: "failure" }, `No path: ${reasons[reason] ?? inWords(message)}.`), facts([taken, ...mesh])];
    }
    if (!model.path) return [];
    const { length, cost, expanded, status, guarantee } = model.path;
    return [
      facts([
        ["length on tiles", digits(length)],
        ...(digits(cost) === digits(length) ? [] : [["cost", digits(cost)]]),
        ...mesh,
        ...(status === "partial" ? [["the goal", "is replaced"]] : []),
        taken,
        ["guarantee", guarantee],
        ["expansions", expanded],
      ]),
    ];
  }
}
