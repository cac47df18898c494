// Draws a scene, its mesh and its path, on the floor that is shown.
import { drawDistances } from "../shapes/distances.js";
import { besideLine, drawGround, drawLines, drawSelection } from "../shapes/draw.js";
import { closed } from "./model.js";
import { floorOf } from "./scene.js";

/** Other kinds of steps of a search. */
const [opened, turned] = [0, 4];

/**
 * @typedef {object} Layers
 * @property {boolean} cells
 * @property {boolean} corridor
 * @property {boolean} clearance
 * @property {boolean} field
 * @property {boolean} visible
 * @property {boolean} search
 * @property {boolean} widest
 */

/**
 * Draws everything. `state` holds the scene, the floor, the model, the layers, the distances, the widest way, the tools and
 * the search; while the search is shown in its middle, `isSearching` hides its answer.
 */
export function draw(painter, colors, state) {
  const { scene, floor, model, tools, isSearching, widest } = state;
  drawGround(painter, colors, scene, floor);
  if (model.mesh) drawMesh(painter, colors, state);
  drawLines(painter, colors, scene, floor);
  if (widest) drawWidest(painter, colors, widest, floor);
  if (model.path && !isSearching) drawPath(painter, colors, model.path, state);
  if (model.failure && !widest) drawFailure(painter, colors, state);
  drawSelection(painter, colors, scene, tools);
  drawEnds(painter, colors, state);
}

/** The cells of a floor. */
function cellsOn(model, floor) {
  const numbers = Array.from({ length: model.cellCount }, (_, cell) => cell);
  return numbers.filter((cell) => model.cellFloors[cell] === floor).map((cell) => model.cell(cell));
}

function drawMesh(painter, colors, state) {
  const { model, layers, scene, floor, raster } = state;
  const isHere = (cell) => model.cellFloors[cell] === floor;
  if (raster) drawDistances(painter, colors, raster, cellsOn(model, floor));
  if (layers.corridor && model.path && !state.isSearching) {
    const cells = Array.from(model.path.cells).filter(isHere);
    for (const cell of cells) painter.polygon([model.cell(cell)], { fill: colors.corridor, opacity: 0.8 });
  }
  if (layers.visible && floorOf(scene.start) === floor) {
    const ring = model.visibleFrom(scene.start);
    if (ring) painter.polygon([ring], { fill: colors.seen, opacity: 0.7 });
  }
  if (layers.cells) {
    painter.polygon(cellsOn(model, floor), { stroke: colors.second, width: 0.8, opacity: 0.8 });
  }
  if (layers.search && state.trace) drawSearch(painter, colors, state);
  painter.lines(model.walls.filter((_, wall) => model.wallFloors[wall] === floor), { stroke: colors.wall, width: 1.2 });
  if (layers.clearance) drawClearance(painter, colors, state);
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
function drawClearance(painter, colors, { model, scene, floor }) {
  const { scale, unit } = painter.camera;
  for (const point of [scene.start, scene.goal].filter((end) => floorOf(end) === floor)) {
    const wall = model.nearestWall(point);
    if (!wall) continue;
    const [x, y] = point;
    painter.circle(x, y, (wall[2] * scale) / unit, { stroke: colors.second, width: 1.5, dash: [4, 4] });
    painter.line([x, y, wall[0], wall[1]], { stroke: colors.second, width: 1.5 });
  }
}

/** The widest way, and its narrowest place with its width. */
function drawWidest(painter, colors, { width, from, to, legs }, floor) {
  for (const leg of legs) painter.line(leg.points, { stroke: colors.second, width: 3, dash: leg.floor === floor ? [10, 6] : [2, 8] });
  painter.line([...from, ...to], { stroke: colors.bad, width: 5 });
  const style = { shift: besideLine([...from, ...to], 42), halo: colors.walkable };
  painter.text((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, `${width.toPrecision(3)} wide`, colors.bad, style);
}

/** The path; dashed and thinner on other floors. Who walks it covers a strip as wide as they are. */
function drawPath(painter, colors, { legs }, { scene, floor }) {
  const { scale, unit } = painter.camera;
  const strip = (2 * scene.radius * scale) / unit;
  for (const leg of legs) {
    const isHere = leg.floor === floor;
    if (isHere && strip > 4) painter.line(leg.points, { stroke: colors.path, width: strip, opacity: 0.18 });
    painter.line(leg.points, { stroke: colors.path, width: isHere ? 3.5 : 2, dash: isHere ? [] : [3, 7] });
    for (let i = 2; isHere && i < leg.points.length - 2; i += 2) {
      painter.circle(leg.points[i], leg.points[i + 1], 3.5, { fill: colors.surface, stroke: colors.path, width: 2 });
    }
  }
}

/** The nearest point that works, and the narrowest gap of the map. */
function drawFailure(painter, colors, { scene, model: { failure } }) {
  if (failure.nearest) {
    const [x, y] = failure.reason === "start-outside" ? scene.start : scene.goal;
    painter.line([x, y, ...failure.nearest], { stroke: colors.bad, width: 2, dash: [3, 5] });
    painter.circle(...failure.nearest, 6, { stroke: colors.bad, width: 2.5 });
  }
  if (failure.narrowest) {
    const { from, to } = failure.narrowest;
    painter.line([...from, ...to], { stroke: colors.bad, width: 4 });
  }
}

/** The ends; pale while another floor is shown. */
function drawEnds(painter, colors, { scene, floor, tools: { selection } }) {
  for (const name of ["start", "goal"]) {
    const [x, y] = scene[name];
    const opacity = floorOf(scene[name]) === floor ? 1 : 0.45;
    const stroke = selection === name ? colors.accent : colors.surface;
    painter.circle(x, y, 10, { fill: colors[name], stroke, width: selection === name ? 4 : 2, opacity });
    painter.text(x, y, name === "start" ? "S" : "G", colors.surface);
  }
}
