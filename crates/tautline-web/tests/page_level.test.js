// Baked levels on the tab with paths, in Chromium: the files of the program, against the engine in Node.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Mesh, Surface } from "tautline";
import { assertCalm, drag, drop, message, open, page, result, scene, shot, tap, undoAll } from "./browser.js";
import { program } from "./maps.js";
import { crossing, ramp } from "./ramp.js";

const floors = () => page.locator("#mesh-floors");
const tools = () => page.locator("#mesh-tools");
const dropLevel = (name, bytes) => drop(name, Buffer.from(bytes).toString("base64"), "base64");
const near = (own, expected) => assert.ok(Math.abs(own - expected) <= 1e-5 * Math.max(1, Math.abs(expected)), `${own} is not ${expected}`);

/** The lengths by plan and along the ground, and the heights of the ends, as the page writes them. */
async function figures() {
  const text = await result("mesh");
  const number = (name) => Number(new RegExp(`${name}\\s+([-0-9.]+)`).exec(text)[1]);
  return { length: number("length by plan"), along: number("along the ground"), heights: ["S", "G"].map((end) => number(`height of ${end}`)) };
}

/** Drags both ends to places of the plan with their floors. */
async function ends(start, goal) {
  for (const [name, [x, y, floor = 0]] of [["start", start], ["goal", goal]]) {
    await floors().locator(`button[value="${floor}"]`).click();
    await drag("mesh", (await scene("mesh"))[name], [x, y]);
  }
}

test("a level has floors, lengths by plan and along the ground, and heights", async () => {
  await dropLevel("ramp.nav", ramp());
  assert.equal(await page.locator("#mesh").isVisible(), true);
  assert.deepEqual(await floors().getByRole("button").allInnerTexts(), ["floor 1", "floor 0"]);
  await ends([1, 1], [9, 1]);
  const { start, goal } = await scene("mesh");
  // The lower floor rises by 1 in 4 along x.
  const flat = await figures();
  near(flat.along, (goal[0] - start[0]) * Math.hypot(1, 0.25));
  [start, goal].forEach(([x], end) => assert.ok(Math.abs(flat.heights[end] - x / 4) < 1e-3));
  await ends([1, 6], [1, 6, 1]);
  const shown = await scene("mesh");
  const surface = Surface.fromNav(ramp());
  const path = surface.mesh.path([...shown.start, 0], shown.goal);
  const over = await figures();
  near(over.length, path.length);
  near(over.along, surface.along(path).length);
  assert.deepEqual(await page.evaluate(() => tautline.mesh.model.path.legs.map(({ floor }) => floor)), [0, 1]);
  assert.match(await page.locator("#mesh-legend").innerText(), /dashed on other floors/);
  await shot("30-level");
  assertCalm();
});

