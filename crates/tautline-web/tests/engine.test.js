// The package in Node: answers, errors and batches.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { Grid, Mesh } from "tautline";
import { collection, line, polygon, room } from "./maps.js";

const bytes = (text) => new TextEncoder().encode(text);

test("a path on a mesh is the shortest one, with a proof", () => {
  const mesh = Mesh.build(room);
  const path = mesh.path([1, 4], [9, 4]);
  assert.deepEqual([...path.points], [1, 4, 4, 2, 6, 2, 9, 4]);
  assert.equal(path.length, Math.sqrt(13) + 2 + Math.sqrt(13));
  assert.equal(path.guarantee, "optimal");
  assert.equal(path.status, "complete");
  assert.deepEqual([...path.floors], [0, 0, 0, 0]);
  assert.equal(mesh.area, 70);
  assert.deepEqual([...mesh.bounds], [0, 0, 10, 8]);
});

test("text and object build the same mesh, and its bytes open again", () => {
  const mesh = Mesh.build(JSON.stringify(room));
  assert.deepEqual(mesh.toNav(), Mesh.build(room).toNav());
  assert.deepEqual(Mesh.open("room.nav", mesh.toNav()).toNav(), mesh.toNav());
  assert.equal(Mesh.open("room.mesh", bytes(mesh.toMesh())).cellCount, mesh.cellCount);
});

test("a query without a path throws the reason and what would work", () => {
  const mesh = Mesh.build(room);
  assert.throws(() => mesh.path([1, 4], [5, 5]), (error) => {
    assert.equal(error.name, "NoPath");
    assert.equal(error.reason, "goal-outside");
    assert.match(error.explanation, /nearest/);
    assert.deepEqual(error.nearest, [4, 5]);
    return error instanceof Error;
  });
  const islands = Mesh.build(collection(polygon("walkable", 0, 0, 2, 2), polygon("walkable", 3, 0, 5, 2)));
  assert.throws(() => islands.path([1, 1], [4, 1]), (error) => {
    assert.equal(error.reason, "unreachable");
    assert.equal(error.narrowest.width, 1);
    return true;
  });
});

test("a spent budget throws the best partial path", () => {
  const mesh = Mesh.build(room);
  assert.throws(() => mesh.path([1, 4], [9, 4], { maxExpanded: 0 }), (error) => {
    assert.equal(error.reason, "budget-exhausted");
    assert.ok(error.lowerBound >= 8 && error.lowerBound < mesh.path([1, 4], [9, 4]).length);
    assert.deepEqual([...error.partial.points.slice(0, 2)], [1, 4]);
    return true;
  });
});

test("bad arguments are errors that name the place", () => {
  const mesh = Mesh.build(room);
  assert.throws(() => mesh.path([1], [9, 4]), /TypeError: start: expected \[x, y\]/);
  assert.throws(() => mesh.path([NaN, 4], [9, 4]), RangeError);
  assert.throws(() => mesh.path([1, 4], [9, 4], { snapp: 1 }), /no "snapp"; there are snap/);
  assert.throws(() => mesh.path([1, 4], [9, 4], { search: "fast" }), /search: expected "auto"/);
  assert.throws(() => mesh.path([1, 4], [9, 4], { maxExpanded: -1 }), /whole number/);
  assert.throws(() => mesh.paths([1, 4], [9, 4, 5]), /goals: expected x and y/);
  assert.throws(() => mesh.closeDoor(0), RangeError);
  assert.throws(() => Mesh.build(collection(polygon("sea", 0, 0, 1, 1))), /kind/);
  assert.throws(() => Mesh.build(collection(polygon("walkable", 0, 0, NaN, 1))), /feature/i);
  assert.throws(() => Mesh.build(7), TypeError);
  assert.throws(() => Mesh.build(room, { radius: 9 }), /radius 9/);
  assert.throws(() => Mesh.open("a.xyz", bytes("?")), /a.xyz: unknown map format/);
  assert.throws(() => Mesh.open("a.map", bytes("type octile\nheight 2\n")), /a.map: .*line/);
  assert.throws(() => new Grid(0, 1 << 30), RangeError);
});

test("what misses by rounding is joined, and wider gaps are told", () => {
  const hall = polygon("walkable", 0, 0, 10, 8);
  const parts = (gap, options) => Mesh.build(collection(hall, line("wall", "w", [5, gap], [5, 8])), options);
  assert.equal(parts(1e-12).path([1, 4], [1, 5]).length, 1);
  assert.throws(() => parts(1e-12).path([1, 4], [9, 4]), { reason: "unreachable" });
  assert.ok(parts(1e-12, { weld: 0 }).path([1, 4], [9, 4]).length > 8);
  assert.match(parts(0.004).repairs[0], /^feature 1 "w", vertex 0 \(counted from 0\): misses feature 0 .* by 0.004/);
  assert.throws(() => parts(0.004, { weld: 0.008 }).path([1, 4], [9, 4]), { reason: "unreachable" });
});

