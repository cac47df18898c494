// From map units to pixels and back.

export class Camera {
  /** `upward` tells whether the y axis of the map points up. */
  constructor(upward) {
    this.upward = upward;
    this.scale = 1;
    this.center = [0, 0];
    this.size = [1, 1];
    /** The pixels of widths and radii that are one pixel at the usual size of text. */
    this.unit = 1;
  }

  /** Shows a whole map. `bounds` are the smallest x and y and the largest. */
  fit([left, bottom, right, top], margin = 24) {
    const [width, height] = this.size;
    const room = [Math.max(width - 2 * margin, 1), Math.max(height - 2 * margin, 1)];
    this.scale = Math.min(room[0] / (right - left || 1), room[1] / (top - bottom || 1));
    this.center = [(left + right) / 2, (bottom + top) / 2];
  }

  toScreen(x, y) {
    const [width, height] = this.size;
    const down = this.upward ? this.center[1] - y : y - this.center[1];
    return [width / 2 + (x - this.center[0]) * this.scale, height / 2 + down * this.scale];
  }

  toMap(x, y) {
    const [width, height] = this.size;
    const down = (y - height / 2) / this.scale;
    return [this.center[0] + (x - width / 2) / this.scale, this.center[1] + (this.upward ? -down : down)];
  }

  /** Rounds a length or a coordinate to few decimals, by a quarter of a pixel or less, so that addresses stay short. */
  rounded(number) {
    const scale = 10 ** Math.max(0, Math.ceil(Math.log10(2 * this.scale)));
    return Math.round(number * scale) / scale;
  }

  /** Enlarges by a factor; the point under a pixel stays there. */
  zoom(factor, x, y) {
    const before = this.toMap(x, y);
    this.scale *= factor;
    const after = this.toMap(x, y);
    this.center = [this.center[0] + before[0] - after[0], this.center[1] + before[1] - after[1]];
  }

  /** Moves the map by pixels. */
  pan(dx, dy) {
    this.center = [this.center[0] - dx / this.scale, this.center[1] + ((this.upward ? 1 : -1) * dy) / this.scale];
  }
}
