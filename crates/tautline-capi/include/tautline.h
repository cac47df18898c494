/*
 * tautline: navigation meshes, exact shortest paths and crowds.
 *
 * Made by cbindgen from the sources of tautline-capi; do not edit.
 *
 * Every function returns a status, and tl_last_message() tells more about a failure. A pointer is null, or points to as
 * many elements as the call says. Handles are numbers: copy them freely, and free the object once; a freed, foreign or
 * null handle is an error. Every function may be called from any thread. Structs whose first field is `size` come from
 * their function, or are set to zero with `size` as their sizeof. Results go to arrays of the caller; a count says how
 * many elements there are, also if the array is too short.
 */


#ifndef TAUTLINE_H
#define TAUTLINE_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of the functions and structs of this header. It grows with every change that breaks a compiled program.
 */
#define TL_ABI_VERSION 1

/**
 * The result of a call. `tl_last_message` tells more about a failure.
 */
enum tl_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The call has succeeded.
   */
  TL_STATUS_OK = 0,
  /**
   * An argument is null, out of its range or not a number; the message names it.
   */
  TL_STATUS_BAD_ARGUMENT = 1,
  /**
   * A handle is null, freed, or of another kind.
   */
  TL_STATUS_BAD_HANDLE = 2,
  /**
   * No shape, agent, field or class has this id any more.
   */
  TL_STATUS_UNKNOWN_ID = 3,
  /**
   * The caller's array is too short; the count says how many elements there are.
   */
  TL_STATUS_BUFFER_TOO_SMALL = 4,
  /**
   * The shapes cannot be built, or an edit is not possible; nothing has changed.
   */
  TL_STATUS_BAD_INPUT = 5,
  /**
   * The bytes of a file are not valid, or the format is unknown.
   */
  TL_STATUS_BAD_FILE = 6,
  /**
   * There is no such thing: nothing to undo, no wall in range, no ground at all.
   */
  TL_STATUS_NOT_FOUND = 7,
  /**
   * A panic inside the library, which is a bug of the library. Free the objects of the call.
   */
  TL_STATUS_PANIC = 8,
  /**
   * The start is off the walkable area.
   */
  TL_STATUS_START_OUTSIDE = 16,
  /**
   * The goal is off the walkable area.
   */
  TL_STATUS_GOAL_OUTSIDE = 17,
  /**
   * An endpoint is in a closed cell.
   */
  TL_STATUS_ON_CLOSED_CELL = 18,
  /**
   * Every path is closed by doors.
   */
  TL_STATUS_CLOSED_OFF = 19,
  /**
   * No path leads from the start to the goal.
   */
  TL_STATUS_UNREACHABLE = 20,
  /**
   * The budget of the search is spent.
   */
  TL_STATUS_BUDGET_EXHAUSTED = 21,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tl_status tl_status;
#else
typedef uint32_t tl_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The policies for an endpoint that is off the mesh or out of reach.
 */
enum tl_policy
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Such an endpoint is an error, but for slight offsets.
   */
  TL_POLICY_EXACT = 0,
  /**
   * The endpoint moves to the nearest point of the mesh.
   */
  TL_POLICY_NEAREST = 1,
  /**
   * The endpoint moves to the nearest point from which, or to which, a path leads.
   */
  TL_POLICY_NEAREST_REACHABLE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tl_policy tl_policy;
#else
typedef uint32_t tl_policy;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The searches.
 */
enum tl_search
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The library chooses.
   */
  TL_SEARCH_AUTO = 0,
  /**
   * The shortest path.
   */
  TL_SEARCH_OPTIMAL = 1,
  /**
   * A path through a sequence of cells, which may be a little longer.
   */
  TL_SEARCH_CORRIDOR = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tl_search tl_search;
#else
typedef uint32_t tl_search;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kinds of edits, of `tl_edit_report`.
 */
enum tl_edit_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Cells around the edit were replaced.
   */
  TL_EDIT_KIND_PATCHED = 0,
  /**
   * The whole mesh was built anew.
   */
  TL_EDIT_KIND_REBUILT = 1,
  /**
   * A mesh from before a rebuild returned.
   */
  TL_EDIT_KIND_RESTORED = 2,
  /**
   * Doors have opened or closed.
   */
  TL_EDIT_KIND_DOORS = 3,
  /**
   * Another kind, of a later version.
   */
  TL_EDIT_KIND_OTHER = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tl_edit_kind tl_edit_kind;
#else
typedef uint32_t tl_edit_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kinds of edits in a batch.
 */
enum tl_edit_action
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Adds `shape`.
   */
  TL_EDIT_ACTION_ADD = 1,
  /**
   * Removes the shape with `id`.
   */
  TL_EDIT_ACTION_REMOVE = 2,
  /**
   * Puts `shape` in place of that with `id`, which is of the same kind. Its floor stays.
   */
  TL_EDIT_ACTION_REPLACE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tl_edit_action tl_edit_action;
#else
typedef uint32_t tl_edit_action;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kinds of shapes.
 */
enum tl_shape_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Walkable ground: rings of points.
   */
  TL_SHAPE_KIND_WALKABLE = 1,
  /**
   * An obstacle: rings of points.
   */
  TL_SHAPE_KIND_OBSTACLE = 2,
  /**
   * A wall without thickness: a line of points.
   */
  TL_SHAPE_KIND_WALL = 3,
  /**
   * Ground with a name and a cost: rings of points.
   */
  TL_SHAPE_KIND_AREA = 4,
  /**
   * A door with a name, which can close: a line of points.
   */
  TL_SHAPE_KIND_DOOR = 5,
  /**
   * A jump, ladder or teleporter with a name and a cost: its two ends.
   */
  TL_SHAPE_KIND_LINK = 6,
  /**
   * A line where two floors meet.
   */
  TL_SHAPE_KIND_CONNECTION = 7,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tl_shape_kind tl_shape_kind;
