// Scenes of the tab with crowds: immutable values. People and exits are features too, of the kinds `agents` and `exit`.
import { checkFeatures, isPolygon, kindOf, linesOf } from "../shapes/features.js";

/**
 * @typedef {object} Scene
 * @property {"crowd"} kind
 * @property {string} [sample] the name of the sample from which it came
 * @property {object[]} features GeoJSON features: those of a map; `agents`, polygons with a `count` and perhaps the name of
 *   an `exit`; and `exit`, lines
 * @property {string[]} closed the names of closed doors
 * @property {number} radius the radius of everybody
 * @property {boolean} again whether those who arrive begin again
 */

const defaults = { kind: "crowd", features: [], closed: [], radius: 0.2, again: false };

/** The number of people in a new polygon. */
export const usualCount = 40;

/** Returns a scene with all properties; throws for what is none. */
export function completeScene(scene) {
  const whole = { ...defaults, ...scene };
  checkFeatures(whole.features);
  if (!Array.isArray(whole.closed)) throw new TypeError("closed is a list");
  if (!(whole.radius > 0)) throw new TypeError("people have a size");
  return whole;
}

const isOfCrowd = (feature) => kindOf(feature) === "agents" || kindOf(feature) === "exit";

/** The features of the map, without people and exits. */
export const groundOf = ({ features }) => features.filter((feature) => !isOfCrowd(feature));

export const exitsOf = ({ features }) => features.filter((feature) => kindOf(feature) === "exit" && !isPolygon(feature));

export const agentsOf = ({ features }) => features.filter((feature) => kindOf(feature) === "agents" && isPolygon(feature));

/** Points along an exit, as near to each other as people. */
export function pointsOfExit(exit, spacing) {
  const points = [];
  for (const line of linesOf(exit)) {
    for (let i = 1; i < line.length; i += 1) {
      const [[ax, ay], [bx, by]] = [line[i - 1], line[i]];
      const count = Math.min(64, Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / spacing)));
      for (let part = i === 1 ? 0 : 1; part <= count; part += 1) points.push(ax + ((bx - ax) * part) / count, ay + ((by - ay) * part) / count);
    }
  }
  return points;
}
