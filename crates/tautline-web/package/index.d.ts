export { Crowd, DistanceField, Grid, LiveMesh, Mesh, Path, RadiusSet, Search, Trace } from "./engine.js";
export type {
  AgentOptions, Agents, AnyGoal, AreaShare, BuildOptions, CrowdEvent, Curve, CurvePiece, DistanceBounds, Edit, Edits, FieldOptions,
  FileOptions, FilterRules, FloorShapes, GeoJson, GridOptions, Hits, LineString, LinkUse, LiveOptions, NearestGoals, NewShape, NoPath,
  Numbers, Paths, Places, Point, Points, Polygon, QueryOptions, RadiusSetOptions, RandomOptions, Region, Rings, Shapes, Step, Widest,
} from "./engine.js";
