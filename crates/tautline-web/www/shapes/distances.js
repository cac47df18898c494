// A picture of distances: bands of colour, and lines of equal distance with their numbers.

/** The largest number of bands. */
const most = 10;
/** The least distance of two numbers of a line on the screen, in units of the camera. */
const apart = 150;

/** The width of a band: 1, 2 or 5 times a power of ten. */
function bandWidth(far) {
  const wanted = far / most;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((digit) => digit * power).find((width) => width >= wanted);
}

/** The opacity of a band: the nearer, the stronger. */
const bandOpacity = (band) => 0.66 - 0.06 * Math.min(band, most);

/** The steps of a scale: for each band the number at its beginning, and its opacity. */
export function bandSteps({ band, far }) {
  return Array.from({ length: Math.floor(far / band) + 1 }, (_, number) => [Number((number * band).toPrecision(6)), bandOpacity(number)]);
}

/**
 * Asks for distances on a raster of the screen.
 * @param {import("../shared/camera.js").Camera} camera
 * @param {(points: number[], near: number) => Float64Array | null} ask gets points, and how far from the ground a square of the
 *   raster still shows some
 * @returns {object | null} the raster and its bands, or null without any distance
 */
export function sampleDistances(camera, ask) {
  const [width, height] = camera.size;
  const step = Math.max(6, Math.sqrt((width * height) / 10000));
  const [columns, rows] = [Math.ceil(width / step) + 1, Math.ceil(height / step) + 1];
  const points = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) points.push(...camera.toMap((column + 0.5) * step, (row + 0.5) * step));
  }
  const distances = ask(points, (0.8 * step) / camera.scale);
  const far = distances?.reduce((longest, distance) => (Number.isFinite(distance) ? Math.max(longest, distance) : longest), 0);
  if (!far) return null;
  return { points, distances, columns, rows, far, band: bandWidth(far), size: step / camera.scale };
}

/** Draws a raster on the cells of a floor: its bands, the lines between them, and numbers. */
export function drawDistances(painter, colors, raster, cells) {
  const lines = linesBetween(raster);
  painter.clipped(cells, () => {
    drawBands(painter, colors, raster);
    painter.lines(lines.map(({ line }) => line), { stroke: colors.text, width: 0.8, opacity: 0.6 });
  });
  for (const { line, level } of spread(lines, painter.camera)) {
    painter.text(line[0], line[1], String(Number((level * raster.band).toPrecision(6))), colors.text, { halo: colors.walkable });
  }
}

function drawBands(painter, colors, { points, distances, band, size }) {
  const rings = [];
  const half = size / 2;
  for (let i = 0; i < distances.length; i += 1) {
    if (!Number.isFinite(distances[i])) continue;
    const [x, y] = [points[2 * i], points[2 * i + 1]];
    (rings[Math.floor(distances[i] / band)] ??= []).push([x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half]);
  }
  rings.forEach((own, number) => painter.polygon(own, { fill: colors.accent, opacity: bandOpacity(number) }));
}

/** The pieces of the lines between two bands: where a square of the raster has corners in both. */
function linesBetween({ points, distances, columns, rows, band, size }) {
  const lines = [];
  for (let row = 0; row + 1 < rows; row += 1) {
    for (let column = 0; column + 1 < columns; column += 1) {
      const first = row * columns + column;
      const corners = [first, first + 1, first + columns + 1, first + columns];
      const own = corners.map((corner) => distances[corner]);
      const [low, high] = [Math.min(...own), Math.max(...own)];
      // Across a wall distances jump, and no line of equal distance is there. Ground that costs more makes steeper slopes.
      if (!Number.isFinite(high) || high - low > Math.max(2 * size, band)) continue;
      for (let level = Math.floor(low / band) + 1; level * band <= high; level += 1) {
        const line = crossings(corners, own, level * band, points);
        if (line.length === 4) lines.push({ line, level });
      }
    }
  }
  return lines;
}

/** The points where the sides of a square have a distance. */
function crossings(corners, own, distance, points) {
  const found = [];
  for (let i = 0; i < 4; i += 1) {
    const j = (i + 1) % 4;
    if (own[i] < distance === own[j] < distance) continue;
    const share = (distance - own[i]) / (own[j] - own[i]);
    for (const axis of [0, 1]) {
      const [from, to] = [points[2 * corners[i] + axis], points[2 * corners[j] + axis]];
      found.push(from + share * (to - from));
    }
  }
  return found;
}

/** The pieces that get a number: far from each other. */
function spread(lines, camera) {
  const chosen = [];
  for (const piece of lines) {
    const [x, y] = camera.toScreen(piece.line[0], piece.line[1]);
    const isFar = chosen.every(({ at, level }) => Math.hypot(at[0] - x, at[1] - y) > (level === piece.level ? 2 : 0.5) * apart * camera.unit);
    if (isFar) chosen.push({ ...piece, at: [x, y] });
  }
  return chosen;
}
