// The mesh tab: holds the scene, asks the engine, paints and lists.
import { Mesh } from "../tautline/index.js";
import { Camera } from "../shared/camera.js";
import { Stage } from "../shared/canvas.js";
import { History } from "../shared/history.js";
import { writeAddress } from "../shared/address.js";
import { save, savePng } from "../shared/files.js";
import { say } from "../shared/message.js";
import { SvgPainter } from "../shared/paint.js";
import { Player } from "../shared/player.js";
import { draw } from "./draw.js";
import { MeshModel } from "./model.js";
import { MeshPanel } from "./panel.js";
import { samples } from "./samples.js";
import { boundsOf, completeScene, toGeoJson } from "./scene.js";
import { MeshTools } from "./tools.js";

export class MeshTab {
  camera = new Camera(true);
  model = new MeshModel();
  tools = new MeshTools(this);
  layers = { cells: false, corridor: true, clearance: false, field: false, visible: false, search: false };
  /** The record of the search while it is shown, else null; the player counts its expansions. */
  trace = null;
  player = new Player(() => this.#stepped());
  #history = new History(completeScene({}));
  #shown = null;
  #isVisible = false;

  /** `openAny` opens a file of any kind of map, on the tab that shows it. */
  constructor(openAny) {
    this.openAny = openAny;
    this.canvas = document.getElementById("mesh-canvas");
    this.stage = new Stage(this.canvas, this.camera, (painter, colors) => this.#draw(painter, colors));
    this.stage.onfirst = () => this.camera.fit(boundsOf(this.scene));
    this.panel = new MeshPanel(this);
    this.#listen();
  }

  #listen() {
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

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  /** Opens the scene of an address, or the first sample. */
  async open(scene) {
    if (!scene) return this.openSample("floor-plan");
    try {
      this.#begin(completeScene(scene));
    } catch (error) {
      say(`The address holds no scene: ${error.message}`);
      await this.openSample("floor-plan");
    }
  }

  async openSample(name) {
    this.#begin(completeScene(await samples[name].scene()));
  }

  /** Opens a file of outlines; returns whether it could. */
  openFile(name, bytes) {
    try {
      const { features } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
      const scene = completeScene({ features, policy: "nearest-reachable" });
      const [left, bottom, right, top] = boundsOf(scene);
      const at = (share) => [left + share * (right - left), bottom + share * (top - bottom)];
      // A file that the engine refuses leaves the scene as it is.
      Mesh.build(toGeoJson(scene)).free();
      this.#begin({ ...scene, start: at(0.25), goal: at(0.75) });
      return true;
    } catch (error) {
      say(`${name}: ${error.message}`);
      return false;
    }
  }

  #begin(scene) {
    this.#history = new History(scene);
    this.#shown = null;
    this.tools.selection = "goal";
    this.#update();
    this.camera.fit(boundsOf(scene));
    this.#writeAddress();
  }

  /** Shows a scene that a drag passes through. */
  preview(scene) {
    this.#shown = scene;
    this.#update();
  }

  /** Takes a scene; undo returns to the one before. */
  commit(scene) {
    this.#shown = null;
    this.#history.push(scene);
    this.#update();
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
    this.#update();
    this.#writeAddress();
  }

  #update() {
    this.model.update(this.scene);
    this.#record();
    this.refresh();
  }

  /** Records the search of the scene, if it is shown. */
  #record() {
    this.trace = this.layers.search ? this.model.trace(this.scene) : null;
    this.player.load(this.trace ? this.trace.expansions : 0);
  }

  #stepped() {
    this.panel.playing.refresh();
    this.stage.repaint();
  }

  setLayer(name, isShown) {
    this.layers[name] = isShown;
    if (name === "search") this.#record();
    this.refresh();
  }

  /** Paints and lists anew, without asking the engine for another path. */
  refresh() {
    this.panel.refresh();
    this.stage.repaint();
  }

  show() {
    this.#isVisible = true;
    this.refresh();
  }

  #draw(painter, colors) {
    const { scene, model, layers, camera, trace, tools } = this;
    const { selection, draft, pen } = tools;
    const { step, isDone } = this.player;
    draw(painter, colors, { scene, model, layers, camera, trace, step, isSearching: !isDone, selection, draft, pen });
  }

  async #writeAddress() {
    const { scene } = this;
    const address = await writeAddress(scene);
    if (scene === this.scene && this.#isVisible) history.replaceState(null, "", address);
  }

  /** Shows the whole map. */
  showAll() {
    this.camera.fit(boundsOf(this.scene));
    this.stage.repaint();
  }

  saveGeoJson() {
    save("scene.geojson", JSON.stringify(toGeoJson(this.scene), null, 1), "application/geo+json");
  }

  saveSvg() {
    const painter = new SvgPainter(this.camera);
    this.#draw(painter, this.stage.colors);
    save("scene.svg", painter.document(this.stage.colors.ground), "image/svg+xml");
  }

  savePng() {
    savePng("scene.png", this.canvas);
  }
}
