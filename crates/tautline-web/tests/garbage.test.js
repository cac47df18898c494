// Seeded wrong calls of every function: errors, and never the end of the engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as tautline from "tautline";
import { ramp } from "./ramp.js";

const { Crowd, Grid, LiveMesh, Mesh, RadiusSet, Surface } = tautline;
const CALLS = 4000;

const rect = (x0, y0, x1, y1) => [x0, y0, x1, y0, x1, y1, x0, y1];
const shapes = { walkable: [rect(0, 0, 10, 8)], obstacles: [rect(4, 2, 6, 7)], doors: [{ line: [0, 2, 4, 2], name: "gate" }] };

const endless = [];
endless.push(endless);
const rude = {
  get x() {
    throw new Error("no number today");
  },
  y: 1,
};
const numbers = [0, 1, -1, 0.5, 7, 1e308, -1e308, 5e-324, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 53, true, null, undefined, "7", 7n, Symbol("7")];
const freed = Mesh.build(shapes);
freed.free();
const things = [
  ...numbers, [], {}, "", "exact", endless, rude, () => 1, Mesh, freed, new Map(), new Proxy([], {}), new Date(NaN), [[], []], [1, 1], [2, 2, 0], [2, 2, -1],
  [1, 1, 2, 2], [1, , 3], { x: 1, y: 1 }, { x: NaN, y: {} }, { points: [1, 1], floors: [] }, new Float64Array(3), new Float64Array(4).fill(NaN), new BigInt64Array(2),
  new Uint8Array(80), { type: "Polygon", coordinates: [[[0, 0], [1]]] }, { type: "FeatureCollection", features: [{}] }, { type: 7 }, "{", shapes,
  { walkable: 7 }, { walkable: [7] }, { walkable: [[0, 0, 1, 1, NaN, 1]] }, { floors: 7 }, { floors: { 0: 7 } }, { links: [{}] }, { connections: [{ line: [0, 0, 1, 1], floors: [0] }] },
  { add: 7 }, { add: { obstacles: [[0, 0, 1, 0, 1, 1e300]] } }, { remove: "1" }, { remove: [1, 2] }, { move: [{ key: 1, by: [NaN, 1] }] }, { replace: [{ key: 1, shape: 7 }] },
  { snap: NaN }, { gap: -1 }, { maxExpanded: -1 }, { maxExpanded: "1" }, { search: "optimal" }, { radius: NaN }, { radius: [0.1] }, { forbid: ["sea"] }, { costs: { sea: NaN } },
  { polygon: [0, 0, 1, 1, 1, 0] }, { center: [1, 1], radius: -1 }, { segments: [0, 0, 1, 1] }, { seed: 1 }, { around: [50, 50], radius: 1 }, { recorded: true },
];

function subjects() {
  const mesh = Mesh.build(shapes);
  const live = LiveMesh.build(shapes, { recorded: true });
  live.watch([1, 1], [9, 1]);
  const crowd = new Crowd(live);
  crowd.add([1, 1, 2, 2]);
  const grid = new Grid(4, 5);
  const objects = [mesh, live, crowd, grid, mesh.path([1, 1], [9, 1]), mesh.distanceField([1, 1]), mesh.pathTree([1, 1], [2, 2]), Surface.fromNav(ramp()), mesh.search([1, 1], [9, 1]), mesh.trace([1, 1], [9, 1]), RadiusSet.build(shapes)];
  const isOwn = (name) => !name.startsWith("_") && name !== "free" && name !== "constructor";
  const methods = objects.flatMap((object) => {
    const own = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object));
    return Object.entries(own).filter(([name, { value }]) => isOwn(name) && typeof value === "function").map(([name]) => [object, name]);
  });
  const makers = [Mesh, LiveMesh, Crowd, Grid, RadiusSet, Surface].flatMap((own) =>
    Object.getOwnPropertyNames(own).filter((name) => isOwn(name) && typeof own[name] === "function").map((name) => [own, name]),
  );
  const constructors = [Crowd, Grid].map((own) => [{ new: (...given) => new own(...given) }, "new"]);
  return { calls: [...methods, ...makers, ...constructors], mesh };
}

test("wrong calls throw errors, and the engine answers as before", () => {
  let state = 2027;
  const random = (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const wrong = () => [things[random(things.length)], numbers[random(numbers.length)], Array.from({ length: random(5) }, () => numbers[random(numbers.length)])][random(3)];
  const { calls, mesh } = subjects();
  const expected = Mesh.build(shapes).path([1, 4], [9, 4]).points;
  let thrown = 0;
  for (let turn = 0; turn < CALLS; turn += 1) {
    const [object, name] = calls[turn % calls.length];
    const given = Array.from({ length: random(5) }, wrong);
    try {
      object[name](...given);
    } catch (error) {
      thrown += 1;
      assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), `${object.constructor.name}.${name}: ${error}`);
      assert.doesNotMatch(error.message, /null pointer|recursive use/, `${object.constructor.name}.${name}`);
    }
  }
  assert.ok(thrown > CALLS / 2, `${thrown}`);
  mesh.openDoor("gate");
  assert.deepEqual(mesh.path([1, 4], [9, 4]).points, expected);
});
