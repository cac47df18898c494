// The tab with crowds in Chromium: people walk, the map changes under them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertCalm, drag, frameWork, isTimed, page, pixel, result, scene, shot, showTab, tap, undoAll } from "./browser.js";

/** The number behind a name in the result, 0 without it. */
const figure = async (name) => Number(new RegExp(`${name}\\s+([0-9]+)`).exec(await result("crowd"))?.[1] ?? 0);
const positions = () => page.evaluate(() => [...tautline.crowd.model.crowd.positions]);
const press = (name) => page.locator("#crowd-tools").getByRole("button", { name, exact: true }).click();
/** Moves everybody on by some steps, without waiting for frames. */
const steps = (count) =>
  page.evaluate((times) => {
    for (let i = 0; i < times; i += 1) tautline.crowd.stepOnce();
  }, count);

/** The area of the live map less that of a mesh built anew, and the number of people off the ground. */
const differences = () =>
  page.evaluate(async () => {
    const { Mesh } = await import("./tautline/index.js");
    const { model, scene: shown } = tautline.crowd;
    const features = shown.features.filter(({ properties: { kind } }) => kind !== "agents" && kind !== "exit");
    const fresh = Mesh.build({ type: "FeatureCollection", features }, { radius: shown.radius });
    for (const name of shown.closed) fresh.closeDoor(name);
    const off = fresh.components(model.crowd.positions).filter((part) => part < 0).length;
    return { area: Math.abs(model.ground.mesh.area - fresh.area), off };
  });

test("300 people walk within a second, pause, step and begin again", async () => {
  await showTab("Crowd");
  await page.waitForFunction(() => tautline.crowd.model.time > 0.2);
  await press("Pause"); // or the figures are of several frames
  const [walking, queueing, arrived] = [await figure("walking"), await figure("in a queue"), await figure("arrived")];
  assert.equal(walking + queueing + arrived, 300, await result("crowd"));
  const before = await positions();
  await press("Step");
  const after = await positions();
  assert.ok(before.some((x, i) => x !== after[i]));
  await steps(600);
  assert.ok((await figure("arrived")) > 50);
  await shot("20-crowd");
  await press("Reset");
  assert.equal(await figure("arrived"), 0);
  await steps(2400);
  assert.equal(await figure("arrived"), 300);
  assert.match(await result("crowd"), /Everybody has arrived/);
  assertCalm();
});

test("doors close and open under the crowd, and the counts say why people wait", async () => {
  await showTab("Crowd");
  await page.selectOption("#crowd-sample", "gate");
  await page.waitForFunction(() => tautline.crowd.scene.sample === "gate");
  for (const y of [4.75, 11.25]) await tap("crowd", 15, y);
  assert.equal((await scene("crowd")).closed.length, 2);
  await page.waitForFunction(() => /behind closed doors/.test(document.getElementById("crowd-result").innerText));
  await shot("21-closed-gates");
  const isBefore = (await positions()).filter((x, i) => i % 2 === 0 && x < 15).length;
  assert.equal(await figure("behind closed doors"), isBefore);
  await tap("crowd", 15, 4.75);
  await page.waitForFunction(() => !/behind closed doors/.test(document.getElementById("crowd-result").innerText));
  await steps(2400);
  assert.equal(await figure("arrived"), 120);
  assertCalm();
});

test("a wall that is dragged into the crowd turns it: each frame has one edit, and nobody is in the wall", async () => {
  await showTab("Crowd");
  await page.selectOption("#crowd-sample", "crossing");
  await page.waitForFunction(() => tautline.crowd.scene.sample === "crossing" && tautline.crowd.model.time > 1);
  const revision = await page.evaluate(() => tautline.crowd.model.revision);
  await drag("crowd", [20, 12], [16, 14], 30);
  await page.waitForFunction((old) => tautline.crowd.model.revision > old, revision);
  const [edits, frames] = await page.evaluate((old) => [tautline.crowd.model.revision - old, tautline.crowd.work.length], revision);
  assert.ok(edits >= 1 && edits <= frames);
  await steps(30);
  const { area, off } = await differences();
  assert.ok(area < 1e-6 && off === 0, `${area}, ${off}`);
  await steps(1200);
  assert.ok((await figure("arrived")) > 100);
  await shot("22-dragged");
  assertCalm();
});

