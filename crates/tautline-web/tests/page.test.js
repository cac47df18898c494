// The page in a real browser. TAUTLINE_PAGE names the folder of the page, TAUTLINE_SHOTS one for pictures.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { chromium } from "playwright-core";
import { data, largeMaps, mapFile, native, program, scenario } from "./maps.js";
import { assertSameBits } from "./same_bits.js";
import { serve } from "./server.js";

const { TAUTLINE_PAGE: folder, TAUTLINE_SHOTS: shots = "shots" } = process.env;
// Bounds on times hold on a machine that does nothing else.
const isTimed = Boolean(process.env.TAUTLINE_TIMES);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const more = ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];

let browser, context, page, server;
let faults = [];
let hosts = new Set();

before(async () => {
  mkdirSync(shots, { recursive: true });
  server = await serve(folder);
  browser = await chromium.launch({ executablePath, args: [...flags, ...more] });
});

after(async () => {
  await browser?.close();
  server?.stop();
});

beforeEach(async () => {
  await context?.close();
  await open({ width: 1280, height: 800 });
});

/** Opens the page in a window of its own and waits for its first path. */
async function open(viewport, { path = "", colorScheme = "light", hasTouch = false } = {}) {
  faults = [];
  hosts = new Set();
  context = await browser.newContext({ viewport, colorScheme, hasTouch });
  page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => request.url().startsWith("http") && hosts.add(new URL(request.url()).host));
  await page.goto(server.address + path);
  await page.waitForSelector("body[data-ready=true]");
}

const result = (tab) => page.locator(`#${tab}-result`).innerText();
const shot = (name) => page.screenshot({ path: join(shots, `${name}.png`) });
const calm = () => assert.deepEqual(faults, []);

/** The pixel of a point of the map, as the page itself computes it. */
const pixel = (tab, x, y) =>
  page.evaluate(
    ([name, u, v]) => {
      const { camera, canvas } = window.tautline[name];
      const box = canvas.getBoundingClientRect();
      const [left, top] = camera.toScreen(u, v);
      return [box.left + left, box.top + top];
    },
    [tab, x, y],
  );

async function drag(tab, from, to, steps = 8) {
  await page.mouse.move(...(await pixel(tab, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await pixel(tab, ...to)), { steps });
  await page.mouse.up();
}

const tap = async (tab, x, y) => page.mouse.click(...(await pixel(tab, x, y)));
const scene = (tab) => page.evaluate((name) => window.tautline[name].scene, tab);

test("the floor plan opens with a path, and asks no other host", async () => {
  const text = await result("mesh");
  assert.match(text, /length\s+[0-9.]+/);
  assert.match(text, /guarantee\s+optimal/);
  assert.deepEqual([...hosts], [new URL(server.address).host]);
  await shot("1-floor-plan");
  calm();
});

test("the path follows the goal over 200 places, within 8 ms of work a frame", async () => {
  const work = await page.evaluate(async () => {
    const tab = window.tautline.mesh;
    const millis = [];
    for (let i = 0; i < 200; i += 1) {
      const goal = [2 + ((i * 37) % 360) / 10, 1 + ((i * 53) % 240) / 10];
      const begin = performance.now();
      tab.preview({ ...tab.scene, goal });
      tab.stage.paintNow();
      millis.push(performance.now() - begin);
      await new Promise(requestAnimationFrame);
    }
    return millis.sort((a, b) => a - b);
  });
  console.log(`a frame's work: median ${work[100].toFixed(2)} ms, 99th percentile ${work[197].toFixed(2)} ms`);
  assert.ok(isTimed ? work[197] <= 8 : work[100] <= 100, `${work[197]} ms`);
  const { goal } = await scene("mesh");
  await drag("mesh", goal, [20, 13], 40);
  const moved = await scene("mesh");
  assert.ok(Math.hypot(moved.goal[0] - 20, moved.goal[1] - 13) < 0.2, String(moved.goal));
  calm();
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
  while (await page.locator("#mesh-tools").getByRole("button", { name: "Undo" }).isEnabled()) {
    await page.locator("#mesh-tools").getByRole("button", { name: "Undo" }).click();
  }
  assert.deepEqual(await scene("mesh"), first);
  calm();
});

test("a door closes by a tap, and the failure is said and drawn", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  assert.match(await result("mesh"), /length/);
  await tap("mesh", 6, 3.5);
  assert.deepEqual((await scene("mesh")).closed, ["gate"]);
  assert.match(await result("mesh"), /Closed off/);
  await shot("3-closed-door");
  await tap("mesh", 6, 3.5);
  assert.match(await result("mesh"), /length/);
  calm();
});

