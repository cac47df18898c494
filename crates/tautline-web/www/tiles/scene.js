// Scenes of the tiles tab: immutable values, and functions from one to the next.

/**
 * @typedef {object} Scene
 * @property {"tiles"} kind
 * @property {number} width
 * @property {number} height
 * @property {number[]} costs the cost of each tile, row by row; 0 is a wall
 * @property {number[]} start a tile
 * @property {number[]} goal a tile
 * @property {object} options those of the engine's `Grid.setOptions`
 * @property {string} blocked what to do about a blocked goal: "error" or a replacement
 */

export const defaultOptions = { engine: "a-star", heuristic: "octile", corners: "never", neighbors: 8, smoothing: "none", straightIfSeen: false };

/** Returns a scene with all properties; throws for what is none. */
export function completeScene(scene) {
  const whole = { kind: "tiles", blocked: "error", ...scene, options: { ...defaultOptions, ...scene.options } };
  const { width, height, costs, start, goal } = whole;
  const isTile = (tile) => Array.isArray(tile) && tile[0] >= 0 && tile[1] >= 0 && tile[0] < width && tile[1] < height;
  if (!Array.isArray(costs) || costs.length !== width * height) throw new TypeError("costs has one number a tile");
  if (!isTile(start) || !isTile(goal)) throw new TypeError("start and goal are tiles of the map");
  return whole;
}

/** Makes a scene of lines of text: `#`, `@`, `T` are walls, `S` and `G` the ends, digits costs. */
export function sceneOfRows(rows) {
  const [width, height] = [Math.max(...rows.map((row) => row.length)), rows.length];
  const scene = { width, height, costs: new Array(width * height).fill(1), start: [0, 0], goal: [width - 1, height - 1] };
  rows.forEach((row, y) => {
    [...row].forEach((character, x) => {
      if (character === "S") scene.start = [x, y];
      else if (character === "G") scene.goal = [x, y];
      else if (character >= "2" && character <= "9") scene.costs[y * width + x] = Number(character);
      else if (character !== "." && character !== " ") scene.costs[y * width + x] = 0;
    });
  });
  return completeScene(scene);
}

/** Sets the cost of a tile. */
export function withTile(scene, [x, y], cost) {
  const costs = scene.costs.slice();
  costs[y * scene.width + x] = cost;
  return { ...scene, costs };
}

export function costAt(scene, [x, y]) {
  return scene.costs[y * scene.width + x];
}

export function holds(scene, [x, y]) {
  return x >= 0 && y >= 0 && x < scene.width && y < scene.height;
}
