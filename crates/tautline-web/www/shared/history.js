// Undo and redo over immutable scenes.

export class History {
  #past = [];
  #future = [];

  /** Begins with a scene. */
  constructor(scene) {
    this.scene = scene;
  }

  /** Replaces the scene; `undo` brings the old one back. */
  push(scene) {
    this.#past.push(this.scene);
    this.#future = [];
    this.scene = scene;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    if (!this.canUndo) return;
    this.#future.push(this.scene);
    this.scene = this.#past.pop();
  }

  redo() {
    if (!this.canRedo) return;
    this.#past.push(this.scene);
    this.scene = this.#future.pop();
  }
}
