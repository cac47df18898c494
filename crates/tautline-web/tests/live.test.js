// Meshes that change: edits, doors, undo, watched paths, saved bytes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveMesh, Mesh } from "tautline";
import { collection, polygon } from "./maps.js";

const rect = (x0, y0, x1, y1) => [x0, y0, x1, y0, x1, y1, x0, y1];
const hall = rect(0, 0, 10, 8);
const block = rect(4, 0, 6, 7);
const liveHall = (more, options) => LiveMesh.build({ walkable: [hall], ...more }, options);
const length = (live) => live.mesh.path([1, 4], [9, 4]).length;

test("an edit adds, moves, replaces and removes", () => {
  const live = liveHall();
  assert.deepEqual([length(live), live.keys.length], [8, 1]);
  const [key] = live.edit({ add: { obstacles: [block] } });
  const around = Mesh.build({ walkable: [hall], obstacles: [block] });
  assert.equal(live.mesh.area, around.area);
  assert.equal(length(live), around.path([1, 4], [9, 4]).length);
  assert.deepEqual([...live.edit({ move: [{ key, by: { x: 0, y: 1 } }] })], []);
  assert.equal(Math.min(...live.mesh.path([1, 4], [9, 4]).points), 1);
  live.edit({ replace: [{ key, shape: rect(4, 0, 6, 1) }] });
  assert.equal(length(live), 8);
  live.edit({ remove: [key] });
  assert.equal(live.mesh.area, 80);
  assert.throws(() => live.edit({ remove: key }), { name: "RangeError", message: `no shape has the key ${key}` });
});

test("all kinds of shapes come in one edit, and their keys in order", () => {
  const live = liveHall();
  const keys = live.edit({
    add: {
      walkable: [rect(12, 0, 16, 8)],
      obstacles: [{ exterior: rect(1, 5, 3, 7), holes: [rect(1.5, 5.5, 2, 6)] }, [{ x: 3, y: 6 }, [4, 6], { x: 4, y: 7 }]],
      walls: [[5, 0, 5, 3]],
      areas: [{ polygon: rect(6, 0, 10, 8), cost: 3, name: "mud" }],
      doors: [{ line: [5, 3, 5, 8], name: "gate" }],
      links: [{ start: [10, 4], end: [12, 4], cost: 1, name: "plank" }],
    },
  });
  assert.equal(new Set(keys).size, 7);
  assert.deepEqual([...live.keysNamed("mud"), ...live.keysNamed("gate"), ...live.keysNamed("plank")], [...keys.slice(4)]);
  const [plank] = live.mesh.path([9, 4], [13, 4]).links;
  assert.deepEqual([plank.name, plank.cost], ["plank", 1]);
  live.closeDoor("gate");
  assert.throws(() => live.mesh.path([1, 4], [9, 4]), { name: "NoPath", reason: "closed-off" });
  assert.deepEqual([live.closedDoors, live.isDoorClosed("gate")], [["gate"], true]);
  live.openDoor("gate");
  live.edit({ replace: [{ key: keys[4], shape: rect(6, 0, 10, 4) }] });
  assert.deepEqual(live.mesh.areas, [{ name: "mud", cost: 3 }]);
  live.edit({
    replace: [
      { key: keys[4], shape: { polygon: rect(6, 0, 10, 4), cost: 5, name: "swamp" } },
      { key: keys[5], shape: [5, 3, 5, 7] },
      { key: keys[6], shape: { start: [10, 5], end: [12, 5] } },
    ],
  });
  assert.deepEqual([live.mesh.areas, [...live.keysNamed("plank")]], [[{ name: "swamp", cost: 5 }], [keys[6]]]);
  assert.equal(live.mesh.path([9, 5], [13, 5]).links[0].cost, 1);
  assert.throws(() => live.closeDoor("gait"), RangeError);
});

