// The seeded runs of crates/navmesh-testkit/examples/hashes.rs through the package, and their hashes.
import { readFileSync } from "node:fs";
import { Crowd, LiveMesh, Mesh } from "tautline";

const MASK = (1n << 64n) - 1n;

/** The generator SplitMix64 of a seed. */
class Random {
  #state;

  constructor(seed) {
    this.#state = BigInt(seed);
  }

  #next() {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = this.#state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  }

  below(limit) {
    return Number((this.#next() * BigInt(limit)) >> 64n);
  }

  unit() {
    return Number(this.#next() >> 11n) / 2 ** 53;
  }
}

/** The hash FNV-1a over whole words. */
class Hash {
  #value = 0xcbf29ce484222325n;
  #answers = 0;
  #bits = new DataView(new ArrayBuffer(8));

  constructor(most) {
    this.most = most;
  }

  get isFull() {
    return this.#answers >= this.most;
  }

  add(word) {
    this.#value = ((this.#value ^ BigInt(word)) * 0x100000001b3n) & MASK;
    this.#value ^= this.#value >> 32n;
  }

  number(number) {
    this.#bits.setFloat64(0, number);
    this.add(this.#bits.getBigUint64(0));
  }

  numbers(numbers) {
    for (const number of numbers) this.number(number);
  }

  text(text) {
    for (const byte of new TextEncoder().encode(text)) this.add(byte);
  }

  /** Counts an answer; false when there are enough. */
  next() {
    this.#answers += 1;
    return this.#answers <= this.most;
  }

  toString() {
    return this.#value.toString(16).padStart(16, "0");
  }
}

const rect = (x0, y0, x1, y1) => [x0, y0, x1, y0, x1, y1, x0, y1];

/** Returns whether a call throws no error. */
function isDone(call) {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}

function addPath(hash, ask) {
  try {
    const path = ask();
    hash.numbers([path.length, path.cost, path.lowerBound]);
    hash.numbers(path.points);
    for (const cell of path.cells) hash.add(cell);
  } catch (error) {
    hash.text(error.reason ?? String(error));
  }
}

/** A path after each edit of a hall. */
function halls(seed, hash) {
  const random = new Random(seed);
  const map = LiveMesh.build({ walkable: [rect(0, 0, 24, 16)] });
  const keys = [];
  for (let turn = 0; turn < 50 && hash.next(); turn += 1) {
    const [start, goal, at, size] = Array.from({ length: 4 }, () => [24 * random.unit(), 16 * random.unit()]);
    const crate = rect(...at, at[0] + 0.125 * size[0], at[1] + 0.125 * size[1]);
    const [choice, key] = [random.below(5), keys.at(-1)];
    const done = isDone(() => {
      if (choice === 0 && key !== undefined) map.edit({ move: [{ key, by: { x: goal[0] - start[0], y: goal[1] - start[1] } }] });
      else if (choice === 1 && key !== undefined) map.edit({ remove: keys.pop() });
      else if (choice === 2 && key !== undefined) map.edit({ replace: [{ key, shape: crate }] });
      else keys.push(...map.edit({ add: { obstacles: [crate] } }));
    });
    hash.add(Number(done));
    const { mesh } = map;
    hash.number(mesh.area);
    addPath(hash, () => mesh.path(start, goal));
  }
}

/** The places and velocities of a crowd after each step. */
function crowds(seed, hash) {
  const random = new Random(seed);
  const obstacles = [];
  for (let number = 0; number < 6; number += 1) {
    const [x, y] = [1 + 19 * random.unit(), 1 + 11 * random.unit()];
    obstacles.push(rect(x, y, x + 1 + 2 * random.unit(), y + 3));
  }
  const crowd = new Crowd(Mesh.build({ walkable: [rect(0, 0, 24, 16)], obstacles }, { radius: 0.4 }));
  const agents = [];
  while (agents.length < 12) {
    const [place, goal] = Array.from({ length: 2 }, () => [24 * random.unit(), 16 * random.unit()]);
    let agent;
    if (!isDone(() => ([agent] = crowd.add(place, { radius: 0.4 })))) continue;
    hash.add(Number(isDone(() => crowd.goTo(agent, goal))));
    agents.push(agent);
  }
  const rows = agents.map((agent) => crowd.agents.indexOf(agent));
  for (let turn = 0; turn < 200 && hash.next(); turn += 1) {
    hash.add(crowd.step(0.1, { maxExpanded: 10_000 }).events.length);
    const { positions, velocities } = crowd;
    for (const row of rows) for (const list of [positions, velocities]) hash.numbers(list.subarray(2 * row, 2 * row + 2));
  }
}

const kinds = { halls, crowds };

/** Returns the line of the record for a kind and a number of answers. */
export function lineOf(kind, count) {
  const hash = new Hash(count);
  for (let seed = 0; !hash.isFull; seed += 1) kinds[kind](seed, hash);
  return `${kind} ${count} ${hash}`;
}

/** The lines of the record of the native engine. */
export const record = (file) => readFileSync(file, "utf8").trim().split("\n");