#else
typedef uint32_t tl_shape_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The kinds of events.
 */
enum tl_event_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The agent has arrived and stands. Comes again if others push it far away, once it is back.
   */
  TL_EVENT_KIND_ARRIVED = 1,
  /**
   * The agent stands near its goal, because others are there. Comes again like `Arrived`.
   */
  TL_EVENT_KIND_SETTLED = 2,
  /**
   * There is no path to its goal; `reason` says why. It waits until an edit opens one.
   */
  TL_EVENT_KIND_NO_PATH = 3,
  /**
   * The agent stands at the entrance of a link, which leads to `point`. Warp it there.
   */
  TL_EVENT_KIND_AT_LINK = 4,
  /**
   * The agent walks around a jam.
   */
  TL_EVENT_KIND_DETOUR = 5,
  /**
   * The agent was moved by `distance`, because its place is not walkable any more.
   */
  TL_EVENT_KIND_MOVED = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tl_event_kind tl_event_kind;
#else
typedef uint32_t tl_event_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The states of agents.
 */
enum tl_agent_state
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It has no goal and stands.
   */
  TL_AGENT_STATE_STANDS = 0,
  /**
   * It walks to its goal.
   */
  TL_AGENT_STATE_WALKS = 1,
  /**
   * No path leads to its goal; it waits for one.
   */
  TL_AGENT_STATE_WAITS = 2,
  /**
   * It has arrived.
   */
  TL_AGENT_STATE_ARRIVED = 3,
  /**
   * The program moves it.
   */
  TL_AGENT_STATE_DRIVEN = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tl_agent_state tl_agent_state;
#else
typedef uint32_t tl_agent_state;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The corner rules of paths on tiles.
 */
enum tl_corners
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * No diagonal step beside a blocked tile.
   */
  TL_CORNERS_NEVER = 0,
  /**
   * A diagonal step beside one blocked tile.
   */
  TL_CORNERS_ONE_FREE = 1,
  /**
   * A diagonal step also between two blocked tiles.
   */
  TL_CORNERS_ALWAYS = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tl_corners tl_corners;
#else
typedef uint32_t tl_corners;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The options of a map. Start from `tl_map_options_default`.
 */
typedef struct tl_map_options {
  /**
   * The size of this struct.
   */
  uint32_t size;
  /**
   * Not 0 if rings overlap by the even-odd rule instead of the non-zero rule.
   */
  uint32_t even_odd;
  /**
   * The radius of the agents, in map units; 0 for points.
   */
  double agent_radius;
  /**
   * The greatest distance of a corner's polygon from its arc, as a share of the radius.
   */
  double arc_tolerance;
  /**
   * The distance within which points and lines are joined; 0 for none, negative for the default: what rounding moves
   * apart.
   */
  double weld;
  /**
   * Not 0 if links whose ends are off the mesh are closed instead of refused.
   */
  uint32_t close_stray_links;
  /**
   * Not 0 if the map can be saved in the format `"state"`, with its keys and its undo list.
   */
  uint32_t recorded;
} tl_map_options;

/**
 * A point, in map units.
 */
typedef struct tl_point {
  /**
   * The coordinate to the right.
   */
  double x;
  /**
   * The coordinate upwards; downwards on tile maps.
   */
  double y;
} tl_point;

/**
 * A shape of a map. Set to zero what does not apply.
 */
typedef struct tl_shape {
  /**
   * A `tl_shape_kind`.
   */
  uint32_t kind;
  /**
   * The floor; of links and connections that of the first side.
   */
  uint32_t layer;
  /**
   * The floor of the second side of a link or a connection.
   */
  uint32_t other_layer;
  /**
   * Not 0 for a link that leads from its first end to its second end only.
   */
  uint32_t one_way;
  /**
   * The points of all rings, one ring after the other, or of the line.
   */
  const struct tl_point *points;
  /**
   * The number of points.
   */
  size_t count;
  /**
   * The number of points of each ring, the exterior first and then holes; null for one ring.
   */
  const size_t *rings;
  /**
   * The number of rings; 0 for one.
   */
  size_t ring_count;
  /**
   * The name of an area, door or link.
   */
  const char *name;
  /**
   * The cost: of an area a multiplier of length, of a link in map units. 0 means the default: 1, or the length.
   */
  double cost;
} tl_shape;

/**
 * A map of shapes that may change. 0 is no map.
 */
typedef struct tl_map {
  /**
   * The id; never used for another object again.
   */
  uint64_t id;
} tl_map;

/**
 * The report of the last edit.
 */
typedef struct tl_edit_report {
  /**
   * The size of this struct.
   */
  uint32_t size;
  /**
   * A `tl_edit_kind`.
   */
  uint32_t kind;
  /**
   * The revision of the mesh after the edit.
   */
  uint64_t revision;
  /**
   * The number of cells that are gone.
   */
  size_t removed_cells;
  /**
   * The number of new cells.
   */
  size_t added_cells;
  /**
   * The number of repairs of the input.
   */
  size_t repairs;
  /**
   * The number of lanes of links that have closed.
   */
  size_t closed_links;
  /**
   * The number of lanes of links that have opened.
   */
  size_t opened_links;
  /**
   * Not 0 if the edit frees no ground, so that no path becomes shorter.
   */
  uint32_t only_blocks;
  /**
   * 0.
   */
  uint32_t reserved;
} tl_edit_report;

