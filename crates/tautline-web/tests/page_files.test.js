// Files and addresses in Chromium: dropped, broken, saved, and all of it without a connection.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertCalm, context, drag, drop, hosts, message, open, page, result, scene, server, shot, showTab, tap } from "./browser.js";

/** A picture of rows of tiles, as base64: black is blocked. */
const png = (rows) =>
  page.evaluate((lines) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: lines[0].length, height: lines.length });
    const brush = canvas.getContext("2d");
    lines.forEach((line, y) => {
      [...line].forEach((tile, x) => {
        brush.fillStyle = tile === "#" ? "black" : "white";
        brush.fillRect(x, y, 1, 1);
      });
    });
    return canvas.toDataURL("image/png").split(",")[1];
  }, rows);

const tmx = `<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="8" tileheight="8">
<tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="2" columns="2">
<tile id="1"><properties><property name="walkable" type="bool" value="false"/></properties></tile></tileset>
<layer id="1" name="ground" width="4" height="2"><data encoding="csv">1,2,1,1,1,1,1,1</data></layer></map>`;
const square = '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[8,0],[8,4],[0,4],[0,0]]]}}]}';
const map = "type octile\nheight 2\nwidth 4\nmap\n.@..\n....\n";

test("every kind of map opens by a drop, on the tab that shows it", async () => {
  const files = [["a.map", map], ["a.txt", ".#..\n....\n"], ["a.tmx", tmx], ["a.png", await png([".#..", "...."]), "base64"]];
  for (const [name, text, encoding] of files) {
    await drop("a.geojson", square);
    assert.equal(await page.locator("#mesh").isVisible(), true, name);
    assert.match(await result("mesh"), /length\s+4\.47214/);
    await drop(name, text, encoding);
    assert.equal(await page.locator("#tiles").isVisible(), true, name);
    const { width, height, costs } = await scene("tiles");
    assert.deepEqual([width, height, costs], [4, 2, [1, 0, 1, 1, 1, 1, 1, 1]], name);
    assert.match(await result("tiles"), /length at any angle/);
  }
  await drop("a.obj", "?");
  assert.match(await message(), /a\.obj: the page opens .geojson/);
  assertCalm();
});

test("broken files are messages, and the scene stays", async () => {
  const [mesh, tiles] = [await scene("mesh"), await scene("tiles")];
  const ring = '{"features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[NaN,0],[1,1]]]}}]}';
  const files = [
    ["nan.geojson", ring],
    ["null.geojson", ring.replace("NaN", "null")],
    ["junk.geojson", "x".repeat(5_000_000)],
    ["deep.geojson", "[".repeat(5_000_000)],
    ["half.geojson", '{"features":7}'],
    ["empty.geojson", '{"features":[]}'],
    ["feature.geojson", '{"features":[null]}'],
    ["junk.map", "type octile"],
    ["large.map", "\u0000".repeat(5_000_000)],
    ["nan.map", "type octile\nheight NaN\nwidth 4\nmap\n"],
    ["junk.png", "\u0089PNG"],
    ["junk.tmx", "<map>"],
  ];
  for (const [name, text] of files) {
    await drop(name, text);
    assert.match(await message(), new RegExp(name));
    assert.deepEqual(await scene("mesh"), mesh, name);
    assert.deepEqual(await scene("tiles"), tiles, name);
  }
  await shot("9-broken-file");
  assertCalm();
});

/** Clicks a button that saves a file; returns its name and its bytes. */
async function saved(tab, name) {
  const waiting = page.waitForEvent("download");
  await page.locator(`#${tab}`).getByRole("button", { name }).click();
  const download = await waiting;
  return [download.suggestedFilename(), readFileSync(await download.path())];
}

/** The root of an SVG text and the count of its shapes; an error of its text is its root. */
const shapesOf = (text) =>
  page.evaluate((svg) => {
    const { documentElement: root } = new DOMParser().parseFromString(svg, "image/svg+xml");
    return [root.tagName, root.querySelectorAll("path, circle").length];
  }, text);

