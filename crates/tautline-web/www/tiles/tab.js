// The tiles tab: holds the scene, asks the engine, paints and lists.
import { Grid } from "../tautline/index.js";
import { writeAddress } from "../shared/address.js";
import { Camera } from "../shared/camera.js";
import { Stage } from "../shared/canvas.js";
import { save, savePng } from "../shared/files.js";
import { History } from "../shared/history.js";
import { say } from "../shared/message.js";
import { Player } from "../shared/player.js";
import { SvgPainter } from "../shared/paint.js";
import { inWords } from "../shared/words.js";
import { draw } from "./draw.js";
import { TilesModel } from "./model.js";
import { TilesPanel } from "./panel.js";
import { samples } from "./samples.js";
import { completeScene, costAt, holds, withTile } from "./scene.js";

const mostTiles = 1 << 20;

export class TilesTab {
  camera = new Camera(false);
  model = new TilesModel();
  shows = { mesh: true, sight: false };
  /** The mesh over the same tiles and its path, or null. */
  asMesh = null;
  /** The steps of the search that are shown. */
  player = new Player(() => this.#stepped());
  /** The brush: 0 paints walls, 1 frees, other numbers are costs; "toggle" follows the first tile. */
  brush = "toggle";
  cursor = null;
  #history = new History(samples.rooms.scene());
  #shown = null;
  #stroke = null;
  #isVisible = false;

  /** `openAny` opens a file of any kind of map, on the tab that shows it. */
  constructor(openAny) {
    this.openAny = openAny;
    this.canvas = document.getElementById("tiles-canvas");
    this.stage = new Stage(this.canvas, this.camera, (painter, colors) => draw(painter, colors, this));
    this.stage.onfirst = () => this.showAll();
    this.panel = new TilesPanel(this);
    this.stage.listen({ down: (at) => this.#down(at), move: (at) => this.#move(at), up: () => this.#up() });
    this.canvas.addEventListener("keydown", (event) => {
      if (this.#key(event)) event.preventDefault();
    });
  }

  get scene() {
    return this.#shown ?? this.#history.scene;
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  async open(scene) {
    try {
      this.#begin(scene ? completeScene(scene) : samples.rooms.scene());
    } catch (error) {
      say(`This link shows nothing: ${error.message}.`);
      this.#begin(samples.rooms.scene());
    }
  }

  openSample(name) {
    this.#begin(samples[name].scene());
  }

  /** Opens a tile map of any format of the engine; returns whether it could. */
  openFile(name, bytes) {
    try {
      const grid = Grid.open(name, bytes);
      const { width, height } = grid;
      const costs = Array.from(grid.costs());
      grid.free();
      if (costs.length > mostTiles) throw new RangeError(`the page shows up to ${mostTiles} tiles, not ${costs.length}`);
      const free = costs.findIndex((cost) => cost > 0);
      const last = costs.findLastIndex((cost) => cost > 0);
      const tile = (slot) => [Math.max(slot, 0) % width, Math.floor(Math.max(slot, 0) / width)];
      this.#begin(completeScene({ width, height, costs, start: tile(free), goal: tile(last) }));
      return true;
    } catch (error) {
      say(error.message.startsWith(name) ? error.message : `${name}: ${inWords(error.message)}`);
      return false;
    }
  }

  #begin(scene) {
    this.#history = new History(scene);
    this.#shown = this.#stroke = this.cursor = null;
    this.#update();
    this.showAll();
    this.#writeAddress();
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
    this.#shown = this.#stroke = null;
    this.#update();
    this.#writeAddress();
  }

  #update() {
    this.model.update(this.scene);
    this.player.load(this.model.trace.kinds.length);
    this.refresh();
  }

  refresh() {
    this.asMesh = this.shows.mesh ? this.model.asMesh(this.scene) : null;
    this.panel.refresh();
    this.stage.repaint();
  }

  show() {
    this.#isVisible = true;
    this.#writeAddress();
    this.refresh();
  }

  hide() {
    this.#isVisible = false;
  }

  showAll() {
    this.camera.fit([0, 0, this.scene.width, this.scene.height]);
    this.stage.repaint();
  }

  #stepped() {
    this.panel.playing.refresh();
    this.stage.repaint();
  }

  #tileAt(at) {
    return this.camera.toMap(...at).map(Math.floor);
  }

  #down(at) {
    const tile = this.#tileAt(at);
    if (!holds(this.scene, tile)) return false;
    const same = (end) => end[0] === tile[0] && end[1] === tile[1];
    const end = ["goal", "start"].find((name) => same(this.scene[name]));
    const toggled = costAt(this.scene, tile) === 0 ? 1 : 0;
    this.#stroke = end ? { end, at } : { cost: this.brush === "toggle" ? toggled : this.brush, at };
    this.#move(at);
    return true;
  }

  /** Moves an end, or paints every tile on the way from the last event. */
  #move(at) {
    if (!this.#stroke) return;
    const { end, cost, at: from } = this.#stroke;
    this.#stroke.at = at;
    const count = end ? 1 : Math.ceil((2 * Math.hypot(at[0] - from[0], at[1] - from[1])) / this.camera.scale) + 1;
    for (let i = 1; i <= count; i += 1) {
      const tile = this.#tileAt([0, 1].map((axis) => from[axis] + ((at[axis] - from[axis]) * i) / count));
      if (!holds(this.scene, tile)) continue;
      if (end) this.#shown = { ...this.scene, [end]: tile };
      else if (costAt(this.scene, tile) !== cost) this.#shown = withTile(this.scene, tile, cost);
    }
    this.#update();
  }

  #up() {
    this.#stroke = null;
    const shown = this.#shown;
    if (shown && shown !== this.#history.scene) this.commit(shown);
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const key = event.key.toLowerCase();
    const { scene } = this;
    const cursor = this.cursor ?? scene.start;
    if (steps[event.key]) {
      const next = [cursor[0] + steps[event.key][0], cursor[1] + steps[event.key][1]];
      if (holds(scene, next)) this.cursor = next;
      this.stage.repaint();
    } else if ((event.ctrlKey || event.metaKey) && key === "z") this.undo();
    else if ((event.ctrlKey || event.metaKey) && key === "y") this.redo();
    else if (key === " ") this.commit(withTile(scene, cursor, costAt(scene, cursor) === 0 ? 1 : 0));
    else if (key === "s") this.commit({ ...scene, start: cursor });
    else if (key === "g") this.commit({ ...scene, goal: cursor });
    else return false;
    return true;
  }

  async #writeAddress() {
    const { scene } = this;
    const address = await writeAddress(scene);
    if (scene === this.scene && this.#isVisible) history.replaceState(null, "", address);
  }

  saveMap() {
    const { width, height, costs } = this.scene;
    const rows = [];
    for (let y = 0; y < height; y += 1) {
      rows.push(costs.slice(y * width, (y + 1) * width).map((cost) => (cost === 0 ? "@" : ".")).join(""));
    }
    save("tiles.map", `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.join("\n")}\n`, "text/plain");
  }

  saveSvg() {
    const painter = new SvgPainter(this.camera);
    draw(painter, this.stage.colors, this);
    save("tiles.svg", painter.document(this.stage.colors.ground), "image/svg+xml");
  }

  savePng() {
    savePng("tiles.png", this.canvas);
  }
}