/**
 * A map as it was at one moment, for queries from any number of threads. 0 is no finder.
 */
typedef struct tl_finder {
  /**
   * The id; never used for another object again.
   */
  uint64_t id;
} tl_finder;

/**
 * An edit of a batch.
 */
typedef struct tl_edit {
  /**
   * A `tl_edit_action`.
   */
  uint32_t action;
  /**
   * 0.
   */
  uint32_t reserved;
  /**
   * The shape to remove or to replace.
   */
  uint64_t id;
  /**
   * The new shape, if there is one.
   */
  struct tl_shape shape;
} tl_edit;

/**
 * A point, and optionally its floor and the cell that holds it. Zeros after the point mean: not specified.
 *
 * Answers name the cell, so that a query from there stays on its side of a wall without thickness.
 */
typedef struct tl_place {
  /**
   * The point.
   */
  struct tl_point point;
  /**
   * The cell, as an answer named it; 0 for none.
   */
  uint64_t cell;
  /**
   * The number of the floor, if `has_layer` is not 0.
   */
  uint32_t layer;
  /**
   * Not 0 if the floor is specified.
   */
  uint32_t has_layer;
} tl_place;

/**
 * A query for a path. Start from `tl_path_query_new`.
 */
typedef struct tl_path_query {
  /**
   * The size of this struct.
   */
  uint32_t size;
  /**
   * A `tl_search`.
   */
  uint32_t search;
  /**
   * The start.
   */
  struct tl_place start;
  /**
   * The goal.
   */
  struct tl_place goal;
  /**
   * A `tl_policy`.
   */
  uint32_t start_policy;
  /**
   * A `tl_policy`.
   */
  uint32_t goal_policy;
  /**
   * The distance by which an endpoint may be moved onto the mesh; negative for the default.
   */
  double snap;
  /**
   * The gap to the optimum that is accepted, as a share of the cost; negative for the default.
   */
  double gap;
  /**
   * The radius of the agent, if the map was built for another one; negative for that of the map.
   */
  double radius;
  /**
   * The greatest cost of a path; negative for no limit.
   */
  double max_cost;
  /**
   * The greatest number of nodes that the search expands; 0 for no limit.
   */
  uint64_t max_expanded;
} tl_path_query;

/**
 * The memory of path queries and the last path: one for each thread. 0 is none.
 */
typedef struct tl_scratch {
  /**
   * The id; never used for another object again.
   */
  uint64_t id;
} tl_scratch;

/**
 * The length, cost and guarantee of a path.
 */
typedef struct tl_path_info {
  /**
   * The size of this struct.
   */
  uint32_t size;
  /**
   * Not 0 if the path does not reach the goal, but a place near it.
   */
  uint32_t partial;
  /**
   * Not 0 if no path is shorter, or cheaper where cells have costs.
   */
  uint32_t optimal;
  /**
   * Not 0 if the start or the goal was moved onto the mesh.
   */
  uint32_t moved;
  /**
   * The number of waypoints, with the start and the goal.
   */
  size_t count;
  /**
   * The length, in map units.
   */
  double length;
  /**
   * The cost: the length, where no cell and no link costs anything else.
   */
  double cost;
  /**
   * No path costs less than this.
   */
  double lower_bound;
  /**
   * The greatest gap to the optimum, as a share of the cost; 0 for an optimal path.
   */
  double gap;
  /**
   * The distance by which the start was moved.
   */
  double start_offset;
  /**
   * The distance by which the goal was moved.
   */
  double goal_offset;
  /**
   * The number of nodes that the search expanded.
   */
  uint64_t expanded;
} tl_path_info;

/**
 * An explanation of a failed query.
 */
typedef struct tl_explanation {
  /**
   * The size of this struct.
   */
  uint32_t size;
  /**
   * A `tl_status`: that of the query.
   */
  uint32_t status;
  /**
   * Not 0 if `nearest` and `distance` are known.
   */
  uint32_t has_nearest;
  /**
   * Not 0 if `gap_from`, `gap_to` and `gap_width` are known.
   */
  uint32_t has_gap;
  /**
   * Not 0 if the place is on the mesh of another floor, `other_layer`.
   */
  uint32_t has_other_layer;
  /**
   * The floor on which the place is walkable.
   */
  uint32_t other_layer;
  /**
   * The nearest walkable place, or the nearest reachable one if the endpoints are walkable.
   */
  struct tl_place nearest;
  /**
   * Its distance from the endpoint.
   */
  double distance;
  /**
   * The end of the narrowest gap between the ground of the start and that of the goal, on the side of the start.
   */
  struct tl_point gap_from;
  /**
   * Its other end.
   */
  struct tl_point gap_to;
  /**
   * Its width.
   */
  double gap_width;
} tl_explanation;

/**
 * A rule of a filter, for all areas of a name.
 */
typedef struct tl_area_rule {
  /**
   * The name of the areas.
   */
  const char *area;
  /**
   * The cost there, a multiplier of length. It does not count if the areas are forbidden.
   */
  double cost;
  /**
   * Not 0 if the areas are forbidden.
   */
  uint32_t forbidden;
  /**
   * 0.
   */
  uint32_t reserved;
} tl_area_rule;

