// Places for people in a polygon: on a lattice, as far from each other as their number allows.
import { boundsOf, linesOf } from "../shapes/features.js";
import { inside } from "../shapes/pick.js";

/** The corners of a hexagonal lattice inside a polygon: x and y of each. */
function lattice(feature, spacing) {
  const [left, bottom, right, top] = boundsOf([feature]);
  const rings = linesOf(feature);
  const points = [];
  let row = 0;
  for (let y = bottom + spacing / 2; y < top; y += spacing * Math.sqrt(0.75), row += 1) {
    for (let x = left + (row % 2 === 0 ? 0.25 : 0.75) * spacing; x < right; x += spacing) {
      if (inside([x, y], rings)) points.push(x, y);
    }
  }
  return points;
}

/**
 * Returns at most `count` places of a polygon; fewer if there is no room for more people of a radius.
 * @param {(points: number[]) => ArrayLike<number>} partsOf the part of the map of each point, -1 off it
 * @returns {number[]} x and y of each
 */
export function placesIn(feature, count, radius, partsOf) {
  const [left, bottom, right, top] = boundsOf([feature]);
  const least = 2.05 * radius;
  // The number of places grows by a fifth each time.
  let spacing = Math.max(least, 1.5 * Math.sqrt(((right - left) * (top - bottom)) / count));
  for (;;) {
    const points = lattice(feature, spacing);
    const parts = partsOf(points);
    const free = Array.from(parts, (part, i) => (part < 0 ? -1 : i)).filter((i) => i >= 0);
    if (free.length >= count || spacing === least) {
      const kept = Math.min(count, free.length);
      return Array.from({ length: kept }, (_, i) => free[Math.floor((i * free.length) / kept)]).flatMap((i) => [points[2 * i], points[2 * i + 1]]);
    }
    spacing = Math.max(least, spacing * Math.sqrt(1 / 1.2));
  }
}
