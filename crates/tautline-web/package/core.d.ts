export { Mesh, Path, Search } from "./engine_core.js";
export type {
  AreaShare, BuildOptions, FloorShapes, Hits, LineString, LinkUse, NoPath, Numbers, Paths, Places, Point, Points, Polygon,
  QueryOptions, RandomOptions, Region, Rings, Shapes,
} from "./engine_core.js";