test("cells and walls of an edited mesh have the numbers of its paths", () => {
  const live = liveHall();
  const keys = [1, 3, 5].map((x) => live.edit({ add: { obstacles: [rect(x, 1, x + 1, 6)] } })[0]);
  const areaOf = (points) => points.reduce((sum, x, i) => (i % 2 === 1 ? sum : sum + (x * points[(i + 3) % points.length] - points[(i + 2) % points.length] * points[i + 1]) / 2), 0);
  for (const key of keys) {
    live.edit({ remove: key });
    const { mesh } = live;
    const { offsets, points } = mesh.cells();
    const ring = (cell) => points.subarray(2 * offsets[cell], 2 * offsets[cell + 1]);
    const total = Array.from(offsets.subarray(1), (_, cell) => areaOf(ring(cell))).reduce((sum, area) => sum + area, 0);
    assert.ok(Math.abs(total - mesh.area) < 1e-9);
    assert.deepEqual([mesh.cellFloors().length, mesh.cellCosts().length], [offsets.length - 1, offsets.length - 1]);
    // A cell of a path has corners on both sides of the line, or at its ends.
    for (const cell of mesh.path([0.5, 4], [9.5, 4]).cells) assert.ok(ring(cell).length >= 6);
    const ends = mesh.walls();
    const around = Array.from({ length: ends.length / 4 }, (_, i) => Math.hypot(ends[4 * i + 2] - ends[4 * i], ends[4 * i + 3] - ends[4 * i + 1])).reduce((sum, own) => sum + own, 0);
    assert.ok(Math.abs(around - 36 - 12 * (keys.length - 1 - keys.indexOf(key))) < 1e-9, String(around));
    assert.equal(mesh.wallFloors().length, ends.length / 4);
  }
});

test("an edit happens as a whole or not at all, and names the shape", () => {
  const live = liveHall();
  const [key] = live.edit({ add: { obstacles: [block] } });
  const before = live.revision;
  const bad = [0, 0, 1, 1e300, 1, 1];
  assert.throws(() => live.edit({ remove: key, add: { obstacles: [rect(1, 1, 2, 2), bad] } }), /^Error: obstacles\[1\].*vertex 1/);
  assert.throws(() => live.edit({ replace: [{ key, shape: bad }] }), new RegExp(`replace\\[${key}\\], ring 0, vertex 1`));
  assert.throws(() => live.edit({ remove: live.keys }), /walkable area is empty/);
  assert.throws(() => live.edit({ replace: [{ key, shape: collection(polygon("obstacle", 0, 0, 1, 1), polygon("obstacle", 2, 2, 3, 3)) }] }), /one shape, not 2/);
  assert.throws(() => live.edit({ replace: [{ key, shape: { type: "LineString", coordinates: [[0, 0], [1, 1]] } }] }), Error);
  assert.throws(() => live.edit({ move: [{ key, by: [1, 0] }, { key: 77, by: [1, 1] }] }), /no shape has the key 77/);
  assert.throws(() => live.edit({ move: [{ key }] }), /move: expected { key, by }/);
  assert.throws(() => live.edit({ add: { obstacle: [] } }), /no "obstacle"; there are walkable, obstacles/);
  assert.throws(() => live.edit({ add: { areas: [{ polygon: block, cost: NaN }] } }), RangeError);
  assert.deepEqual([...live.edit({})], []);
  assert.equal(live.revision, before);
});

test("undo and redo bring the same bits, and a mesh of before stays as it is", () => {
  const live = liveHall({ doors: [{ line: [0, 7.5, 10, 7.5], name: "gate" }] });
  const before = live.mesh;
  live.edit({ add: { obstacles: [block] } });
  const around = length(live);
  live.closeDoor("gate");
  live.openDoor("gate"); // doors are no steps to undo
  assert.equal(live.undo(), true);
  assert.equal(length(live), 8);
  assert.deepEqual([live.redo(), live.redo()], [true, false]);
  assert.equal(length(live), around);
  assert.deepEqual([live.undo(), live.undo()], [true, false]);
  assert.equal(before.path([1, 4], [9, 4]).length, 8);
  assert.ok(["patched", "restored"].includes(live.lastEdit.kind));
});

