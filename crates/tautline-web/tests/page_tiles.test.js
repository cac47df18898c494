// The tiles tab in Chromium: painting, stepping, options.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertCalm, drag, page, result, scene, shot, showTab, undoAll } from "./browser.js";

test("tiles: walls are painted, the search is stepped, the mesh stands beside it", async () => {
  await showTab("Tiles");
  const [first, before] = [await scene("tiles"), await result("tiles")];
  assert.match(before, /length on tiles[^]*length at any angle/);
  await drag("tiles", [16.5, 0.5], [16.5, 9.5]);
  const { costs } = await scene("tiles");
  for (let y = 0; y < 10; y += 1) assert.equal(costs[y * 32 + 16], 0, `row ${y}`);
  assert.notEqual(await result("tiles"), before);
  await page.locator("#tiles").getByRole("button", { name: "First" }).click();
  const step = page.locator("#tiles").getByRole("button", { name: "Step", exact: true });
  for (let i = 0; i < 60; i += 1) await step.click();
  assert.equal(await page.locator("#tiles-step").inputValue(), "60");
  await shot("6-tiles");
  await page.locator("#tiles-speed").fill("400");
  await page.locator("#tiles").getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => !window.tautline.tiles.player.isPlaying);
  await undoAll("tiles");
  assert.deepEqual(await scene("tiles"), first);
  assertCalm();
});

/** The number behind a name in the result. */
const figure = async (name) => Number(new RegExp(`${name}\\s+([0-9.]+)`).exec(await result("tiles"))[1]);

test("engines agree on the cost, heuristics and smoothing do what they say", async () => {
  await showTab("Tiles");
  await page.selectOption("#tiles-sample", "wall");
  const shortest = await figure("length on tiles");
  for (const engine of ["jump-points", "jump-tables", "a-star"]) {
    await page.selectOption("#tiles-engine", engine);
    assert.equal(await figure("length on tiles"), shortest, engine);
  }
  const octile = await figure("expansions");
  await page.selectOption("#tiles-heuristic", "zero");
  assert.equal(await figure("length on tiles"), shortest);
  assert.ok((await figure("expansions")) > octile);
  for (const heuristic of ["manhattan", "euclidean", "octile"]) {
    await page.selectOption("#tiles-heuristic", heuristic);
    assert.ok((await figure("length on tiles")) >= shortest, heuristic);
  }
  await page.selectOption("#tiles-smoothing", "fixed-point");
  const smooth = await figure("length on tiles");
  assert.ok(smooth < shortest && smooth >= (await figure("length at any angle")));
  await page.locator("#tiles-sight").check();
  await shot("7-smooth-and-sight");
  assertCalm();
});

test("a blocked goal is replaced, or is an error", async () => {
  await showTab("Tiles");
  await page.selectOption("#tiles-sample", "island");
  for (const rule of ["ring", "nearest", "huge-cost"]) {
    await page.selectOption("#tiles-blocked", rule);
    assert.match(await result("tiles"), /is replaced/, rule);
  }
  await page.selectOption("#tiles-blocked", "error");
  assert.match(await result("tiles"), /No path/);
  await shot("8-island");
  assertCalm();
});
