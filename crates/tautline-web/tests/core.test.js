// The core of the package: meshes of shapes, paths, doors, floors.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as whole from "tautline";
import { Mesh } from "tautline/core";

const rect = (x0, y0, x1, y1) => [x0, y0, x1, y0, x1, y1, x0, y1];
const room = { walkable: [rect(0, 0, 10, 8)], obstacles: [rect(4, 2, 6, 7)], walls: [[1, 1, 1, 2]] };

test("the core has the answers of the whole package", () => {
  const [own, other] = [Mesh.build(room), whole.Mesh.build(room)];
  assert.deepEqual([own.area, own.cellCount, own.cells()], [other.area, other.cellCount, other.cells()]);
  const starts = Array.from({ length: 200 }, (_, axis) => ((axis * 7919) % 1000) / (axis % 2 ? 125 : 100));
  const goals = Array.from({ length: 200 }, (_, axis) => ((axis * 104729) % 1000) / (axis % 2 ? 125 : 100));
  assert.deepEqual(own.paths(starts, goals), other.paths(starts, goals));
  assert.deepEqual(own.rays([1, 4], [9, 4]), other.rays([1, 4], [9, 4]));
  assert.deepEqual(own.visibleFrom([1, 4]), other.visibleFrom([1, 4]));
  const search = own.search([1, 4], [9, 4]);
  while (!search.advance(1));
  assert.deepEqual(search.path().points, other.path([1, 4], [9, 4]).points);
});

test("doors, floors and links", () => {
  const hall = { walkable: [rect(0, 0, 10, 10)], doors: [{ line: [5, 0, 5, 10], name: "gate" }] };
  const shapes = {
    floors: { 0: hall, 1: hall, 9: { walkable: [rect(10, 0, 12, 10)] } },
    connections: [{ line: [10, 0, 10, 2], floors: [0, 9] }, { line: [10, 8, 10, 10], floors: [9, 1] }],
    links: [{ start: [1, 1, 0], end: [1, 1, 1], cost: 2, oneWay: true, name: "lift" }],
  };
  const [own, other] = [Mesh.build(shapes), whole.Mesh.build(shapes)];
  for (const mesh of [own, other]) {
    assert.deepEqual([[...mesh.floors], mesh.doors], [[0, 1, 9], ["gate", "gate"]]);
    assert.equal(mesh.path([1, 2, 0], [1, 2, 1]).cost, 4);
    assert.throws(() => mesh.path([1, 2, 1], { x: 50, y: 2, floor: 0 }), { name: "NoPath", reason: "goal-outside" });
    mesh.closeDoor("gate");
    assert.throws(() => mesh.path([1, 2, 1], [9, 2, 1]), { reason: "closed-off" });
  }
  assert.deepEqual(own.path([1, 2, 0], [1, 2, 1]).links, other.path([1, 2, 0], [1, 2, 1]).links);
});

test("errors name the shapes, and what needs the whole package says so", () => {
  const bad = [0, 0, 1, 1e300, 1, 1];
  assert.throws(() => Mesh.build({ walkable: [rect(0, 0, 9, 9)], obstacles: [rect(1, 1, 2, 2), bad] }), /^Error: obstacles\[1\], ring 0, vertex 1/);
  assert.throws(() => Mesh.build({ floors: { 0: room, 1: { walkable: [bad] } } }), /floors\[1\]\.walkable\[0\], ring 0, vertex 1/);
  assert.throws(() => Mesh.build({}), /walkable area is empty/);
  assert.throws(() => Mesh.build("{}"), /TypeError: shapes: expected shapes/);
  assert.throws(() => Mesh.build({ type: "FeatureCollection", features: [] }), /GeoJSON needs the whole package/);
  assert.throws(() => Mesh.build({ ...room, areas: [{ polygon: rect(0, 0, 1, 1), cost: 2 }] }), /areas need the whole package/);
  assert.throws(() => Mesh.build(room, { layer: "a" }), /options: no "layer"/);
  const mesh = Mesh.build(room);
  mesh.free();
  assert.throws(() => mesh.path([1, 1], [2, 2]), /this Mesh was freed/);
});
