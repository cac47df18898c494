// The page in a real browser: opened anew for each test. TAUTLINE_PAGE names the folder of the page, TAUTLINE_SHOTS
// one for pictures, CHROMIUM the browser.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./server.js";

const { TAUTLINE_PAGE: folder, TAUTLINE_SHOTS: shots = "shots" } = process.env;
/** Bounds on times hold on a machine that does nothing else. */
export const isTimed = Boolean(process.env.TAUTLINE_TIMES);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const more = ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];

export let context, page, server;
/** The hosts that the page asked. */
export let hosts = new Set();
let browser;
let faults = [];

before(async () => {
  mkdirSync(shots, { recursive: true });
  server = await serve(folder);
  browser = await chromium.launch({ executablePath, args: [...flags, ...more] });
});

after(async () => {
  await browser?.close();
  server?.stop();
});

beforeEach(() => open());

/** Opens the page in a window of its own and waits until everything is loaded, or only for the first picture. */
export async function open({ width = 1280, height = 800, path = "", colorScheme = "light", hasTouch = false, until = "complete", before: prepare } = {}) {
  await context?.close();
  faults = [];
  hosts = new Set();
  context = await browser.newContext({ viewport: { width, height }, colorScheme, hasTouch });
  await prepare?.(context);
  page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => request.url().startsWith("http") && hosts.add(new URL(request.url()).host));
  await page.goto(server.address + path);
  await page.waitForSelector(`body[data-${until}=true]`);
}

/** The text of the result of a tab: "mesh", "crowd" or "tiles". */
export const result = (tab) => page.locator(`#${tab}-result`).innerText();
export const message = () => page.locator("#message").innerText();
export const scene = (tab) => page.evaluate((name) => window.tautline[name].scene, tab);
export const shot = (name) => page.screenshot({ path: join(shots, `${name}.png`) });

/** Shows a tab, and waits for two frames: its map has its place on the page from then on. */
export async function showTab(name) {
  await page.getByRole("tab", { name }).click();
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
}


/** Fails if the page wrote an error to the console or threw one. */
export const assertCalm = () => assert.deepEqual(faults, []);

/**
 * The processor time of the page in each frame with pointer events while something runs, in milliseconds, in ascending order: of
 * these events and of the callback. Other programs do not change it as they change the time on the clock.
 */
export async function frameWork(run) {
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await run();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const isPointer = ({ name, args }) => name === "EventDispatch" && args.data?.type === "pointermove";
  const parts = traceEvents.filter((event) => event.ph === "X" && (event.name === "FireAnimationFrame" || isPointer(event)));
  const work = [];
  let sum = 0;
  for (const { name, tdur } of parts.sort((a, b) => a.ts - b.ts)) {
    const isFrame = name === "FireAnimationFrame";
    if (isFrame && sum > 0) work.push(sum + tdur / 1000);
    sum = isFrame ? 0 : sum + tdur / 1000;
  }
  return work.sort((a, b) => a - b);
}

/** The pixel of a point of the map, as the page itself computes it. */
export const pixel = (tab, x, y) =>
  page.evaluate(
    ([name, u, v]) => {
      const { camera, canvas } = window.tautline[name];
      const box = canvas.getBoundingClientRect();
      const [left, top] = camera.toScreen(u, v);
      return [box.left + left, box.top + top];
    },
    [tab, x, y],
  );

/** Drags the mouse between two points of the map. */
export async function drag(tab, from, to, steps = 8) {
  await page.mouse.move(...(await pixel(tab, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await pixel(tab, ...to)), { steps });
  await page.mouse.up();
}

export const tap = async (tab, x, y) => page.mouse.click(...(await pixel(tab, x, y)));

/** Drops a file on the page; a text, or the base64 of its bytes. */
export async function drop(name, text, encoding = "utf8") {
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

/** Undoes everything that the tab can undo. */
export async function undoAll(tab) {
  const undo = page.locator(`#${tab}-tools`).getByRole("button", { name: "Undo" });
  while (await undo.isEnabled()) await undo.click();
}
