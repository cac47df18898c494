// The time of an answer in microseconds, by a clock that may tick ten times a millisecond only.

/** Microseconds with a unit that suits them. */
export const duration = (micros) => (micros < 1000 ? `${micros.toFixed(0)} µs` : `${(micros / 1000).toFixed(1)} ms`);

/** Asks again and again for a millisecond; returns the last answer and the mean time of one. */
export function timed(ask) {
  const begin = performance.now();
  for (let count = 1; ; count += 1) {
    const answer = ask();
    const millis = performance.now() - begin;
    if (millis >= 1) return { answer, micros: (1000 * millis) / count };
  }
}
