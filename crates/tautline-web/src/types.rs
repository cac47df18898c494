//! The types of arguments in TypeScript.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// An object with the options of the reading of a map file.
    #[wasm_bindgen(typescript_type = "FileOptions")]
    #[derive(Debug)]
    pub type FileOptionsObject;

    /// An object with the options of a build.
    #[wasm_bindgen(typescript_type = "BuildOptions")]
    #[derive(Debug)]
    pub type BuildOptionsObject;

    /// An object with the options of a query.
    #[wasm_bindgen(typescript_type = "QueryOptions")]
    #[derive(Debug)]
    pub type QueryOptionsObject;

    /// An object with the options of a distance field.
    #[wasm_bindgen(typescript_type = "FieldOptions")]
    #[derive(Debug)]
    pub type FieldOptionsObject;

    /// An object with the options of the searches on tiles.
    #[wasm_bindgen(typescript_type = "GridOptions")]
    #[derive(Debug)]
    pub type GridOptionsObject;
}

/// Returns an object, or undefined.
pub(crate) fn object(options: Option<impl Into<JsValue>>) -> JsValue {
    options.map_or(JsValue::UNDEFINED, Into::into)
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** `[x, y]`, or `[x, y, floor]` on a mesh with floors. */
export type Point = readonly number[] | Float64Array;

/** Points one behind the other: `[x0, y0, x1, y1, …]`. */
export type Points = readonly number[] | Float64Array;

/** GeoJSON in map units: a text or an object. docs/formats.md lists the properties of its features. */
export type GeoJson = string | object;

/** The options of the reading of a map file. */
export interface FileOptions {
  /** The layer of a Tiled map. */
  layer?: string;
  /** The meaning of unknown pixels of a ROS map; blocked by default. */
  unknown?: "blocked" | "free";
  /** The other files that the map names, by these names: the image of a ROS map, tilesets of a Tiled map. */
  files?: Record<string, Uint8Array>;
}

/** The options of a build. */
export interface BuildOptions extends FileOptions {
  /** The radius of the agent in map units; 0 by default. */
  radius?: number;
  /** The rule for rings that cross themselves. */
  fill?: "non-zero" | "even-odd";
  /** Whether triangles are merged into larger cells; true by default. */
  merge?: boolean;
  /** Joins points and lines that miss each other by no more than this distance; by default what rounding moves apart. */
  weld?: number;
  /** Whether coordinates that look like degrees are read as planar; false by default. */
  planar?: boolean;
}

/** The options of a query. */
export interface QueryOptions {
  /** The largest distance by which an end off the map is moved onto it, in map units. */
  snap?: number;
  /** The search on a mesh. */
  search?: "auto" | "optimal" | "corridor";
  startPolicy?: "exact" | "nearest" | "nearest-reachable";
  goalPolicy?: "exact" | "nearest" | "nearest-reachable";
  /** The gap to prove where costs differ, as a share of the cost. */
  gap?: number;
  /** The most nodes to expand. */
  maxExpanded?: number;
  /** The highest cost of the path. */
  maxCost?: number;
}

/** The options of a distance field. */
export interface FieldOptions {
  /** The largest distance that is computed. */
  limit?: number;
  /** The largest distance by which a goal off the map is moved onto it, in map units. */
  snap?: number;
  /** The most nodes to expand. */
  maxExpanded?: number;
}

/** The options of the searches on tiles. */
export interface GridOptions {
  engine?: "auto" | "a-star" | "jump-points" | "jump-tables";
  heuristic?: "octile" | "manhattan" | "euclidean" | "zero";
  corners?: "never" | "one-free" | "always";
  neighbors?: 4 | 8;
  smoothing?: "none" | "one-pass" | "fixed-point";
  replacement?: "nearest" | "ring" | "huge-cost";
  /** Whether a start that sees the goal gets the straight line without a search. */
  straightIfSeen?: boolean;
}

/** The error of a query without a path. */
export interface NoPath extends Error {
  name: "NoPath";
  /** Such as `"goal-outside"` or `"unreachable"`. */
  reason: string;
  /** The error with details, as one sentence. */
  explanation: string;
  /** The nearest point that works. */
  nearest?: [number, number];
  /** The narrowest gap between the parts of the map: its two ends and its width. */
  narrowest?: { from: [number, number]; to: [number, number]; width: number };
  /** A lower bound on the cost of any path, if the budget was spent. */
  lowerBound?: number;
  /** The best partial path, if the budget was spent. */
  partial?: Path;
}
"#;
