// Scenes of the tab with paths: immutable values.
import { checkFeatures } from "../shapes/features.js";

/**
 * @typedef {object} Scene
 * @property {"mesh"} kind
 * @property {string} [sample] the name of the sample from which it came
 * @property {object[]} features GeoJSON features with the kinds of the program
 * @property {number[]} start x and y, and the floor if it is not 0
 * @property {number[]} goal
 * @property {number} radius the radius of who walks, in map units
 * @property {string} snap "default" or a number of map units
 * @property {string} policy the policy for a goal or start off the walkable area
 * @property {string[]} closed the names of closed doors
 * @property {boolean} baked whether it is a level whose ground and walls came from a built mesh
 */

const defaults = { kind: "mesh", features: [], start: [0, 0], goal: [1, 1], radius: 0, snap: "default", policy: "exact", closed: [], baked: false };

/** Returns a scene with all properties; throws for what is none. */
export function completeScene(scene) {
  const whole = { ...defaults, ...scene };
  const isPoint = (point) => Array.isArray(point) && (point.length === 2 || point.length === 3) && point.every(Number.isFinite);
  checkFeatures(whole.features);
  if (!Array.isArray(whole.closed)) throw new TypeError("closed is a list");
  if (!isPoint(whole.start) || !isPoint(whole.goal)) throw new TypeError("start and goal are points");
  return whole;
}

/** The floor of an end. */
export const floorOf = ([, , floor = 0]) => floor;

/** The largest radius that a map of some size offers to choose: a round number near a twenty-fifth of its diagonal. */
export function largestRadius([left, bottom, right, top]) {
  const wanted = Math.hypot(right - left, top - bottom) / 25;
  const power = 10 ** Math.floor(Math.log10(wanted || 1));
  return [1, 2, 4, 10].map((digit) => digit * power).find((radius) => radius >= wanted) ?? power;
}
