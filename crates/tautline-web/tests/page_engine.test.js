// The engine in Chromium: its bits and its times.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isTimed, page } from "./browser.js";
import { data, largeMaps, mapFile, native, program, scenario } from "./maps.js";
import { assertSameBits } from "./same_bits.js";

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
        mesh.paths(from, to);
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