test("a start in a wall is explained, and a policy mends it", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  await drag("mesh", [1, 4], [2.75, 4]);
  assert.match(await result("mesh"), /start is off the ground/i);
  await page.selectOption("#mesh-policy", "nearest");
  assert.match(await result("mesh"), /length[^]*moved/);
  calm();
});

test("costs, radius and every layer", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  await page.selectOption("#mesh-item", "5");
  await page.locator("#mesh-cost").fill("9");
  assert.match(await result("mesh"), /within|optimal/);
  await page.locator("#mesh-radius").fill("0.4");
  assert.equal((await scene("mesh")).radius, 0.4);
  await page.selectOption("#mesh-sample", "floor-plan");
  for (const layer of ["cells", "clearance", "visible"]) await page.locator(`#layer-${layer}`).check();
  await shot("4-layers");
  for (const layer of ["cells", "clearance", "visible", "corridor"]) await page.locator(`#layer-${layer}`).uncheck();
  await page.locator("#layer-field").check();
  await page.locator("#layer-search").check();
  const most = Number(await page.locator("#mesh-step").getAttribute("max"));
  assert.ok(most > 3);
  await page.locator("#mesh-step").fill(String(Math.floor(most / 2)));
  await shot("5-field-and-search");
  calm();
});

test("tiles: walls are painted, the search is stepped, the mesh stands beside it", async () => {
  await page.getByRole("tab", { name: "Tiles" }).click();
  const before = await result("tiles");
  assert.match(before, /length on tiles[^]*length at any angle/);
  await drag("tiles", [16.5, 0.5], [16.5, 9.5]);
  const { costs } = await scene("tiles");
  for (let y = 0; y < 10; y += 1) assert.equal(costs[y * 32 + 16], 0, `row ${y}`);
  assert.notEqual(await result("tiles"), before);
  await page.getByRole("button", { name: "First" }).click();
  for (let i = 0; i < 60; i += 1) await page.getByRole("button", { name: "Step", exact: true }).click();
  assert.equal(await page.locator("#tiles-step").inputValue(), "60");
  await shot("6-tiles");
  await page.locator("#tiles-speed").fill("400");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => !window.tautline.tiles.isPlaying);
  for (const engine of ["jump-points", "jump-tables", "a-star"]) await page.selectOption("#tiles-engine", engine);
  for (const heuristic of ["manhattan", "euclidean", "zero"]) await page.selectOption("#tiles-heuristic", heuristic);
  await page.selectOption("#tiles-smoothing", "fixed-point");
  await page.locator("#tiles-sight").check();
  await page.selectOption("#tiles-sample", "island");
  assert.match(await result("tiles"), /replaced/);
  await page.selectOption("#tiles-blocked", "error");
  assert.match(await result("tiles"), /No path/);
  await shot("7-island");
  while (await page.locator("#tiles-tools").getByRole("button", { name: "Undo" }).isEnabled()) {
    await page.locator("#tiles-tools").getByRole("button", { name: "Undo" }).click();
  }
  calm();
});

test("broken files are messages, and the scene stays", async () => {
  const first = await scene("mesh");
  const junk = [
    ["nan.geojson", '{"features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[NaN,0],[1,1]]]}}]}'],
    ["junk.geojson", "x".repeat(5_000_000)],
    ["half.geojson", '{"features":7}'],
  ];
  for (const [name, text] of junk) {
    await page.evaluate(([file, content]) => window.tautline.mesh.openFile(file, new TextEncoder().encode(content)), [name, text]);
    assert.match(await page.locator("#message").innerText(), new RegExp(name));
    assert.deepEqual(await scene("mesh"), first);
  }
  const files = [["junk.map", "type octile"], ["junk.png", "\u0089PNG"], ["junk.tmx", "<map>"]];
  for (const [name, text] of files) {
    await page.evaluate(([file, content]) => window.tautline.tiles.openFile(file, new TextEncoder().encode(content)), [name, text]);
    assert.match(await page.locator("#message").innerText(), new RegExp(name));
  }
  calm();
});

