// The mesh tab in Chromium: paths, drawing, doors, costs, layers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertCalm, drag, frameWork, hosts, isTimed, page, pixel, result, scene, server, shot, tap, undoAll } from "./browser.js";

test("the floor plan opens with a path, and asks no other host", async () => {
  const text = await result("mesh");
  assert.match(text, /length\s+[0-9.]+/);
  assert.match(text, /No other way is shorter/);
  assert.deepEqual([...hosts], [new URL(server.address).host]);
  await shot("1-floor-plan");
  assertCalm();
});

test("the path follows the goal over 200 places, within 8 ms of work a frame", async () => {
  const work = await frameWork(async () => {
    await page.mouse.move(...(await pixel("mesh", ...(await scene("mesh")).goal)));
    await page.mouse.down();
    for (let i = 0; i < 200; i += 1) await page.mouse.move(...(await pixel("mesh", 2 + ((i * 37) % 360) / 10, 1 + ((i * 53) % 240) / 10)));
    await page.mouse.up();
  });
  const at = (share) => work[Math.floor(share * (work.length - 1))];
  console.log(`${work.length} frames: processor time of a frame: median ${at(0.5).toFixed(1)} ms, 99th percentile ${at(0.99).toFixed(1)} ms`);
  assert.ok(work.length > 100);
  assert.ok(isTimed ? at(0.99) <= 8 : at(0.5) <= 100, `${at(0.99)} ms`);
  const { goal } = await scene("mesh");
  await drag("mesh", goal, [20, 13], 40);
  const moved = await scene("mesh");
  assert.ok(Math.hypot(moved.goal[0] - 20, moved.goal[1] - 13) < 0.2, String(moved.goal));
  assertCalm();
});

test("an obstacle is drawn, dragged and deleted, and undo brings everything back", async () => {
  const first = await scene("mesh");
  await page.getByRole("button", { name: "Obstacle" }).click();
  for (const point of [[18, 11], [21, 11], [21, 14], [18, 14]]) await tap("mesh", ...point);
  await page.getByRole("button", { name: "Finish" }).click();
  const drawn = await scene("mesh");
  assert.equal(drawn.features.length, first.features.length + 1);
  await drag("mesh", [19.5, 12.5], [23.5, 13.5]);
  const moved = (await scene("mesh")).features.at(-1).geometry.coordinates[0][0];
  assert.ok(Math.hypot(moved[0] - 22, moved[1] - 12) < 0.3, String(moved));
  await shot("2-obstacle");
  await page.getByRole("button", { name: "Delete" }).click();
  assert.equal((await scene("mesh")).features.length, first.features.length);
  await undoAll("mesh");
  assert.deepEqual(await scene("mesh"), first);
  assertCalm();
});

test("a door closes by a tap, and the failure is said and drawn", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  assert.match(await result("mesh"), /length/);
  await tap("mesh", 6, 3.5);
  assert.deepEqual((await scene("mesh")).closed, ["gate"]);
  assert.match(await result("mesh"), /A closed door is in the way/);
  await shot("3-closed-door");
  await tap("mesh", 6, 3.5);
  assert.match(await result("mesh"), /length/);
  assertCalm();
});

test("a start in a wall is explained, and a policy mends it", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  await drag("mesh", [1, 4], [2.75, 4]);
  assert.match(await result("mesh"), /S is not on the ground/);
  await page.getByText("For experts").first().click();
  await page.selectOption("#mesh-policy", "nearest");
  assert.match(await result("mesh"), /length[^]*moved/);
  assertCalm();
});

test("costs, radius and every layer", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  await page.selectOption("#mesh-item", "5");
  await page.locator("#mesh-cost").fill("9");
  assert.match(await result("mesh"), /No other way/);
  await page.locator("#mesh-radius").fill("0.4");
  assert.equal((await scene("mesh")).radius, 0.4);
  await page.selectOption("#mesh-sample", "floor-plan");
  for (const layer of ["cells", "clearance", "visible"]) await page.locator(`#layer-${layer}`).check();
  await shot("4-layers");
  await page.locator("#layer-field").check();
  assertCalm();
});

test("the search is shown one expansion at a time, and played", async () => {
  await page.locator("#layer-search").check();
  const expanded = Number(/expansions(\d+)/.exec(await page.locator("#mesh-figures").textContent())[1]);
  const step = page.locator("#mesh-step");
  assert.ok(expanded > 3);
  assert.equal(Number(await step.getAttribute("max")), expanded);
  await page.locator("#mesh").getByRole("button", { name: "First" }).click();
  for (let i = 0; i < 3; i += 1) await page.locator("#mesh").getByRole("button", { name: "Step", exact: true }).click();
  assert.equal(await step.inputValue(), "3");
  await step.fill(String(Math.floor(expanded / 2)));
  await shot("5-search");
  await page.locator("#mesh-speed").fill("400");
  await page.locator("#mesh").getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => !window.tautline.mesh.player.isPlaying);
  assert.equal(await step.inputValue(), String(expanded));
  assertCalm();
});
