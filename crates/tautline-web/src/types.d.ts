/** Numbers in a list or a typed array. */
export type Numbers = readonly number[] | Float64Array | Float32Array | Uint32Array | Int32Array;

/** `[x, y]` or `{ x, y }`; on a mesh with floors also `[x, y, floor]` or `{ x, y, floor }`. */
export type Point = Numbers | { x: number; y: number; floor?: number };

/** Points one behind the other, `[x0, y0, x1, y1, …]`; a list of points; or such numbers with the floor of each point. */
export type Points = Numbers | readonly Point[] | { points: Numbers; floors?: Numbers };

/** A ring of three points or more, or one with holes. */
export type Polygon = Points | { exterior: Points; holes?: readonly Points[] };

/** The shapes of a floor. */
export interface FloorShapes {
  /** Polygons to walk on. */
  walkable?: readonly Polygon[];
  /** Polygons that override them. */
  obstacles?: readonly Polygon[];
  /** Lines that no path crosses. */
  walls?: readonly Points[];
  /** A step there costs as much as `cost` steps outside. Later areas override earlier ones. */
  areas?: readonly { polygon: Polygon; cost?: number; name?: string }[];
  /** Lines that close and open. */
  doors?: readonly { line: Points; name: string }[];
}

/** The shapes of a map. Those outside `floors` are on floor 0. */
export interface Shapes extends FloorShapes {
  /** Floors by their numbers. */
  floors?: Record<number, FloorShapes>;
  /** Lines along which two floors are joined, as at the foot of a stair. */
  connections?: readonly { line: Points; floors: readonly [number, number] }[];
  /** Jumps, ladders, teleporters: the cost of one use is the distance where it is missing. */
  links?: readonly { start: Point; end: Point; cost?: number; oneWay?: boolean; name?: string }[];
}

