// The tab with crowds: a loop of frames moves people, edits the map under them and paints.
import { sampleDistances } from "../shapes/distances.js";
import { withProperties } from "../shapes/features.js";
import { ShapesTab } from "../shapes/tab.js";
import { Tools } from "../shapes/tools.js";
import { say } from "../shared/message.js";
import { inWords } from "../shared/words.js";
import { draw } from "./draw.js";
import { CrowdModel } from "./model.js";
import { CrowdPanel } from "./panel.js";
import { samples } from "./samples.js";
import { completeScene, usualCount } from "./scene.js";

/** The letter of each tool. */
const keys = { s: "select", p: "agents", e: "exit", o: "obstacle", w: "wall", d: "door", g: "walkable" };
/** The seconds of a step at speed 1, and the milliseconds between two looks at the counts. */
const [step, pause] = [1 / 60, 200];
/** The number of frames whose work is kept. */
const frames = 600;

export class CrowdTab extends ShapesTab {
  model = new CrowdModel();
  tools = new Tools(this, keys);
  isPlaying = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** The seconds of the crowd in a second. */
  speed = 2;
  shows = { distances: false, places: false };
  /** The milliseconds of work of the last frames, oldest first. */
  work = [];
  /** The distances to the nearest exit while they are shown, else null. */
  raster = null;
  #rasterKey = "";
  #isChanged = false;
  #before = 0;
  #due = 0;
  #counted = 0;

  constructor(openAny) {
    super("crowd", samples, openAny);
    this.panel = new CrowdPanel(this);
    this.listen();
    this.canvas.addEventListener("keydown", (event) => {
      if (event.key === " " && this.tools.tool === "select" && typeof this.tools.selection !== "number") this.play(!this.isPlaying);
    });
  }

  complete(scene) {
    return completeScene(scene);
  }

  onbegin() {
    this.tools.selection = null;
    this.restart();
    this.panel.begin();
  }

  /** Puts everybody back to their first places. */
  restart() {
    this.model.begin(this.scene);
    this.#due = 0;
    this.work = [];
    this.refresh();
  }

  /** The next frame follows the scene, once for all events since the last one. */
  update() {
    this.#isChanged = true;
    if (!this.isVisible) this.#follow();
    if (!this.isPreview) this.panel.refresh();
  }

  #follow() {
    this.#isChanged = false;
    const before = this.model.error?.message;
    this.model.update(this.scene);
    const { error } = this.model;
    if (error && error.message !== before) say(`${inWords(error.message)}.`);
  }

  show() {
    super.show();
    this.#before = performance.now();
    requestAnimationFrame((now) => this.#frame(now));
  }

  play(isPlaying) {
    this.isPlaying = isPlaying;
    this.refresh();
  }

  /** One step by hand, of the scene as it is now. */
  stepOnce() {
    this.isPlaying = false;
    if (this.#isChanged) this.#follow();
    this.#advance();
    this.refresh();
  }

  #advance() {
    this.model.step(step * this.speed, this.scene.again);
  }

  #frame(now) {
    if (!this.isVisible) return;
    requestAnimationFrame((next) => this.#frame(next));
    // A slow machine shows slow motion, and a pause of the page does not make a jump.
    this.#due = this.isPlaying ? Math.min(this.#due + (now - this.#before) / 1000, 1.5 * step) : 0;
    this.#before = now;
    const isDue = this.#due > 0.9 * step;
    if (!isDue && !this.#isChanged) return;
    const begin = performance.now();
    if (this.#isChanged) this.#follow();
    if (isDue) {
      this.#due = Math.max(0, this.#due - step);
      this.#advance();
    }
    this.stage.paintNow();
    if (now - this.#counted > pause) {
      this.#counted = now;
      this.panel.refreshCounts();
    }
    this.work.push(performance.now() - begin);
    if (this.work.length > frames) this.work.shift();
  }

  /** Takes a new shape; new people get a number. */
  commit(scene) {
    const last = scene.features.length - 1;
    const { kind, count } = scene.features[last]?.properties ?? {};
    super.commit(kind === "agents" && count === undefined ? withProperties(scene, last, { count: usualCount }) : scene);
  }

  setShown(name, isShown) {
    this.shows[name] = isShown;
    this.refresh();
  }

  /** The distances of now; asked again only if map or picture have changed. */
  #distances(camera) {
    const key = JSON.stringify([this.model.revision, camera.center, camera.scale, camera.size, this.scene.features.length]);
    if (!this.shows.distances) this.#rasterKey = "";
    else if (key !== this.#rasterKey) {
      this.raster = sampleDistances(camera, (points) => this.model.distances(points));
      this.#rasterKey = key;
      this.panel.refreshLegend();
    }
    return this.shows.distances ? this.raster : null;
  }

  draw(painter, colors) {
    const { scene, model, tools } = this;
    const raster = this.#distances(painter.camera);
    draw(painter, colors, { scene, model, tools, raster, showsPlaces: this.shows.places || !this.isPlaying });
  }
}
