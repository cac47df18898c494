// Made from tautline.h; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Tautline
{
    /// <summary>The functions of the C library, under their names there.</summary>
    internal static unsafe class Native
    {
        private const string Library = "tautline_c";
        internal const uint AbiVersion = 1;

        /// <summary>Writes the message of the last failure of the calling thread, as text that ends with a zero byte.
        ///
        /// `count` becomes the number of bytes with the zero. A message that is too long is cut, and the status is
        /// `TL_STATUS_BUFFER_TOO_SMALL`. A call that succeeds leaves the message as it is.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_last_message(byte* text, UIntPtr capacity, UIntPtr* count);

        /// <summary>Returns `TL_ABI_VERSION` of the library, to compare with that of the header.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint tl_abi_version();

        /// <summary>Returns the default options of a map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern MapOptions tl_map_options_default();

        /// <summary>Builds a map from shapes, at least one of them walkable. `options` may be null.
        ///
        /// `ids` takes the ids of the shapes, in their order, and may be null. `*map` becomes the map; free it with `tl_map_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_new(MapOptions* options, ShapeData* shapes, UIntPtr count, ulong* ids, MapHandle* map);

        /// <summary>Frees a map. Finders and crowds that were made from it stay.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_free(MapHandle map);

        /// <summary>Closes all doors and links of a name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_close_door(MapHandle map, byte* name);

        /// <summary>Opens all doors and links of a name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_open_door(MapHandle map, byte* name);

        /// <summary>Writes 1 to `*closed` if the doors and links of a name are closed, else 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_is_door_closed(MapHandle map, byte* name, uint* closed);

        /// <summary>Takes the last edit back. The status is `TL_STATUS_NOT_FOUND` if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_undo(MapHandle map);

        /// <summary>Makes an edit again that was taken back. The status is `TL_STATUS_NOT_FOUND` if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_redo(MapHandle map);

        /// <summary>Writes the revision of the mesh, which grows with every edit that changes it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_revision(MapHandle map, ulong* revision);

        /// <summary>Writes the report of the last edit. Set `report-&gt;size` first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_report(MapHandle map, EditReport* report);

        /// <summary>Works on the search index after edits, for at most about `budget` nodes. `*ready`, which may be null, becomes 1 if the
        /// index is complete. Queries are right without it, and faster with it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_refresh_index(MapHandle map, ulong budget, uint* ready);

        /// <summary>Takes a snapshot of a map for queries, with its closed doors. The cost does not depend on the size of the map.
        ///
        /// Later edits do not change it. Free it with `tl_finder_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_finder(MapHandle map, FinderHandle* finder);

        /// <summary>Makes several edits at once: all of them, or none if one is not possible.
        ///
        /// `ids` takes the id of the shape of each edit, in their order, also of one that was replaced or removed. It has room for
        /// `count`, and may be null.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_apply(MapHandle map, EditData* edits, UIntPtr count, ulong* ids);

        /// <summary>Adds a shape. `*id`, which may be null, becomes its id.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_add(MapHandle map, ShapeData* shape, ulong* id);

        /// <summary>Moves a shape by a vector.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_move(MapHandle map, ulong id, Point by);

        /// <summary>Puts a shape in place of another one of the same kind, which keeps its id and its floor.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_replace(MapHandle map, ulong id, ShapeData* shape);

        /// <summary>Removes a shape.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_remove(MapHandle map, ulong id);

        /// <summary>Builds a map from the bytes of a file: GeoJSON, MovingAI, rows of tiles, PNG, PGM, Tiled, or a saved `"state"`.
        ///
        /// The ending of `name` or the first bytes tell the format. A file `NAME.state` is what `tl_map_save` wrote; it keeps its
        /// ids and options. `options` may be null.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_load(byte* name, byte* bytes, UIntPtr count, MapOptions* options, MapHandle* map);

        /// <summary>Writes a map as bytes of a format: `"geojson"` (its shapes), `"nav"`, `"mesh"` (its mesh), or `"state"` (of a recorded
        /// map everything, with ids and the undo list).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_map_save(MapHandle map, byte* format, byte* bytes, UIntPtr capacity, UIntPtr* count);

        /// <summary>Loads a mesh that cannot be edited: our `.nav`, or Polyanya's `.mesh`. Free it with `tl_finder_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_load(byte* name, byte* bytes, UIntPtr count, FinderHandle* finder);

        /// <summary>Frees a finder. Fields and crowds that were made from it stay.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_free(FinderHandle finder);

        /// <summary>Returns a query between two places with the default options.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern PathQuery tl_path_query_new(Place start, Place goal);

        /// <summary>Finds a path. The scratch keeps it, and the memory of the search.
        ///
        /// `points` takes the waypoints; with a capacity of 0 it may be null, and is left alone. If it is too short, `info-&gt;count` says how many there are, and `tl_scratch_points` gives
        /// them without another search. After a failure the path is the best partial one, or empty, and `tl_finder_explain`
        /// explains the failure. `info` may be null; set `info-&gt;size` first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_path(FinderHandle finder, ScratchHandle scratch, PathQuery* query, Point* points, UIntPtr capacity, PathInfo* info);

        /// <summary>Writes the length of the shortest path between two places; the cost where cells have costs.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_distance(FinderHandle finder, ScratchHandle scratch, Place from, Place to, double* distance);

        /// <summary>Explains the failure of the last path query of a scratch: the text goes to `tl_last_message`, numbers to `explanation`.
        ///
        /// `finder` is that of the query. The status is `TL_STATUS_NOT_FOUND` if the query has not failed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_explain(FinderHandle finder, ScratchHandle scratch, Explanation* explanation);

        /// <summary>Creates a finder on the same map with other rules for some areas. Free it with `tl_finder_free`.
        ///
        /// The last rule for a name counts. The finder answers all queries under the rules, and a crowd may have a class on it. Its
        /// map is a copy, made in linear time; make it again after an edit. After that all agents of a crowd on it plan again.
        /// The status is `TL_STATUS_UNKNOWN_ID` if no area has a name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_filtered(FinderHandle finder, AreaRuleData* rules, UIntPtr count, FinderHandle* filtered);

        /// <summary>Creates the memory of one thread's path queries. Free it with `tl_scratch_free`.
        ///
        /// Threads that share one wait for each other.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_scratch_new(ScratchHandle* scratch);

        /// <summary>Frees the memory of path queries.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_scratch_free(ScratchHandle scratch);

        /// <summary>Writes the waypoints of the last path, and their number to `*count`, which may be null.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_scratch_points(ScratchHandle scratch, Point* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes the waypoints of the last path as floats: rounded, but never out of a start's snap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_scratch_points_f(ScratchHandle scratch, PointF* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes the floor of each waypoint of the last path.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_scratch_layers(ScratchHandle scratch, uint* layers, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes the links that the last path takes, in their order along it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_scratch_links(ScratchHandle scratch, LinkUse* links, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes the distance to each goal, by one search: `distances` has room for `count`. Infinity means out of reach.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_distances(FinderHandle finder, Place from, Place* goals, UIntPtr count, double* distances);

        /// <summary>Writes the nearest goals that can be reached, at most `capacity`, the nearest first, and their number to `*found`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_nearest_goals(FinderHandle finder, Place from, Place* goals, UIntPtr count, NearGoal* nearest, UIntPtr capacity, UIntPtr* found);

        /// <summary>Computes the distances from everywhere to the nearest goal. `max_cost` limits them; negative for no limit.
        ///
        /// Free the field with `tl_field_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_field(FinderHandle finder, Place* goals, UIntPtr count, double max_cost, FieldHandle* field);

        /// <summary>Frees a distance field. Crowds that use it keep it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_field_free(FieldHandle field);

        /// <summary>Writes the distance to the nearest goal at each place, or infinity. `distances` has room for `count`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_field_distances(FieldHandle field, Place* places, UIntPtr count, double* distances);

        /// <summary>Writes the direction to walk in at each place, of length 1; (0, 0) at a goal and where no path is known.
        /// `directions` has room for `count`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_field_directions(FieldHandle field, Place* places, UIntPtr count, Point* directions);

        /// <summary>Puts the path from a place to the nearest goal into a scratch; `tl_scratch_points` gives its waypoints.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_field_path(FieldHandle field, ScratchHandle scratch, Place from);

        /// <summary>Writes the nearest place of the mesh, and its distance to `*distance`, which may be null.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_nearest(FinderHandle finder, Place from, Place* nearest, double* distance);

        /// <summary>Casts a ray to a point, up to the first wall or closed door.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_ray(FinderHandle finder, Place from, Point to, Hit* hit);

        /// <summary>Moves a point towards another one, and slides along walls.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_move_along(FinderHandle finder, Place from, Point to, Hit* hit);

        /// <summary>Finds the nearest wall within a distance. The status is `TL_STATUS_NOT_FOUND` if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_wall(FinderHandle finder, Place from, double max_distance, Hit* hit);

        /// <summary>Chooses a point of the walkable area, every part of it as likely as its area.
        ///
        /// `*state` is any number at first, and changes with each call: the same numbers give the same points.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_random_point(FinderHandle finder, ulong* state, Place* place);

        /// <summary>Chooses a point of the walkable area within a circle, connected to its centre or not.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_random_point_around(FinderHandle finder, Place center, double radius, ulong* state, Place* place);

        /// <summary>Writes the ring of the region that is visible from a place, counter-clockwise.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_visible(FinderHandle finder, Place from, Point* ring, UIntPtr capacity, UIntPtr* count);

        /// <summary>Finds the way between two places with the widest narrowest place.
        ///
        /// The status is `TL_STATUS_UNREACHABLE` if there is no way. The first call of a finder prepares the whole map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_finder_widest(FinderHandle finder, Place from, Place to, Widest* widest);

        /// <summary>Returns the default options of an agent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern AgentOptions tl_agent_options_default();

        /// <summary>Creates an empty crowd on the map of a finder. Free it with `tl_crowd_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_new(FinderHandle finder, CrowdHandle* crowd);

        /// <summary>Frees a crowd. The pointers of its agents are the caller's.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_free(CrowdHandle crowd);

        /// <summary>Adds a class of agents of another size, with a finder on a map that was built for its radius.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_add_class(CrowdHandle crowd, FinderHandle finder, uint* class_id);

        /// <summary>Replaces the maps of all classes, in the order of the classes, by new finders. Call it after each edit of the map.
        ///
        /// After one edit of a live map only agents plan again whose path it may block or shorten; else all do.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_set_maps(CrowdHandle crowd, FinderHandle* finders, UIntPtr count);

        /// <summary>Adds an agent. `options` may be null. `user` comes back with its events. `*agent` becomes its id.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_add(CrowdHandle crowd, Place place, AgentOptions* options, IntPtr user, ulong* agent);

        /// <summary>Removes an agent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_remove(CrowdHandle crowd, ulong agent);

        /// <summary>Replaces the options of an agent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_set_options(CrowdHandle crowd, ulong agent, AgentOptions* options);

        /// <summary>Gives an agent another pointer, which comes back with its events.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_set_user(CrowdHandle crowd, ulong agent, IntPtr user);

        /// <summary>Sends an agent to a goal. The next step plans its path.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_go_to(CrowdHandle crowd, ulong agent, Place goal);

        /// <summary>Stops an agent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_stop(CrowdHandle crowd, ulong agent);

        /// <summary>Sends an agent along the path that a scratch holds. Its start has to be in sight of the agent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_follow(CrowdHandle crowd, ulong agent, ScratchHandle scratch);

        /// <summary>Adds a distance field for the agents of a crowd. `*field_id` is its id in the crowd, for `tl_crowd_flow_to`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_add_field(CrowdHandle crowd, FieldHandle field, ulong* field_id);

        /// <summary>Replaces a distance field of a crowd, as after an edit of the map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_replace_field(CrowdHandle crowd, ulong field_id, FieldHandle field);

        /// <summary>Sends an agent to the nearest goal of a distance field of the crowd.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_flow_to(CrowdHandle crowd, ulong agent, ulong field_id);

        /// <summary>Moves an agent at once. It keeps its goal.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_warp(CrowdHandle crowd, ulong agent, Place place);

        /// <summary>Moves an agent towards a point to which something else has pushed it, such as a physics engine. It slides along walls,
        /// and keeps its velocity and its goal.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_push(CrowdHandle crowd, ulong agent, Point point);

        /// <summary>Turns an agent with a turning rate at once, so that it heads in a direction of any length.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_face(CrowdHandle crowd, ulong agent, Point heading);

        /// <summary>Moves an agent that the program leads, such as the player. Others expect it to go on with `velocity`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_drive(CrowdHandle crowd, ulong agent, Place place, Point velocity);

        /// <summary>Moves a crowd on by some seconds. `max_expanded` limits the nodes of its searches; 0 for no limit.
        ///
        /// `tl_crowd_events` gives the events of the step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_step(CrowdHandle crowd, double seconds, ulong max_expanded);

        /// <summary>Writes the events of the last step, in the same order on every run.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_events(CrowdHandle crowd, Event* events, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes what the last step did. Set `info-&gt;size` first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_info(CrowdHandle crowd, StepInfo* info);

        /// <summary>Writes what is known about an agent. Set `info-&gt;size` first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_agent(CrowdHandle crowd, ulong agent, AgentInfo* info);

        /// <summary>Writes the waypoints ahead of an agent, up to its goal or the entrance of a link; none if it does not walk.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_waypoints(CrowdHandle crowd, ulong agent, Point* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes the options of an agent. Set `options-&gt;size` first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_options(CrowdHandle crowd, ulong agent, AgentOptions* options);

        /// <summary>Writes the state of a crowd as bytes, without its maps, fields and pointers.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_save(CrowdHandle crowd, byte* bytes, UIntPtr capacity, UIntPtr* count);

        /// <summary>Replaces all agents by those that `tl_crowd_save` wrote. They have the same ids and the same future on the same maps.
        ///
        /// Add the classes and fields first, in the same order. Agents whose ids had pointers before have them again.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_restore(CrowdHandle crowd, byte* bytes, UIntPtr count);

        /// <summary>Writes the ids, positions and velocities of all agents, in one order. Each array has room for `capacity` or is null.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_agents(CrowdHandle crowd, ulong* agents, Point* positions, Point* velocities, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes what `tl_crowd_agents` does, with positions and velocities rounded to floats.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_crowd_agents_f(CrowdHandle crowd, ulong* agents, PointF* positions, PointF* velocities, UIntPtr capacity, UIntPtr* count);

        /// <summary>Creates a tile map from costs, one row after the other: 0 is blocked, 1 the ordinary cost. `options` may be null.
        ///
        /// A tile with column x and row y covers the points from (x, y) to (x + 1, y + 1). Free it with `tl_tiles_free`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_tiles_new(uint width, uint height, double* costs, TilesOptions* options, TilesHandle* tiles);

        /// <summary>Reads a tile map from the bytes of a file: MovingAI, rows of tiles, PNG, PGM or Tiled. `options` may be null.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_tiles_load(byte* name, byte* bytes, UIntPtr count, TilesOptions* options, TilesHandle* tiles);

        /// <summary>Frees a tile map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_tiles_free(TilesHandle tiles);

        /// <summary>Writes the width and the height in tiles; either may be null.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_tiles_size(TilesHandle tiles, uint* width, uint* height);

        /// <summary>Finds a path from tile centre to tile centre. The scratch keeps it.
        ///
        /// `points` and `info` are as for `tl_finder_path`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_tiles_path(TilesHandle tiles, ScratchHandle scratch, Point from, Point to, Point* points, UIntPtr capacity, PathInfo* info);

        /// <summary>Blocks a tile, or frees it if `blocked` is 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_tiles_set_blocked(TilesHandle tiles, uint x, uint y, uint blocked);

        /// <summary>Sets the cost of a tile.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status tl_tiles_set_cost(TilesHandle tiles, uint x, uint y, double cost);
    }
}
