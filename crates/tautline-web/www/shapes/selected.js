// The group of the panel about the selected item.
import { choice, element, group, options, setValue } from "../shared/elements.js";
import { isFixed, kindOf } from "./features.js";

/** The names of kinds as a visitor knows them. */
const kindTexts = { walkable: "ground", floor_connection: "stairs", agents: "people" };

export class SelectedGroup {
  #editors;
  #own = null;

  /**
   * @param {Record<string, string>} ends the items that are no features, and their texts
   * @param {Record<string, (index: number) => {rows: HTMLElement[], refresh: (properties: object) => void}>} editors for
   *   each kind of features that has properties to change, what makes its controls
   */
  constructor(tab, ends, editors) {
    Object.assign(this, { tab, ends });
    this.#editors = editors;
    const select = (value) => tab.tools.select(value === "none" ? null : (ends[value] ? value : Number(value)));
    this.item = choice("Item", Object.entries(ends), "none", select, `${tab.name}-item`);
    this.rows = element("div");
    this.group = group("Selected", this.item, this.rows);
  }

  refresh() {
    const { scene, tools } = this.tab;
    const select = this.item.querySelector("select");
    const nameOf = (feature, index) => `${kindTexts[kindOf(feature)] ?? kindOf(feature)}: ${feature.properties?.name ?? index + 1}`;
    const names = scene.features.flatMap((feature, index) => (isFixed(feature) ? [] : [[index, nameOf(feature, index)]]));
    const key = JSON.stringify(names);
    if (select.dataset.key !== key) {
      select.dataset.key = key;
      select.replaceChildren(...options([...Object.entries(this.ends), ...names]));
    }
    setValue(this.item, tools.selection ?? "none");
    this.#refreshRows(scene.features[tools.selection], tools.selection);
  }

  #refreshRows(feature, index) {
    const make = feature && this.#editors[kindOf(feature)];
    const key = make ? `${kindOf(feature)} ${index}` : "";
    if (this.rows.dataset.key !== key) {
      this.rows.dataset.key = key;
      this.#own = make?.(index) ?? null;
      this.rows.replaceChildren(...(this.#own?.rows ?? []));
    }
    this.#own?.refresh(feature.properties);
  }
}