/**
 * A point of floats, for programs that hold vectors of floats.
 */
typedef struct tl_point_f {
  /**
   * The coordinate to the right.
   */
  float x;
  /**
   * The coordinate upwards; downwards on tile maps.
   */
  float y;
} tl_point_f;

/**
 * The use of a link by a path.
 */
typedef struct tl_link_use {
  /**
   * The leg of the path: from the waypoint with this index to the next one.
   */
  size_t leg;
  /**
   * The index of the link.
   */
  size_t link;
  /**
   * The cost, in map units.
   */
  double cost;
  /**
   * Not 0 if the link is entered at its second end.
   */
  uint32_t backward;
  /**
   * 0.
   */
  uint32_t reserved;
} tl_link_use;

/**
 * A goal that is near.
 */
typedef struct tl_near_goal {
  /**
   * Its index among the goals.
   */
  size_t goal;
  /**
   * The length of the shortest path to it; the cost where cells have costs.
   */
  double distance;
} tl_near_goal;

/**
 * The distances from everywhere to the nearest of some goals. 0 is no field.
 */
typedef struct tl_field {
  /**
   * The id; never used for another object again.
   */
  uint64_t id;
} tl_field;

/**
 * The end of a ray or of a move.
 */
typedef struct tl_hit {
  /**
   * The last place. A query from there goes on on its side of the wall.
   */
  struct tl_place place;
  /**
   * The length of the ray, or of the way of the move.
   */
  double distance;
  /**
   * Not 0 if a wall ended it; else it reached its target.
   */
  uint32_t hit_wall;
  /**
   * 0.
   */
  uint32_t reserved;
  /**
   * The direction away from the wall, of length 1; (0, 0) without one.
   */
  struct tl_point normal;
} tl_hit;

/**
 * The widest way between two places.
 */
typedef struct tl_widest {
  /**
   * Its width on the mesh, which the radius of the map has narrowed on both sides.
   */
  double width;
  /**
   * One end of its narrowest place, or a start, goal or link near a wall.
   */
  struct tl_point from;
  /**
   * The other end.
   */
  struct tl_point to;
} tl_widest;

/**
 * The options of an agent. Start from `tl_agent_options_default`.
 */
typedef struct tl_agent_options {
  /**
   * The size of this struct.
   */
  uint32_t size;
  /**
   * The class, as `tl_crowd_add_class` named it; 0 for the class of the finder of `tl_crowd_new`.
   */
  uint32_t class_id;
  /**
   * The radius against other agents, in map units. Walls are where the map ends: build it with the same radius.
   */
  double radius;
  /**
   * The greatest speed, in map units a second.
   */
  double max_speed;
  /**
   * The greatest change of velocity, in map units per second squared; negative for no limit.
   */
  double max_acceleration;
  /**
   * The greatest turn of an agent that moves only in the direction in which it heads, in radians per second; negative for no
   * limit.
   */
  double max_turning_rate;
  /**
   * The distance from the goal at which the agent has arrived.
   */
  double arrival;
  /**
   * The readiness to make way for others while it stands, from 0 to 1.
   */
  double yields;
  /**
   * The gap that its searches may leave, as a share of the path; negative for the default.
   */
  double gap;
  /**
   * The rank, from 0 to 255. An agent does not avoid those of a lower rank.
   */
  uint32_t priority;
  /**
   * A `tl_search`.
   */
  uint32_t search;
  /**
   * A `tl_policy`, for goals off the mesh or out of reach.
   */
  uint32_t goal_policy;
  /**
   * Not 0 if costs above 1 slow the agent.
   */
  uint32_t slowed_by_costs;
} tl_agent_options;

/**
 * Agents that walk among each other. 0 is no crowd.
 */
typedef struct tl_crowd {
  /**
   * The id; never used for another object again.
   */
  uint64_t id;
} tl_crowd;

/**
 * An event of a step.
 */
typedef struct tl_event {
  /**
   * A `tl_event_kind`.
   */
  uint32_t kind;
  /**
   * A `tl_status`: the reason why there is no path.
   */
  uint32_t reason;
  /**
   * The agent.
   */
  uint64_t agent;
  /**
   * The pointer of the agent.
   */
  void *user;
  /**
   * The exit of the link.
   */
  struct tl_point point;
  /**
   * The distance.
   */
  double distance;
  /**
   * The index of the link.
   */
  size_t link;
} tl_event;

/**
 * The cost of a step, and the time of the crowd.
 */
typedef struct tl_step_info {
  /**
   * The size of this struct.
   */
  uint32_t size;
  /**
   * 0.
   */
  uint32_t reserved;
  /**
   * The number of agents.
   */
  size_t agents;
  /**
   * The number of path searches.
   */
  uint64_t searches;
  /**
   * The number of nodes that they expanded.
   */
  uint64_t expanded;
  /**
   * The number of agents that wait for a search in a later step.
   */
  uint64_t waiting;
  /**
   * The time of the crowd, in seconds.
   */
  double time;
} tl_step_info;

/**
 * The state of an agent.
 */
