// A canvas that fits its element, repaints once a frame and pans and zooms by pointer.
import { CanvasPainter, palette } from "./paint.js";

export class Stage {
  #pointers = new Map();
  #asked = false;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("./camera.js").Camera} camera
   * @param {(painter: CanvasPainter, colors: Record<string, string>) => void} draw
   */
  constructor(canvas, camera, draw) {
    this.canvas = canvas;
    this.camera = camera;
    this.draw = draw;
    this.colors = palette();
    new ResizeObserver(() => this.#resize()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.colors = palette();
      this.repaint();
    });
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** Paints in the next frame. */
  repaint() {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.paintNow();
    });
  }

  /** Where an event happened, in pixels of the canvas. */
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /**
   * Sends pointers to handlers: `down` returns whether it takes the pointer; the others pan the map, two fingers zoom.
   * @param {{down: (at: number[], event: PointerEvent) => boolean, move: (at: number[]) => void, up: () => void}} handlers
   */
  listen({ down, move, up }) {
    let taken = false;
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, this.at(event));
      if (this.#pointers.size === 1) taken = event.button === 0 && down(this.at(event), event);
      else if (taken) {
        taken = false;
        up();
      }
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const before = this.#pointers.get(event.pointerId);
      if (!before) return;
      const now = this.at(event);
      if (taken) move(now);
      else this.#drag(event.pointerId, before, now);
      this.#pointers.set(event.pointerId, now);
    });
    const end = (event) => {
      if (!this.#pointers.delete(event.pointerId) || this.#pointers.size > 0) return;
      if (taken) up();
      taken = false;
    };
    this.canvas.addEventListener("pointerup", end);
    this.canvas.addEventListener("pointercancel", end);
  }

  #drag(id, before, now) {
    const other = [...this.#pointers].find(([key]) => key !== id)?.[1];
    if (other) {
      const far = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
      this.camera.zoom(far(now) / (far(before) || 1), ...other);
    } else {
      this.camera.pan(now[0] - before[0], now[1] - before[1]);
    }
    this.repaint();
  }

  #wheel(event) {
    event.preventDefault();
    this.camera.zoom(Math.exp(-event.deltaY / 500), ...this.at(event));
    this.repaint();
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.canvas.width = width * devicePixelRatio;
    this.canvas.height = height * devicePixelRatio;
    const first = this.camera.size[0] === 1;
    this.camera.size = [width, height];
    this.camera.unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if (first) this.onfirst?.();
    this.paintNow();
  }

  /** Paints at once. */
  paintNow() {
    const context = this.canvas.getContext("2d");
    const [width, height] = this.camera.size;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.fillStyle = this.colors.ground;
    context.fillRect(0, 0, width, height);
    this.draw(new CanvasPainter(context, this.camera), this.colors);
  }
}
