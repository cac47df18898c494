// Draws a scene, its mesh and its path.
import { closed } from "./model.js";
import { isPolygon, kindOf, linesOf } from "./scene.js";

/** Other kinds of steps of a search. */
const [opened, turned] = [0, 4];

const fills = { walkable: "walkable", obstacle: "obstacle", area: "area" };
const order = ["walkable", "area", "obstacle"];

/**
 * @typedef {object} Layers
 * @property {boolean} cells
 * @property {boolean} corridor
 * @property {boolean} clearance
 * @property {boolean} field
 * @property {boolean} visible
 * @property {boolean} search
 */

/**
 * Draws everything. `state` holds the scene, the model, the layers, the selection and the search; while the search is
 * shown in its middle, `isSearching` hides its answer.
 */
export function draw(painter, colors, state) {
  drawGround(painter, colors, state);
  if (state.model.mesh) drawMesh(painter, colors, state);
  drawLines(painter, colors, state);
  if (state.model.path && !state.isSearching) drawPath(painter, colors, state.model.path);
  if (state.model.failure) drawFailure(painter, colors, state);
  drawSelection(painter, colors, state);
  drawEnds(painter, colors, state);
}

function drawGround(painter, colors, { scene }) {
  for (const kind of order) {
    for (const feature of scene.features) {
      if (kindOf(feature) !== kind || !isPolygon(feature)) continue;
      const rings = linesOf(feature).map((ring) => ring.flatMap(([x, y]) => [x, y]));
      painter.polygon(rings, { fill: colors[fills[kind]] });
    }
  }
}

function drawMesh(painter, colors, state) {
  const { model, layers, scene } = state;
  if (layers.field) drawField(painter, colors, state);
  if (layers.corridor && model.path && !state.isSearching) {
    for (const slot of model.path.cells) painter.polygon([model.cell(slot)], { fill: colors.corridor });
  }
  if (layers.visible) {
    const ring = model.visibleFrom(scene.start);
    if (ring) painter.polygon([ring], { fill: colors.seen, opacity: 0.7 });
  }
  if (layers.cells) {
    const cells = Array.from({ length: model.cellCount }, (_, slot) => model.cell(slot));
    painter.polygon(cells, { stroke: colors.second, width: 0.8, opacity: 0.8 });
  }
  if (layers.search && state.trace) drawSearch(painter, colors, state);
  painter.lines(model.walls, { stroke: colors.wall, width: 1.2 });
  if (layers.clearance) drawClearance(painter, colors, state);
}

/** Bands of equal distance from the start. */
function drawField(painter, colors, { model, scene, camera }) {
  const [width, height] = camera.size;
  const step = Math.max(8, Math.sqrt((width * height) / 8000));
  const points = [];
  for (let y = step / 2; y < height; y += step) {
    for (let x = step / 2; x < width; x += step) points.push(...camera.toMap(x, y));
  }
  const distances = model.distances(scene.start, points);
  if (!distances) return;
  const far = distances.reduce((most, distance) => (Number.isFinite(distance) ? Math.max(most, distance) : most), 0);
  const half = step / 2 / camera.scale;
  for (let i = 0; i < distances.length; i += 1) {
    if (!Number.isFinite(distances[i])) continue;
    const [x, y] = [points[2 * i], points[2 * i + 1]];
    const ring = [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half];
    const band = Math.floor((distances[i] / (far || 1)) * 16) / 16;
    painter.polygon([ring], { fill: colors.accent, opacity: 0.08 + 0.6 * band });
  }
}

