// Draws tiles, the steps of a search and its path.
import { costLook } from "../shared/costs.js";

/** The kind of a step that closes a tile. */
const closed = 1;

const square = (x, y) => [x, y, x + 1, y, x + 1, y + 1, x, y + 1];

/** Draws everything. `state` holds the scene, the model, the step and what to show. */
export function draw(painter, colors, state) {
  const { scene } = state;
  drawTiles(painter, colors, scene);
  drawSteps(painter, colors, state);
  drawRaster(painter, colors, scene);
  if (state.shows.sight) drawSight(painter, colors, state);
  if (state.asMesh) drawMesh(painter, colors, state.asMesh);
  const { isDone } = state.player;
  if (state.model.path && isDone) painter.line(state.model.path.points, { stroke: colors.path, width: 3.5 });
  if (state.model.failure?.nearest && isDone) painter.circle(...state.model.failure.nearest, 8, { stroke: colors.bad, width: 3 });
  drawEnds(painter, colors, state);
}

function drawTiles(painter, colors, { width, height, costs }) {
  painter.polygon([[0, 0, width, 0, width, height, 0, height]], { fill: colors.walkable });
  for (const [cost, rings] of runs(costs, width)) {
    if (cost === 0) painter.polygon(rings, { fill: colors.obstacle });
    else if (cost !== 1) painter.polygon(rings, { fill: colors[costLook(cost).name], opacity: costLook(cost).opacity });
  }
}

/** For each value rectangles of the tiles that have it: one for each run of such tiles in a row. */
function runs(values, width) {
  const found = new Map();
  for (let from = 0, to = 0; from < values.length; from = to) {
    const end = from - (from % width) + width;
    for (to = from + 1; to < end && values[to] === values[from]; to += 1);
    const [x, y] = [from % width, Math.floor(from / width)];
    if (!found.has(values[from])) found.set(values[from], []);
    found.get(values[from]).push([x, y, x + to - from, y, x + to - from, y + 1, x, y + 1]);
  }
  return found;
}

const untouched = 255;

/** Colours the tiles that are open and closed after some steps. */
function drawSteps(painter, colors, { scene, model, player: { step, isDone } }) {
  const { kinds, values, width } = model.trace;
  const last = new Uint8Array(scene.width * scene.height).fill(untouched);
  for (let i = 0; i < step; i += 1) {
    last[values[i * width + 1] * scene.width + values[i * width]] = kinds[i] === closed ? closed : 0;
  }
  for (const [kind, rings] of runs(last, scene.width)) {
    if (kind !== untouched) painter.polygon(rings, { fill: kind === closed ? colors.closed : colors.open, opacity: 0.75 });
  }
  if (step > 0 && !isDone) {
    const [x, y] = [values[(step - 1) * width], values[(step - 1) * width + 1]];
    painter.polygon([square(x, y)], { stroke: colors.path, width: 3 });
  }
}

function drawRaster(painter, colors, { width, height }) {
  if (painter.camera.scale < 6) return;
  const lines = [];
  for (let x = 0; x <= width; x += 1) lines.push([x, 0, x, height]);
  for (let y = 0; y <= height; y += 1) lines.push([0, y, width, y]);
  painter.lines(lines, { stroke: colors.line, width: 0.6 });
}

/** The cells of the mesh over the same tiles, and its path. */
function drawMesh(painter, colors, { cells, path }) {
  painter.polygon(cells, { stroke: colors.second, width: 1, opacity: 0.5 });
  if (path) painter.line(path.points, { stroke: colors.second, width: 4, dash: [9, 7] });
}

function drawSight(painter, colors, { scene, model }) {
  const { isFree, tiles } = model.sight(scene);
  const stroke = isFree ? colors.start : colors.bad;
  for (let i = 0; i < tiles.length; i += 2) painter.polygon([square(tiles[i], tiles[i + 1])], { stroke, width: 1.5 });
  const ends = [...scene.start, ...scene.goal].map((number) => number + 0.5);
  painter.line(ends, { stroke, width: 2, dash: [3, 5] });
}

function drawEnds(painter, colors, { scene, cursor }) {
  for (const name of ["start", "goal"]) {
    const [x, y] = scene[name];
    const radius = Math.max(7, Math.min(14, (painter.camera.scale / painter.camera.unit) * 0.4));
    painter.circle(x + 0.5, y + 0.5, radius, { fill: colors[name], stroke: colors.surface, width: 2 });
    painter.text(x + 0.5, y + 0.5, name === "start" ? "S" : "G", colors.surface);
  }
  if (cursor) painter.polygon([square(...cursor)], { stroke: colors.accent, width: 3 });
}