test("the address holds the scene", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  await drag("mesh", [11, 2], [10, 6]);
  // The address is written once the scene is compressed.
  await page.waitForFunction(async () => {
    const { readAddress } = await import("./shared/address.js");
    const written = await readAddress(location.hash);
    return JSON.stringify(written) === JSON.stringify(window.tautline.mesh.scene);
  });
  const [own, path] = [await scene("mesh"), await page.evaluate(() => location.hash)];
  await context.close();
  await open({ width: 1280, height: 800 }, { path });
  assert.deepEqual(await scene("mesh"), own);
  await context.close();
  await open({ width: 1280, height: 800 }, { path: "#junk" });
  assert.match(await page.locator("#message").innerText(), /no scene/);
  calm();
});

test("keyboard: the goal moves, doors toggle, tiles are painted", async () => {
  await page.locator("#mesh-canvas").focus();
  const { goal } = await scene("mesh");
  await page.keyboard.press("ArrowLeft");
  assert.ok((await scene("mesh")).goal[0] < goal[0]);
  await page.keyboard.press("Control+z");
  assert.deepEqual((await scene("mesh")).goal, goal);
  await page.locator("#tab-mesh").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#tiles-canvas").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", " "]) await page.keyboard.press(key);
  const { width, costs, start } = await scene("tiles");
  assert.equal(costs[(start[1] + 1) * width + start[0] + 2], 0);
  calm();
});

test("a narrow window, a touch, the dark theme and 4K", async () => {
  await context.close();
  await open({ width: 360, height: 740 }, { colorScheme: "dark", hasTouch: true });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await page.selectOption("#mesh-sample", "rooms");
  await page.touchscreen.tap(...(await pixel("mesh", 6, 3.5)));
  assert.deepEqual((await scene("mesh")).closed, ["gate"]);
  await shot("8-narrow-dark");
  calm();
  await context.close();
  await open({ width: 3840, height: 2160 });
  await shot("9-4k");
  calm();
});

test("axe finds nothing serious", async () => {
  const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const tab of ["Mesh", "Tiles"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.evaluate(source);
    const { violations } = await page.evaluate(() => window.axe.run());
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
  }
  calm();
});

test("a map of 100 ms: its text read, its mesh built, its first path found", { skip: !data }, async () => {
  const file = mapFile("da2/ht_chantry");
  const { starts, goals } = scenario(`${file}.scen`, 1);
  const millis = await page.evaluate(
    async ([text, start, goal]) => {
      const { Mesh } = await import("./tautline/index.js");
      const begin = performance.now();
      Mesh.open("map.map", new TextEncoder().encode(text)).path(start, goal);
      return performance.now() - begin;
    },
    [readFileSync(file, "utf8"), [...starts], [...goals]],
  );
  console.log(`da2/ht_chantry, text to first path: ${millis.toFixed(1)} ms`);
  assert.ok(millis <= (isTimed ? 100 : 1000));
});

for (const name of largeMaps) {
  test(`${name} in Chromium: the bits of the program, in at most 4 times its time`, { skip: !(program && data) }, async () => {
    const { report, rows } = native(name, 1000);
    const { starts, goals } = scenario(`${mapFile(name)}.scen`, 1000);
    const { micros, ...batch } = await page.evaluate(
      async ([text, from, to]) => {
        const { Mesh } = await import("./tautline/index.js");
        const mesh = Mesh.open("map.map", new TextEncoder().encode(text));
        mesh.paths(from, to).free();
        const begin = performance.now();
        const paths = mesh.paths(from, to);
        const each = (1000 * (performance.now() - begin)) / 1000;
        const { lengths, offsets, points } = paths;
        return { micros: each, lengths: [...lengths], offsets: [...offsets], points: [...points] };
      },
      [readFileSync(mapFile(name), "utf8"), [...starts], [...goals]],
    );
    assertSameBits(batch, rows);
    const ratio = micros / report.mean_us;
    console.log(`${name}: ${micros.toFixed(1)} µs a path, native ${report.mean_us.toFixed(1)}, ratio ${ratio.toFixed(2)}`);
    assert.ok(ratio <= (isTimed ? 4 : 40));
  });
}
