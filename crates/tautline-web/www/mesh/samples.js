// The scenes that the tab with paths offers.
import { box, newFeature } from "../shapes/features.js";
import { maps } from "../shapes/files.js";

const rooms = [
  newFeature("walkable", box(0, 0, 12, 8), "rooms"),
  newFeature("wall", [[6, 0], [6, 3]], "lower wall"),
  newFeature("wall", [[6, 4], [6, 8]], "upper wall"),
  newFeature("door", [[6, 3], [6, 4]], "gate"),
  newFeature("obstacle", box(2, 2, 3.5, 6), "table"),
  newFeature("area", box(7.5, 1, 10.5, 5), "carpet"),
];

/** For each sample its title and the function that makes its scene. */
export const samples = {
  "floor-plan": {
    title: "Offices",
    scene: async () => ({ features: await maps.floorPlan, start: [1.2, 25], goal: [38.6, 1.2], radius: 0.2 }),
  },
  building: {
    title: "House with two floors",
    scene: async () => ({ features: await maps.building, start: [2, 15], goal: [3, 4, 1], radius: 0.3 }),
  },
  meadow: {
    title: "Meadow with a road, mud and water",
    scene: async () => ({ features: await maps.meadow, start: [5, 20], goal: [95, 24] }),
  },
  rooms: {
    title: "Two rooms and a door",
    scene: async () => ({ features: rooms, start: [1, 4], goal: [11, 2] }),
  },
};
