export { DistanceField, Grid, Mesh, Path, Paths, Rings, Search, Trace } from "./engine.js";
export type { BuildOptions, FileOptions, GeoJson, GridOptions, NoPath, Point, Points, QueryOptions } from "./engine.js";
