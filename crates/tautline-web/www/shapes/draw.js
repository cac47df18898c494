// Draws the shapes of a scene on one floor, and what is selected or being drawn.
import { costLook } from "../shared/costs.js";
import { flatLinesOf, floorName, isOn, isPolygon, kindOf, linesOf } from "./features.js";

const order = ["walkable", "area", "obstacle"];

/** The place of the text of a line: above it, or `aside` units to the right if it is upright. */
export function besideLine([ax, ay, bx, by], aside) {
  return Math.abs(bx - ax) > Math.abs(by - ay) ? [0, -15] : [aside, 0];
}

/** The style of a polygon, or null for one that is not drawn. */
function styleOf(feature, colors) {
  const kind = kindOf(feature);
  if (kind !== "area") return { fill: colors[kind] };
  const look = costLook(feature.properties.cost ?? 1);
  return look && { fill: colors[look.name], opacity: look.opacity };
}

/** Draws ground, areas and obstacles. */
export function drawGround(painter, colors, { features }, floor) {
  for (const kind of order) {
    for (const feature of features) {
      if (kindOf(feature) !== kind || !isPolygon(feature) || !isOn(feature, floor)) continue;
      const style = styleOf(feature, colors);
      if (style) painter.polygon(flatLinesOf(feature), style);
    }
  }
}

/** Draws walls, doors, and the lines that lead to other floors. */
export function drawLines(painter, colors, scene, floor) {
  for (const feature of scene.features) {
    if (isPolygon(feature) || !isOn(feature, floor)) continue;
    const style = lineStyle(feature, colors, scene.closed);
    if (style) for (const line of flatLinesOf(feature)) painter.line(line, style);
    if (kindOf(feature) === "floor_connection") drawLeads(painter, colors, scene, feature, floor);
  }
}

function lineStyle(feature, colors, closed) {
  const kind = kindOf(feature);
  if (kind === "wall") return { stroke: colors.wall, width: 3 };
  if (kind === "floor_connection") return { stroke: colors.second, width: 5 };
  if (kind !== "door") return null;
  return closed.includes(feature.properties.name) ? { stroke: colors.door, width: 6 } : { stroke: colors.door, width: 3, dash: [5, 6] };
}

/** The name of the floor to which a line leads. */
function drawLeads(painter, colors, { features }, feature, floor) {
  const other = feature.properties.layers.find((number) => number !== floor);
  const line = linesOf(feature)[0];
  const [x, y] = [0, 1].map((axis) => (line[0][axis] + line.at(-1)[axis]) / 2);
  painter.text(x, y, `to the ${floorName(features, other)}`, colors.second, { shift: besideLine([...line[0], ...line.at(-1)], 54), halo: colors.walkable });
}

/** Draws the selected feature and its corners, the feature that is being drawn, and the pen of the keyboard. */
export function drawSelection(painter, colors, scene, { selection, draft, pen }) {
  const feature = typeof selection === "number" ? scene.features[selection] : null;
  if (feature) {
    for (const line of flatLinesOf(feature)) painter.line(line, { stroke: colors.accent, width: 2, dash: [6, 4] });
    for (const [x, y] of linesOf(feature).flat()) painter.circle(x, y, 5, { fill: colors.surface, stroke: colors.accent, width: 2 });
  }
  if (draft.length > 0) {
    painter.line(draft.flat(), { stroke: colors.accent, width: 2 });
    for (const [x, y] of draft) painter.circle(x, y, 5, { fill: colors.accent });
  }
  if (pen) {
    const [x, y] = pen;
    const arm = (9 * painter.camera.unit) / painter.camera.scale;
    painter.lines([[x - arm, y, x + arm, y], [x, y - arm, x, y + arm]], { stroke: colors.accent, width: 2 });
  }
}