test("a level opens by the button, and what is drawn lies on it while its ground stays", async () => {
  const chosen = page.locator("#mesh input[type=file]").first();
  await chosen.setInputFiles({ name: "ramp.nav", mimeType: "application/octet-stream", buffer: Buffer.from(ramp()) });
  await page.waitForFunction(() => tautline.mesh.scene.baked);
  assert.match(await page.locator("#mesh-baked").innerText(), /ground and walls stay as they are/);
  await ends([2, 2], [8, 2]);
  const before = [await scene("mesh"), await figures()];
  // A tap and a drag on the ground and on its wall pan the map, and select nothing.
  for (const [x, y] of [[5, 4], [0, 3]]) {
    await tap("mesh", x, y);
    await drag("mesh", [x, y], [x + 0.5, y + 0.5]);
    assert.deepEqual((await scene("mesh")).features, before[0].features);
    assert.equal(await page.locator("#mesh-item").inputValue(), "none");
  }
  assert.deepEqual(await page.locator("#mesh-item option").allInnerTexts(), ["Start", "Goal", "Nothing"]);
  await tools().getByRole("button", { name: "Obstacle" }).click();
  for (const point of [[4, 0], [6, 0], [6, 5], [4, 5]]) await tap("mesh", ...point);
  await tools().getByRole("button", { name: "Finish" }).click();
  const around = await figures();
  assert.ok(around.length > before[1].length + 2 && around.along > around.length, JSON.stringify(around));
  assert.deepEqual(around.heights, before[1].heights);
  await page.locator("#layer-field").check();
  await page.waitForSelector("#mesh-legend .scale");
  await page.locator("#layer-widest").check();
  // Between the obstacle and the border at y = 8; its corners are at whole pixels.
  const { width } = await page.evaluate(() => tautline.mesh.widest);
  assert.ok(Math.abs(width - 3) < 0.1, `${width}`);
  await shot("31-level-drawn");
  // Ground that the file has not: the way over it has no height.
  await page.evaluate(() => {
    const square = { type: "Polygon", coordinates: [[[-4, 0], [0, 0], [0, 8], [-4, 8], [-4, 0]]] };
    const { scene: shown } = tautline.mesh;
    tautline.mesh.commit({ ...shown, start: [-2, 4], features: [...shown.features, { type: "Feature", properties: { kind: "walkable" }, geometry: square }] });
  });
  assert.match(await result("mesh"), /No heights: this way leaves the ground of the file/);
  await undoAll("mesh");
  assert.deepEqual((await figures()).heights.length, 2);
  assertCalm();
});

test("a link to a level shows its plan, and says that it has no heights", async () => {
  await dropLevel("ramp.nav", ramp());
  const { length } = await figures();
  const shown = await scene("mesh");
  await page.waitForFunction(async () => {
    const { writeScene } = await import("./shapes/address.js");
    return location.hash === (await writeScene(tautline.mesh.scene, tautline.mesh.samples));
  });
  await open({ path: await page.evaluate(() => location.hash) });
  assert.deepEqual(await scene("mesh"), shown);
  const text = await result("mesh");
  near(Number(/length\s+([0-9.]+)/.exec(text)[1]), length);
  assert.match(text, /No heights: they are in the files/);
  await page.selectOption("#mesh-sample", "rooms");
  assert.doesNotMatch(await result("mesh"), /heights/);
  assert.equal(await page.locator("#mesh-baked").isVisible(), false);
  assertCalm();
});

test("a flat mesh opens without heights, and broken files are messages", async () => {
  await dropLevel("flat.nav", Surface.fromNav(ramp()).mesh.toNav());
  assert.match(await result("mesh"), /No heights: they are in the files/);
  const shown = await scene("mesh");
  const bytes = ramp();
  const flipped = Uint8Array.from(bytes, (byte, place) => (place === 60 ? byte ^ 1 : byte));
  for (const [name, broken] of [["empty", []], ["text", Buffer.from("?")], ["half", bytes.subarray(0, 400)], ["flipped", flipped], ["zeros", new Uint8Array(3_000_000)]]) {
    await dropLevel(`${name}.nav`, broken);
    assert.match(await message(), new RegExp(`^${name}\\.nav: \\w.{10}`));
    assert.deepEqual(await scene("mesh"), shown, name);
  }
  assertCalm();
});

/** A level as the text of an `.obj` file, y up: ground, a ramp to a platform over it, and a wall. */
const obj = () => {
  const quads = [
    [[0, 0, 0], [40, 0, 0], [40, 0, -30], [0, 0, -30]],
    [[5, 0, -10], [20, 5, -10], [20, 5, -14], [5, 0, -14]],
    [[20, 5, -5], [32, 5, -5], [32, 5, -25], [20, 5, -25]],
    [[10, 0, -20], [11, 3, -20], [11, 3, -30], [10, 0, -30]],
  ];
  const corners = quads.flat().map((at) => `v ${at.join(" ")}\n`);
  return corners.join("") + quads.map((_, i) => `f ${[1, 2, 3, 4].map((corner) => 4 * i + corner).join(" ")}\n`).join("");
};

