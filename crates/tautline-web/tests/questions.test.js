// Floors, links, areas, rays, goals, radii: what a mesh is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Grid, Mesh, RadiusSet } from "tautline";

const rect = (x0, y0, x1, y1) => [x0, y0, x1, y0, x1, y1, x0, y1];
const room = { walkable: [rect(0, 0, 10, 8)], obstacles: [rect(4, 2, 6, 7)] };
const near = (own, expected) => assert.ok(Math.abs(own - expected) < 1e-9, `${own} is not ${expected}`);

const floor = { walkable: [rect(0, 0, 10, 10)] };
const joined = [{ line: [10, 0, 10, 2], floors: [0, 9] }, { line: [10, 8, 10, 10], floors: [9, 1] }];
const building = () => Mesh.build({ floors: { 0: floor, 1: floor, 9: { walkable: [rect(10, 0, 12, 10)] } }, connections: joined });

test("points are pairs, objects, typed arrays and lists of them", () => {
  const mesh = Mesh.build(room);
  const lengths = [[1, 4], { x: 1, y: 4 }, Float32Array.of(1, 4)].map((start) => mesh.path(start, { x: 9, y: 4 }).length);
  assert.equal(new Set(lengths).size, 1);
  const lists = [[1, 4, 2, 4], [[1, 4], [2, 4]], [{ x: 1, y: 4 }, { x: 2, y: 4 }], { points: [1, 4, 2, 4] }, new Float32Array([1, 4, 2, 4])];
  for (const list of lists) assert.deepEqual([...mesh.paths(list, { x: 1, y: 1 }).lengths], [3, Math.sqrt(10)]);
  assert.throws(() => mesh.path({ x: 1 }, [1, 1]), /TypeError: start: expected \[x, y\]/);
  assert.throws(() => mesh.path({ x: "1", y: 1 }, [1, 1]), /TypeError: start.x: expected a number/);
  assert.throws(() => mesh.paths([[1, 1], [2]], [1, 1]), /TypeError: starts\[1\]: expected \[x, y\]/);
  assert.throws(() => mesh.path([1, 1, 0.5], [1, 1]), /RangeError: start: no floor has the number 0.5/);
  for (const bad of [null, undefined, "12", 7, new BigInt64Array(2), new DataView(new ArrayBuffer(16))]) {
    assert.throws(() => mesh.path(bad, [1, 1]), TypeError);
    assert.throws(() => mesh.paths(bad, [1, 1]), TypeError);
  }
});

test("floors of shapes are joined by lines alone, and answers tell their floors", () => {
  const mesh = building();
  assert.deepEqual([[...mesh.floors], mesh.area], [[0, 1, 9], 220]);
  const path = mesh.path([5, 1, 0], { x: 5, y: 9, floor: 1 });
  near(path.length, 2 * Math.hypot(5, 1) + 6);
  assert.deepEqual([path.floors[0], path.floors.at(-1), path.floors.includes(9)], [0, 1, true]);
  assert.equal(mesh.path([5, 1, 0], [5, 9, 0]).length, 8);
  const batch = mesh.paths({ points: [5, 1, 5, 1], floors: [0, 0] }, [[5, 9, 1], [5, 9, 0]]);
  assert.deepEqual([...batch.lengths], [path.length, 8]);
  assert.deepEqual([...batch.floors.subarray(0, batch.offsets[1])], [...path.floors]);
  const apart = Mesh.build({ floors: { 0: floor, 1: floor } });
  assert.throws(() => apart.path([5, 1, 0], [5, 9, 1]), { name: "NoPath" });
  const { points, floors } = mesh.randomPoints(300, { seed: 5 });
  assert.deepEqual([points.length, floors.length, new Set(floors).size], [600, 300, 3]);
  assert.ok(mesh.cellsIn({ center: [5, 5], radius: 1, floor: 1 }).every((cell) => mesh.cellFloors()[cell] === 1));
  const [ends, wallFloors] = [mesh.walls(), mesh.wallFloors()];
  assert.equal(4 * wallFloors.length, ends.length);
  const total = (floor) => wallFloors.reduce((sum, own, wall) => sum + (own === floor && Math.hypot(ends[4 * wall + 2] - ends[4 * wall], ends[4 * wall + 3] - ends[4 * wall + 1])), 0);
  for (const [floor, length] of [[0, 38], [1, 38], [9, 20]]) near(total(floor), length);
  assert.throws(() => Mesh.build({ floors: { ground: floor } }), /RangeError: floors: no floor has the number NaN/);
  assert.throws(() => Mesh.build({ floors: { 1: { walkable: [rect(0, 0, 1, 1), [0, 0, 1, 1e300, 1, 1]] } } }), /floors\[1\]\.walkable\[1\]/);
  const lift = Mesh.build({ floors: { 0: floor, 1: floor }, links: [{ start: [9, 9, 0], end: [9, 9, 1], name: "lift", cost: 4 }] });
  assert.equal(lift.path([5, 9, 0], [5, 9, 1]).cost, 12);
});

