// Draws a map, its exits and the people on it.
import { drawDistances } from "../shapes/distances.js";
import { besideLine, drawGround, drawLines, drawSelection } from "../shapes/draw.js";
import { flatLinesOf } from "../shapes/features.js";
import { agentsOf, exitsOf } from "./scene.js";

/** Draws everything. `state` holds the scene, the model, the tools, the distances, and whether first places are shown. */
export function draw(painter, colors, { scene, model, tools, raster, showsPlaces }) {
  drawGround(painter, colors, scene, 0);
  if (raster) drawDistances(painter, colors, raster, model.cells());
  painter.lines(model.walls, { stroke: colors.wall, width: 1.2 });
  drawLines(painter, colors, scene, 0);
  drawExits(painter, colors, scene);
  if (showsPlaces) drawFirstPlaces(painter, colors, scene);
  drawPeople(painter, colors, scene, model);
  drawSelection(painter, colors, scene, tools);
}

function drawExits(painter, colors, scene) {
  for (const exit of exitsOf(scene)) {
    for (const line of flatLinesOf(exit)) {
      painter.line(line, { stroke: colors.exit, width: 7 });
      const [ax, ay, bx, by] = [line[0], line[1], line.at(-2), line.at(-1)];
      // A short line has no room for a text.
      if (Math.hypot(bx - ax, by - ay) * painter.camera.scale < 20 * painter.camera.unit) continue;
      const style = { shift: besideLine([ax, ay, bx, by], -22), halo: colors.walkable };
      painter.text((ax + bx) / 2, (ay + by) / 2, "exit", colors.exit, style);
    }
  }
}

/** The polygons in which people begin. */
function drawFirstPlaces(painter, colors, scene) {
  for (const [row, feature] of agentsOf(scene).entries()) {
    painter.polygon(flatLinesOf(feature), { stroke: colors[`group-${row % 6}`], width: 1, dash: [3, 5], opacity: 0.7 });
  }
}

function drawPeople(painter, colors, { radius }, model) {
  const { colors: groups, stuck } = model.places();
  const { unit, scale } = painter.camera;
  // On a small map people are drawn larger than they are.
  const shown = Math.max(radius, (1.8 * unit) / scale);
  for (const [row, points] of groups.entries()) painter.circles(points, shown, { fill: colors[`group-${row}`] });
  painter.circles(stuck, shown, { stroke: colors.bad, width: 2 });
}
