// The JavaScript of the documentation runs, page by page.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

for (const page of ["browser.md", "migrating/tiles.md"]) {
  test(`the code of ${page} runs`, async () => {
    const text = readFileSync(join(process.env.TAUTLINE_DOCS, page), "utf8");
    const blocks = [...text.matchAll(/^```js\n(.*?)^```$/gms)];
    assert.ok(blocks.length > 0);
    for (const [number, [, code]] of blocks.entries()) {
      // A module beside the tests, so that it finds the package.
      const file = new URL(`./${page.replaceAll("/", "_")}_${number}.mjs`, import.meta.url);
      writeFileSync(file, code);
      try {
        await import(file);
      } finally {
        rmSync(file);
      }
    }
  });
}
