// The scenes that the tab with crowds offers.
import { box, newFeature } from "../shapes/features.js";
import { maps } from "../shapes/files.js";

/** People in a rectangle; with the name of an exit, they want to go there. */
function people(count, corners, name, exit) {
  const feature = newFeature("agents", box(...corners), name);
  return { ...feature, properties: { ...feature.properties, count, ...(exit ? { exit } : {}) } };
}

const exit = (from, to, name) => newFeature("exit", [from, to], name);

const offices = [
  exit([19.2, 0.4], [20.8, 0.4], "main entrance"),
  exit([39.3, 17.4], [39.3, 18.8], "lounge"),
  exit([0.7, 25.3], [2.1, 25.3], "library"),
  people(35, [1, 19.8, 10, 25], "in the library"),
  people(20, [11, 19.6, 16, 25.4], "in the meeting room"),
  people(25, [17, 19.6, 22, 25.4], "in the kitchen"),
  people(35, [23, 19.6, 29, 25.4], "in the studio"),
  people(30, [30, 19.8, 39, 25.4], "in the archive"),
  people(20, [1, 15.4, 10, 19], "in office 1"),
  people(20, [1, 11.2, 10, 14.8], "in office 2"),
  people(20, [1, 7, 10, 10.6], "in office 3"),
  people(25, [6, 0.8, 13, 6.2], "in the workshop"),
  people(20, [31, 0.8, 39, 6.2], "at the exhibition"),
  people(50, [30, 7, 39.2, 14.6], "in the auditorium"),
];

const crossing = [
  newFeature("walkable", box(0, 0, 40, 24), "square"),
  newFeature("obstacle", box(19, 11, 21, 13), "fountain"),
  newFeature("obstacle", box(10, 5, 11, 6), "tree 1"),
  newFeature("obstacle", box(29, 5, 30, 6), "tree 2"),
  newFeature("obstacle", box(10, 18, 11, 19), "tree 3"),
  newFeature("obstacle", box(29, 18, 30, 19), "tree 4"),
  exit([39.2, 5], [39.2, 19], "east"),
  exit([0.8, 5], [0.8, 19], "west"),
  exit([12, 23.2], [28, 23.2], "north"),
  exit([12, 0.8], [28, 0.8], "south"),
  people(60, [2, 5, 8, 19], "to the east", "east"),
  people(60, [32, 5, 38, 19], "to the west", "west"),
  people(50, [12, 2, 28, 6], "to the north", "north"),
  people(50, [12, 18, 28, 22], "to the south", "south"),
];

const gate = [
  newFeature("walkable", box(0, 0, 30, 16), "halls"),
  newFeature("wall", [[15, 0], [15, 4]], "wall, below"),
  newFeature("wall", [[15, 5.5], [15, 10.5]], "wall"),
  newFeature("wall", [[15, 12], [15, 16]], "wall, above"),
  newFeature("door", [[15, 4], [15, 5.5]], "lower gate"),
  newFeature("door", [[15, 10.5], [15, 12]], "upper gate"),
  exit([29.3, 2], [29.3, 14], "way out"),
  people(120, [1, 2, 10, 14], "before the gates"),
];

/** For each sample its title and the function that makes its scene. */
export const samples = {
  offices: {
    title: "Everyone leaves the offices",
    scene: async () => ({ features: await withOffices, radius: 0.2 }),
  },
  crossing: {
    title: "Four streams cross a square",
    scene: async () => ({ features: crossing, radius: 0.25, again: true }),
  },
  gate: {
    title: "Two gates",
    scene: async () => ({ features: gate, radius: 0.25 }),
  },
};

const withOffices = maps.floorPlan.then((features) => [...features, ...offices]);