test("rays stop at walls, moves slide along them", () => {
  const mesh = Mesh.build(room);
  const hits = mesh.rays([1, 4], [9, 4, 3, 1]);
  assert.deepEqual([[...hits.points.subarray(0, 2)], hits.distances[0]], [[4, 4], 3]);
  assert.deepEqual([...hits.normals], [-1, 0, NaN, NaN]);
  assert.deepEqual([...mesh.slides([9, 4], [12, 6]).points], [10, 6]);
  assert.ok(Number.isNaN(mesh.rays([50, 50, 1, 4], [1, 1]).distances[0]));
  assert.throws(() => mesh.rays([50, 50], [1, 1]), { reason: "start-outside" });
  assert.throws(() => mesh.rays([1, 1, 2, 2], [1, 1, 2, 2, 3, 3]), /there are 2 starts and 3 ends/);
  assert.equal(mesh.rays([], []).distances.length, 0);
});

test("cells, random points and parts", () => {
  const mesh = Mesh.build({ ...room, walkable: [...room.walkable, rect(20, 0, 22, 2)] });
  const all = mesh.cellsIn({ polygon: rect(-1, -1, 30, 30) });
  assert.equal(all.length, mesh.cellCount);
  assert.equal(mesh.cellsIn({ center: { x: 21, y: 1 }, radius: 0.5 }).length, 1);
  assert.equal(mesh.cellsIn({ polygon: rect(50, 50, 51, 51) }).length, 0);
  assert.equal(mesh.cellsAround([21, 1], 100).length, 1);
  assert.throws(() => mesh.cellsIn({ center: [1, 1] }), TypeError);
  const { points } = mesh.randomPoints(50, { seed: 3, around: [21, 1], radius: 3 });
  assert.ok(points.every((number, axis) => axis % 2 === 1 || (number >= 20 && number <= 22)));
  assert.deepEqual(mesh.randomPoints(9, { seed: 1 }), mesh.randomPoints(9, { seed: 1 }));
  assert.notDeepEqual(mesh.randomPoints(9, { seed: 1 }), mesh.randomPoints(9, { seed: 2 }));
  assert.throws(() => mesh.randomPoints(1.5), RangeError);
  assert.throws(() => mesh.randomPoints(1e9), /up to 2\^22/);
  assert.throws(() => mesh.distanceMatrix(new Float64Array(10_000), new Float64Array(10_000)), /more than 2\^24/);
  assert.throws(() => mesh.randomPoints(3, { around: [1, 1] }), TypeError);
  const [one, same, other, none] = mesh.components([[1, 1], [9, 1], [21, 1], [50, 50]]);
  assert.deepEqual([one === same, one === other, none], [true, false, -1]);
});

test("agents with rules of their own, links, areas by cost", () => {
  const mud = { polygon: rect(4, 0, 6, 8), cost: 3, name: "mud" };
  const mesh = Mesh.build({ walkable: [rect(0, 0, 10, 8)], areas: [mud], doors: [{ line: [2, 0, 2, 8], name: "gate" }] });
  assert.deepEqual(mesh.areas, [{ name: "mud", cost: 3 }]);
  assert.deepEqual(mesh.path([1, 4], [9, 4]).byArea, [{ length: 3, cost: 3 }, { area: "mud", length: 2, cost: 6 }, { length: 3, cost: 3 }]);
  assert.equal(mesh.straightCost([1, 4, 9, 4]), 12);
  assert.equal(mesh.straightCost([1, 4, 1, 40]), undefined);
  const light = mesh.filtered({ costs: { mud: 1 } });
  assert.equal(light.path([1, 4], [9, 4]).cost, 8);
  assert.throws(() => light.filtered({ forbid: ["mud"] }).path([1, 4], [9, 4]), { name: "NoPath", reason: "closed-off" });
  mesh.closeDoor("gate");
  assert.deepEqual([mesh.closedDoors, mesh.isDoorClosed(0), mesh.filtered({}).closedDoors], [["gate"], true, ["gate"]]);
  assert.throws(() => mesh.filtered({ forbid: ["sea"] }), /RangeError: .*sea/);
  assert.throws(() => mesh.filtered({ costs: { mud: -1 } }), RangeError);
  assert.throws(() => mesh.filtered({ costs: { mud: "1" } }), TypeError);
  assert.throws(() => mesh.closeDoor("gait"), RangeError);
  assert.throws(() => mesh.closeDoor(0.5), RangeError);
  assert.throws(() => mesh.closeDoor(null), TypeError);
});

