// The scenes that the page offers.
import { newFeature } from "./scene.js";

const box = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

/** Doors in passages of the floor plan, which has none. */
const floorPlanDoors = [
  newFeature("door", [[15.6, 6.7], [17.2, 6.7]], "lobby, west"),
  newFeature("door", [[22.8, 6.7], [24.4, 6.7]], "lobby, east"),
  newFeature("door", [[11.4, 6.7], [12.4, 6.7]], "workshop"),
  newFeature("door", [[12.9, 14.8], [12.9, 16.2]], "courtyard, west"),
  newFeature("door", [[27.1, 10.4], [27.1, 11.8]], "courtyard, east"),
];

const load = async (name) => (await fetch(`samples/${name}`)).json();

/** Asked for at once, so that the page needs nothing more later. */
const files = { floorPlan: load("floor_plan.geojson"), meadow: load("meadow.geojson") };

/** For each sample its title and the function that makes its scene. */
export const samples = {
  "floor-plan": {
    title: "Floor plan",
    scene: async () => ({
      features: [...(await files.floorPlan).features, ...floorPlanDoors],
      start: [1.2, 25],
      goal: [38.6, 1.2],
      radius: 0.2,
    }),
  },
  meadow: {
    title: "Meadow: weighted regions",
    scene: async () => ({ features: (await files.meadow).features, start: [2, 12], goal: [37, 14] }),
  },
  rooms: {
    title: "Two rooms and a door",
    scene: async () => ({
      features: [
        newFeature("walkable", box(0, 0, 12, 8), "rooms"),
        newFeature("wall", [[6, 0], [6, 3]], "lower wall"),
        newFeature("wall", [[6, 4], [6, 8]], "upper wall"),
        newFeature("door", [[6, 3], [6, 4]], "gate"),
        newFeature("obstacle", box(2, 2, 3.5, 6), "table"),
        newFeature("area", box(7.5, 1, 10.5, 5), "carpet"),
      ],
      start: [1, 4],
      goal: [11, 2],
    }),
  },
};