test("a batch answers row by row", () => {
  const batch = Mesh.build(room).paths([1, 4, 1, 4, 1, 4], [9, 4, 5, 5, 1, 7]);
  assert.deepEqual([...batch.lengths], [Math.sqrt(13) + 2 + Math.sqrt(13), Infinity, 3]);
  assert.deepEqual(batch.reasons, ["", "goal-outside", ""]);
  assert.deepEqual([...batch.offsets], [0, 4, 4, 6]);
  assert.deepEqual([...batch.points.slice(8)], [1, 4, 1, 7]);
});

test("doors close and open", () => {
  const walls = [line("wall", "low", [5, 0], [5, 3]), line("door", "gate", [5, 3], [5, 5]), line("wall", "high", [5, 5], [5, 8])];
  const mesh = Mesh.build(collection(polygon("walkable", 0, 0, 10, 8), ...walls));
  assert.deepEqual(mesh.doors, ["gate"]);
  assert.deepEqual([...mesh.doorSegments(0)].sort(), [3, 5, 5, 5]);
  assert.equal(mesh.path([1, 4], [9, 4]).length, 8);
  mesh.closeDoor(0);
  assert.equal(mesh.isDoorClosed(0), true);
  assert.throws(() => mesh.path([1, 4], [9, 4]), { reason: "closed-off" });
  mesh.openDoor(0);
  assert.equal(mesh.path([1, 4], [9, 4]).length, 8);
});

test("distances, sight and nearest points", () => {
  const mesh = Mesh.build(room);
  assert.deepEqual([...mesh.distances([1, 1], [9, 1, 1, 7, 5, 5])], [8, 6, Infinity]);
  const field = mesh.distanceField([1, 1]);
  const distances = [...field.at([9, 1, 5, 5, NaN, 0])];
  assert.deepEqual(distances, [8, Infinity, NaN]);
  assert.equal(mesh.sees([1, 1], [9, 1]), true);
  assert.equal(mesh.sees([1, 4], [9, 4]), false);
  assert.deepEqual([...mesh.nearest([5, 6.5])], [5, 7]);
  assert.deepEqual([...mesh.nearestWall([3, 4], 9)], [4, 4, 1]);
  assert.ok(mesh.visibleFrom([1, 4]).length >= 8);
});

test("distances take the options of a path, and a field a limit", () => {
  const mesh = Mesh.build(room);
  const goals = [9, 1, 1, 7, 2, -0.5];
  assert.deepEqual([...mesh.distances([1, 1], goals, { maxExpanded: 1e9, snap: 0 })], [8, 6, Infinity]);
  assert.deepEqual([...mesh.distances([1, 0], goals.slice(4), { snap: 0.5 })], [1]);
  assert.deepEqual([...mesh.distances([1, 0], [2, -3], { goalPolicy: "nearest" })], [1]);
  assert.equal(mesh.distances([1, 1], [1, 7], { maxCost: 6 })[0], 6);
  assert.throws(() => mesh.distances([1, 1], goals, { limit: 6 }), /no "limit"/);
  const field = mesh.distanceField([1, -0.5], { snap: 0.5, limit: 3, maxExpanded: 1e9 });
  assert.deepEqual([...field.at([1, 2, 9, 7])], [2, Infinity]);
  assert.throws(() => mesh.distanceField([1, -0.5], { snap: 0.4 }), { reason: "goal-outside" });
});

test("a search in slices has the answer of one go, and a trace shows its steps", () => {
  const mesh = Mesh.build(room);
  const search = mesh.search([1, 4], [9, 4]);
  assert.throws(() => search.path(), { reason: "budget-exhausted" });
  while (!search.advance(1));
  assert.deepEqual(search.path().points, mesh.path([1, 4], [9, 4]).points);
  const trace = mesh.trace([1, 4], [9, 4]);
  assert.equal(trace.values.length, trace.width * trace.kinds.length);
  assert.ok(trace.kinds.includes(1));
  assert.deepEqual(trace.path.points, search.path().points);
});

test("a path on tiles, its search step by step, and the mesh of the same tiles", () => {
  const grid = Grid.open("room.txt", bytes("......\n..##..\n......\n"));
  assert.deepEqual([grid.width, grid.height], [6, 3]);
  grid.setOptions({ engine: "a-star", heuristic: "octile" });
  const path = grid.path([0.5, 1.5], [5.5, 1.5]);
  assert.equal(path.length, 3 + 2 * Math.SQRT2);
  const trace = grid.trace([0.5, 1.5], [5.5, 1.5]);
  assert.equal(trace.width, 4);
  assert.deepEqual([...trace.values.slice(0, 2)], [0, 1]);
  const mesh = Mesh.fromGrid(grid);
  assert.ok(mesh.path([0.5, 1.5], [5.5, 1.5]).length <= path.length);
  grid.setBlocked(5, 1, true);
  assert.throws(() => grid.path([0.5, 1.5], [5.5, 1.5]), { name: "NoPath", reason: "goal-outside" });
  assert.equal(grid.path([0.5, 1.5], [5.5, 1.5], { goalPolicy: "nearest" }).status, "partial");
  assert.throws(() => grid.setBlocked(6, 0, true), /outside a map of 6 by 3/);
  assert.throws(() => grid.setCost(0, 0, -1), RangeError);
  assert.throws(() => grid.setOptions({ neighbors: 6 }), /expected 4 or 8/);
  assert.equal(grid.sees([0.5, 0.5], [5.5, 0.5]), true);
});

