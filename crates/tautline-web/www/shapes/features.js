// GeoJSON features with the kinds of the program, and functions from one to the next. Features are never changed in place.

/** Kinds of features that are lines of two points or more; all others are polygons. */
const lineKinds = ["wall", "door", "exit"];

/** The kind of a feature, as the engine reads it. */
export function kindOf(feature) {
  return feature.properties?.kind ?? "walkable";
}

/** Whether a feature is a part of a baked level, which no visitor moves or removes. */
export function isFixed(feature) {
  return feature.properties?.fixed === true;
}

/** The rings of a polygon feature, or the lines of a line feature. */
export function linesOf(feature) {
  const { type, coordinates } = feature.geometry ?? {};
  if (type === "Polygon" || type === "MultiLineString") return coordinates;
  if (type === "MultiPolygon") return coordinates.flat();
  if (type === "LineString") return [coordinates];
  return [];
}

/** The same with x and y one behind the other, as painters take them. */
export function flatLinesOf(feature) {
  return linesOf(feature).map((line) => line.flatMap(([x, y]) => [x, y]));
}

export function isPolygon(feature) {
  return feature.geometry?.type === "Polygon" || feature.geometry?.type === "MultiPolygon";
}

/** Throws if a value is no list of features. */
export function checkFeatures(features) {
  if (!Array.isArray(features)) throw new TypeError("features is a list");
  if (features.some((feature) => typeof feature !== "object" || feature === null)) throw new TypeError("a feature is an object");
}

/** Creates a feature from its corners. On a floor above or below 0 it has its number. */
export function newFeature(kind, points, name, floor = 0) {
  const isLine = lineKinds.includes(kind);
  const geometry = isLine ? { type: "LineString", coordinates: points } : { type: "Polygon", coordinates: [[...points, points[0]]] };
  const properties = { kind, name, ...(kind === "area" ? { cost: 2 } : {}), ...(floor === 0 ? {} : { layer: floor }) };
  return { type: "Feature", properties, geometry };
}

/** The corners of a rectangle. */
export const box = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

/** Applies a function to every point of a feature. */
function mapPoints(feature, change) {
  const deep = (value) => (typeof value[0] === "number" ? change(value) : value.map(deep));
  const { geometry } = feature;
  return { ...feature, geometry: { ...geometry, coordinates: deep(geometry.coordinates) } };
}

/** Moves every corner by a function from point to point. */
export function movedFeature(feature, move) {
  return mapPoints(feature, (point) => [...move(point), ...point.slice(2)]);
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

/** Changes properties of a feature, such as the cost of an area. */
export function withProperties(scene, index, change) {
  const feature = scene.features[index];
  return withFeature(scene, index, { ...feature, properties: { ...feature.properties, ...change } });
}

/** Opens a closed door or closes an open one. */
export function withToggledDoor(scene, name) {
  const isClosed = scene.closed.includes(name);
  return { ...scene, closed: isClosed ? scene.closed.filter((other) => other !== name) : [...scene.closed, name] };
}

/** The bounds of features: the smallest x and y and the largest; null without any. */
export function boundsOf(features) {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of features.flatMap((feature) => linesOf(feature).flat())) {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  }
  return bounds[0] <= bounds[2] ? bounds : null;
}

/** The numbers of the floors on which there is ground, ascending. */
export function floorsOf(features) {
  const floors = features.filter((feature) => kindOf(feature) === "walkable").map((feature) => feature.properties?.layer ?? 0);
  return [...new Set(floors)].sort((a, b) => a - b);
}

/** The name of a floor: that of its ground, if that is one polygon with a name. */
export function floorName(features, floor) {
  const grounds = features.filter((feature) => kindOf(feature) === "walkable" && isOn(feature, floor));
  return (grounds.length === 1 && grounds[0].properties?.name) || `floor ${floor}`;
}

/** Whether a feature lies on a floor; lines between floors lie on both. */
export function isOn(feature, floor) {
  const { layer = 0, layers } = feature.properties ?? {};
  return layers ? layers.includes(floor) : layer === floor;
}
