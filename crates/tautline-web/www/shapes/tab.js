// The common part of the tabs with drawn shapes: a scene with a history, its address, its files, pointer and keyboard.
import { readScene, writeScene } from "./address.js";
import { boundsOf } from "./features.js";
import { Camera } from "../shared/camera.js";
import { Stage } from "../shared/canvas.js";
import { save, savePng } from "../shared/files.js";
import { History } from "../shared/history.js";
import { say } from "../shared/message.js";
import { SvgPainter } from "../shared/paint.js";

/**
 * A tab sets `tools` and `panel`, and has these methods: `complete(scene)` returns a scene with all properties or throws,
 * `update()` asks the engine, `draw(painter, colors)` paints.
 */
export class ShapesTab {
  camera = new Camera(true);
  /** The floor that is shown. */
  floor = 0;
  isVisible = false;
  #history;
  #shown = null;

  /**
   * @param {string} name the beginning of the ids of its elements
   * @param {Record<string, {title: string, scene: () => Promise<object>}>} samples the first one is shown first
   * @param {(name: string, bytes: Uint8Array) => void} openAny opens a file of any kind of map, on the tab that shows it
   */
  constructor(name, samples, openAny) {
    Object.assign(this, { name, samples, openAny });
    this.#history = new History(this.complete({}));
    this.canvas = document.getElementById(`${name}-canvas`);
    this.stage = new Stage(this.canvas, this.camera, (painter, colors) => this.draw(painter, colors));
    this.stage.onfirst = () => this.camera.fit(this.bounds);
  }

  /** Begins to listen to pointers and keys. */
  listen() {
    let last = null;
    this.stage.listen({
      down: (at) => this.tools.down((last = at)),
      move: (at) => this.tools.move((last = at)),
      up: () => this.tools.up(last),
    });
    this.canvas.addEventListener("keydown", (event) => {
      const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
      const redo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y";
      if (undo && !event.shiftKey) this.undo();
      else if (undo || redo) this.redo();
      else if (!this.tools.key(event)) return;
      event.preventDefault();
    });
  }

  /** The scene as it is shown, in the middle of a drag too. */
  get scene() {
    return this.#shown ?? this.#history.scene;
  }

  /** Whether a drag passes through the scene. */
  get isPreview() {
    return this.#shown !== null;
  }

  get bounds() {
    const { features, start = [0, 0], goal = [1, 1] } = this.scene;
    return boundsOf(features) ?? [Math.min(start[0], goal[0]), Math.min(start[1], goal[1]), Math.max(start[0], goal[0]), Math.max(start[1], goal[1])];
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  /** Opens the scene of an address, or the first sample. */
  async open(written) {
    const first = Object.keys(this.samples)[0];
    if (!written) return this.openSample(first);
    try {
      this.begin(this.complete(await readScene(written, this.samples)));
    } catch (error) {
      say(`This link shows nothing: ${error.message}.`);
      await this.openSample(first);
    }
  }

  async openSample(name) {
    this.begin(this.complete({ ...(await this.samples[name].scene()), sample: name }));
  }

  /** Takes a scene without a past. */
  begin(scene) {
    this.#history = new History(scene);
    this.#shown = null;
    this.onbegin?.();
    this.update();
    this.camera.fit(this.bounds);
    this.#writeAddress();
  }

  /** Shows a scene that a drag passes through. */
  preview(scene) {
    this.#shown = scene;
    this.update();
  }

  /** Takes a scene; undo returns to the one before. */
  commit(scene) {
    this.#shown = null;
    this.#history.push(scene);
    this.update();
    this.#writeAddress();
  }

  undo() {
    this.#history.undo();
    this.#changeOver();
  }

  redo() {
    this.#history.redo();
    this.#changeOver();
  }

  #changeOver() {
    this.#shown = null;
    if (typeof this.tools.selection === "number") this.tools.selection = null;
    this.update();
    this.#writeAddress();
  }

  /** Paints and lists anew, without asking the engine. */
  refresh() {
    this.panel.refresh();
    this.stage.repaint();
  }

  show() {
    this.isVisible = true;
    this.#writeAddress();
    this.refresh();
  }

  hide() {
    this.isVisible = false;
  }

  showFloor(floor) {
    this.floor = floor;
    if (typeof this.tools.selection === "number") this.tools.selection = null;
    this.refresh();
  }

  async #writeAddress() {
    const { scene } = this;
    const address = await writeScene(scene, this.samples);
    if (scene === this.scene && this.isVisible) history.replaceState(null, "", address);
  }

  /** Shows the whole map. */
  showAll() {
    this.camera.fit(this.bounds);
    this.stage.repaint();
  }

  saveGeoJson() {
    const text = JSON.stringify({ type: "FeatureCollection", features: this.scene.features }, null, 1);
    save("scene.geojson", text, "application/geo+json");
  }

  saveSvg() {
    const painter = new SvgPainter(this.camera);
    this.draw(painter, this.stage.colors);
    save("scene.svg", painter.document(this.stage.colors.ground), "image/svg+xml");
  }

  savePng() {
    savePng("scene.png", this.canvas);
  }
}