test("scenes are saved as GeoJSON, .map, SVG and PNG", async () => {
  const { features } = await scene("mesh");
  const [name, text] = await saved("mesh", "Save GeoJSON");
  assert.equal(name, "scene.geojson");
  assert.deepEqual(JSON.parse(text).features, features);
  await drop(name, text.toString());
  assert.deepEqual((await scene("mesh")).features, features);
  assert.equal((await scene("mesh")).sample, undefined);
  await showTab("Tiles");
  const { costs } = await scene("tiles");
  const [mapName, mapText] = await saved("tiles", "Save .map");
  await drop(mapName, mapText.toString());
  assert.deepEqual((await scene("tiles")).costs.map(Boolean), costs.map(Boolean));
  for (const [tab, title] of [["mesh", "Paths"], ["tiles", "Tiles"]]) {
    await showTab(title);
    const [, svg] = await saved(tab, "Save SVG");
    const [root, count] = await shapesOf(svg.toString());
    assert.equal(root, "svg");
    assert.ok(count > 8, `${count} shapes`);
    const [, picture] = await saved(tab, "Save PNG");
    assert.equal(picture.subarray(1, 4).toString(), "PNG");
    const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
    const size = await page.locator(`#${tab}-canvas`).evaluate((canvas) => [canvas.width, canvas.height]);
    assert.deepEqual([width, height], size);
  }
  assertCalm();
});

test("without a connection everything goes on", async () => {
  await context.setOffline(true);
  for (const sample of ["meadow", "building", "rooms", "floor-plan"]) {
    await page.selectOption("#mesh-sample", sample);
    assert.match(await result("mesh"), /length/, sample);
  }
  await drag("mesh", (await scene("mesh")).goal, [15, 20]);
  assert.match(await result("mesh"), /length/);
  await showTab("Tiles");
  for (const sample of ["wall", "island", "rooms"]) {
    await page.selectOption("#tiles-sample", sample);
    assert.match(await result("tiles"), /length at any angle/, sample);
  }
  await drop("a.map", map);
  assert.equal((await scene("tiles")).width, 4);
  await saved("tiles", "Save SVG");
  assert.deepEqual([...hosts], [new URL(server.address).host]);
  assertCalm();
});

/** Waits until the address holds the scene of a tab: it is written once the scene is compressed. Returns it. */
async function addressed(tab) {
  const isWritten = async (name) => {
    const [{ writeAddress }, { writeScene }] = [await import("./shared/address.js"), await import("./shapes/address.js")];
    const { scene: shown, samples } = window.tautline[name];
    return location.hash === (await (samples ? writeScene(shown, samples) : writeAddress(shown)));
  };
  await page.waitForFunction(isWritten, tab);
  return page.evaluate(() => location.hash);
}

test("the address holds the scene of each tab", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  await drag("mesh", [11, 2], [10, 6]);
  await drag("mesh", [3, 4], [3.5, 4.5]);
  const paths = { mesh: await addressed("mesh") };
  await showTab("Crowd");
  await page.selectOption("#crowd-sample", "gate");
  await tap("crowd", 15, 5);
  paths.crowd = await addressed("crowd");
  await showTab("Tiles");
  await drag("tiles", [16.5, 0.5], [16.5, 3.5]);
  paths.tiles = await addressed("tiles");
  const scenes = { mesh: await scene("mesh"), crowd: await scene("crowd"), tiles: await scene("tiles") };
  assert.deepEqual(scenes.crowd.closed, ["lower gate"]);
  for (const [tab, path] of Object.entries(paths)) {
    await open({ path });
    assert.deepEqual(await scene(tab), scenes[tab], tab);
    assert.equal(await page.locator(`#${tab}`).isVisible(), true, tab);
  }
  assertCalm();
});

test("addresses of examples are short, and of drawn scenes a third shorter than their GeoJSON", async () => {
  for (const [tab, title, most] of [["mesh", "Paths", 250], ["crowd", "Crowd", 250], ["tiles", "Tiles", 800]]) {
    await showTab(title);
    const samples = await page.locator(`#${tab}-sample option`).evaluateAll((all) => all.map(({ value }) => value));
    for (const sample of samples) {
      await page.selectOption(`#${tab}-sample`, sample);
      await page.waitForFunction(([name, wanted]) => tautline[name].scene.sample === wanted || name === "tiles", [tab, sample]);
      const { length } = await addressed(tab);
      console.log(`${tab}, ${sample}: an address of ${length} characters`);
      assert.ok(length < most, `${sample}: ${length}`);
    }
  }
  const [plain, coded] = await page.evaluate(async () => {
    const { writeAddress } = await import("./shared/address.js");
    const { writeScene } = await import("./shapes/address.js");
    const { samples } = tautline.mesh;
    const whole = { ...(await samples["floor-plan"].scene()), kind: "mesh" };
    return [(await writeAddress(whole)).length, (await writeScene(whole, samples)).length];
  });
  console.log(`the offices as a file of their own: ${plain} characters as GeoJSON, ${coded} coded`);
  assert.ok(coded < 0.7 * plain);
});