typedef struct tl_agent_info {
  /**
   * The size of this struct.
   */
  uint32_t size;
  /**
   * A `tl_agent_state`.
   */
  uint32_t state;
  /**
   * Its place.
   */
  struct tl_place place;
  /**
   * Its velocity, in map units a second.
   */
  struct tl_point velocity;
  /**
   * The direction in which it heads, of length 1; (0, 0) for an agent without a turning rate.
   */
  struct tl_point heading;
  /**
   * Its goal, if `has_goal` is not 0.
   */
  struct tl_place goal;
  /**
   * Not 0 if it has a goal that is a place.
   */
  uint32_t has_goal;
  /**
   * A `tl_status`: the reason why it waits.
   */
  uint32_t reason;
  /**
   * The length of the way left; negative if it is not known.
   */
  double way_left;
  /**
   * The cost of the way left; negative if it is not known.
   */
  double cost_left;
  /**
   * The pointer of the agent.
   */
  void *user;
} tl_agent_info;

/**
 * The options of a tile map. Zeros after the size are the defaults.
 */
typedef struct tl_tiles_options {
  /**
   * The size of this struct.
   */
  uint32_t size;
  /**
   * A `tl_corners`.
   */
  uint32_t corners;
  /**
   * Not 0 for steps along rows and columns alone.
   */
  uint32_t four_neighbors;
  /**
   * 0.
   */
  uint32_t reserved;
} tl_tiles_options;

/**
 * A tile map with paths from tile to tile. 0 is none.
 */
typedef struct tl_tiles {
  /**
   * The id; never used for another object again.
   */
  uint64_t id;
} tl_tiles;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Writes the message of the last failure of the calling thread, as text that ends with a zero byte.
 *
 * `count` becomes the number of bytes with the zero. A message that is too long is cut, and the status is
 * `TL_STATUS_BUFFER_TOO_SMALL`. A call that succeeds leaves the message as it is.
 */
tl_status tl_last_message(char *text, size_t capacity, size_t *count);

/**
 * Returns `TL_ABI_VERSION` of the library, to compare with that of the header.
 */
uint32_t tl_abi_version(void);

/**
 * Returns the default options of a map.
 */
struct tl_map_options tl_map_options_default(void);

/**
 * Builds a map from shapes, at least one of them walkable. `options` may be null.
 *
 * `ids` takes the ids of the shapes, in their order, and may be null. `*map` becomes the map; free it with `tl_map_free`.
 */
tl_status tl_map_new(const struct tl_map_options *options,
                     const struct tl_shape *shapes,
                     size_t count,
                     uint64_t *ids,
                     struct tl_map *map);

/**
 * Frees a map. Finders and crowds that were made from it stay.
 */
tl_status tl_map_free(struct tl_map map);

/**
 * Closes all doors and links of a name.
 */
tl_status tl_map_close_door(struct tl_map map, const char *name);

/**
 * Opens all doors and links of a name.
 */
tl_status tl_map_open_door(struct tl_map map, const char *name);

/**
 * Writes 1 to `*closed` if the doors and links of a name are closed, else 0.
 */
tl_status tl_map_is_door_closed(struct tl_map map, const char *name, uint32_t *closed);

/**
 * Takes the last edit back. The status is `TL_STATUS_NOT_FOUND` if there is none.
 */
tl_status tl_map_undo(struct tl_map map);

/**
 * Makes an edit again that was taken back. The status is `TL_STATUS_NOT_FOUND` if there is none.
 */
tl_status tl_map_redo(struct tl_map map);

/**
 * Writes the revision of the mesh, which grows with every edit that changes it.
 */
tl_status tl_map_revision(struct tl_map map, uint64_t *revision);

/**
 * Writes the report of the last edit. Set `report->size` first.
 */
tl_status tl_map_report(struct tl_map map, struct tl_edit_report *report);

/**
 * Works on the search index after edits, for at most about `budget` nodes. `*ready`, which may be null, becomes 1 if the
 * index is complete. Queries are right without it, and faster with it.
 */
tl_status tl_map_refresh_index(struct tl_map map,
                               uint64_t budget,
                               uint32_t *ready);

/**
 * Takes a snapshot of a map for queries, with its closed doors. The cost does not depend on the size of the map.
 *
 * Later edits do not change it. Free it with `tl_finder_free`.
 */
tl_status tl_map_finder(struct tl_map map,
                        struct tl_finder *finder);

/**
 * Makes several edits at once: all of them, or none if one is not possible.
 *
 * `ids` takes the id of the shape of each edit, in their order, also of one that was replaced or removed. It has room for
 * `count`, and may be null.
 */
tl_status tl_map_apply(struct tl_map map,
                       const struct tl_edit *edits,
                       size_t count,
                       uint64_t *ids);

/**
 * Adds a shape. `*id`, which may be null, becomes its id.
 */
tl_status tl_map_add(struct tl_map map, const struct tl_shape *shape, uint64_t *id);

/**
 * Moves a shape by a vector.
 */
tl_status tl_map_move(struct tl_map map, uint64_t id, struct tl_point by);

/**
 * Puts a shape in place of another one of the same kind, which keeps its id and its floor.
 */
tl_status tl_map_replace(struct tl_map map, uint64_t id, const struct tl_shape *shape);

/**
 * Removes a shape.
 */
tl_status tl_map_remove(struct tl_map map, uint64_t id);

/**
 * Builds a map from the bytes of a file: GeoJSON, MovingAI, rows of tiles, PNG, PGM, Tiled, or a saved `"state"`.
 *
 * The ending of `name` or the first bytes tell the format. A file `NAME.state` is what `tl_map_save` wrote; it keeps its
 * ids and options. `options` may be null.
 */
tl_status tl_map_load(const char *name,
                      const uint8_t *bytes,
                      size_t count,
                      const struct tl_map_options *options,
                      struct tl_map *map);

