// The engine's side of the mesh tab: the mesh of a scene and the answer to its query.
import { Mesh } from "../tautline/index.js";
import { timed } from "../shared/timed.js";
import { toGeoJson } from "./scene.js";

/** The kind of a step that expands an interval. */
export const closed = 1;

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
  /** Each wall: x and y of both ends. */
  walls = [];
  buildMillis = 0;
  /** The last path, as plain values, or null. */
  path = null;
  /** The reason why there is no path, or null. */
  failure = null;
  micros = 0;
  #built = { features: null, radius: NaN, closed: null };

  /** Brings mesh and path up to date with a scene. */
  update(scene) {
    if (this.#built.features !== scene.features || this.#built.radius !== scene.radius) this.#build(scene);
    if (!this.mesh) return;
    this.#setDoors(scene.closed);
    const { answer, micros } = timed(() => this.#find(scene));
    Object.assign(this, { path: null, failure: null, micros, ...answer });
  }

  #build(scene) {
    this.#built = { features: scene.features, radius: scene.radius, closed: null };
    const begin = performance.now();
    free(this.mesh);
    try {
      this.mesh = Mesh.build(toGeoJson(scene), { radius: scene.radius });
      this.buildError = null;
      this.cells = { ...this.mesh.cells(), costs: this.mesh.cellCosts() };
      const ends = this.mesh.walls();
      this.walls = Array.from({ length: ends.length / 4 }, (_, wall) => ends.subarray(4 * wall, 4 * wall + 4));
      // The first query computes the index of the mesh, which is a part of the build.
      this.#find(scene);
    } catch (error) {
      this.mesh = this.cells = this.path = this.failure = null;
      this.walls = [];
      this.buildError = error;
    }
    this.buildMillis = performance.now() - begin;
  }

  #setDoors(closed) {
    if (this.#built.closed === closed) return;
    this.#built.closed = closed;
    for (const [door, name] of this.mesh.doors.entries()) {
      if (closed.includes(name)) this.mesh.closeDoor(door);
      else this.mesh.openDoor(door);
    }
  }

  /** The path as plain values, or the reason why there is none. */
  #find(scene) {
    try {
      const path = this.mesh.path(scene.start, scene.goal, queryOptions(scene));
      const { points, cells, length, cost, guarantee, lowerBound, expanded, startOffset, goalOffset } = path;
      free(path);
      return { path: { points, cells, length, cost, guarantee, lowerBound, expanded, moved: startOffset + goalOffset } };
    } catch (failure) {
      return { failure };
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

  /** The record of the search of a scene, or null. */
  trace(scene) {
    return this.#orNull(() => {
      const trace = this.mesh.trace(scene.start, scene.goal, queryOptions(scene));
      const { kinds, values, width } = trace;
      free(trace);
      return { kinds, values, width, expansions: kinds.filter((kind) => kind === closed).length };
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
