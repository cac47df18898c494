// Features as the shapes that the core of the engine takes: it reads no GeoJSON and knows no costs.
import { kindOf, linesOf } from "./features.js";

const lists = { walkable: "walkable", obstacle: "obstacles", wall: "walls", door: "doors" };

/** A ring without the corner that ends it as it began. */
function open(ring) {
  const [first, last] = [ring[0], ring.at(-1)];
  return (first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring).map(([x, y]) => [x, y]);
}

/** The shapes of a feature in one of the lists. */
function shapesOf(feature, kind) {
  const { geometry, properties } = feature;
  if (kind === "walkable" || kind === "obstacle") {
    const polygons = geometry.type === "MultiPolygon" ? geometry.coordinates : [geometry.coordinates];
    return polygons.map(([exterior, ...holes]) => ({ exterior: open(exterior), holes: holes.map(open) }));
  }
  const lines = linesOf(feature).map((line) => line.map(([x, y]) => [x, y]));
  return kind === "wall" ? lines : lines.map((line) => ({ line, name: properties.name }));
}

/** The shapes of features; null if the core cannot have them, such as areas. */
export function plainShapes(features) {
  const shapes = { floors: {}, connections: [] };
  for (const feature of features) {
    const kind = kindOf(feature);
    const { layer = 0, layers, name } = feature.properties ?? {};
    if (kind === "floor_connection") {
      for (const line of linesOf(feature)) shapes.connections.push({ line, floors: layers });
    } else if (lists[kind] && (kind !== "door" || name !== undefined)) {
      const floor = (shapes.floors[layer] ??= {});
      (floor[lists[kind]] ??= []).push(...shapesOf(feature, kind));
    } else return null;
  }
  return shapes;
}
