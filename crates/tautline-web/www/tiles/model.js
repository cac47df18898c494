// The engine's side of the tiles tab: the grid of a scene, the record of its search, and the mesh beside it.
import { Grid, Mesh } from "../tautline/index.js";

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
    this.path = this.failure = null;
    const begin = performance.now();
    try {
      const path = this.grid.path(...ends, query);
      this.micros = (performance.now() - begin) * 1000;
      const { points, length, cost, expanded, status, guarantee } = path;
      this.path = { points, length, cost, expanded, status, guarantee };
      free(path);
    } catch (error) {
      this.micros = (performance.now() - begin) * 1000;
      this.failure = error;
    }
    const trace = this.grid.trace(...ends, query);
    const { kinds, values, width } = trace;
    this.trace = { kinds, values, width };
    free(trace);
  }

  /** The shortest path at any angle over the same tiles, or null. */
  meshPath(scene) {
    try {
      if (this.#meshCosts !== scene.costs) {
        free(this.#mesh);
        this.#mesh = null;
        this.#mesh = Mesh.fromGrid(this.grid);
        this.#meshCosts = scene.costs;
      }
      const path = this.#mesh.path(center(scene.start), center(scene.goal), { goalPolicy: "nearest" });
      const { points, length, cost, guarantee } = path;
      free(path);
      return { points, length, cost, guarantee };
    } catch {
      return null;
    }
  }

  /** The tiles that the straight line between both ends touches, and whether it is free. */
  sight(scene) {
    const ends = [center(scene.start), center(scene.goal)];
    return { isFree: this.grid.sees(...ends), tiles: this.grid.tilesTouched(...ends) };
  }
}
