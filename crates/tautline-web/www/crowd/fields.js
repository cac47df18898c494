// The distance fields that people follow: one to all exits, and one to each exit that somebody names.
import { exitsOf, pointsOfExit } from "./scene.js";

/** The key of the field to all exits. */
export const nearest = "";

export class ExitFields {
  #fields = new Map();

  /** The field of a target, or undefined if no exit of it is on the ground. */
  of(target) {
    return this.#fields.get(target);
  }

  /**
   * Makes the fields of some targets anew. Those who follow an old one follow the new one; `onstop` and `onstart` are called
   * with a target that has no field any more, or has one again.
   */
  renew(targets, scene, mesh, crowd, { onstart, onstop }) {
    for (const target of new Set([...targets, ...this.#fields.keys()])) {
      const [old, field] = [this.#fields.get(target), fieldTo(target, scene, mesh)];
      if (field) this.#fields.set(target, field);
      else this.#fields.delete(target);
      if (old && field) crowd.replaceField(old, field);
      else if (field) onstart(target, field);
      else onstop(target);
      old?.free();
    }
  }

  free() {
    for (const field of this.#fields.values()) field.free();
    this.#fields.clear();
  }
}

/** The field to a target; undefined if no exit of it is on the ground. */
function fieldTo(target, scene, mesh) {
  const exits = exitsOf(scene).filter(({ properties }) => target === nearest || properties.name === target);
  const goals = exits.flatMap((exit) => pointsOfExit(exit, 3 * scene.radius));
  if (goals.length === 0) return undefined;
  try {
    // Exits are drawn up to the walls, where no centre of a person comes.
    return mesh.distanceField(goals, { snap: 1.2 * scene.radius });
  } catch {
    return undefined;
  }
}
