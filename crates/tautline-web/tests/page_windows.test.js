// Keyboard, touch, sizes of windows and assistive software in Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { assertCalm, context, open, page, pixel, result, scene, shot, showTab } from "./browser.js";

test("keyboard: the goal moves, an obstacle is drawn, doors toggle, tiles are painted", async () => {
  await page.locator("#mesh-canvas").focus();
  const { goal, features } = await scene("mesh");
  await page.keyboard.press("ArrowLeft");
  assert.ok((await scene("mesh")).goal[0] < goal[0]);
  await page.keyboard.press("Control+z");
  assert.deepEqual((await scene("mesh")).goal, goal);
  await page.keyboard.press("o");
  for (const key of [" ", "Shift+ArrowRight", " ", "Shift+ArrowUp", " ", "Enter"]) await page.keyboard.press(key);
  const drawn = (await scene("mesh")).features;
  assert.equal(drawn.length, features.length + 1);
  assert.equal(drawn.at(-1).geometry.coordinates[0].length, 4);
  await page.keyboard.press("Delete");
  assert.equal((await scene("mesh")).features.length, features.length);
  const door = features.findIndex(({ properties }) => properties.kind === "door");
  await page.selectOption("#mesh-item", String(door));
  await page.locator("#mesh-canvas").focus();
  await page.keyboard.press(" ");
  assert.deepEqual((await scene("mesh")).closed, [features[door].properties.name]);
  await page.locator("#tab-mesh").focus();
  for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await page.locator("#tiles-canvas").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", " "]) await page.keyboard.press(key);
  const { width, costs, start } = await scene("tiles");
  assert.equal(costs[(start[1] + 1) * width + start[0] + 2], 0);
  assertCalm();
});

/** Sends touches at points of the window; an empty list lifts the fingers. */
async function touch(session, type, points) {
  const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
  await session.send("Input.dispatchTouchEvent", { type, touchPoints });
}

test("touch: one finger drags the goal and pans, two zoom", async () => {
  await open({ width: 400, height: 800, hasTouch: true });
  const session = await context.newCDPSession(page);
  const { goal } = await scene("mesh");
  const [from, to] = [await pixel("mesh", ...goal), await pixel("mesh", 20, 13)];
  await touch(session, "touchStart", [from]);
  for (let i = 1; i <= 10; i += 1) await touch(session, "touchMove", [from.map((start, axis) => start + ((to[axis] - start) * i) / 10)]);
  await touch(session, "touchEnd", []);
  const moved = (await scene("mesh")).goal;
  assert.ok(Math.hypot(moved[0] - 20, moved[1] - 13) < 1, String(moved));
  const scale = () => page.evaluate(() => window.tautline.mesh.camera.scale);
  const [before, [x, y]] = [await scale(), await pixel("mesh", 8, 20)];
  await touch(session, "touchStart", [[x - 20, y], [x + 20, y]]);
  await touch(session, "touchMove", [[x - 40, y], [x + 40, y]]);
  await touch(session, "touchEnd", []);
  assert.ok(Math.abs((await scale()) / before - 2) < 0.05);
  assert.deepEqual((await scene("mesh")).goal, moved);
  assertCalm();
});

test("a narrow window, a touch, both themes and 4K", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await open({ width: 360, height: 740, colorScheme, hasTouch: true });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await page.selectOption("#mesh-sample", "rooms");
    await page.touchscreen.tap(...(await pixel("mesh", 6, 3.5)));
    assert.deepEqual((await scene("mesh")).closed, ["gate"]);
    await shot(`10-narrow-${colorScheme}`);
    await showTab("Tiles");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await shot(`11-narrow-tiles-${colorScheme}`);
    assertCalm();
    for (const [width, height] of [[1280, 800], [3840, 2160]]) {
      await open({ width, height, colorScheme });
      assert.match(await result("mesh"), /length/);
      await shot(`12-${width}-${colorScheme}`);
      await showTab("Tiles");
      await shot(`13-${width}-tiles-${colorScheme}`);
      assertCalm();
    }
  }
});

/** The elements that are wider or higher than the place that they have: the page, the header, the panel, and what is in them. */
const overflows = () =>
  page.evaluate(() => {
    const { documentElement: root } = document;
    const [width, height] = [innerWidth, innerHeight];
    const found = [];
    if (root.scrollWidth > width || root.scrollHeight > height) found.push(`the page: ${root.scrollWidth} by ${root.scrollHeight}`);
    for (const box of document.querySelectorAll("header, main > section:not([hidden]) aside")) {
      if (box.scrollWidth > box.clientWidth) found.push(`${box.id || box.tagName}: ${box.scrollWidth} in ${box.clientWidth}`);
      const { right } = box.getBoundingClientRect();
      for (const part of box.querySelectorAll("*")) if (part.checkVisibility() && part.getBoundingClientRect().right > right + 1) found.push(part.outerHTML.slice(0, 80));
    }
    const canvas = document.querySelector("main > section:not([hidden]) canvas").getBoundingClientRect();
    if (canvas.width < 0.5 * width || canvas.height < 0.25 * height || canvas.bottom > height + 1) found.push(`the map: ${canvas.width} by ${canvas.height}`);
    return found;
  });

for (const [width, height] of [[360, 740], [1280, 800], [3840, 2160]]) {
  test(`at a width of ${width} nothing overflows and no error is written, on every tab and example`, async () => {
    await open({ width, height });
    for (const [tab, title] of [["mesh", "Paths"], ["crowd", "Crowd"], ["tiles", "Tiles"]]) {
      await showTab(title);
      const samples = await page.locator(`#${tab}-sample option`).evaluateAll((all) => all.map(({ value }) => value));
      for (const sample of samples) {
        await page.selectOption(`#${tab}-sample`, sample);
        if (tab === "mesh") for (const layer of ["field", "widest", "search"]) await page.locator(`#layer-${layer}`).check();
        await page.locator(`#${tab}-panel details`).evaluateAll((all) => all.forEach((one) => (one.open = true)));
        await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
        assert.deepEqual(await overflows(), [], `${tab}, ${sample}`);
      }
      if (tab === "crowd") {
        await page.selectOption("#crowd-sample", "offices");
        await page.waitForFunction(() => window.tautline.crowd.scene.sample === "offices" && window.tautline.crowd.model.time > 4, null, { timeout: 60_000 });
      }
      if (tab === "mesh") {
        await page.selectOption("#mesh-sample", "building");
        await page.locator("#layer-search").uncheck();
      }
      await shot(`30-${width}-${tab}`);
    }
    assertCalm();
  });
}

test("axe finds nothing serious", async () => {
  const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    await open({ colorScheme });
    await page.locator("#layer-search").check();
    await page.evaluate(source);
    for (const tab of ["Paths", "Crowd", "Tiles"]) {
      await showTab(tab);
      const { violations } = await page.evaluate(() => window.axe.run());
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), [], `${tab}, ${colorScheme}`);
    }
  }
  assertCalm();
});
