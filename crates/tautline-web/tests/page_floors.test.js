// Floors, costs, distances and sizes on the tab with paths, in Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertCalm, drag, page, result, scene, shot, tap } from "./browser.js";

const legend = () => page.locator("#mesh-legend").innerText();
const floors = () => page.locator("#mesh-floors");

/** The lines of the path by floor, and the length of all. */
const legs = () =>
  page.evaluate(() => {
    const { legs: lines } = tautline.mesh.model.path;
    const lengthOf = ({ points }) => Array.from(points).reduce((sum, _, i) => (i % 2 === 1 || i < 2 ? sum : sum + Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1])), 0);
    return { floors: lines.map(({ floor }) => floor), length: lines.reduce((sum, line) => sum + lengthOf(line), 0), ends: lines.map(({ points }) => [points.slice(0, 2), points.slice(-2)]) };
  });

test("floors are shown one at a time, and the path is divided where the floor changes", async () => {
  assert.equal(await floors().isVisible(), false);
  await page.selectOption("#mesh-sample", "building");
  assert.deepEqual(await floors().getByRole("button").allInnerTexts(), ["stair", "upper floor", "ground floor"]);
  const { floors: numbers, length, ends } = await legs();
  assert.deepEqual(numbers, [0, 10, 1]);
  assert.ok(Math.abs(length - Number(/length\s+([0-9.]+)/.exec(await result("mesh"))[1])) < 1e-3);
  // The stair begins at x = 12 and ends at x = 18.
  assert.deepEqual(ends.slice(1).map(([[x]]) => x), [12, 18]);
  assert.match(await legend(), /dashed on other floors/);
  await shot("14-ground-floor");
  await floors().getByRole("button", { name: "upper floor" }).click();
  assert.equal(await floors().locator("[aria-pressed=true]").innerText(), "upper floor");
  await shot("15-upper-floor");
  assertCalm();
});

test("what is drawn on a floor is there alone, and an end that is dragged comes to the floor", async () => {
  await page.selectOption("#mesh-sample", "building");
  await floors().getByRole("button", { name: "upper floor" }).click();
  await page.locator("#mesh").getByRole("button", { name: "Obstacle" }).click();
  for (const point of [[20, 14], [24, 14], [24, 17], [20, 17]]) await tap("mesh", ...point);
  await page.locator("#mesh").getByRole("button", { name: "Finish" }).click();
  assert.equal((await scene("mesh")).features.at(-1).properties.layer, 1);
  const areas = await page.evaluate(() => {
    const { mesh, cellFloors, cells } = tautline.mesh.model;
    const sum = (floor) => Array.from(cellFloors).reduce((total, own, cell) => total + (own === floor ? 1 : 0) * areaOf(tautline.mesh.model.cell(cell)), 0);
    const areaOf = (ring) => Array.from(ring).reduce((total, _, i) => (i % 2 === 1 ? total : total + (ring[i] * ring[(i + 3) % ring.length] - ring[(i + 2) % ring.length] * ring[i + 1]) / 2), 0);
    return [sum(0) + sum(1) + sum(10), mesh.area, cells.offsets.length - 1 === cellFloors.length];
  });
  assert.ok(Math.abs(areas[0] - areas[1]) < 1e-6 && areas[2]);
  await drag("mesh", (await scene("mesh")).start, [20, 4]);
  assert.equal((await scene("mesh")).start[2], 1);
  assert.deepEqual((await legs()).floors, [1]);
  await floors().getByRole("button", { name: "ground floor" }).click();
  await drag("mesh", (await scene("mesh")).start, [20, 4]);
  assert.equal((await scene("mesh")).start.length, 2);
  assertCalm();
});

test("on the meadow the road matters, and the legend has all costs", async () => {
  await page.selectOption("#mesh-sample", "meadow");
  const text = await result("mesh");
  const [length, cost] = ["length", "cost"].map((name) => Number(new RegExp(`${name}\\s+([0-9.]+)`).exec(text)[1]));
  const { start, goal } = await scene("mesh");
  assert.ok(length > 1.2 * Math.hypot(goal[0] - start[0], goal[1] - start[1]) && cost < 0.9 * length, text);
  const own = await page.evaluate(() => [...new Set(tautline.mesh.model.mesh.cellCosts())].filter((ground) => ground !== 1).sort((a, b) => a - b));
  const listed = [...(await legend()).matchAll(/(\w+): a step counts as ([0-9.]+)/g)].map((found) => Number(found[2]));
  assert.deepEqual(listed, own);
  await shot("16-meadow");
  await page.locator("#layer-field").check();
  await page.waitForSelector("#mesh-legend .scale");
  await shot("17-meadow-distances");
  assertCalm();
});

test("distances have a scale whose steps are those of the engine", async () => {
  await page.locator("#layer-field").check();
  await page.waitForSelector("#mesh-legend .scale");
  const steps = (await page.locator("#mesh-legend .scale div").allInnerTexts()).map(Number);
  const { far, band, wrong } = await page.evaluate(async () => {
    const { sampleDistances } = await import("./shapes/distances.js");
    const { model, scene: shown, camera } = tautline.mesh;
    const raster = sampleDistances(camera, (points) => model.distances(shown.start, points, 0, 0));
    let fails = 0;
    for (let i = 0; i < raster.distances.length; i += 97) {
      const [x, y] = raster.points.slice(2 * i, 2 * i + 2);
      if (!Number.isFinite(raster.distances[i])) continue;
      const { length } = model.mesh.path(shown.start, [x, y]);
      if (Math.abs(length - raster.distances[i]) > 1e-6) fails += 1;
    }
    return { far: raster.far, band: raster.band, wrong: fails };
  });
  assert.equal(wrong, 0);
  assert.deepEqual(steps, Array.from({ length: Math.floor(far / band) + 1 }, (_, i) => i * band));
  assert.ok(steps.length > 4 && steps.length < 12);
  await shot("18-distances");
  assertCalm();
});

test("the slider of sizes shows who passes, the widest way and its narrowest place", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  await page.locator("#mesh-radius").fill("0.4");
  const size = () => page.locator("#mesh-size").innerText();
  // The gate is one unit wide.
  assert.match(await size(), /The widest way is 1 wide at its narrowest place: a radius just under 0.5 passes. A radius of 0.4 passes/);
  const { width, from, to } = await page.evaluate(() => tautline.mesh.widest);
  assert.deepEqual([width, from, to].map(String), ["1", ...[[6, 3], [6, 4]].map(String).sort()].map(String));
  await shot("19-sizes");
  await page.locator("#mesh-radius").fill("0.6");
  assert.match(await size(), /A radius of 0.6 does not pass/);
  assert.match(await result("mesh"), /No way is wide enough/);
  await tap("mesh", 6, 3.5);
  assert.match(await size(), /No way leads there, for any size/);
  assertCalm();
});
