// Maps in longitude and latitude, brought to metres.
import { boundsOf, movedFeature } from "./features.js";

/** The metres of a degree of latitude, on a sphere of the earth's mean radius. */
const metres = (Math.PI / 180) * 6371008.8;

/** Returns features in metres around their centre, by an equirectangular projection: right for a town, not for a country. */
export function projected(features) {
  const [left, bottom, right, top] = boundsOf(features);
  const [longitude, latitude] = [(left + right) / 2, (bottom + top) / 2];
  const across = metres * Math.cos((latitude * Math.PI) / 180);
  const millimetres = (length) => Math.round(1000 * length) / 1000;
  const project = ([x, y]) => [millimetres((x - longitude) * across), millimetres((y - latitude) * metres)];
  return features.map((feature) => movedFeature(feature, project));
}
