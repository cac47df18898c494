// The map files of the samples. They are asked for at once, so that the page needs nothing more later.
import { newFeature } from "./features.js";

const load = async (name) => (await (await fetch(`samples/${name}.geojson`)).json()).features;

const files = { floorPlan: load("floor_plan"), meadow: load("meadow"), building: load("building") };

/** Doors in passages of the floor plan, which has none. */
const doors = [
  newFeature("door", [[15.6, 6.7], [17.2, 6.7]], "lobby, west"),
  newFeature("door", [[22.8, 6.7], [24.4, 6.7]], "lobby, east"),
  newFeature("door", [[11.4, 6.7], [12.4, 6.7]], "workshop"),
  newFeature("door", [[12.9, 14.8], [12.9, 16.2]], "courtyard, west"),
  newFeature("door", [[27.1, 10.4], [27.1, 11.8]], "courtyard, east"),
];

/** The features of each file, always the same objects: the address names them by their numbers. */
export const maps = {
  floorPlan: files.floorPlan.then((features) => [...features, ...doors]),
  meadow: files.meadow,
  building: files.building,
};
