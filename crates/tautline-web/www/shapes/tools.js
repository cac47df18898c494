// Pointer and keyboard on a map of shapes: what a gesture does to the scene.
import { kindOf, movedCorner, movedFeature, newFeature, withFeature, withNewFeature, withoutFeature, withToggledDoor } from "./features.js";
import { pickCorner, pickEnd, pickFeature } from "./pick.js";

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const tapPixels = 5;
const pointsOf = { door: 2, wall: 2, exit: 2 };

export class Tools {
  tool = "select";
  /** "start", "goal", the number of a feature, or null. */
  selection = null;
  /** The corners of a feature that is being drawn. */
  draft = [];
  /** Where the keyboard puts the next corner, or null while no tool draws. */
  pen = null;
  #drag = null;

  /**
   * @param {import("./tab.js").ShapesTab} tab
   * @param {Record<string, string>} keys the letter of each tool
   */
  constructor(tab, keys) {
    this.tab = tab;
    this.keys = keys;
  }

  down(at) {
    const { scene, camera } = this.tab;
    if (this.tool !== "select") return true;
    const end = pickEnd(scene, camera, at);
    if (end) return this.#begin(end, at, null);
    if (typeof this.selection === "number") {
      const feature = scene.features[this.selection];
      const corner = feature && pickCorner(feature, camera, at);
      if (corner) return this.#begin(this.selection, at, corner);
    }
    const index = pickFeature(scene, this.tab.floor, camera, at);
    const isDoor = index !== null && kindOf(scene.features[index]) === "door";
    const isGround = index !== null && kindOf(scene.features[index]) === "walkable" && index !== this.selection;
    if (isDoor || (index !== null && !isGround)) return this.#begin(index, at, null);
    // A tap on the ground selects it, a drag pans the map.
    this.select(index);
    return false;
  }

  #begin(selection, at, corner) {
    this.#drag = { at, first: at, corner, scene: this.tab.scene };
    this.select(selection);
    return true;
  }

  move(at) {
    const drag = this.#drag;
    if (!drag) return;
    const { camera } = this.tab;
    const [from, to] = [camera.toMap(...drag.first), camera.toMap(...at)];
    const shift = [to[0] - from[0], to[1] - from[1]].map((length) => camera.rounded(length));
    drag.at = at;
    if (this.#isTap(drag)) return;
    this.tab.preview(this.#dragged(drag, shift));
  }

  #isTap(drag) {
    const { first, at } = drag;
    const isEnd = typeof this.selection === "string";
    return !isEnd && Math.hypot(at[0] - first[0], at[1] - first[1]) < tapPixels;
  }

  #dragged({ scene, corner }, [dx, dy]) {
    const { selection } = this;
    const { camera, floor } = this.tab;
    const moved = ([x, y]) => [camera.rounded(x + dx), camera.rounded(y + dy)];
    // An end that is dragged comes to the floor that is shown.
    if (typeof selection === "string") return { ...scene, [selection]: [...moved(scene[selection]), ...(floor === 0 ? [] : [floor])] };
    const feature = scene.features[selection];
    if (!corner) return withFeature(scene, selection, movedFeature(feature, moved));
    return withFeature(scene, selection, movedCorner(feature, corner, moved(corner)));
  }

  up(at) {
    if (this.tool !== "select") return this.#addPoint(at);
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return;
    const feature = drag.scene.features[this.selection];
    if (this.#isTap(drag) && feature && kindOf(feature) === "door") {
      this.tab.commit(withToggledDoor(drag.scene, feature.properties.name));
    } else if (this.tab.scene !== drag.scene) {
      this.tab.commit(this.tab.scene);
    }
  }

  #addPoint(at) {
    if (!at) return;
    const { camera } = this.tab;
    const first = this.draft[0];
    if (first && this.draft.length > 2) {
      const [x, y] = camera.toScreen(...first);
      if (Math.hypot(x - at[0], y - at[1]) < 14 * camera.unit) return this.finish();
    }
    this.draft = [...this.draft, camera.toMap(...at).map((number) => camera.rounded(number))];
    if (this.draft.length === pointsOf[this.tool]) this.finish();
    this.tab.refresh();
  }

  /** Ends the drawing of a feature; too few corners are thrown away. */
  finish() {
    const { tool, draft } = this;
    this.draft = [];
    if (draft.length >= (pointsOf[tool] ?? 3)) {
      const { scene } = this.tab;
      this.selection = scene.features.length;
      [this.tool, this.pen] = ["select", null];
      const name = `${tool} ${scene.features.length + 1}`;
      this.tab.commit(withNewFeature(scene, newFeature(tool, draft, name, this.tab.floor)));
    }
    this.tab.refresh();
  }

  choose(tool) {
    this.tool = tool;
    this.draft = [];
    this.pen = tool === "select" ? null : this.tab.camera.center;
    this.tab.refresh();
  }

  select(selection) {
    this.selection = selection;
    this.tab.refresh();
  }

  /** Removes the selected feature. */
  remove() {
    if (typeof this.selection !== "number") return;
    const { scene } = this.tab;
    const index = this.selection;
    this.selection = null;
    this.tab.commit(withoutFeature(scene, index));
  }

  /** Returns whether a key meant something. */
  key(event) {
    const tool = event.ctrlKey || event.metaKey || event.altKey ? undefined : this.keys[event.key.toLowerCase()];
    const arrow = arrows[event.key];
    if (tool) this.choose(tool);
    else if (arrow) this.#arrow(arrow, (event.shiftKey ? 40 : 8) / this.tab.camera.scale);
    else if (event.key === "Delete" || event.key === "Backspace") this.remove();
    else if (event.key === "Enter") this.finish();
    else if (event.key === "Escape") this.choose("select");
    else if (event.key === " ") this.#space();
    else return false;
    return true;
  }

  /** Moves the pen of the drawing tools, or the selected item. */
  #arrow([x, y], length) {
    const shift = [x * length, y * length];
    if (this.tool !== "select") {
      this.pen = [this.pen[0] + shift[0], this.pen[1] + shift[1]];
      this.tab.refresh();
    } else if (this.selection !== null) {
      this.tab.commit(this.#dragged({ scene: this.tab.scene, corner: null }, shift));
    }
  }

  /** Puts a corner at the pen, or toggles the selected door. */
  #space() {
    if (this.tool !== "select") return this.#addPoint(this.tab.camera.toScreen(...this.pen));
    const feature = this.tab.scene.features[this.selection];
    if (feature && kindOf(feature) === "door") this.tab.commit(withToggledDoor(this.tab.scene, feature.properties.name));
  }
}
