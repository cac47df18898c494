// Heights of a mesh against a loop over its triangles, and trees of paths against single queries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Mesh, Surface } from "tautline";
import { cornerHeight, ramp } from "./ramp.js";

const rect = (x0, y0, x1, y1) => [x0, y0, x1, y0, x1, y1, x0, y1];
const near = (own, expected) => assert.ok(Math.abs(own - expected) < 1e-9, `${own} is not ${expected}`);

/** The triangles of a mesh: the floor, and the corners in space. */
function triangles(mesh) {
  const { offsets, points } = mesh.cells();
  return Array.from(mesh.cellFloors(), (floor, cell) => {
    const corner = (index) => [points[2 * index], points[2 * index + 1], cornerHeight(points[2 * index], points[2 * index + 1], floor)];
    assert.equal(offsets[cell + 1] - offsets[cell], 3);
    return [floor, [0, 1, 2].map((side) => corner(offsets[cell] + side))];
  });
}

/** The floors at a point, with their heights and gradients, by Cramer's rule. */
function floorsAt(all, x, y, slack = 0) {
  return all.flatMap(([floor, [a, b, c]]) => {
    const [u, v, w] = [[b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]], [x - a[0], y - a[1]]];
    const area = u[0] * v[1] - u[1] * v[0];
    const [s, t] = [(w[0] * v[1] - w[1] * v[0]) / area, (u[0] * w[1] - u[1] * w[0]) / area];
    if (Math.min(s, t, 1 - s - t) < slack) return [];
    return [{ floor, height: a[2] + s * u[2] + t * v[2], gradient: [(u[2] * v[1] - v[2] * u[1]) / area, (v[2] * u[0] - u[2] * v[0]) / area] }];
  });
}

function* randomPoints(count) {
  let state = 99;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (let turn = 0; turn < count; turn += 1) yield [16 * random() - 1, 14 * random() - 1, 8 * random() - 1];
}

test("heights, gradients and picked floors are those of the triangles", () => {
  const surface = Surface.fromNav(ramp());
  const all = triangles(surface.mesh);
  const met = { on: 0, off: 0, picked: 0, missed: 0 };
  for (const [x, y, z] of randomPoints(600)) {
    const floors = floorsAt(all, x, y, 1e-9);
    if (floors.length !== floorsAt(all, x, y, -1e-9).length) continue; // on an edge
    for (const floor of [0, 1]) {
      const expected = floors.find((own) => own.floor === floor);
      const [height] = surface.height({ x, y, floor });
      met[expected ? "on" : "off"] += 1;
      if (!expected) {
        assert.ok(Number.isNaN(height));
        continue;
      }
      near(height, expected.height);
      surface.gradient({ points: [x, y], floors: [floor] }).forEach((own, axis) => near(own, expected.gradient[axis]));
    }
    const reached = floors.filter(({ height }) => z - 2 <= height && height <= z + 1).sort((a, b) => Math.abs(a.height - z) - Math.abs(b.height - z));
    const { points, floors: layers, heights } = surface.pick([x, y, z, 50, 50, 0], 2, 1);
    assert.ok(Number.isNaN(heights[1]) && Number.isNaN(points[2]));
    if (reached.length > 0) {
      assert.deepEqual([points[0], points[1], layers[0]], [x, y, reached[0].floor]);
      near(heights[0], reached[0].height);
      met.picked += 1;
    } else {
      assert.ok(Number.isNaN(heights[0]));
      assert.throws(() => surface.pick([x, y, z], 2, 1), /RangeError: no floor/);
      met.missed += 1;
    }
  }
  assert.ok(Math.min(...Object.values(met)) > 50, JSON.stringify(met));
  assert.throws(() => surface.pick([5, 6, 3.4], 0.5, 0.5), /there is floor 0 at 1.25, floor 1 at 6|there is floor 1 at 6, floor 0 at 1.25/);
  assert.throws(() => surface.pick([5, 6, 0, 5, 6, 1], -1, 1), RangeError);
  assert.throws(() => surface.pick([5, 6], 1, 1), /TypeError: points: expected x, y and the height of each/);
  assert.equal(surface.pick([], 1, 1).heights.length, 0);
});

