// The engine's side of the tab with crowds: people on a live map.
import { Crowd } from "../tautline/index.js";
import { ExitFields, nearest } from "./fields.js";
import { LiveGround } from "./ground.js";
import { placesIn } from "./places.js";
import { agentsOf, exitsOf, groundOf, usualCount } from "./scene.js";

/** The radii that a person walks in a second: 1.4 m for one of 0.2 m. */
const radiiASecond = 7;
/** Slower than this share of that somebody waits in a queue. */
const slowShare = 0.15;
/** The most nodes of path searches in a step. */
const mostExpanded = 20000;

const same = (a, b) => a.length === b.length && a.every((item, i) => item === b[i]);

export class CrowdModel {
  /** The reason for no map, or for one that did not follow the last change; null if all is well. */
  error = null;
  /** The number of those who have arrived. */
  arrived = 0;
  /** The number of edits of the map, for pictures that are kept. */
  revision = 0;
  walls = [];
  crowd = null;
  /** The live map, or null. */
  ground = null;
  #fields = new ExitFields();
  /** For each feature with people their numbers. */
  #groups = new Map();
  /** For each person its colour, its target and its first place. */
  #people = new Map();
  #built = { radius: NaN, closed: null, exits: [] };

  /** Begins a scene: everybody stands at their first places. */
  begin(scene) {
    this.#free();
    try {
      this.ground = new LiveGround(groundOf(scene), scene.radius);
      this.crowd = new Crowd(this.ground.live);
      this.#built = { radius: scene.radius, closed: [], exits: [] };
      this.error = null;
      this.#noteWalls();
    } catch (error) {
      this.ground = this.crowd = null;
      this.error = error;
      return;
    }
    this.update(scene);
  }

