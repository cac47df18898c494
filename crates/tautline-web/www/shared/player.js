// Steps through the record of a search: by hand, or several steps a second.
import { button, slider } from "./elements.js";

export class Player {
  /** The number of steps that are shown, and that of all. */
  step = 0;
  count = 0;
  /** Steps a second. */
  speed = 20;
  #timer = 0;

  /** Calls back after every change of the step, and when playing begins or ends. */
  constructor(onchange) {
    this.onchange = onchange;
  }

  get isPlaying() {
    return this.#timer !== 0;
  }

  get isDone() {
    return this.step >= this.count;
  }

  /** Takes another record and shows all of it, without calling back. */
  load(count) {
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    this.step = this.count = count;
  }

  goTo(step) {
    this.step = Math.max(0, Math.min(step, this.count));
    this.onchange();
  }

  /** Plays to the end; from the beginning if the end is shown. */
  play() {
    if (this.isDone) this.step = 0;
    let before = performance.now();
    let due = 0;
    const tick = (now) => {
      due += (Math.max(0, now - before) / 1000) * this.speed;
      before = now;
      const steps = Math.floor(due);
      due -= steps;
      this.#timer = requestAnimationFrame(tick);
      if (steps > 0) this.goTo(this.step + steps);
      if (this.isDone) this.pause();
    };
    this.#timer = requestAnimationFrame(tick);
    this.onchange();
  }

  pause() {
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    this.onchange();
  }
}

/** The buttons and sliders of a player. */
export class PlayerControls {
  /** @param {Player} player @param {string} prefix the beginning of the ids of its sliders */
  constructor(player, prefix) {
    this.player = player;
    this.play = button("Play", () => (player.isPlaying ? player.pause() : player.play()));
    const first = button("First", () => player.goTo(0));
    const step = button("Step", () => player.goTo(player.step + 1));
    const last = button("Last", () => player.goTo(Infinity));
    this.buttons = [first, step, this.play, last];
    const setSpeed = (speed) => (player.speed = speed);
    const speed = slider("Steps a second", { min: 1, max: 400, step: 1, value: player.speed, id: `${prefix}-speed` }, setSpeed);
    this.progress = slider("Step", { min: 0, max: 1, step: 1, value: 0, id: `${prefix}-step` }, (value) => player.goTo(value));
    this.sliders = [this.progress, speed];
  }

  refresh() {
    const { player } = this;
    this.play.textContent = player.isPlaying ? "Pause" : "Play";
    const [input, output] = this.progress.querySelectorAll("input, output");
    input.max = player.count;
    input.value = player.step;
    output.textContent = `${player.step} of ${player.count}`;
  }
}