/** GeoJSON in map units: a text or an object. docs/formats.md lists the properties of its features. */
export type GeoJson = string | { type: string };

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
export interface BuildOptions {
  /** The radius of the agent in map units; 0 by default. */
  radius?: number;
  /** The rule for rings that cross themselves. */
  fill?: "non-zero" | "even-odd";
  /** Whether triangles are merged into larger cells; true by default. */
  merge?: boolean;
  /** The largest extra distance from a corner, as a share of the radius; 0.05 by default. */
  arcTolerance?: number;
  /** The largest number of crossings of outlines. */
  maxIntersections?: number;
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

/** The options of a set of radii. */
export interface RadiusSetOptions extends BuildOptions {
  /** Rounds radii up to its multiples, so that there are fewer meshes. */
  step?: number;
  /** The most bytes of all meshes; beyond it the one that was not used for the longest time goes. 256 MiB by default. */
  budget?: number;
}

/** The options of a live mesh. */
export interface LiveOptions extends BuildOptions {
  /** Whether edits are kept, so that the live mesh can be saved; false by default. */
  recorded?: boolean;
}

/** Edits of a live mesh that happen as a whole. */
export interface Edits {
  /** Shapes that come. */
  add?: Shapes | GeoJson;
  /** The floor on which the shapes of `add` come; 0 by default. */
  floor?: number;
  /** The keys of shapes that go. */
  remove?: number | Numbers;
  /** Shapes that move by a vector. */
  move?: readonly { key: number; by: Point }[];
  /** Shapes of the same kind that come in the place of others; name and cost stay where they are not given. */
  replace?: readonly { key: number; shape: NewShape }[];
}

/** A shape in the place of another one. */
export type NewShape =
  | Polygon
  | GeoJson
  | { polygon: Polygon; cost?: number; name?: string }
  | { line: Points; name?: string }
  | { line: Points; floors: readonly [number, number] }
  | { start: Point; end: Point; cost?: number; oneWay?: boolean; name?: string };

/** The last edit of a live mesh. */
export interface Edit {
  kind: "patched" | "rebuilt" | "restored" | "doors" | "other";
  /** Why the whole map was built again. */
  reason?: string;
  removedCells: number;
  addedCells: number;
  /** The repairs of the new shapes, one sentence each. */
  repairs: string[];
  /** Whether no path can have become shorter. */
  onlyBlocks: boolean;
}

/** The rules of agents. */
export interface FilterRules {
  /** The names of areas where they may not go. */
  forbid?: readonly string[];
  /** Costs of areas by their names. */
  costs?: Record<string, number>;
}

/** A polygon without holes, or a circle. */
export interface Region {
  polygon?: Points;
  center?: Point;
  radius?: number;
  /** The floor of the cells; all by default. */
  floor?: number;
}

/** The options of random points. */
export interface RandomOptions {
  /** A whole number; 0 by default. */
  seed?: number;
  /** The center of a circle, and its radius. */
  around?: Point;
  radius?: number;
}

/** Goals of one kind. */
export interface AnyGoal {
  points?: Points;
  /** Two points each. */
  segments?: Points;
  /** A ring. */
  polygon?: Points;
}

/** The number of an agent, or those of some. */
export type Agents = number | Numbers;

/** The options of agents; numbers are one for all, or a list with one for each. */
export interface AgentOptions {
  /** Against other agents, 0.5 by default. Walls are where the map ends. */
  radius?: number | Numbers;
  /** 1.5 by default, in map units a second. */
  maxSpeed?: number | Numbers;
  /** No limit by default. */
  maxAcceleration?: number | Numbers;
  /** In radians a second, for robots and vehicles, which move only in the direction in which they head. No limit by default. */
  maxTurningRate?: number | Numbers;
  /** The distance from the goal at which an agent has arrived, 0.5 by default. */
  arrival?: number | Numbers;
  /** From 0 to 255, 0 by default. An agent does not avoid those of a lower one. */
  priority?: number | Numbers;
  /** From 0 to 1, 1 by default: the readiness of a standing agent to make way. */
  yields?: number | Numbers;
  /** The gap to prove where costs differ, for their paths. */
  gap?: number | Numbers;
  /** The number of `addClass`; 0 by default. */
  agentClass?: number;
  search?: "auto" | "optimal" | "corridor";
  goalPolicy?: "exact" | "nearest" | "nearest-reachable";
  /** Whether costs above 1 slow them. */
  slowedByCosts?: boolean;
  /** Whether the program moves them, by `drive`; for new agents. */
  driven?: boolean;
}

/** What happened in a step of a crowd. */
export interface Step {
  events: CrowdEvent[];
  /** The number of path searches. */
  searches: number;
  /** The number of nodes that they expanded. */
  expanded: number;
  /** The number of agents that wait for a search in a later step, because the budget was spent. */
  waiting: number;
}

/** An event of an agent. */
export type CrowdEvent =
  /** "arrived" and "settled" come again for an agent that others have pushed far away, once it is back. */
  | { kind: "arrived" | "settled" | "detour"; agent: number }
  | { kind: "no-path"; agent: number; reason: string; explanation: string }
  /** `warp` the agent to `point` once its jump or ride is played. */
  | { kind: "at-link"; agent: number; link: number; point: [number, number] }
  /** The agent was moved, because its place is not walkable any more. */
  | { kind: "moved"; agent: number; distance: number };

/** The paths of a batch, row by row. */
export interface Paths {
  /** The length of each path, infinite where there is none. */
  lengths: Float64Array;
  /** The cost of each path, infinite where there is none. */
  costs: Float64Array;
  /** The reason of each row without a path, such as `"unreachable"`; empty for a path. */
  reasons: string[];
  /** For each row the number of its first waypoint, and at the end the number of all. */
  offsets: Uint32Array;
  /** The waypoints of all paths, one behind the other: x and y of each. */
  points: Float64Array;
  /** The floor of each waypoint. */
  floors: Uint32Array;
}

/** Polygons one behind the other. */
export interface Rings {
  /** For each polygon the number of its first corner, and at the end the number of all. */
  offsets: Uint32Array;
  /** The corners of all polygons: x and y of each, in map units. */
  points: Float64Array;
}

/** Points with their floors. */
export interface Places {
  points: Float64Array;
  floors: Uint32Array;
}

/** The ends of rays or of moves: a row each, NaN for a start off the mesh. */
export interface Hits extends Places {
  distances: Float64Array;
  /** The unit vector at right angles to the wall, pointing into its cell; NaN without a wall. */
  normals: Float64Array;
}

/** The floors under points of space: places for queries, and their heights. */
export interface Picked extends Places {
  heights: Float64Array;
}

/** A path along the ground. */
export interface Along extends Picked {
  /** The number of the leg of the path that leads to each point; 0 at the start. */
  legs: Uint32Array;
  /** The length along the ground, in map units. Links have none. */
  length: number;
  /** That length weighted by the costs of areas, and the costs of links. */
  cost: number;
  /** The steepest slope, up or down: height for each unit of the plan. */
  steepest: number;
}

/** Costs of paths, and lower bounds on them. */
export interface DistanceBounds {
  distances: Float64Array;
  lowerBounds: Float64Array;
}

/** The numbers of goals and their distances, nearest first. */
export interface NearestGoals {
  goals: Uint32Array;
  distances: Float64Array;
}

/** The width of a way, and the ends of its narrowest place. */
export interface Widest {
  width: number;
  from: [number, number];
  to: [number, number];
}

/** A link that a path takes. */
export interface LinkUse {
  /** The number of the link. */
  link: number;
  name: string;
  /** The number of the waypoint before it. */
  leg: number;
  cost: number;
}

/** A piece of a path in one area. */
export interface AreaShare {
  /** The name of the area; none outside. */
  area?: string;
  length: number;
  cost: number;
}

/** A path with arcs around its corners. */
export interface Curve {
  length: number;
  pieces: CurvePiece[];
}

/** A piece of a curve. The angle of an arc is in radians, positive to the left. */
export type CurvePiece =
  | { kind: "segment" | "link"; from: [number, number]; to: [number, number] }
  | { kind: "arc"; from: [number, number]; to: [number, number]; center: [number, number]; radius: number; angle: number };

/** A GeoJSON geometry. */
export interface LineString {
  type: "LineString";
  coordinates: [number, number][];
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
