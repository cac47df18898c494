// Features in few characters: coordinates as whole numbers, each the difference from the one before it; features of a
// sample as their numbers.

/** Decimals of coordinates that are tried; others are written as they are. */
const mostDecimals = 6;

const isLevel = (value) => typeof value[0] === "number";

/** The numbers of a geometry, in order. */
function numbersOf(coordinates) {
  return isLevel(coordinates) ? coordinates : coordinates.flatMap(numbersOf);
}

/** The fewest decimals by which all numbers are kept exactly, or null. */
function decimalsOf(features) {
  const numbers = features.flatMap((feature) => numbersOf(feature.geometry?.coordinates ?? [0]));
  for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
    const scale = 10 ** decimals;
    if (numbers.every((number) => Math.round(number * scale) / scale === number)) return decimals;
  }
  return null;
}

/** Writes or reads the points of a geometry; `step` gets each point, and returns what comes in its place. */
function walk(coordinates, step) {
  return isLevel(coordinates) ? step(coordinates) : coordinates.map((part) => walk(part, step));
}

/** Puts numbers that follow one another into pairs of the first and the last. */
function withRuns(rows) {
  const runs = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (typeof row === "number" && last?.length === 2 && last[1] === row - 1) last[1] = row;
    else runs.push(typeof row === "number" ? [row, row] : row);
  }
  return runs;
}

/**
 * Returns features as a value for JSON. `base` are the features of the sample from which the scene came: those that are still
 * the same objects become their numbers in it.
 */
export function pack(features, base = []) {
  const numbers = new Map(base.map((feature, number) => [feature, number]));
  const own = features.filter((feature) => !numbers.has(feature));
  const decimals = decimalsOf(own);
  const scale = 10 ** decimals;
  let before = [0, 0];
  const less = (point) => {
    const whole = decimals === null ? point : point.map((number) => Math.round(number * scale));
    const difference = decimals === null ? whole : whole.map((number, axis) => number - (before[axis] ?? 0));
    before = whole;
    return difference;
  };
  const code = ({ properties, geometry }) => [properties ?? 0, geometry?.type ?? 0, walk(geometry?.coordinates ?? [0], less)];
  return [decimals, ...withRuns(features.map((feature) => numbers.get(feature) ?? code(feature)))];
}

/** Returns the features of `pack`. Throws for what is none. */
export function unpack([decimals, ...rows], base = []) {
  const scale = 10 ** decimals;
  let before = [0, 0];
  const more = (point) => {
    if (decimals === null) return point;
    before = point.map((number, axis) => number + (before[axis] ?? 0));
    return before.map((number) => number / scale);
  };
  return rows.flatMap((row) => {
    const [first, second, coordinates] = row;
    if (row.length === 3) return [{ type: "Feature", properties: first || {}, geometry: { type: second, coordinates: walk(coordinates, more) } }];
    if (!base[second]) throw new TypeError(`the sample has no feature ${second}`);
    return base.slice(first, second + 1);
  });
}
