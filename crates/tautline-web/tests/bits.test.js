// The same bits as the native engine: paths on three large maps, edits of live meshes, steps of crowds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Mesh } from "tautline";
import { lineOf, record } from "./hashes.js";
import { data, largeMaps, mapFile, native, program, scenario } from "./maps.js";
import { assertSameBits } from "./same_bits.js";

for (const name of largeMaps) {
  test(`${name}: the bits of the program`, { skip: !(program && data) }, () => {
    const { rows } = native(name, 1000);
    const { starts, goals } = scenario(`${mapFile(name)}.scen`, 1000);
    const { lengths, offsets, points } = Mesh.open("map.map", readFileSync(mapFile(name))).paths(starts, goals);
    assert.equal(lengths.length, 1000);
    assertSameBits({ lengths, offsets, points }, rows);
  });
}

for (const kind of ["halls", "crowds"]) {
  test(`${kind}: the bits of the native engine`, () => {
    const known = record(process.env.TAUTLINE_HASHES);
    assert.ok(known.includes(lineOf(kind, 1000)), `${lineOf(kind, 1000)} is not among ${known.join(", ")}`);
  });
}