test("people, exits and shapes are drawn and taken back, and the map is that of a fresh build", async () => {
  await showTab("Crowd");
  await page.selectOption("#crowd-sample", "gate");
  await page.waitForFunction(() => tautline.crowd.scene.sample === "gate");
  await press("Pause");
  const first = await scene("crowd");
  const draw = async (tool, points) => {
    await press(tool);
    for (const point of points) await tap("crowd", ...point);
    if (points.length > 2) await press("Finish");
  };
  await draw("People", [[20, 2], [28, 2], [28, 5], [20, 5]]);
  await steps(1);
  assert.equal((await positions()).length / 2, 160);
  await draw("Exit", [[1, 1], [1, 3]]);
  await page.selectOption("#crowd-item", String(first.features.length));
  await page.selectOption("#crowd-exit", (await scene("crowd")).features.at(-1).properties.name);
  await draw("Obstacle", [[22, 7], [25, 7], [25, 9], [22, 9]]);
  await draw("Wall", [[18, 6], [18, 14]]);
  await drag("crowd", [23.5, 8], [21, 11]);
  await steps(1500);
  assert.ok((await differences()).area < 1e-6);
  // Those of the new group have crossed the map to the exit of their own.
  assert.equal(await figure("arrived"), 160);
  await press("Delete");
  await undoAll("crowd");
  assert.deepEqual(await scene("crowd"), first);
  await steps(1);
  assert.ok((await differences()).area < 1e-6);
  assertCalm();
});

test("a step by hand follows a change that no frame has shown yet", async () => {
  await showTab("Crowd");
  await page.selectOption("#crowd-sample", "gate");
  await page.waitForFunction(() => tautline.crowd.scene.sample === "gate");
  await press("Pause");
  const count = await page.evaluate(() => {
    const { crowd } = tautline;
    const geometry = { type: "Polygon", coordinates: [[[20, 2], [28, 2], [28, 5], [20, 5], [20, 2]]] };
    crowd.commit({ ...crowd.scene, features: [...crowd.scene.features, { type: "Feature", properties: { kind: "agents" }, geometry }] });
    crowd.stepOnce();
    return crowd.model.crowd.positions.length / 2;
  });
  assert.equal(count, 160);
  assertCalm();
});

test("without an exit people wait, and say so", async () => {
  await showTab("Crowd");
  await page.selectOption("#crowd-sample", "gate");
  await page.waitForFunction(() => tautline.crowd.scene.sample === "gate");
  const { features } = await scene("crowd");
  await page.selectOption("#crowd-item", String(features.findIndex(({ properties }) => properties.kind === "exit")));
  await press("Delete");
  await page.waitForFunction(() => /there is no exit\s+120/.test(document.getElementById("crowd-result").innerText));
  await press("Undo");
  await page.waitForFunction(() => /walking\s+[1-9]/.test(document.getElementById("crowd-result").innerText));
  assertCalm();
});

test("a wall is dragged among 300 people on the floor plan, within 12 ms of work a frame", async () => {
  await showTab("Crowd");
  await page.waitForFunction(() => tautline.crowd.model.time > 1);
  const table = await page.evaluate(() => tautline.crowd.scene.features.findIndex(({ properties: { kind }, geometry }) => kind === "obstacle" && geometry.coordinates[0].length === 5 && geometry.coordinates[0][0][0] > 17 && geometry.coordinates[0][0][0] < 23));
  assert.ok(table >= 0);
  const center = await page.evaluate((index) => {
    const ring = tautline.crowd.scene.features[index].geometry.coordinates[0].slice(0, -1);
    return [0, 1].map((axis) => ring.reduce((sum, corner) => sum + corner[axis], 0) / ring.length);
  }, table);
  const revision = await page.evaluate(() => tautline.crowd.model.revision);
  const work = await frameWork(async () => {
    await page.mouse.move(...(await pixel("crowd", ...center)));
    await page.mouse.down();
    for (let i = 1; i <= 240; i += 1) await page.mouse.move(...(await pixel("crowd", center[0] + 2 * Math.sin(i / 20), center[1] - 4 * Math.sin(i / 60))));
    await page.mouse.up();
  });
  const edits = (await page.evaluate(() => tautline.crowd.model.revision)) - revision;
  const at = (share) => work[Math.floor(share * (work.length - 1))];
  console.log(`${work.length} frames with events, ${edits} edits: processor time of a frame: median ${at(0.5).toFixed(1)} ms, 99th percentile ${at(0.99).toFixed(1)} ms`);
  // The last edit may come with a frame of its own.
  assert.ok(edits > 20 && edits <= work.length + 1);
  assert.ok(isTimed ? at(0.99) <= 12 : at(0.5) <= 100, `${at(0.99)} ms`);
  assertCalm();
});
