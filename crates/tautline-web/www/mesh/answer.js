// The answer in words and figures, and the meanings of colours.
import { bandSteps } from "../shapes/distances.js";
import { isOn, kindOf } from "../shapes/features.js";
import { costLook } from "../shared/costs.js";
import { element, facts, legend, scale } from "../shared/elements.js";
import { duration } from "../shared/timed.js";
import { inWords, whyNoPath } from "../shared/words.js";

const digits = (value) => (Number.isFinite(value) ? value.toPrecision(6) : "none");
const short = (value) => Number(value.toPrecision(4));

/** The lines of the result: what was found, or why nothing. */
export function answer({ model, scene }) {
  const failed = (text) => [element("p", { className: "failure" }, `${text}.`)];
  if (model.buildError) return failed(inWords(model.buildError.message));
  if (model.failure) return failed(whyNoPath(model.failure, scene.radius));
  if (!model.path) return [];
  const { length, cost, guarantee, lowerBound, moved } = model.path;
  const { ground } = model;
  const differs = digits(cost) !== digits(length);
  const proof = guarantee === "optimal" ? "No other way is shorter" : `No other way costs less than ${short(lowerBound)}`;
  return [
    facts([
      [ground ? "length by plan" : "length", digits(length)],
      ...(ground ? [["along the ground", digits(ground.length)], ["height of S", short(ground.heights[0])], ["height of G", short(ground.heights[1])]] : []),
      ...(differs ? [["cost", digits(cost)]] : []),
      ...(moved > 0 ? [["ends moved by", digits(moved)]] : []),
      ["found in", duration(model.micros)],
    ]),
    element("p", {}, `${proof}. The page has proved it.`),
    ...(scene.baked && !ground ? [element("p", {}, noHeights(model))] : []),
  ];
}

/** The reason why a baked level shows no heights. */
const noHeights = ({ hasHeights }) =>
  hasHeights ? "No heights: this way leaves the ground of the file." : "No heights: they are in the files of baked levels, not in links or flat meshes.";

/** Figures for those who know the field. */
export function figures({ mesh, path, cellCount, buildMillis }) {
  if (!mesh) return facts([]);
  const gap = path && path.guarantee !== "optimal" ? `within ${((100 * (path.cost - path.lowerBound)) / path.cost).toFixed(2)} %` : "optimal";
  return facts([
    ...(path ? [["guarantee", gap], ["cells along the path", path.cells.length], ["expansions", path.expanded]] : []),
    ["cells of the mesh", cellCount],
    ["mesh built in", `${buildMillis.toFixed(1)} ms`],
  ]);
}

/** The sizes that can pass by the widest way, and whether the chosen one does. */
export function sizeWords({ layers, widest, scene, model }) {
  if (!layers.widest) return "";
  if (!model.isWhole) return "The engine for this is being loaded.";
  // The shapes of some levels cannot be built, as `words.js` says.
  if (!widest) return scene.baked && model.path?.moved === 0 ? "Other sizes are not known: two floors of this level cross on one line." : "No way leads there, for any size.";
  const most = widest.width / 2;
  const passes = model.path !== null;
  const chosen = `A radius of ${short(scene.radius)} ${passes ? `passes, by a way of ${short(model.path.length)}` : "does not pass"}.`;
  return `The widest way is ${short(widest.width)} wide at its narrowest place: a radius just under ${short(most)} passes. ${chosen}`;
}

/** The meanings of the colours that are shown now. */
export function legendOf({ layers, scene, floor, model, raster }) {
  const areas = scene.features.filter((feature) => kindOf(feature) === "area" && isOn(feature, floor));
  const costs = new Map(areas.map(({ properties: { cost = 1, name } }) => [cost, name]));
  const ofCosts = [...costs].sort(([a], [b]) => a - b).flatMap(([cost, name]) => {
    const look = costLook(cost);
    return look ? [[look.name, `${name ?? "area"}: a step counts as ${cost}`, look.opacity]] : [];
  });
  const isDrawn = (kind) => scene.features.some((feature) => kindOf(feature) === kind && isOn(feature, floor));
  const rows = [
    ["path", model.path?.legs.some((leg) => leg.floor !== floor) ? "path; dashed on other floors" : "path"],
    ...(isDrawn("obstacle") ? [["obstacle", "obstacle"]] : []),
    ...(scene.radius > 0 ? [["wall", "how near the middle of who walks comes to walls"]] : []),
    ...(isDrawn("door") ? [["door", "door: tap to close or open"]] : []),
    ...(layers.corridor ? [["corridor", "cells along the path"]] : []),
    ...(layers.widest ? [["second", "widest way"], ["bad", "its narrowest place"]] : []),
    ...ofCosts,
  ];
  if (!layers.field || !raster) return [legend(rows)];
  return [legend(rows), element("p", {}, `How far it is from S: up to ${short(raster.far)}`), scale("accent", bandSteps(raster))];
}
