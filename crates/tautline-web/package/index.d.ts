export { Crowd, DistanceField, Grid, LiveMesh, Mesh, Path, PathTree, RadiusSet, Search, Surface, Trace } from "./engine.js";
export type {
  AgentOptions, Agents, Along, AnyGoal, AreaShare, BuildOptions, CrowdEvent, Curve, CurvePiece, DistanceBounds, Edit, Edits, FieldOptions,
  FileOptions, FilterRules, FloorShapes, GeoJson, GridOptions, Hits, LineString, LinkUse, LiveOptions, NearestGoals, NewShape, NoPath,
  Numbers, Paths, Picked, Places, Point, Points, Polygon, QueryOptions, RadiusSetOptions, RandomOptions, Region, Rings, Shapes, Step, Widest,
} from "./engine.js";