  #free() {
    this.#fields.free();
    this.crowd?.free();
    this.ground?.free();
    this.#groups.clear();
    this.#people.clear();
    this.arrived = 0;
    this.walls = [];
  }

  /** Follows the changes of a scene while everybody walks on. */
  update(scene) {
    if (!this.ground || this.#built.radius !== scene.radius) {
      // Without a map the next change may bring one.
      if (this.ground || this.error) this.begin(scene);
      return;
    }
    const built = this.#built;
    let changes = false;
    try {
      this.error = null;
      changes = this.ground.follow(groundOf(scene));
    } catch (error) {
      this.error = error;
    }
    if (changes || built.closed !== scene.closed) changes = this.ground.setDoors(scene.closed) || changes;
    built.closed = scene.closed;
    if (changes) this.#noteWalls();
    const exits = exitsOf(scene);
    const comes = this.#updateGroups(scene);
    if (changes || comes || !same(exits, built.exits)) this.#renewFields(scene);
    built.exits = exits;
  }

  #noteWalls() {
    this.revision += 1;
    const ends = this.ground.mesh.walls();
    this.walls = Array.from({ length: ends.length / 4 }, (_, wall) => ends.subarray(4 * wall, 4 * wall + 4));
  }

  /** Lets the people of new features come and those of removed ones go; returns whether somebody came. */
  #updateGroups(scene) {
    const groups = agentsOf(scene);
    for (const [feature, agents] of this.#groups) {
      if (groups.includes(feature)) continue;
      const there = agents.filter((agent) => this.#people.has(agent));
      this.crowd.remove(there);
      for (const agent of there) this.#people.delete(agent);
      this.#groups.delete(feature);
    }
    let comes = false;
    for (const [row, feature] of groups.entries()) {
      if (this.#groups.has(feature)) continue;
      this.#add(feature, row, scene.radius);
      comes = true;
    }
    return comes;
  }

  #add(feature, row, radius) {
    const { count = usualCount, exit = nearest } = feature.properties;
    const places = placesIn(feature, count, radius, (points) => this.ground.mesh.components(points));
    // Nobody is as fast as the next.
    const speeds = Array.from({ length: places.length / 2 }, (_, i) => radiiASecond * radius * (0.85 + 0.05 * ((i * 5) % 7)));
    const agents = places.length > 0 ? Array.from(this.crowd.add(places, { radius, maxSpeed: speeds, arrival: 2 * radius })) : [];
    this.#groups.set(feature, agents);
    agents.forEach((agent, i) => this.#people.set(agent, { color: row % 6, target: exit, home: places.slice(2 * i, 2 * i + 2), speed: speeds[i] }));
    const field = this.#fields.of(exit);
    if (field && agents.length > 0) this.crowd.flowTo(agents, field);
  }

  #renewFields(scene) {
    const targets = [...this.#people.values()].map(({ target }) => target);
    const of = (wanted) => [...this.#people].filter(([, { target }]) => target === wanted).map(([agent]) => agent);
    this.#fields.renew(targets, scene, this.ground.mesh, this.crowd, {
      onstart: (target, field) => this.crowd.flowTo(of(target), field),
      onstop: (target) => this.crowd.stop(of(target)),
    });
  }

  /** Moves everybody on by some seconds. `again` tells whether those who arrive begin again. */
  step(seconds, again) {
    if (!this.crowd || this.#people.size === 0) return;
    for (const { kind, agent, point } of this.crowd.step(seconds, { maxExpanded: mostExpanded }).events) {
      if (kind === "arrived" || kind === "settled") this.#leave(agent, again);
      else if (kind === "at-link") this.crowd.warp(agent, point);
    }
  }

  #leave(agent, again) {
    this.arrived += 1;
    if (again && this.#beginsAgain(agent)) return;
    this.crowd.remove(agent);
    this.#people.delete(agent);
  }

  /** Puts somebody back at the first place; false if that is covered by now. */
  #beginsAgain(agent) {
    const { home, target } = this.#people.get(agent);
    try {
      this.crowd.warp(agent, home);
      this.crowd.flowTo(agent, this.#fields.of(target));
      return true;
    } catch {
      return false;
    }
  }

  /** The seconds since the beginning. */
  get time() {
    return this.crowd?.time ?? 0;
  }

  /** The length of the way to the nearest exit from points; null without an exit. */
  distances(points) {
    return this.#fields.of(nearest)?.at(points) ?? null;
  }

  /** The corners of each cell of the map. */
  cells() {
    const { offsets, points } = this.ground.mesh.cells();
    return Array.from(offsets.subarray(1), (end, cell) => points.subarray(2 * offsets[cell], 2 * end));
  }

  /** The places of everybody by colour, and of those who wait without a way. */
  places() {
    const [colors, stuck] = [Array.from({ length: 6 }, () => []), []];
    if (!this.crowd) return { colors, stuck };
    const { agents, positions, states } = this.crowd;
    for (let i = 0; i < agents.length; i += 1) {
      colors[this.#people.get(agents[i]).color].push(positions[2 * i], positions[2 * i + 1]);
      if (states[i] === 0 || states[i] === 2) stuck.push(positions[2 * i], positions[2 * i + 1]);
    }
    return { colors, stuck };
  }

  /** The numbers of those who walk, stand in a queue, wait for each reason, and have arrived. */
  counts() {
    const counts = { walking: 0, queueing: 0, waiting: new Map(), arrived: this.arrived };
    if (!this.crowd) return counts;
    const { agents, states, velocities } = this.crowd;
    for (let i = 0; i < agents.length; i += 1) {
      if (states[i] === 1) {
        const isSlow = Math.hypot(velocities[2 * i], velocities[2 * i + 1]) < slowShare * this.#people.get(agents[i]).speed;
        counts[isSlow ? "queueing" : "walking"] += 1;
      } else {
        const reason = states[i] === 2 ? (this.crowd.whyWaiting(agents[i])?.reason ?? "unreachable") : "no-exit";
        counts.waiting.set(reason, (counts.waiting.get(reason) ?? 0) + 1);
      }
    }
    return counts;
  }
}