/**
 * Writes a map as bytes of a format: `"geojson"` (its shapes), `"nav"`, `"mesh"` (its mesh), or `"state"` (of a recorded
 * map everything, with ids and the undo list).
 */
tl_status tl_map_save(struct tl_map map,
                      const char *format,
                      uint8_t *bytes,
                      size_t capacity,
                      size_t *count);

/**
 * Loads a mesh that cannot be edited: our `.nav`, or Polyanya's `.mesh`. Free it with `tl_finder_free`.
 */
tl_status tl_finder_load(const char *name, const uint8_t *bytes, size_t count, struct tl_finder *finder);

/**
 * Frees a finder. Fields and crowds that were made from it stay.
 */
tl_status tl_finder_free(struct tl_finder finder);

/**
 * Returns a query between two places with the default options.
 */
struct tl_path_query tl_path_query_new(struct tl_place start, struct tl_place goal);

/**
 * Finds a path. The scratch keeps it, and the memory of the search.
 *
 * `points` takes the waypoints; with a capacity of 0 it may be null, and is left alone. If it is too short, `info->count` says how many there are, and `tl_scratch_points` gives
 * them without another search. After a failure the path is the best partial one, or empty, and `tl_finder_explain`
 * explains the failure. `info` may be null; set `info->size` first.
 */
tl_status tl_finder_path(struct tl_finder finder,
                         struct tl_scratch scratch,
                         const struct tl_path_query *query,
                         struct tl_point *points,
                         size_t capacity,
                         struct tl_path_info *info);

/**
 * Writes the length of the shortest path between two places; the cost where cells have costs.
 */
tl_status tl_finder_distance(struct tl_finder finder,
                             struct tl_scratch scratch,
                             struct tl_place from,
                             struct tl_place to,
                             double *distance);

/**
 * Explains the failure of the last path query of a scratch: the text goes to `tl_last_message`, numbers to `explanation`.
 *
 * `finder` is that of the query. The status is `TL_STATUS_NOT_FOUND` if the query has not failed.
 */
tl_status tl_finder_explain(struct tl_finder finder,
                            struct tl_scratch scratch,
                            struct tl_explanation *explanation);

/**
 * Creates a finder on the same map with other rules for some areas. Free it with `tl_finder_free`.
 *
 * The last rule for a name counts. The finder answers all queries under the rules, and a crowd may have a class on it. Its
 * map is a copy, made in linear time; make it again after an edit. After that all agents of a crowd on it plan again.
 * The status is `TL_STATUS_UNKNOWN_ID` if no area has a name.
 */
tl_status tl_finder_filtered(struct tl_finder finder,
                             const struct tl_area_rule *rules,
                             size_t count,
                             struct tl_finder *filtered);

/**
 * Creates the memory of one thread's path queries. Free it with `tl_scratch_free`.
 *
 * Threads that share one wait for each other.
 */
tl_status tl_scratch_new(struct tl_scratch *scratch);

/**
 * Frees the memory of path queries.
 */
tl_status tl_scratch_free(struct tl_scratch scratch);

/**
 * Writes the waypoints of the last path, and their number to `*count`, which may be null.
 */
tl_status tl_scratch_points(struct tl_scratch scratch,
                            struct tl_point *points,
                            size_t capacity,
                            size_t *count);

/**
 * Writes the waypoints of the last path as floats: rounded, but never out of a start's snap.
 */
tl_status tl_scratch_points_f(struct tl_scratch scratch,
                              struct tl_point_f *points,
                              size_t capacity,
                              size_t *count);

/**
 * Writes the floor of each waypoint of the last path.
 */
tl_status tl_scratch_layers(struct tl_scratch scratch, uint32_t *layers, size_t capacity, size_t *count);

/**
 * Writes the links that the last path takes, in their order along it.
 */
tl_status tl_scratch_links(struct tl_scratch scratch,
                           struct tl_link_use *links,
                           size_t capacity,
                           size_t *count);

/**
 * Writes the distance to each goal, by one search: `distances` has room for `count`. Infinity means out of reach.
 */
tl_status tl_finder_distances(struct tl_finder finder,
                              struct tl_place from,
                              const struct tl_place *goals,
                              size_t count,
                              double *distances);

/**
 * Writes the nearest goals that can be reached, at most `capacity`, the nearest first, and their number to `*found`.
 */
tl_status tl_finder_nearest_goals(struct tl_finder finder,
                                  struct tl_place from,
                                  const struct tl_place *goals,
                                  size_t count,
                                  struct tl_near_goal *nearest,
                                  size_t capacity,
                                  size_t *found);

/**
 * Computes the distances from everywhere to the nearest goal. `max_cost` limits them; negative for no limit.
 *
 * Free the field with `tl_field_free`.
 */
tl_status tl_finder_field(struct tl_finder finder,
                          const struct tl_place *goals,
                          size_t count,
                          double max_cost,
                          struct tl_field *field);

/**
 * Frees a distance field. Crowds that use it keep it.
 */
tl_status tl_field_free(struct tl_field field);

/**
 * Writes the distance to the nearest goal at each place, or infinity. `distances` has room for `count`.
 */
tl_status tl_field_distances(struct tl_field field,
                             const struct tl_place *places,
                             size_t count,
                             double *distances);

/**
 * Writes the direction to walk in at each place, of length 1; (0, 0) at a goal and where no path is known.
 * `directions` has room for `count`.
 */