/** Bakes the level by the program; returns its surface, and puts it on the page. */
async function baked(...options) {
  const folder = mkdtempSync(join(tmpdir(), "level-"));
  const [from, to] = ["level.obj", "level.nav"].map((name) => join(folder, name));
  writeFileSync(from, obj());
  execFileSync(program, ["build", from, "-o", to, ...options]);
  const bytes = readFileSync(to);
  rmSync(folder, { recursive: true });
  await dropLevel("level.nav", bytes);
  return Surface.fromNav(bytes);
}

/** Random places of a mesh, and what the page finds from each to the next; on the mesh of the file, or on one that is built of its shapes. */
async function asked(mesh, { isBuilt = false } = {}) {
  const { points, floors: layers } = mesh.randomPoints(60, { seed: 4 });
  const places = Array.from(layers, (layer, i) => [points[2 * i], points[2 * i + 1], layer]);
  const found = await page.evaluate(([all, isOther]) => {
    const { mesh: tab } = tautline;
    const features = isOther ? [...tab.scene.features] : tab.scene.features;
    return all.slice(1).map((goal, i) => {
      tab.preview({ ...tab.scene, features, start: all[i], goal });
      const { path, ground } = tab.model;
      return { length: path.length, cost: path.cost, lowerBound: path.lowerBound, along: ground.length, heights: ground.heights };
    });
  }, [places, isBuilt]);
  assert.equal(found.length, 59);
  return found.map((own, i) => ({ own, path: mesh.path(places[i], places[i + 1]) }));
}

test("on a level that the program has baked lengths and heights are those of its mesh", { skip: !program }, async () => {
  const surface = await baked();
  let climbs = 0;
  for (const { own, path } of [...(await asked(surface.mesh)), ...(await asked(surface.mesh, { isBuilt: true }))]) {
    const way = surface.along(path);
    near(own.length, path.length);
    near(own.along, way.length);
    [way.heights[0], way.heights.at(-1)].forEach((height, end) => near(own.heights[end], height));
    if (own.along > 1.001 * own.length) climbs += 1;
  }
  assert.ok(climbs > 10, `${climbs}`);
  assertCalm();
});

test("a level that is baked in tiles is built from its shapes", { skip: !program }, async () => {
  const surface = await baked("--tiles", "16");
  for (const { own, path } of await asked(surface.mesh, { isBuilt: true })) near(own.length, path.length);
  assertCalm();
});

test("a level whose floors cross on a line is shown as its file has it, and words say what is not possible", async () => {
  await dropLevel("crossing.nav", crossing());
  const surface = Surface.fromNav(crossing());
  assert.throws(() => Mesh.build(JSON.parse(surface.mesh.toGeojson()), { weld: 0 }), /instead of along its border/);
  await ends([1, 1], [19, 1, 1]);
  const { start, goal } = await scene("mesh");
  near((await figures()).length, Math.hypot(goal[0] - start[0], goal[1] - start[1]));
  await page.locator("#layer-widest").check();
  assert.match(await page.locator("#mesh-size").innerText(), /Other sizes are not known/);
  await tools().getByRole("button", { name: "Wall" }).click();
  for (const point of [[2, 2], [3, 2]]) await tap("mesh", ...point);
  assert.match(await result("mesh"), /Two floors of this level cross on one line/);
  await undoAll("mesh");
  assert.match(await result("mesh"), /along the ground/);
  assertCalm();
});

for (const [kind, options] of [["link", ["--jumps", "6,0.5,3"]], ["area", ["--steeper", "10=2"]]]) {
  test(`a level with ${kind}s has them on the page`, { skip: !program }, async () => {
    const surface = await baked(...options);
    const { features } = await scene("mesh");
    assert.ok(features.some(({ properties }) => properties.kind === kind));
    let met = 0;
    for (const { own, path } of await asked(surface.mesh, { isBuilt: true })) {
      assert.ok(own.lowerBound <= path.cost + 1e-6 && path.lowerBound <= own.cost + 1e-6, `${own.cost} ${path.cost}`);
      met += kind === "link" ? path.links.length : Number(path.cost > path.length + 1e-6);
    }
    assert.ok(met > 5, `${met}`);
    assertCalm();
  });
}
