// The engine's side of the mesh tab: the mesh of a scene and the answer to its query.
import { Mesh } from "../tautline/index.js";
import { toGeoJson } from "./scene.js";

/** The options of the query of a scene. */
function queryOptions(scene) {
  const snap = scene.snap === "default" ? {} : { snap: Number(scene.snap) };
  return { ...snap, goalPolicy: scene.policy, startPolicy: scene.policy };
}

/** Frees an object of the engine, if there is one. */
const free = (object) => object?.free();

export class MeshModel {
  mesh = null;
  buildError = null;
  cells = null;
  /** Both ends of each wall. */
  walls = new Float64Array();
  buildMillis = 0;
  /** The last path, as plain values, or null. */
  path = null;
  /** The reason why there is no path, or null. */
  failure = null;
  micros = 0;
  #built = { features: null, radius: NaN };

  /** Brings mesh and path up to date with a scene. */
  update(scene) {
    if (this.#built.features !== scene.features || this.#built.radius !== scene.radius) this.#build(scene);
    if (!this.mesh) return;
    this.#setDoors(scene.closed);
    this.#query(scene);
  }

  #build(scene) {
    this.#built = { features: scene.features, radius: scene.radius };
    const begin = performance.now();
    try {
      const mesh = Mesh.build(toGeoJson(scene), { radius: scene.radius });
      free(this.mesh);
      this.mesh = mesh;
      this.buildError = null;
      const cells = mesh.cells();
      this.cells = { offsets: cells.offsets, points: cells.points, costs: mesh.cellCosts() };
      free(cells);
      this.walls = mesh.walls();
    } catch (error) {
      free(this.mesh);
      this.mesh = this.cells = this.path = this.failure = null;
      this.buildError = error;
    }
    this.buildMillis = performance.now() - begin;
  }

  #setDoors(closed) {
    for (const [door, name] of this.mesh.doors.entries()) {
      if (closed.includes(name)) this.mesh.closeDoor(door);
      else this.mesh.openDoor(door);
    }
  }

  #query(scene) {
    const begin = performance.now();
    try {
      const path = this.mesh.path(scene.start, scene.goal, queryOptions(scene));
      this.micros = (performance.now() - begin) * 1000;
      const { points, cells, length, cost, guarantee, lowerBound, expanded, startOffset, goalOffset } = path;
      this.path = { points, cells, length, cost, guarantee, lowerBound, expanded, moved: startOffset + goalOffset };
      this.failure = null;
      free(path);
    } catch (error) {
      this.micros = (performance.now() - begin) * 1000;
      this.path = null;
      this.failure = error;
    }
  }

  /** The corners of a cell: x and y of each. */
  cell(slot) {
    const { offsets, points } = this.cells;
    return points.subarray(2 * offsets[slot], 2 * offsets[slot + 1]);
  }

  get cellCount() {
    return this.cells ? this.cells.offsets.length - 1 : 0;
  }

  /** The border of the region that a point sees, or null off the mesh. */
  visibleFrom(point) {
    return this.#orNull(() => this.mesh.visibleFrom(point));
  }

  /** The nearest wall of a point: its nearest point and its distance; null off the mesh. */
  nearestWall(point) {
    return this.#orNull(() => this.mesh.nearestWall(point, 1e9));
  }

  /** The distances of points from one point; null off the mesh. */
  distances(from, points) {
    return this.#orNull(() => {
      const field = this.mesh.distanceField(from);
      const distances = field.at(points);
      free(field);
      return distances;
    });
  }

  /** The steps of the search of a scene, or null. */
  trace(scene) {
    return this.#orNull(() => {
      const trace = this.mesh.trace(scene.start, scene.goal, queryOptions(scene));
      const { kinds, values, width } = trace;
      free(trace);
      return { kinds, values, width };
    });
  }

  #orNull(ask) {
    try {
      return this.mesh ? (ask() ?? null) : null;
    } catch {
      return null; // The point is off the mesh, and the panel says so already.
    }
  }
}
