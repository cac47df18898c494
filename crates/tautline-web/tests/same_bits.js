// Compares a batch of the package with the answers of the program.
import assert from "node:assert/strict";

/** Fails where a length or a waypoint differs in a bit. */
export function assertSameBits({ lengths, offsets, points }, rows) {
  assert.equal(lengths.length, rows.length);
  for (const [row, expected] of rows.entries()) {
    assert.equal(lengths[row], expected.length ?? Infinity, `query ${row}`);
    const own = points.slice(2 * offsets[row], 2 * offsets[row + 1]);
    assert.deepEqual(Array.from(own), expected.points.flat(), `query ${row}`);
  }
}
