export { DistanceField, Grid, Mesh, Path, Paths, Rings, Search, Trace } from "./engine.js";
export type { BuildOptions, GeoJson, GridOptions, NoPath, Point, Points, QueryOptions } from "./engine.js";
