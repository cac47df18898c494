// A live map that follows the features of scenes: each change is one edit of the shapes that differ.
import { LiveMesh } from "../tautline/index.js";
import { isPolygon, kindOf, linesOf } from "../shapes/features.js";

/** The kinds in the order in which the engine lists its keys. */
const kinds = ["walkable", "obstacle", "wall", "area", "door"];

const collection = (features) => ({ type: "FeatureCollection", features });

/** A feature in pieces with one polygon or one line each: those have one key. */
function piecesOf(feature) {
  const { geometry } = feature;
  const many = { MultiPolygon: "Polygon", MultiLineString: "LineString" }[geometry?.type];
  return many ? geometry.coordinates.map((coordinates) => ({ ...feature, geometry: { type: many, coordinates } })) : [feature];
}

/** Whether the engine knows a feature. */
const isKnown = (feature) => kinds.includes(kindOf(feature)) && (isPolygon(feature) || linesOf(feature).length > 0);

export class LiveGround {
  /** The keys of each feature. */
  #keys = new Map();

  /** Builds the map; throws if there is none. */
  constructor(features, radius) {
    const known = features.filter(isKnown);
    this.live = LiveMesh.build(collection(known.flatMap(piecesOf)), { radius });
    this.#note(known, this.live.keys);
    /** The mesh of now. */
    this.mesh = this.live.mesh;
  }

  /** Takes keys, which are in the order of kinds, for features in theirs. */
  #note(features, keys) {
    let row = 0;
    for (const kind of kinds) {
      for (const feature of features.filter((own) => kindOf(own) === kind)) {
        const { length } = piecesOf(feature);
        this.#keys.set(feature, Array.from(keys.slice(row, (row += length))));
      }
    }
  }

  /** Brings the map to other features, and returns whether it changed. Throws if it cannot; then it stays as it is. */
  follow(features) {
    const known = features.filter(isKnown);
    const now = new Set(known);
    const gone = [...this.#keys.keys()].filter((feature) => !now.has(feature));
    const come = known.filter((feature) => !this.#keys.has(feature));
    if (gone.length + come.length === 0) return false;
    const [[old], [next]] = [gone, come];
    const isOne = gone.length === 1 && come.length === 1 && kindOf(old) === kindOf(next) && piecesOf(old).length === 1 && piecesOf(next).length === 1;
    const keys = gone.flatMap((feature) => this.#keys.get(feature));
    if (isOne) this.live.edit({ replace: [{ key: keys[0], shape: next }] });
    const added = isOne ? keys : this.live.edit({ remove: keys, ...(come.length > 0 ? { add: collection(come.flatMap(piecesOf)) } : {}) });
    for (const feature of gone) this.#keys.delete(feature);
    this.#note(come, added);
    this.#renew();
    return true;
  }

  #renew() {
    this.mesh.free();
    this.mesh = this.live.mesh;
  }

  /** Closes the doors of a list of names and opens the others; returns whether one changed. */
  setDoors(closed) {
    let changes = false;
    for (const name of new Set(this.mesh.doors)) {
      const closes = closed.includes(name);
      if (this.live.isDoorClosed(name) === closes) continue;
      if (closes) this.live.closeDoor(name);
      else this.live.openDoor(name);
      changes = true;
    }
    if (changes) this.#renew();
    return changes;
  }

  free() {
    this.mesh.free();
    this.live.free();
  }
}
