// The engine's side of the tiles tab: the grid of a scene, the record of its search, and the mesh beside it.
import { Grid, Mesh } from "../tautline/index.js";
import { timed } from "../shared/timed.js";

const free = (object) => object?.free();
const center = ([x, y]) => [x + 0.5, y + 0.5];

export class TilesModel {
  grid = null;
  /** The steps of the search: kinds, values and numbers a step. */
  trace = { kinds: new Uint8Array(), values: new Float64Array(), width: 4 };
  path = null;
  failure = null;
  micros = 0;
  #costs = null;
  #meshCosts = null;
  #mesh = null;
  #meshCells = [];

  /** Brings grid, search and path up to date with a scene. */
  update(scene) {
    this.#updateTiles(scene);
    const { blocked, options } = scene;
    this.grid.setOptions(blocked === "error" ? options : { ...options, replacement: blocked });
    this.#search(scene, { goalPolicy: blocked === "error" ? "exact" : "nearest" });
  }

  #updateTiles({ width, height, costs }) {
    const before = this.#costs;
    if (before === costs) return;
    // A cost that the engine refuses leaves no half-changed grid behind.
    this.#costs = null;
    if (!before || before.length !== costs.length || this.grid.width !== width) {
      free(this.grid);
      this.grid = new Grid(width, height);
    }
    for (let i = 0; i < costs.length; i += 1) {
      const old = before?.length === costs.length ? before[i] : 1;
      if (costs[i] === old) continue;
      const [x, y] = [i % width, Math.floor(i / width)];
      this.grid.setBlocked(x, y, costs[i] === 0);
      if (costs[i] !== 0) this.grid.setCost(x, y, costs[i]);
    }
    this.#costs = costs;
  }

  #search(scene, query) {
    const ends = [center(scene.start), center(scene.goal)];
    const { answer, micros } = timed(() => this.#find(ends, query));
    Object.assign(this, { path: null, failure: null, micros, ...answer });
    const trace = this.grid.trace(...ends, query);
    const { kinds, values, width } = trace;
    this.trace = { kinds, values, width };
    free(trace);
  }

  /** The path as plain values, or the reason why there is none. */
  #find(ends, query) {
    try {
      const path = this.grid.path(...ends, query);
      const { points, length, cost, expanded, status, guarantee } = path;
      free(path);
      return { path: { points, length, cost, expanded, status, guarantee } };
    } catch (failure) {
      return { failure };
    }
  }

  /** The mesh of the same tiles: the shortest path at any angle, or null, and the corners of each cell. */
  asMesh(scene) {
    try {
      if (this.#meshCosts !== scene.costs) this.#buildMesh(scene);
      const path = this.#mesh.path(center(scene.start), center(scene.goal), { goalPolicy: "nearest" });
      const { points, length, cost, guarantee } = path;
      free(path);
      return { cells: this.#meshCells, path: { points, length, cost, guarantee } };
    } catch {
      return { cells: this.#meshCells, path: null };
    }
  }

  #buildMesh(scene) {
    free(this.#mesh);
    [this.#mesh, this.#meshCells, this.#meshCosts] = [null, [], scene.costs];
    this.#mesh = Mesh.fromGrid(this.grid);
    const { offsets, points } = this.#mesh.cells();
    this.#meshCells = Array.from(offsets.subarray(1), (end, slot) => points.subarray(2 * offsets[slot], 2 * end));
  }

  /** The tiles that the straight line between both ends touches, and whether it is free. */
  sight(scene) {
    const ends = [center(scene.start), center(scene.goal)];
    return { isFree: this.grid.sees(...ends), tiles: this.grid.tilesTouched(...ends) };
  }
}
