// Points and lists of numbers as the caller writes them, made into flat arrays. The compiled engine calls these functions.

/** A word for a value in a message. */
export function kindOf(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return `an object ${value.constructor?.name ?? "without a class"}`;
}

const isObject = (value) => typeof value === "object" && value !== null;
const isTyped = (value) => ArrayBuffer.isView(value) && typeof (value[0] ?? 0) === "number" && !(value instanceof DataView);
const isList = (value) => Array.isArray(value) || isTyped(value);
const isFlat = (value) => isTyped(value) || (Array.isArray(value) && (value.length === 0 || typeof value[0] === "number"));

/** Returns a number; anything else is an error. */
function number(name, value) {
  if (typeof value === "number") return value;
  throw new TypeError(`${name}: expected a number, not ${kindOf(value)}`);
}

/** Returns the number of a floor, or NaN for none. */
function floorOf(name, floor) {
  if (floor === undefined || floor === null) return NaN;
  if (Number.isInteger(number(name, floor)) && floor >= 0 && floor < 2 ** 32) return floor;
  throw new RangeError(`${name}: no floor has the number ${floor}`);
}

/** 1 for a value whose coordinates are rounded to 32 bits, else 0. */
const isSingle = (value) => Number(value instanceof Float32Array);

/** Returns x, y and the floor of a point, NaN for no floor; and behind them whether its coordinates have 32 bits. */
export function place(name, value) {
  if (isList(value)) {
    if (value.length !== 2 && value.length !== 3) {
      throw new TypeError(`${name}: expected [x, y] or [x, y, floor], not ${value.length} numbers`);
    }
    return Float64Array.of(number(name, value[0]), number(name, value[1]), floorOf(name, value[2]), isSingle(value));
  }
  if (!isObject(value) || !("x" in value && "y" in value)) {
    throw new TypeError(`${name}: expected [x, y], [x, y, floor] or { x, y }, not ${kindOf(value)}`);
  }
  return Float64Array.of(number(`${name}.x`, value.x), number(`${name}.y`, value.y), floorOf(`${name}.floor`, value.floor), 0);
}

/** Returns x, y and the floor of each point, NaN for no floor; and behind them whether coordinates have 32 bits. */
export function places(name, value) {
  if (isFlat(value)) return flatPlaces(name, value);
  if (isObject(value) && "points" in value) return flatPlaces(`${name}.points`, value.points, `${name}.floors`, value.floors);
  if (isObject(value) && "x" in value) return place(name, value);
  if (!Array.isArray(value)) {
    throw new TypeError(`${name}: expected x and y of each point, or a list of points, not ${kindOf(value)}`);
  }
  const rows = new Float64Array(3 * value.length + 1);
  // Each point overwrites what is behind the one before it.
  for (let row = 0; row < value.length; row += 1) rows.set(place(`${name}[${row}]`, value[row]), 3 * row);
  return rows;
}

function flatPlaces(name, flat, ofFloors, floors) {
  if (!isFlat(flat) || flat.length % 2 === 1) {
    const given = isFlat(flat) ? `${flat.length} numbers` : kindOf(flat);
    throw new TypeError(`${name}: expected x and y of each point, not ${given}`);
  }
  const count = flat.length / 2;
  if (floors !== undefined && !(isFlat(floors) && floors.length === count)) {
    throw new TypeError(`${ofFloors}: expected ${count} numbers, not ${kindOf(floors)}`);
  }
  const rows = new Float64Array(3 * count + 1);
  for (let row = 0; row < count; row += 1) {
    rows[3 * row] = number(name, flat[2 * row]);
    rows[3 * row + 1] = number(name, flat[2 * row + 1]);
    rows[3 * row + 2] = floors === undefined ? NaN : floorOf(ofFloors, floors[row]);
  }
  rows[3 * count] = isSingle(flat);
  return rows;
}

/** Returns x and y of each point of a ring or a line, as GeoJSON has them. */
export function pairs(name, value) {
  const rows = places(name, value);
  return Array.from({ length: (rows.length - 1) / 3 }, (_, row) => [rows[3 * row], rows[3 * row + 1]]);
}

/** Returns numbers: those of a list, or a single one. */
export function numbers(name, value) {
  if (typeof value === "number") return Float64Array.of(value);
  if (!isList(value)) throw new TypeError(`${name}: expected a number or a list of numbers, not ${kindOf(value)}`);
  return Float64Array.from(value, (item) => number(name, item));
}
