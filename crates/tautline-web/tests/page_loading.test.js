// The order in which the page loads its parts, in Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";
import { message, open, page, result, showTab } from "./browser.js";

/** Sends requests for the whole engine to a handler, before the page is opened. */
const guarded = (handler) => ({ before: (context) => context.route("**/engine_bg.wasm", handler) });

test("the first path needs the core alone, and the rest comes later", async () => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await open({ until: "ready", ...guarded(async (route) => (await released, route.continue())) });
  assert.match(await result("mesh"), /length\s+53\.6[^]*No other way is shorter/);
  assert.equal(await page.evaluate(() => tautline.mesh.model.isWhole), false);
  const first = await page.evaluate(() => [tautline.mesh.model.path.length, ...tautline.mesh.model.path.points]);
  await page.locator("#layer-widest").check();
  assert.match(await page.locator("#mesh-size").innerText(), /is being loaded/);
  await page.getByRole("tab", { name: "Crowd" }).click();
  assert.match(await message(), /is being loaded/);
  release();
  await page.waitForSelector("body[data-complete=true]");
  await page.waitForFunction(() => tautline.crowd.model.time > 0);
  await showTab("Paths");
  // The same bits by the core and by the whole engine.
  assert.deepEqual(await page.evaluate(() => [tautline.mesh.model.path.length, ...tautline.mesh.model.path.points]), first);
  assert.match(await page.locator("#mesh-size").innerText(), /The widest way is/);
});

test("without the rest the first tab goes on, and the others say what is missing until it comes", async () => {
  let isDown = true;
  await open({ until: "complete", ...guarded((route) => (isDown ? route.abort() : route.continue())) });
  assert.match(await result("mesh"), /length/);
  await page.getByRole("tab", { name: "Tiles" }).click();
  await page.waitForFunction(() => /could not be loaded/.test(document.getElementById("message").textContent));
  isDown = false;
  await page.getByRole("tab", { name: "Paths" }).click();
  await page.reload();
  await page.waitForFunction(() => window.tautline?.tiles?.scene);
});

test("a link to areas loads the whole engine at once", async () => {
  await page.selectOption("#mesh-sample", "meadow");
  await page.waitForFunction(() => location.hash.length > 10 && tautline.mesh.scene.sample === "meadow");
  const path = await page.evaluate(async () => (await import("./shapes/address.js")).writeScene(tautline.mesh.scene, tautline.mesh.samples));
  await open({ until: "ready", path });
  assert.match(await result("mesh"), /cost\s+92\./);
});
