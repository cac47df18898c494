// The engine's side of the tab with paths: the mesh of a scene and the answer to its query.
import { plainShapes } from "../shapes/plain.js";
import { timed } from "../shared/timed.js";
import { legsOf } from "./legs.js";

/** The kind of a step that expands an interval. */
export const closed = 1;

/** A way for this share of its width is open: the rounded corners of a mesh for a radius take a twentieth of the radius. */
const openShare = 1 / 1.06;

/** The most bytes of meshes that are kept for other sizes. */
const mostBytes = 64 << 20;

/** The options of the query of a scene. */
function queryOptions(scene) {
  const snap = scene.snap === "default" ? {} : { snap: Number(scene.snap) };
  return { ...snap, goalPolicy: scene.policy, startPolicy: scene.policy };
}

/** Frees an object of the engine, if there is one. */
const free = (object) => object?.free();

/** The options of the build of a scene. The ground of a level is as it is: nothing is joined, and nothing is in degrees. */
const buildOptions = ({ baked }) => (baked ? { weld: 0, planar: true } : {});

const geojson = ({ features }) => ({ type: "FeatureCollection", features });

/** Closes the doors of a scene, and opens the others. */
function setDoors(mesh, closed) {
  for (const [door, name] of mesh.doors.entries()) {
    if (closed.includes(name)) mesh.closeDoor(door);
    else mesh.openDoor(door);
  }
}

export class MeshModel {
  /** The module of the engine: its core, or the whole package. */
  engine = null;
  mesh = null;
  buildError = null;
  /** The cells: offsets and points, and the floor of each. */
  cells = null;
  cellFloors = [];
  /** Each wall: x and y of both ends; and the floor of each. */
  walls = [];
  wallFloors = [];
  buildMillis = 0;
  /** The last path, as plain values, or null. */
  path = null;
  /** The length of the path along the ground and the heights of its ends; null without heights. */
  ground = null;
  /** The reason why there is no path, or null. */
  failure = null;
  micros = 0;
  /** The level of `openLevel` whose scene is shown, or null. */
  #level = null;
  #built = { features: null, radius: NaN, closed: null, engine: null };
  /** The meshes of all sizes for the widest way. */
  #sizes = { features: null, set: null };

  /** Whether the engine has all questions. */
  get isWhole() {
    return this.engine?.RadiusSet !== undefined;
  }

  /** Whether there are heights. */
  get hasHeights() {
    return Boolean(this.#level?.surface);
  }

  /** Takes the level of the next scene, or null. */
  takeLevel(level) {
    free(this.#level?.surface);
    this.#level = level;
  }

  /** Brings mesh and path up to date with a scene. */
  update(scene) {
    const { features, radius, engine } = this.#built;
    if (features !== scene.features || radius !== scene.radius || engine !== this.engine) this.#build(scene);
    if (!this.mesh) return;
    if (this.#built.closed !== scene.closed) setDoors(this.mesh, (this.#built.closed = scene.closed));
    const { answer, micros } = timed(() => this.#find(scene));
    Object.assign(this, { path: null, failure: null, micros, ...answer, ground: this.#along(scene) });
  }

  #build(scene) {
    this.#built = { features: scene.features, radius: scene.radius, closed: null, engine: this.engine };
    const begin = performance.now();
    free(this.mesh);
    try {
      this.mesh = this.#meshOf(scene);
      this.buildError = null;
      this.cells = this.mesh.cells();
      this.cellFloors = this.mesh.cellFloors();
      const ends = this.mesh.walls();
      this.walls = Array.from({ length: ends.length / 4 }, (_, wall) => ends.subarray(4 * wall, 4 * wall + 4));
      this.wallFloors = this.mesh.wallFloors();
      // The first query computes the index of the mesh, which is a part of the build.
      this.#find(scene);
    } catch (error) {
      this.mesh = this.cells = this.path = this.failure = null;
      this.walls = this.wallFloors = this.cellFloors = [];
      this.buildError = error;
    }
    this.buildMillis = performance.now() - begin;
  }

  /** The mesh of a level as its file has it until something is drawn or a size is chosen; else what is built. */
  #meshOf(scene) {
    const { features, radius } = scene;
    if (features === this.#level?.scene.features && radius === 0) return this.#level.openMesh();
    const shapes = this.isWhole ? geojson(scene) : plainShapes(features);
    return this.engine.Mesh.build(shapes, { radius, ...buildOptions(scene) });
  }

  /** The path as plain values, or the reason why there is none. */
  #find(scene) {
    try {
      const path = this.mesh.path(scene.start, scene.goal, queryOptions(scene));
      const { points, floors, cells, length, cost, guarantee, lowerBound, expanded, startOffset, goalOffset } = path;
      free(path);
      const legs = legsOf({ points, floors, cells }, this.cells, this.cellFloors);
      return { path: { points, legs, cells, length, cost, guarantee, lowerBound, expanded, moved: startOffset + goalOffset } };
    } catch (failure) {
      return { failure };
    }
  }

  /** The path along the ground; null without heights, or where it leaves the level. */
  #along(scene) {
    if (!this.hasHeights) return null;
    return this.#orNull(() => {
      const path = this.mesh.path(scene.start, scene.goal, queryOptions(scene));
      try {
        const { length, heights } = this.#level.surface.along(path);
        return { length, heights: [heights[0], heights.at(-1)] };
      } finally {
        free(path);
      }
    });
  }

  /** The corners of a cell. */
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

  /** The costs of the ways from one point to others on a floor, or beside it by at most `snap`; null off the mesh. */
  distances(from, points, floor, snap) {
    return this.#orNull(() => {
      const field = this.mesh.distanceField([from], { snap });
      const floors = new Uint32Array(points.length / 2).fill(floor);
      const distances = field.at({ points, floors });
      free(field);
      return distances;
    });
  }

  /**
   * The widest way between the ends, whatever the radius of the scene: its width, the ends of its narrowest place, and the
   * lines of a path for who just passes. Null if there is none.
   */
  widest(scene) {
    return this.#orNull(() => {
      if (this.#sizes.features !== scene.features) {
        free(this.#sizes.set);
        this.#sizes = { features: scene.features, set: this.engine.RadiusSet.build(geojson(scene), { budget: mostBytes, ...buildOptions(scene) }) };
      }
      const { width, from, to } = this.#onSize(scene, 0, (mesh) => mesh.widest(scene.start, scene.goal));
      const policies = { startPolicy: "nearest", goalPolicy: "nearest" };
      const legs = this.#onSize(scene, (width / 2) * openShare, (mesh) => {
        const path = mesh.path(scene.start, scene.goal, policies);
        const { points, floors, cells } = path;
        free(path);
        return legsOf({ points, floors, cells }, mesh.cells(), mesh.cellFloors());
      });
      return { width, from, to, legs };
    });
  }

  /** Asks the mesh of a size, with the doors of a scene. */
  #onSize(scene, radius, ask) {
    const mesh = this.#sizes.set.mesh(radius);
    setDoors(mesh, scene.closed);
    try {
      return ask(mesh);
    } finally {
      mesh.free();
    }
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

  /** The answer of a question; null if this part of the engine does not know it yet, or a point is off the mesh. */
  #orNull(ask) {
    try {
      return this.mesh ? (ask() ?? null) : null;
    } catch {
      return null; // The panel says why already.
    }
  }
}
