// Files and addresses in Chromium: dropped, broken, saved, and all of it without a connection.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertCalm, context, drag, hosts, message, open, page, result, scene, server, shot, showTab } from "./browser.js";

/** Drops a file on the page; a text, or the base64 of its bytes. */
async function drop(name, text, encoding = "utf8") {
  const packed = Buffer.from(text, encoding).toString("base64");
  await page.evaluate(
    async ([file, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], file));
      const { arrayBuffer } = Blob.prototype;
      const opened = new Promise((resolve) => {
        Blob.prototype.arrayBuffer = async function () {
          Blob.prototype.arrayBuffer = arrayBuffer;
          const read = await arrayBuffer.call(this);
          // The page opens the file before the next task.
          setTimeout(resolve);
          return read;
        };
      });
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector("main > section:not([hidden]) canvas").dispatchEvent(event);
      await opened;
    },
    [name, packed],
  );
}

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
  await drop("a.nav", "?");
  assert.match(await message(), /a\.nav: the page opens .geojson/);
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
  const { features, goal } = await scene("mesh");
  const [name, text] = await saved("mesh", "Save GeoJSON");
  assert.equal(name, "scene.geojson");
  assert.deepEqual(JSON.parse(text).features, features);
  await drop(name, text.toString());
  assert.deepEqual((await scene("mesh")).features, features);
  assert.notDeepEqual((await scene("mesh")).goal, goal);
  await showTab("Tiles");
  const { costs } = await scene("tiles");
  const [mapName, mapText] = await saved("tiles", "Save .map");
  await drop(mapName, mapText.toString());
  assert.deepEqual((await scene("tiles")).costs.map(Boolean), costs.map(Boolean));
  for (const [tab, title] of [["mesh", "Mesh"], ["tiles", "Tiles"]]) {
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
  for (const sample of ["meadow", "rooms", "floor-plan"]) {
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

/** Waits until the address holds the scene of a tab: it is written once the scene is compressed. */
const addressed = (tab) =>
  page.waitForFunction(async (name) => {
    const { readAddress } = await import("./shared/address.js");
    return JSON.stringify(await readAddress(location.hash)) === JSON.stringify(window.tautline[name].scene);
  }, tab);

test("the address holds the scene of either tab", async () => {
  await page.selectOption("#mesh-sample", "rooms");
  await drag("mesh", [11, 2], [10, 6]);
  await addressed("mesh");
  const [mesh, meshPath] = [await scene("mesh"), await page.evaluate(() => location.hash)];
  await showTab("Tiles");
  await drag("tiles", [16.5, 0.5], [16.5, 3.5]);
  await addressed("tiles");
  const [tiles, tilesPath] = [await scene("tiles"), await page.evaluate(() => location.hash)];
  await open({ path: meshPath });
  assert.deepEqual(await scene("mesh"), mesh);
  assert.equal(await page.locator("#mesh").isVisible(), true);
  await open({ path: tilesPath });
  assert.deepEqual(await scene("tiles"), tiles);
  assert.equal(await page.locator("#tiles").isVisible(), true);
  assertCalm();
});

test("an address without a scene opens the sample and says so", async () => {
  const packed = (value) => page.evaluate(async (made) => (await import("./shared/address.js")).writeAddress(made), value);
  const size = { width: 2, height: 1, start: [0, 0], goal: [1, 0] };
  const bad = [
    { kind: "mesh", features: 7 },
    { kind: "mesh", features: [null] },
    { kind: "mesh", features: [], start: [null, 1] },
    { kind: "tiles", ...size, costs: [1] },
    { kind: "tiles", ...size, costs: [1, -1] },
    { kind: "tiles", ...size, costs: [1, "x"] },
    { kind: "tiles", ...size, costs: [1, 1], options: { engine: "none" } },
  ];
  for (const path of ["#junk", ...(await Promise.all(bad.map(packed)))]) {
    await open({ path });
    assert.match(await message(), /no scene/, path);
    assert.match(await result("mesh"), /length/, path);
    assertCalm();
  }
});
