// Finds what lies under a pixel.
import { isFixed, isOn, isPolygon, kindOf, linesOf } from "./features.js";

/** How near is near enough, in units of the camera. */
const reach = 14;

function distance([x, y], [u, v]) {
  return Math.hypot(x - u, y - v);
}

/** The distance of a pixel from a segment. */
function fromSegment([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** Whether a point lies in a polygon: an odd number of its sides is to the right. */
export function inside([x, y], rings) {
  let odd = false;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i += 1) {
      const [[ax, ay], [bx, by]] = [ring[i - 1], ring[i]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
    }
  }
  return odd;
}

/** The name of the end of a path under a pixel, or null; scenes without ends have none. */
export function pickEnd(scene, camera, at) {
  const isNear = (name) => scene[name] && distance(camera.toScreen(...scene[name]), at) < reach * camera.unit;
  return ["goal", "start"].find(isNear) ?? null;
}

/** The corner of a feature under a pixel, or null. */
export function pickCorner(feature, camera, at) {
  const corners = linesOf(feature).flat();
  return corners.find((corner) => distance(camera.toScreen(corner[0], corner[1]), at) < reach * camera.unit) ?? null;
}

const rank = { exit: 4, door: 3, wall: 2, obstacle: 2, agents: 1, area: 1, walkable: 0 };

/** The number of the uppermost feature of a floor under a pixel, or null. */
export function pickFeature(scene, floor, camera, at) {
  const point = camera.toMap(...at);
  const touches = (feature) => {
    const lines = linesOf(feature);
    if (isPolygon(feature)) return inside(point, lines);
    const screen = lines.map((line) => line.map(([x, y]) => camera.toScreen(x, y)));
    return screen.some((line) => line.some((end, i) => i > 0 && fromSegment(at, line[i - 1], end) < reach * camera.unit));
  };
  let best = null;
  let height = -1;
  for (const [index, feature] of scene.features.entries()) {
    const own = rank[kindOf(feature)] ?? -1;
    if (own >= height && own >= 0 && !isFixed(feature) && isOn(feature, floor) && touches(feature)) [best, height] = [index, own];
  }
  return best;
}
