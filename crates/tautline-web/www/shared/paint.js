// The same drawing on a canvas and as SVG. Coordinates are map units, widths and radii are units of the camera.

/** The colour of a name in style.css, in the current theme. */
export function color(name) {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

/** All colours of the page, read once a theme. */
export function palette() {
  const names = ["ground", "walkable", "obstacle", "wall", "cell", "corridor", "cheap", "dear", "path", "second", "start"];
  names.push("goal", "door", "seen", "open", "closed", "text", "accent", "line", "bad", "surface");
  names.push("exit", "group-0", "group-1", "group-2", "group-3", "group-4", "group-5");
  return Object.fromEntries(names.map((name) => [name, color(name)]));
}

/** The pixel of a point, moved by units of the camera. */
function shifted(camera, x, y, [right, down]) {
  const [left, top] = camera.toScreen(x, y);
  return [left + right * camera.unit, top + down * camera.unit];
}

export class CanvasPainter {
  constructor(context, camera) {
    this.context = context;
    this.camera = camera;
  }

  #trace(rings, closed) {
    const { context, camera } = this;
    context.beginPath();
    for (const points of rings) {
      for (let i = 0; i + 1 < points.length; i += 2) {
        const [x, y] = camera.toScreen(points[i], points[i + 1]);
        if (i === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      if (closed) context.closePath();
    }
  }

  #paint({ fill, stroke, width = 1, dash = [], opacity = 1 }) {
    const { context, camera: { unit } } = this;
    context.globalAlpha = opacity;
    if (fill) {
      context.fillStyle = fill;
      context.fill("evenodd");
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = width * unit;
      context.lineJoin = context.lineCap = "round";
      context.setLineDash(dash.map((length) => length * unit));
      context.stroke();
      context.setLineDash([]);
    }
    context.globalAlpha = 1;
  }

  /** Rings of x and y, one point behind the other. */
  polygon(rings, style) {
    this.#trace(rings, true);
    this.#paint(style);
  }

  /** Draws only inside polygons. */
  clipped(rings, draw) {
    this.context.save();
    this.#trace(rings, true);
    this.context.clip();
    draw();
    this.context.restore();
  }

  line(points, style) {
    this.lines([points], style);
  }

  /** Many lines of one style. */
  lines(lines, style) {
    this.#trace(lines, false);
    this.#paint(style);
  }

  /** A circle. */
  circle(x, y, radius, style) {
    const [left, top] = this.camera.toScreen(x, y);
    this.context.beginPath();
    this.context.arc(left, top, radius * this.camera.unit, 0, 2 * Math.PI);
    this.#paint(style);
  }

  /** Many circles of one style: x and y of each centre, and the radius in map units. */
  circles(points, radius, style) {
    const { context, camera } = this;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) {
      const [left, top] = camera.toScreen(points[i], points[i + 1]);
      context.moveTo(left + radius * camera.scale, top);
      context.arc(left, top, radius * camera.scale, 0, 2 * Math.PI);
    }
    this.#paint(style);
  }

  /** A short text; `shift` moves it by units of the camera, `halo` is the colour around its letters. */
  text(x, y, text, fill, { shift = [0, 0], halo = null } = {}) {
    const { context, camera } = this;
    const [left, top] = shifted(camera, x, y, shift);
    context.font = `600 ${13 * camera.unit}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    if (halo) {
      [context.strokeStyle, context.lineWidth, context.lineJoin] = [halo, 4 * camera.unit, "round"];
      context.strokeText(text, left, top);
    }
    context.fillStyle = fill;
    context.fillText(text, left, top);
  }
}

const escaped = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const quote = (text) => String(text).replace(/[&<>"]/g, (character) => escaped[character]);

export class SvgPainter {
  #parts = [];

  constructor(camera) {
    this.camera = camera;
  }

  #style({ fill = "none", stroke = "none", width = 1, dash = [], opacity = 1 }) {
    const { unit } = this.camera;
    const line = stroke === "none" ? "" : ` stroke="${quote(stroke)}" stroke-width="${width * unit}" stroke-linejoin="round"`;
    const dashes = dash.length === 0 ? "" : ` stroke-dasharray="${dash.map((length) => length * unit).join(" ")}"`;
    const alpha = opacity === 1 ? "" : ` opacity="${opacity}"`;
    return `fill="${quote(fill)}" fill-rule="evenodd"${line}${dashes}${alpha}`;
  }

  #path(points) {
    const steps = [];
    for (let i = 0; i + 1 < points.length; i += 2) {
      const [x, y] = this.camera.toScreen(points[i], points[i + 1]);
      steps.push(`${i === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`);
    }
    return steps.join("");
  }

  polygon(rings, style) {
    const path = rings.map((ring) => `${this.#path(ring)}Z`).join("");
    this.#parts.push(`<path d="${path}" ${this.#style(style)}/>`);
  }

  clipped(rings, draw) {
    const id = `clip-${this.#parts.length}`;
    const path = rings.map((ring) => `${this.#path(ring)}Z`).join("");
    this.#parts.push(`<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})">`);
    draw();
    this.#parts.push("</g>");
  }

  line(points, style) {
    this.lines([points], style);
  }

  lines(lines, style) {
    const path = lines.map((points) => this.#path(points)).join("");
    this.#parts.push(`<path d="${path}" ${this.#style(style)}/>`);
  }

  circle(x, y, radius, style) {
    const [left, top] = this.camera.toScreen(x, y);
    const place = `cx="${left.toFixed(2)}" cy="${top.toFixed(2)}" r="${radius * this.camera.unit}"`;
    this.#parts.push(`<circle ${place} ${this.#style(style)}/>`);
  }

  circles(points, radius, style) {
    const { unit, scale } = this.camera;
    for (let i = 0; i < points.length; i += 2) this.circle(points[i], points[i + 1], (radius * scale) / unit, style);
  }

  text(x, y, text, fill, { shift = [0, 0], halo = null } = {}) {
    const [left, top] = shifted(this.camera, x, y, shift);
    const around = halo ? ` stroke="${quote(halo)}" stroke-width="${4 * this.camera.unit}" paint-order="stroke"` : "";
    const place = `x="${left.toFixed(2)}" y="${top.toFixed(2)}" text-anchor="middle" dominant-baseline="middle"`;
    const font = `font-family="sans-serif" font-size="${13 * this.camera.unit}"`;
    this.#parts.push(`<text ${place} ${font} fill="${quote(fill)}"${around}>${quote(text)}</text>`);
  }

  /** The whole document. */
  document(background) {
    const [width, height] = this.camera.size;
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    const ground = `<rect width="100%" height="100%" fill="${quote(background)}"/>`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${this.#parts.join("")}</svg>\n`;
  }
}
