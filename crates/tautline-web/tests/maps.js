// Maps and queries of the tests.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The program and the folder with the maps; tests that need them are left out without. */
export const { TAUTLINE_PROGRAM: program, TAUTLINE_DATA: data } = process.env;

/** Maps with more than 1,000 queries each. */
export const largeMaps = ["sc1/Aurora", "dao/orz700d", "dao/brc503d"];

/** The file of a benchmark map. */
export const mapFile = (name) => join(data, "movingai", `${name}.map`);

/** Asks the native program: its report, and its answers row by row. */
export function native(name, count) {
  const answers = join(mkdtempSync(join(tmpdir(), "tautline-")), "answers.jsonl");
  const options = ["--backend", "navmesh", "--limit", String(count), "--paths", answers, "--json"];
  const report = JSON.parse(execFileSync(program, ["scen", mapFile(name), `${mapFile(name)}.scen`, ...options]));
  const rows = readFileSync(answers, "utf8").trim().split("\n").map((text) => JSON.parse(text));
  return { report, rows };
}

const ring = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]];

/** A GeoJSON feature. */
export function polygon(kind, ...corners) {
  return { type: "Feature", properties: { kind, name: kind }, geometry: { type: "Polygon", coordinates: [ring(...corners)] } };
}

export function line(kind, name, ...points) {
  return { type: "Feature", properties: { kind, name }, geometry: { type: "LineString", coordinates: points } };
}

export const collection = (...features) => ({ type: "FeatureCollection", features });

/** A room of 10 by 8 with a block from (4, 2) to (6, 7). */
export const room = collection(polygon("walkable", 0, 0, 10, 8), polygon("obstacle", 4, 2, 6, 7));

/** The first queries of a scenario, from tile centre to tile centre. */
export function scenario(file, count) {
  const lines = readFileSync(file, "utf8").split("\n").slice(1).filter((text) => text.trim() !== "").slice(0, count);
  const starts = new Float64Array(2 * lines.length);
  const goals = new Float64Array(2 * lines.length);
  lines.forEach((text, row) => {
    const numbers = text.split("\t").slice(4, 8).map((number) => Number(number) + 0.5);
    starts.set(numbers.slice(0, 2), 2 * row);
    goals.set(numbers.slice(2), 2 * row);
  });
  return { starts, goals };
}