test("widths, sets of radii and arcs", () => {
  const mesh = Mesh.build(room);
  const widest = mesh.widest([1, 4], [9, 4]);
  assert.deepEqual([widest.width, widest.from.length], [2, 2]);
  assert.deepEqual([mesh.canPass([1, 4], [9, 4], 0.9), mesh.canPass([1, 4], [9, 4], 1.1)], [true, false]);
  assert.throws(() => mesh.canPass([1, 4], [9, 4], NaN), RangeError);
  assert.throws(() => mesh.widest([50, 50], [1, 1]), { name: "NoPath" });
  const sizes = RadiusSet.build({ walkable: [rect(0, 0, 10, 8)], obstacles: [rect(4, 2, 6, 8)] });
  const [rat, bear] = [0.1, 0.9].map((radius) => sizes.mesh(radius).path([2, 6], [8, 6]));
  assert.ok(rat.length < bear.length && sizes.bytes > 0);
  assert.deepEqual([...sizes.radii], [0.1, 0.9]);
  assert.throws(() => sizes.mesh(NaN), /NaN/);
  assert.throws(() => sizes.mesh(9), /radius 9/);
  const path = Mesh.build({ walkable: [rect(0, 0, 10, 8)], obstacles: [rect(4, 0, 6, 6)] }, { radius: 0.5 }).path([1, 1], [9, 1]);
  const curve = path.arcs();
  assert.deepEqual(curve.pieces.map(({ kind }) => kind), ["segment", "arc", "segment", "arc", "segment"]);
  assert.ok(curve.length < path.length);
  assert.throws(() => new Grid(4, 4).path([0.5, 0.5], [3.5, 0.5]).arcs(), /arcs are those of a path on a mesh/);
});

test("many goals: bounds, the nearest, a matrix, lines and areas", () => {
  const mesh = Mesh.build({ walkable: [rect(0, 0, 10, 8)] });
  const { distances, lowerBounds } = mesh.distanceBounds([1, 1], [4, 5, 20, 1]);
  assert.deepEqual([...distances, ...lowerBounds], [5, Infinity, 5, Infinity]);
  const nearest = mesh.nearestGoals([1, 1], [9, 1, 2, 1, 4, 5], 2);
  assert.deepEqual([[...nearest.goals], [...nearest.distances]], [[1, 2], [1, 5]]);
  assert.deepEqual([...mesh.distanceMatrix([1, 1, 4, 5])], [0, 5, 5, 0]);
  assert.deepEqual([...mesh.distanceMatrix([1, 1], [[4, 5], [50, 50]])], [5, Infinity]);
  assert.equal(mesh.distanceMatrix([]).length, 0);
  const { path, goal } = mesh.pathToAny([7, 5], { segments: [0, 0, 0, 2, 10, 3, 10, 8] });
  assert.deepEqual([path.length, goal], [3, 1]);
  assert.equal(mesh.pathToAny([7, 5], { polygon: rect(0, 0, 4, 8) }).path.length, 3);
  assert.deepEqual(Object.keys(mesh.pathToAny([1, 1], { polygon: rect(0, 0, 4, 8) })), ["path"]);
  assert.equal(mesh.pathToAny([1, 1], { points: [{ x: 1, y: 3 }, { x: 9, y: 1 }] }).goal, 0);
  assert.throws(() => mesh.pathToAny([1, 1], {}), TypeError);
  assert.throws(() => mesh.pathToAny([1, 1], { segments: [1, 1, 2, 2, 3, 3] }), /two points of each/);
  assert.throws(() => mesh.pathToAny([1, 1], { points: [50, 50] }), { name: "NoPath" });
  const field = mesh.distanceField([1, 1]);
  const [x, y, atGoal] = field.directions([4, 5, 1, 1]);
  near(x, -0.6);
  near(y, -0.8);
  assert.ok(Number.isNaN(atGoal));
  assert.equal(field.path([4, 5]).length, 5);
  assert.deepEqual([[...field.goals], [...field.bounds([4, 5]).distances]], [[1, 1], [5]]);
  assert.throws(() => field.path([50, 50]), { name: "NoPath" });
});

test("a path is GeoJSON, and has a point at each distance", () => {
  const path = Mesh.build(room).path([1, 4], [9, 4]);
  assert.deepEqual(path.toGeojson(), { type: "LineString", coordinates: [[1, 4], [4, 2], [6, 2], [9, 4]] });
  assert.deepEqual([[...path.pointAt(0)], [...path.pointAt(1e9)]], [[1, 4], [9, 4]]);
  assert.throws(() => path.pointAt(NaN), RangeError);
  const still = Mesh.build(room).path([1, 4], [1, 4]);
  assert.equal(still.toGeojson().coordinates.length, 2);
});

test("objects that were freed say so", () => {
  const [mesh, path] = [Mesh.build(room), Mesh.build(room).path([1, 1], [2, 2])];
  mesh.free();
  path.free();
  assert.throws(() => mesh.path([1, 1], [2, 2]), /^Error: this Mesh was freed$/);
  assert.throws(() => path.length, /^Error: this Path was freed$/);
  assert.throws(() => mesh.free(), /this Mesh was freed/);
});