tl_status tl_field_directions(struct tl_field field,
                              const struct tl_place *places,
                              size_t count,
                              struct tl_point *directions);

/**
 * Puts the path from a place to the nearest goal into a scratch; `tl_scratch_points` gives its waypoints.
 */
tl_status tl_field_path(struct tl_field field, struct tl_scratch scratch, struct tl_place from);

/**
 * Writes the nearest place of the mesh, and its distance to `*distance`, which may be null.
 */
tl_status tl_finder_nearest(struct tl_finder finder,
                            struct tl_place from,
                            struct tl_place *nearest,
                            double *distance);

/**
 * Casts a ray to a point, up to the first wall or closed door.
 */
tl_status tl_finder_ray(struct tl_finder finder,
                        struct tl_place from,
                        struct tl_point to,
                        struct tl_hit *hit);

/**
 * Moves a point towards another one, and slides along walls.
 */
tl_status tl_finder_move_along(struct tl_finder finder,
                               struct tl_place from,
                               struct tl_point to,
                               struct tl_hit *hit);

/**
 * Finds the nearest wall within a distance. The status is `TL_STATUS_NOT_FOUND` if there is none.
 */
tl_status tl_finder_wall(struct tl_finder finder,
                         struct tl_place from,
                         double max_distance,
                         struct tl_hit *hit);

/**
 * Chooses a point of the walkable area, every part of it as likely as its area.
 *
 * `*state` is any number at first, and changes with each call: the same numbers give the same points.
 */
tl_status tl_finder_random_point(struct tl_finder finder, uint64_t *state, struct tl_place *place);

/**
 * Chooses a point of the walkable area within a circle, connected to its centre or not.
 */
tl_status tl_finder_random_point_around(struct tl_finder finder,
                                        struct tl_place center,
                                        double radius,
                                        uint64_t *state,
                                        struct tl_place *place);

/**
 * Writes the ring of the region that is visible from a place, counter-clockwise.
 */
tl_status tl_finder_visible(struct tl_finder finder,
                            struct tl_place from,
                            struct tl_point *ring,
                            size_t capacity,
                            size_t *count);

/**
 * Finds the way between two places with the widest narrowest place.
 *
 * The status is `TL_STATUS_UNREACHABLE` if there is no way. The first call of a finder prepares the whole map.
 */
tl_status tl_finder_widest(struct tl_finder finder,
                           struct tl_place from,
                           struct tl_place to,
                           struct tl_widest *widest);

/**
 * Returns the default options of an agent.
 */
struct tl_agent_options tl_agent_options_default(void);

/**
 * Creates an empty crowd on the map of a finder. Free it with `tl_crowd_free`.
 */
tl_status tl_crowd_new(struct tl_finder finder, struct tl_crowd *crowd);

/**
 * Frees a crowd. The pointers of its agents are the caller's.
 */
tl_status tl_crowd_free(struct tl_crowd crowd);

/**
 * Adds a class of agents of another size, with a finder on a map that was built for its radius.
 */
tl_status tl_crowd_add_class(struct tl_crowd crowd, struct tl_finder finder, uint32_t *class_id);

/**
 * Replaces the maps of all classes, in the order of the classes, by new finders. Call it after each edit of the map.
 *
 * After one edit of a live map only agents plan again whose path it may block or shorten; else all do.
 */
tl_status tl_crowd_set_maps(struct tl_crowd crowd,
                            const struct tl_finder *finders,
                            size_t count);

/**
 * Adds an agent. `options` may be null. `user` comes back with its events. `*agent` becomes its id.
 */
tl_status tl_crowd_add(struct tl_crowd crowd,
                       struct tl_place place,
                       const struct tl_agent_options *options,
                       void *user,
                       uint64_t *agent);

/**
 * Removes an agent.
 */
tl_status tl_crowd_remove(struct tl_crowd crowd, uint64_t agent);

/**
 * Replaces the options of an agent.
 */
tl_status tl_crowd_set_options(struct tl_crowd crowd, uint64_t agent, const struct tl_agent_options *options);

/**
 * Gives an agent another pointer, which comes back with its events.
 */
tl_status tl_crowd_set_user(struct tl_crowd crowd, uint64_t agent, void *user);

/**
 * Sends an agent to a goal. The next step plans its path.
 */
tl_status tl_crowd_go_to(struct tl_crowd crowd, uint64_t agent, struct tl_place goal);

/**
 * Stops an agent.
 */
tl_status tl_crowd_stop(struct tl_crowd crowd, uint64_t agent);

/**
 * Sends an agent along the path that a scratch holds. Its start has to be in sight of the agent.
 */
tl_status tl_crowd_follow(struct tl_crowd crowd, uint64_t agent, struct tl_scratch scratch);

/**
 * Adds a distance field for the agents of a crowd. `*field_id` is its id in the crowd, for `tl_crowd_flow_to`.
 */
tl_status tl_crowd_add_field(struct tl_crowd crowd,
                             struct tl_field field,
                             uint64_t *field_id);

/**
 * Replaces a distance field of a crowd, as after an edit of the map.
 */
tl_status tl_crowd_replace_field(struct tl_crowd crowd, uint64_t field_id, struct tl_field field);

/**
 * Sends an agent to the nearest goal of a distance field of the crowd.
 */
tl_status tl_crowd_flow_to(struct tl_crowd crowd, uint64_t agent, uint64_t field_id);

/**
 * Moves an agent at once. It keeps its goal.
 */