test("a path along the ground is as long as many small steps", () => {
  const surface = Surface.fromNav(ramp());
  const all = triangles(surface.mesh);
  const [start, goal] = [surface.pick([1, 6, 0.2], 1, 1), surface.pick([1, 6, 6], 1, 1)];
  const path = surface.mesh.path([...start.points, start.floors[0]], [...goal.points, goal.floors[0]]);
  assert.equal(surface.mesh.paths(start, goal).lengths[0], path.length);
  const way = surface.along(path, 0.5);
  let [length, last] = [0, { height: 0.25, at: path.pointAt(0) }];
  for (let step = 1; step <= 4000; step += 1) {
    const at = path.pointAt((path.length * step) / 4000);
    const heights = floorsAt(all, ...at, -1e-7).map((own) => own.height);
    const height = heights.reduce((best, own) => (Math.abs(own - last.height) < Math.abs(best - last.height) ? own : best));
    length += Math.hypot(at[0] - last.at[0], at[1] - last.at[1], height - last.height);
    last = { height, at };
  }
  assert.ok(Math.abs(length - way.length) < 1e-3 * length, `${length} ${way.length}`);
  assert.ok(way.length > path.length && way.cost === way.length);
  assert.deepEqual([way.floors[0], way.floors.at(-1), way.legs.at(-1)], [0, 1, path.points.length / 2 - 2]);
  for (let i = 1; i < way.heights.length; i += 1) {
    const run = Math.hypot(way.points[2 * i] - way.points[2 * i - 2], way.points[2 * i + 1] - way.points[2 * i - 1]);
    assert.ok(run < 0.5 + 1e-9 && Math.abs(way.heights[i] - way.heights[i - 1]) <= way.steepest * run + 1e-9);
  }
  const elsewhere = Mesh.build({ walkable: [rect(30, 30, 40, 40)] }).path([31, 31], [32, 32]);
  assert.throws(() => surface.along(elsewhere), /lies on no floor of the surface/);
  assert.throws(() => surface.along([1, 2]), /expected instance of Path/);
});

test("a surface keeps its bytes, and a flat mesh has none", () => {
  const bytes = ramp();
  const surface = Surface.fromNav(bytes);
  assert.deepEqual(surface.toNav(), bytes);
  assert.deepEqual(Mesh.fromNav(bytes).toNav(), surface.mesh.toNav());
  assert.throws(() => Surface.fromNav(surface.mesh.toNav()), /the mesh has no heights/);
  bytes[60] ^= 1;
  assert.throws(() => Surface.fromNav(bytes), Error);
  surface.free();
  assert.throws(() => surface.mesh, /this Surface was freed/);
});

test("the shapes of a mesh make the same ground", () => {
  const { mesh } = Surface.fromNav(ramp());
  const again = Mesh.build(JSON.parse(mesh.toGeojson()), { weld: 0 });
  near(again.area, mesh.area);
  assert.deepEqual(again.floors, mesh.floors);
  const [starts, goals] = [1, 2].map((seed) => mesh.randomPoints(200, { seed }));
  const [own, expected] = [again, mesh].map((one) => one.paths(starts, goals).lengths);
  own.forEach((length, pair) => near(length, expected[pair]));
  const gated = Mesh.build({ walkable: [rect(0, 0, 4, 4)], doors: [{ line: [2, 0, 2, 4], name: "gate" }], areas: [{ polygon: rect(1, 1, 2, 2), cost: 3, name: "mud" }], links: [{ start: [0, 0], end: [4, 4], cost: 1, name: "leap" }] });
  const kinds = JSON.parse(gated.toGeojson()).features.map(({ properties: { kind, name } }) => `${kind} ${name ?? ""}`);
  for (const kind of ["walkable ", "wall ", "area mud", "door gate", "link leap"]) assert.ok(kinds.includes(kind), kind);
});

test("a tree has the distances and paths of single queries", () => {
  const mesh = Mesh.build({ walkable: [rect(0, 0, 20, 15)], obstacles: [rect(4, 2, 6, 13), rect(9, 0, 11, 9), rect(14, 5, 16, 15)], doors: [{ line: [6, 3, 9, 3], name: "gate" }] });
  const goals = [...mesh.randomPoints(40, { seed: 8 }).points, 50, 1];
  for (const isClosed of [false, true]) {
    if (isClosed) mesh.closeDoor("gate");
    const tree = mesh.pathTree([1, 1], goals);
    assert.equal(tree.length, 41);
    const { distances, lowerBounds } = mesh.distanceBounds([1, 1], goals);
    assert.deepEqual([tree.distances, tree.lowerBounds], [distances, lowerBounds]);
    for (let goal = 0; goal < 40; goal += 1) {
      const single = mesh.path([1, 1], goals.slice(2 * goal, 2 * goal + 2));
      near(tree.path(goal).length, single.length);
      assert.deepEqual([...tree.path(goal).points.subarray(-2)], goals.slice(2 * goal, 2 * goal + 2));
    }
    assert.throws(() => tree.path(40), { name: "NoPath", reason: "goal-outside" });
    for (const goal of [41, -1, 0.5]) assert.throws(() => tree.path(goal), RangeError);
  }
  assert.throws(() => mesh.pathTree([-5, 1], goals), { reason: "start-outside" });
});
