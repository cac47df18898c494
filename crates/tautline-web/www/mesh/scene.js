// Scenes of the mesh tab: immutable values, and functions from one to the next.

/**
 * @typedef {object} Scene
 * @property {"mesh"} kind
 * @property {object[]} features GeoJSON features with the kinds of the program
 * @property {number[]} start
 * @property {number[]} goal
 * @property {number} radius the agent's radius in map units
 * @property {string} snap "default" or a number of map units
 * @property {string} policy the policy for a goal or start off the walkable area
 * @property {string[]} closed the names of closed doors
 */

const defaults = { kind: "mesh", features: [], start: [0, 0], goal: [1, 1], radius: 0, snap: "default", policy: "exact", closed: [] };

/** Returns a scene with all properties; throws for what is none. */
export function completeScene(scene) {
  const whole = { ...defaults, ...scene };
  const isPoint = (point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
  if (!Array.isArray(whole.features) || !Array.isArray(whole.closed)) throw new TypeError("features and closed are lists");
  if (!isPoint(whole.start) || !isPoint(whole.goal)) throw new TypeError("start and goal are points");
  return whole;
}

/** The kind of a feature, as the engine reads it. */
export function kindOf(feature) {
  return feature.properties?.kind ?? "walkable";
}

/** The outlines of a scene as GeoJSON. */
export function toGeoJson(scene) {
  return { type: "FeatureCollection", features: scene.features };
}

/** The rings of a polygon feature, or the lines of a line feature. */
export function linesOf(feature) {
  const { type, coordinates } = feature.geometry ?? {};
  if (type === "Polygon" || type === "MultiLineString") return coordinates;
  if (type === "MultiPolygon") return coordinates.flat();
  if (type === "LineString") return [coordinates];
  return [];
}

export function isPolygon(feature) {
  return feature.geometry?.type === "Polygon" || feature.geometry?.type === "MultiPolygon";
}

/** Creates a feature from its corners. */
export function newFeature(kind, points, name) {
  const isLine = kind === "wall" || kind === "door";
  const geometry = isLine ? { type: "LineString", coordinates: points } : { type: "Polygon", coordinates: [[...points, points[0]]] };
  const properties = { kind, name, ...(kind === "area" ? { cost: 2 } : {}) };
  return { type: "Feature", properties, geometry };
}

/** Applies a function to every point of a feature. */
function mapPoints(feature, change) {
  const deep = (value) => (typeof value[0] === "number" ? change(value) : value.map(deep));
  const { geometry } = feature;
  return { ...feature, geometry: { ...geometry, coordinates: deep(geometry.coordinates) } };
}

export function movedFeature(feature, dx, dy) {
  return mapPoints(feature, ([x, y, ...rest]) => [x + dx, y + dy, ...rest]);
}

/** Moves every corner that lies exactly at `from`; the first corner of a ring is its last as well. */
export function movedCorner(feature, from, to) {
  return mapPoints(feature, ([x, y, ...rest]) => (x === from[0] && y === from[1] ? [...to, ...rest] : [x, y, ...rest]));
}

export function withFeature(scene, index, feature) {
  return { ...scene, features: scene.features.map((old, i) => (i === index ? feature : old)) };
}

export function withoutFeature(scene, index) {
  return { ...scene, features: scene.features.filter((_, i) => i !== index) };
}

export function withNewFeature(scene, feature) {
  return { ...scene, features: [...scene.features, feature] };
}

export function withCost(scene, index, cost) {
  const feature = scene.features[index];
  return withFeature(scene, index, { ...feature, properties: { ...feature.properties, cost } });
}

/** Opens a closed door or closes an open one. */
export function withToggledDoor(scene, name) {
  const isClosed = scene.closed.includes(name);
  return { ...scene, closed: isClosed ? scene.closed.filter((other) => other !== name) : [...scene.closed, name] };
}

/** The bounds of all features: the smallest x and y and the largest; those of the ends without features. */
export function boundsOf(scene) {
  const corners = scene.features.flatMap((feature) => linesOf(feature).flat());
  const points = corners.length > 0 ? corners : [scene.start, scene.goal];
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  }
  return bounds;
}
