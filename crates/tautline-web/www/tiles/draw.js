// Draws tiles, the steps of a search and its path.

const square = (x, y) => [x, y, x + 1, y, x + 1, y + 1, x, y + 1];

/** Draws everything. `state` holds the scene, the model, the step and what to show. */
export function draw(painter, colors, state) {
  const { scene } = state;
  drawTiles(painter, colors, scene);
  drawSteps(painter, colors, state);
  drawRaster(painter, colors, scene);
  if (state.shows.sight) drawSight(painter, colors, state);
  if (state.shows.mesh && state.meshPath) painter.line(state.meshPath.points, { stroke: colors.second, width: 4, dash: [9, 7] });
  const isDone = state.step >= state.model.trace.kinds.length;
  if (state.model.path && isDone) painter.line(state.model.path.points, { stroke: colors.path, width: 3.5 });
  if (state.model.failure?.nearest && isDone) painter.circle(...state.model.failure.nearest, 8, { stroke: colors.bad, width: 3 });
  drawEnds(painter, colors, state);
}

function drawTiles(painter, colors, { width, height, costs }) {
  painter.polygon([[0, 0, width, 0, width, height, 0, height]], { fill: colors.walkable });
  for (let i = 0; i < costs.length; i += 1) {
    if (costs[i] === 1) continue;
    const ring = square(i % width, Math.floor(i / width));
    if (costs[i] === 0) painter.polygon([ring], { fill: colors.obstacle });
    else painter.polygon([ring], { fill: colors.area, opacity: 0.35 + 0.65 * Math.min(1, costs[i] / 9) });
  }
}

/** Colours the tiles that are open and closed after some steps. */
function drawSteps(painter, colors, { model, step }) {
  const { kinds, values, width } = model.trace;
  const last = new Map();
  for (let i = 0; i < step; i += 1) last.set(`${values[i * width]},${values[i * width + 1]}`, kinds[i]);
  for (const [tile, kind] of last) {
    const [x, y] = tile.split(",").map(Number);
    painter.polygon([square(x, y)], { fill: kind === 1 ? colors.closed : colors.open, opacity: 0.75 });
  }
  if (step > 0 && step < kinds.length) {
    const [x, y] = [values[(step - 1) * width], values[(step - 1) * width + 1]];
    painter.polygon([square(x, y)], { stroke: colors.path, width: 3 });
  }
}

function drawRaster(painter, colors, { width, height }) {
  if (painter.camera.scale < 6) return;
  for (let x = 0; x <= width; x += 1) painter.line([x, 0, x, height], { stroke: colors.line, width: 0.6 });
  for (let y = 0; y <= height; y += 1) painter.line([0, y, width, y], { stroke: colors.line, width: 0.6 });
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
    const radius = Math.max(7, Math.min(14, painter.camera.scale * 0.4));
    painter.circle(x + 0.5, y + 0.5, radius, { fill: colors[name], stroke: colors.surface, width: 2 });
    painter.text(x + 0.5, y + 0.5, name === "start" ? "S" : "G", colors.surface);
  }
  if (cursor) painter.polygon([square(...cursor)], { stroke: colors.accent, width: 3 });
}