test("a ROS map opens with its image, a Tiled map with its tilesets", () => {
  const yaml = "image: sets/hall.pgm\nresolution: 0.5\norigin:\n- -1\n- 2\n- 0\nnegate: 0\n" +
    "occupied_thresh: 0.65\nfree_thresh: 0.196\n";
  // The lower row is free; above it, one tile is occupied and one unknown.
  const image = Uint8Array.from([...bytes("P5 3 2 255 "), 0, 205, 255, 255, 255, 255]);
  const files = { "sets/hall.pgm": image };
  const grid = Grid.open("hall.yaml", bytes(yaml), { files });
  assert.deepEqual([...grid.costs()], [1, 1, 1, 0, 0, 1]);
  assert.equal(Grid.open("hall.yaml", bytes(yaml), { files, unknown: "free" }).costs()[4], 1);
  assert.deepEqual([...Mesh.open("hall.yaml", bytes(yaml), { files }).repairs], []);
  const wide = Mesh.open("hall.yaml", bytes(yaml.replace("0.196", "0.25")), { files });
  assert.match(wide.repairs[0], /^1 pixels of the grey 205/);
  assert.throws(() => Grid.open("hall.yaml", bytes(yaml)), /hall.yaml: the image "sets\/hall.pgm" is missing.*files/);
  assert.throws(() => Grid.open("hall.yaml", bytes(yaml), { files: 7 }), /files: expected an object/);
  const turned = yaml.replace("- 0\n", "- 0.5\n");
  assert.throws(() => Grid.open("hall.yaml", bytes(turned), { files }), /hall.yaml: line 6.*yaw 0/);
  const tmx = `<!DOCTYPE map><map orientation="orthogonal" width="2" height="1"><tileset firstgid="1" source="a.tsx"/>
    <layer width="2" height="1"><data encoding="csv">1,2</data></layer></map>`;
  const tsx = `<tileset tilecount="2"><tile id="1"><properties><property name="walkable" value="false"/></properties>
    </tile></tileset>`;
  assert.deepEqual([...Grid.open("a.tmx", bytes(tmx), { files: { "a.tsx": bytes(tsx) } }).costs()], [1, 0]);
  assert.throws(() => Grid.open("a.tmx", bytes(tmx)), /the tileset "a.tsx" is missing/);
});

test("shapes without effect and properties of other formats are repairs", () => {
  const feature = (properties, geometry) => ({ type: "Feature", properties, geometry });
  const ring = (x, size) => ({ type: "Polygon", coordinates: [[[x, 0], [x + size, 0], [x + size, size], [x, size]]] });
  const wall = { type: "LineString", coordinates: [[3, 3], [3, 3]] };
  const features = [
    feature({ level: 1 }, ring(0, 10)),
    feature({ kind: "obstacle", level: 1 }, ring(20, 1)),
    feature({ kind: "wall", layer: 0 }, wall),
  ];
  const repairs = [...Mesh.build({ type: "FeatureCollection", features }).repairs];
  assert.deepEqual(repairs, [
    "properties of 2 features mean nothing here and were ignored: `level` (use `layer`)",
    "feature 2, vertex 1 (counted from 0): repeats the point before it and was left out",
    "feature 2, vertex 0 (counted from 0): the line has no length and was left out",
    "feature 1, ring 0, vertex 0 (counted from 0): it has no effect on the walkable area",
  ]);
});

test("junk is an error, never a crash", () => {
  let state = 29;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  const names = ["a.geojson", "a.map", "a.txt", "a.png", "a.tmx", "a.mesh", "a.nav", "a.pgm", "a.yaml", "a"];
  for (const name of names) {
    for (let round = 0; round < 100; round += 1) {
      const junk = Uint8Array.from({ length: random() % 400 }, () => random() >>> 24);
      try {
        Mesh.open(name, junk).free();
      } catch (error) {
        assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), String(error));
      }
    }
  }
  assert.throws(() => Mesh.open("junk.json", new Uint8Array(5_000_000).fill(91)), Error);
  assert.equal(Mesh.build(room).path([1, 1], [9, 1]).length, 8);
});

test("the sample of the README runs and prints what it says", async (context) => {
  const text = readFileSync(new URL("./node_modules/tautline/README.md", import.meta.url), "utf8");
  const [, code] = text.match(/```js\n([^`]*)```/);
  const sample = new URL("./sample.mjs", import.meta.url);
  writeFileSync(sample, code);
  const { mock } = context.mock.method(console, "log", () => {});
  await import(sample);
  const [length, guarantee, points] = mock.calls[0].arguments;
  assert.deepEqual([length, guarantee, ...points], [12, "optimal", 1, 6, 4, 2, 6, 2, 9, 6]);
});
