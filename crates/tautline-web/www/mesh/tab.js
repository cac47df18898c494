// The tab with paths: holds the scene, asks the engine, paints and lists.
import { boundsOf } from "../shapes/features.js";
import { projected } from "../shapes/degrees.js";
import { sampleDistances } from "../shapes/distances.js";
import { ShapesTab } from "../shapes/tab.js";
import { Tools } from "../shapes/tools.js";
import { say } from "../shared/message.js";
import { Player } from "../shared/player.js";
import { inWords } from "../shared/words.js";
import { draw } from "./draw.js";
import { openLevel } from "./level.js";
import { MeshModel } from "./model.js";
import { MeshPanel } from "./panel.js";
import { samples } from "./samples.js";
import { completeScene, floorOf } from "./scene.js";

/** The letter of each tool. */
const keys = { s: "select", g: "walkable", o: "obstacle", a: "area", w: "wall", d: "door" };

export class MeshTab extends ShapesTab {
  model = new MeshModel();
  tools = new Tools(this, keys);
  layers = { corridor: false, widest: false, field: false, clearance: false, visible: false, cells: false, search: false };
  /** The record of the search while it is shown, else null; the player counts its expansions. */
  trace = null;
  /** The widest way and the distances while they are shown, else null. */
  widest = null;
  raster = null;
  player = new Player(() => this.#stepped());

  constructor(openAny) {
    super("mesh", samples, openAny);
    this.panel = new MeshPanel(this);
    this.listen();
  }

  complete(scene) {
    return completeScene(scene);
  }

  /** Takes another module of the engine. */
  useEngine(engine) {
    this.model.engine = engine;
    this.update();
  }

  /** Takes a scene without a past, and the level of `openLevel` whose it is. */
  begin(scene, level = null) {
    this.model.takeLevel(level);
    super.begin(scene);
  }

  /** Opens a file of outlines, or a level; returns whether it could. */
  openFile(name, bytes) {
    try {
      if (name.toLowerCase().endsWith(".nav")) {
        const level = openLevel(this.model.engine, bytes);
        this.begin(completeScene(level.scene), level);
        return true;
      }
      const { features } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
      const scene = this.#checked(completeScene({ features, policy: "nearest-reachable" }));
      const [left, bottom, right, top] = boundsOf(scene.features);
      const at = (share) => [left + share * (right - left), bottom + share * (top - bottom)];
      this.begin({ ...scene, start: at(0.25), goal: at(0.75) });
      return true;
    } catch (error) {
      say(`${name}: ${inWords(error.message)}`);
      return false;
    }
  }

  /** Returns a scene that the engine takes, in metres; throws otherwise. */
  #checked(scene) {
    const build = ({ features }) => this.model.engine.Mesh.build({ type: "FeatureCollection", features }).free();
    try {
      build(scene);
      return scene;
    } catch (error) {
      if (!/in degrees/.test(error.message)) throw error;
      const inMetres = { ...scene, features: projected(scene.features) };
      build(inMetres);
      say("The file has longitudes and latitudes. The page shows it in metres.", "good");
      return inMetres;
    }
  }

  onbegin() {
    this.tools.selection = "goal";
    this.floor = floorOf(this.scene.start);
    this.panel.begin();
  }

  update() {
    if (!this.model.engine) return;
    this.model.update(this.scene);
    this.#record();
    this.refresh();
  }

  /** Records what the layers show beside the path. */
  #record() {
    const { layers, model, scene } = this;
    this.trace = layers.search ? model.trace(scene) : null;
    this.player.load(this.trace ? this.trace.expansions : 0);
    this.widest = layers.widest ? model.widest(scene) : null;
  }

  #stepped() {
    this.panel.playing.refresh();
    this.stage.repaint();
  }

  setLayer(name, isShown) {
    this.layers[name] = isShown;
    this.#record();
    this.refresh();
  }

  draw(painter, colors) {
    const { scene, floor, model, layers, trace, tools, widest } = this;
    const { step, isDone } = this.player;
    const ask = (points, near) => model.distances(scene.start, points, floor, near);
    const raster = layers.field ? sampleDistances(painter.camera, ask) : null;
    draw(painter, colors, { scene, floor, model, layers, trace, step, isSearching: !isDone, tools, widest, raster });
    if (raster?.band !== this.raster?.band || raster?.far !== this.raster?.far) {
      this.raster = raster;
      this.panel.refreshLegend();
    }
  }
}