test("random edits agree with fresh builds", () => {
  let state = 7;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const live = liveHall();
  const boxes = new Map();
  for (let turn = 0; turn < 60; turn += 1) {
    const [x, y] = [Math.floor(18 * random()) / 2, Math.floor(14 * random()) / 2];
    const box = rect(x, y, x + 0.5 + random(), y + 0.5 + random());
    const gone = [...boxes.keys()].filter(() => random() < 0.2);
    const [key] = live.edit({ add: { obstacles: [box] }, remove: gone });
    for (const old of gone) boxes.delete(old);
    boxes.set(key, box);
    const fresh = Mesh.build({ walkable: [hall], obstacles: [...boxes.values()] });
    assert.ok(Math.abs(live.mesh.area - fresh.area) < 1e-9);
    const starts = Float64Array.from({ length: 40 }, (_, axis) => random() * [10, 8][axis % 2]);
    const goals = Float64Array.from({ length: 40 }, (_, axis) => random() * [10, 8][axis % 2]);
    const [ours, theirs] = [live.mesh.paths(starts, goals), fresh.paths(starts, goals)];
    assert.deepEqual(ours.reasons, theirs.reasons);
    ours.lengths.forEach((own, row) => assert.ok(own === theirs.lengths[row] || Math.abs(own - theirs.lengths[row]) < 1e-9));
  }
});

test("saved bytes have the same future", () => {
  const live = liveHall({}, { recorded: true });
  const keys = live.edit({ add: { obstacles: [block, rect(1, 1, 2, 2)], doors: [{ line: [6, 3, 10, 3], name: "gate" }] } });
  live.closeDoor("gate");
  const again = LiveMesh.fromBytes(live.toBytes());
  assert.deepEqual(again.closedDoors, ["gate"]);
  assert.equal(length(again), length(live));
  again.edit({ remove: keys[0] });
  assert.equal(length(again), 8);
  assert.equal(again.undo(), true);
  assert.equal(length(again), length(live));
  assert.throws(() => liveHall().toBytes(), /not recorded/);
  assert.throws(() => LiveMesh.fromBytes(live.toBytes().slice(0, -3)), Error);
});

test("GeoJSON goes in and out, and meshes without shapes are edited too", () => {
  const live = liveHall({ areas: [{ polygon: rect(0, 0, 1, 1), cost: 2, name: "mud" }], doors: [{ line: [5, 0, 5, 8], name: "gate" }] });
  live.edit({ add: collection(polygon("obstacle", 4, 0, 6, 7)) });
  const again = LiveMesh.build(live.toGeojson());
  assert.deepEqual([length(again), again.mesh.doors, again.mesh.areas], [length(live), ["gate"], [{ name: "mud", cost: 2 }]]);
  const shapeless = LiveMesh.fromMesh(Mesh.open("a.nav", live.mesh.toNav()), { recorded: true });
  assert.equal(length(shapeless), length(live));
  const [key] = shapeless.edit({ add: { obstacles: [rect(1, 1, 2, 2)] } });
  assert.equal(shapeless.mesh.area, live.mesh.area - 1);
  shapeless.edit({ remove: key });
  assert.equal(shapeless.mesh.area, live.mesh.area);
});

test("watched paths are planned anew where edits matter", () => {
  const live = liveHall({ doors: [{ line: [5, 0, 5, 8], name: "gate" }] });
  const [way, short, none] = [live.watch([1, 4], [9, 4]), live.watch({ x: 1, y: 7 }, { x: 2, y: 7 }), live.watch([1, 4], [20, 4])];
  assert.deepEqual([live.watched(way).length, live.watched(short).length, live.watched(none)], [8, 1, undefined]);
  const [key] = live.edit({ add: { obstacles: [block] } });
  assert.deepEqual([...live.replan()], [way]);
  assert.equal(live.watched(way).length, length(live));
  live.closeDoor("gate");
  assert.deepEqual([[...live.replan()], live.watched(way)], [[way], undefined]);
  live.openDoor("gate");
  assert.deepEqual([...live.replan()], [way]);
  live.edit({ remove: key });
  assert.deepEqual([...live.replan({ maxExpanded: 1e9 })], [way]);
  assert.equal(live.watched(way).length, 8);
  live.unwatch(way);
  assert.throws(() => live.watched(way), /no watched path has the number/);
  assert.throws(() => live.unwatch(way), RangeError);
  assert.throws(() => live.watch([NaN, 0], [1, 1]), RangeError);
});