tl_status tl_crowd_warp(struct tl_crowd crowd, uint64_t agent, struct tl_place place);

/**
 * Moves an agent towards a point to which something else has pushed it, such as a physics engine. It slides along walls,
 * and keeps its velocity and its goal.
 */
tl_status tl_crowd_push(struct tl_crowd crowd,
                        uint64_t agent,
                        struct tl_point point);

/**
 * Turns an agent with a turning rate at once, so that it heads in a direction of any length.
 */
tl_status tl_crowd_face(struct tl_crowd crowd, uint64_t agent, struct tl_point heading);

/**
 * Moves an agent that the program leads, such as the player. Others expect it to go on with `velocity`.
 */
tl_status tl_crowd_drive(struct tl_crowd crowd,
                         uint64_t agent,
                         struct tl_place place,
                         struct tl_point velocity);

/**
 * Moves a crowd on by some seconds. `max_expanded` limits the nodes of its searches; 0 for no limit.
 *
 * `tl_crowd_events` gives the events of the step.
 */
tl_status tl_crowd_step(struct tl_crowd crowd, double seconds, uint64_t max_expanded);

/**
 * Writes the events of the last step, in the same order on every run.
 */
tl_status tl_crowd_events(struct tl_crowd crowd, struct tl_event *events, size_t capacity, size_t *count);

/**
 * Writes what the last step did. Set `info->size` first.
 */
tl_status tl_crowd_info(struct tl_crowd crowd, struct tl_step_info *info);

/**
 * Writes what is known about an agent. Set `info->size` first.
 */
tl_status tl_crowd_agent(struct tl_crowd crowd, uint64_t agent, struct tl_agent_info *info);

/**
 * Writes the waypoints ahead of an agent, up to its goal or the entrance of a link; none if it does not walk.
 */
tl_status tl_crowd_waypoints(struct tl_crowd crowd,
                             uint64_t agent,
                             struct tl_point *points,
                             size_t capacity,
                             size_t *count);

/**
 * Writes the options of an agent. Set `options->size` first.
 */
tl_status tl_crowd_options(struct tl_crowd crowd, uint64_t agent, struct tl_agent_options *options);

/**
 * Writes the state of a crowd as bytes, without its maps, fields and pointers.
 */
tl_status tl_crowd_save(struct tl_crowd crowd, uint8_t *bytes, size_t capacity, size_t *count);

/**
 * Replaces all agents by those that `tl_crowd_save` wrote. They have the same ids and the same future on the same maps.
 *
 * Add the classes and fields first, in the same order. Agents whose ids had pointers before have them again.
 */
tl_status tl_crowd_restore(struct tl_crowd crowd,
                           const uint8_t *bytes,
                           size_t count);

/**
 * Writes the ids, positions and velocities of all agents, in one order. Each array has room for `capacity` or is null.
 */
tl_status tl_crowd_agents(struct tl_crowd crowd,
                          uint64_t *agents,
                          struct tl_point *positions,
                          struct tl_point *velocities,
                          size_t capacity,
                          size_t *count);

/**
 * Writes what `tl_crowd_agents` does, with positions and velocities rounded to floats.
 */
tl_status tl_crowd_agents_f(struct tl_crowd crowd,
                            uint64_t *agents,
                            struct tl_point_f *positions,
                            struct tl_point_f *velocities,
                            size_t capacity,
                            size_t *count);

/**
 * Creates a tile map from costs, one row after the other: 0 is blocked, 1 the ordinary cost. `options` may be null.
 *
 * A tile with column x and row y covers the points from (x, y) to (x + 1, y + 1). Free it with `tl_tiles_free`.
 */
tl_status tl_tiles_new(uint32_t width,
                       uint32_t height,
                       const double *costs,
                       const struct tl_tiles_options *options,
                       struct tl_tiles *tiles);

/**
 * Reads a tile map from the bytes of a file: MovingAI, rows of tiles, PNG, PGM or Tiled. `options` may be null.
 */
tl_status tl_tiles_load(const char *name,
                        const uint8_t *bytes,
                        size_t count,
                        const struct tl_tiles_options *options,
                        struct tl_tiles *tiles);

/**
 * Frees a tile map.
 */
tl_status tl_tiles_free(struct tl_tiles tiles);

/**
 * Writes the width and the height in tiles; either may be null.
 */
tl_status tl_tiles_size(struct tl_tiles tiles, uint32_t *width, uint32_t *height);

/**
 * Finds a path from tile centre to tile centre. The scratch keeps it.
 *
 * `points` and `info` are as for `tl_finder_path`.
 */
tl_status tl_tiles_path(struct tl_tiles tiles,
                        struct tl_scratch scratch,
                        struct tl_point from,
                        struct tl_point to,
                        struct tl_point *points,
                        size_t capacity,
                        struct tl_path_info *info);

/**
 * Blocks a tile, or frees it if `blocked` is 0.
 */
tl_status tl_tiles_set_blocked(struct tl_tiles tiles, uint32_t x, uint32_t y, uint32_t blocked);

/**
 * Sets the cost of a tile.
 */
tl_status tl_tiles_set_cost(struct tl_tiles tiles, uint32_t x, uint32_t y, double cost);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TAUTLINE_H */

#ifndef TAUTLINE_H_AT
#define TAUTLINE_H_AT
/** Returns a place without a floor and a cell. */
static inline tl_place tl_at(double x, double y) {
  tl_place place = {{x, y}, 0, 0, 0};
  return place;
}
#endif