test("features are read from an address as they were written", async () => {
  const wrong = await page.evaluate(async () => {
    const { pack, unpack } = await import("./shapes/coded.js");
    let state = 5;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const number = (decimals) => (decimals === 17 ? random() * 1e3 : Math.round((random() - 0.5) * 1e4) / 10 ** decimals);
    const wrongs = [];
    for (let turn = 0; turn < 300; turn += 1) {
      const decimals = [0, 1, 3, 6, 17][turn % 5];
      const point = () => Array.from({ length: random() < 0.1 ? 3 : 2 }, () => number(decimals));
      const line = () => Array.from({ length: 2 + Math.floor(4 * random()) }, point);
      const makers = { LineString: line, Polygon: () => [line(), line()], MultiLineString: () => [line(), line()], MultiPolygon: () => [[line()], [line(), line()]] };
      const features = Object.entries(makers).map(([type, make], i) => ({ type: "Feature", properties: { kind: "wall", name: `${i}` }, geometry: { type, coordinates: make() } }));
      const [base, own] = [features.slice(0, 2), [features[3], features[1], features[2]]];
      const again = unpack(JSON.parse(JSON.stringify(pack(own, base))), base);
      if (JSON.stringify(again) !== JSON.stringify(own) || again[1] !== own[1]) wrongs.push(JSON.stringify(own));
    }
    return wrongs;
  });
  assert.deepEqual(wrong, []);
});

test("the link is copied", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await addressed("mesh");
  await page.locator("#mesh").getByRole("button", { name: "Copy link" }).click();
  await page.waitForSelector("#message:not([hidden])");
  assert.match(await message(), /The link is copied/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
});

test("a map in degrees is shown in metres", async () => {
  await drop("park.geojson", square.replace(/\[\[\[.*\]\]\]/, "[[[10,53],[10.002,53],[10.002,53.001],[10,53.001],[10,53]]]"));
  const { features } = await scene("mesh");
  const [[left, bottom], , [right, top]] = features[0].geometry.coordinates[0];
  // A degree of latitude is 111.195 km on a sphere of 6371.0088 km.
  const across = 222.39 * Math.cos((53.0005 * Math.PI) / 180);
  assert.ok(Math.abs(right - left - across) < 0.01 && Math.abs(top - bottom - 111.195) < 0.01, `${right - left}, ${top - bottom}`);
  assert.match(await message(), /in metres/);
  assert.match(await result("mesh"), /length/);
  assertCalm();
});

test("an address without a scene opens the sample and says so", async () => {
  const packed = (value) => page.evaluate(async (made) => (await import("./shared/address.js")).writeAddress(made), value);
  const size = { width: 2, height: 1, start: [0, 0], goal: [1, 0] };
  const bad = [
    { kind: "mesh", features: 7 },
    { kind: "mesh", sum: 0, features: 7 },
    { kind: "mesh", sum: 0, features: [0, null] },
    { kind: "mesh", sum: 0, features: [0], start: [null, 1] },
    { kind: "mesh", sum: 1, features: [0], sample: "rooms" },
    { kind: "crowd", sum: 0, features: [0], radius: -1 },
    { kind: "tiles", ...size, costs: [1] },
    { kind: "tiles", ...size, costs: [1, -1] },
    { kind: "tiles", ...size, costs: [1, "x"] },
    { kind: "tiles", ...size, costs: [1, 1], options: { engine: "none" } },
  ];
  for (const path of ["#junk", ...(await Promise.all(bad.map(packed)))]) {
    await open({ path });
    assert.match(await message(), /This link/, path);
    assert.match(await result("mesh"), /length/, path);
    assertCalm();
  }
});