/** The intervals that are open and closed after some expansions; the one expanded last stands out. */
function drawSearch(painter, colors, { trace, step }) {
  const { kinds, values, width } = trace;
  const triangle = (i) => values.subarray(i * width, i * width + 6);
  const [open, expanded] = [new Map(), []];
  const corners = [];
  for (let i = 0; i < kinds.length; i += 1) {
    if (kinds[i] === closed && expanded.length === step) break;
    const key = triangle(i).join();
    if (kinds[i] === opened) open.set(key, triangle(i));
    else if (kinds[i] === turned) corners.push(triangle(i));
    else open.delete(key);
    if (kinds[i] === closed) expanded.push(triangle(i));
  }
  for (const interval of open.values()) painter.polygon([interval], { fill: colors.open, opacity: 0.45 });
  for (const interval of expanded) painter.polygon([interval], { fill: colors.closed, stroke: colors.closed, width: 0.5, opacity: 0.35 });
  const last = expanded.at(-1);
  if (last) painter.polygon([last], { stroke: colors.accent, width: 2 });
  for (const [x, y] of corners) painter.circle(x, y, 3, { fill: colors.accent });
}

/** The largest circles around both ends that touch no wall. */
function drawClearance(painter, colors, { model, scene, camera }) {
  for (const point of [scene.start, scene.goal]) {
    const wall = model.nearestWall(point);
    if (!wall) continue;
    painter.circle(...point, (wall[2] * camera.scale) / camera.unit, { stroke: colors.second, width: 1.5, dash: [4, 4] });
    painter.line([...point, wall[0], wall[1]], { stroke: colors.second, width: 1.5 });
  }
}

function drawLines(painter, colors, { scene }) {
  for (const feature of scene.features) {
    if (isPolygon(feature)) continue;
    const isDoor = kindOf(feature) === "door";
    const isClosed = isDoor && scene.closed.includes(feature.properties.name);
    const style = { stroke: isDoor ? colors.door : colors.wall, width: isClosed ? 6 : 3, dash: isDoor && !isClosed ? [5, 6] : [] };
    for (const line of linesOf(feature)) painter.line(line.flatMap(([x, y]) => [x, y]), style);
  }
}

function drawPath(painter, colors, path) {
  painter.line(path.points, { stroke: colors.path, width: 3.5 });
  for (let i = 2; i < path.points.length - 2; i += 2) {
    painter.circle(path.points[i], path.points[i + 1], 3.5, { fill: colors.surface, stroke: colors.path, width: 2 });
  }
}

/** The nearest point that works, and the narrowest gap of the map. */
function drawFailure(painter, colors, { scene, model: { failure } }) {
  if (failure.nearest) {
    const end = failure.reason === "start-outside" ? scene.start : scene.goal;
    painter.line([...end, ...failure.nearest], { stroke: colors.bad, width: 2, dash: [3, 5] });
    painter.circle(...failure.nearest, 6, { stroke: colors.bad, width: 2.5 });
  }
  if (failure.narrowest) {
    const { from, to } = failure.narrowest;
    painter.line([...from, ...to], { stroke: colors.bad, width: 4 });
  }
}

function drawSelection(painter, colors, { scene, camera, selection, draft, pen }) {
  const feature = typeof selection === "number" ? scene.features[selection] : null;
  if (feature) {
    for (const line of linesOf(feature)) {
      painter.line(line.flatMap(([x, y]) => [x, y]), { stroke: colors.accent, width: 2, dash: [6, 4] });
      for (const [x, y] of line) painter.circle(x, y, 5, { fill: colors.surface, stroke: colors.accent, width: 2 });
    }
  }
  if (draft.length > 0) {
    painter.line(draft.flat(), { stroke: colors.accent, width: 2 });
    for (const [x, y] of draft) painter.circle(x, y, 5, { fill: colors.accent });
  }
  if (pen) {
    const [x, y] = pen;
    const arm = (9 * camera.unit) / camera.scale;
    painter.lines([[x - arm, y, x + arm, y], [x, y - arm, x, y + arm]], { stroke: colors.accent, width: 2 });
  }
}

function drawEnds(painter, colors, { scene, selection }) {
  for (const name of ["start", "goal"]) {
    const [x, y] = scene[name];
    const stroke = selection === name ? colors.accent : colors.surface;
    painter.circle(x, y, 10, { fill: colors[name], stroke, width: selection === name ? 4 : 2 });
    painter.text(x, y, name === "start" ? "S" : "G", colors.surface);
  }
}
