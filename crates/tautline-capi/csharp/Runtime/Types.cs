// Made from tautline.h; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Tautline
{
    /// <summary>The result of a call. `tl_last_message` tells more about a failure.</summary>
    public enum Status : uint
    {
        /// <summary>The call has succeeded.</summary>
        Ok = 0,
        /// <summary>An argument is null, out of its range or not a number; the message names it.</summary>
        BadArgument = 1,
        /// <summary>A handle is null, freed, or of another kind.</summary>
        BadHandle = 2,
        /// <summary>No shape, agent, field or class has this id any more.</summary>
        UnknownId = 3,
        /// <summary>The caller's array is too short; the count says how many elements there are.</summary>
        BufferTooSmall = 4,
        /// <summary>The shapes cannot be built, or an edit is not possible; nothing has changed.</summary>
        BadInput = 5,
        /// <summary>The bytes of a file are not valid, or the format is unknown.</summary>
        BadFile = 6,
        /// <summary>There is no such thing: nothing to undo, no wall in range, no ground at all.</summary>
        NotFound = 7,
        /// <summary>A panic inside the library, which is a bug of the library. Free the objects of the call.</summary>
        Panic = 8,
        /// <summary>The start is off the walkable area.</summary>
        StartOutside = 16,
        /// <summary>The goal is off the walkable area.</summary>
        GoalOutside = 17,
        /// <summary>An endpoint is in a closed cell.</summary>
        OnClosedCell = 18,
        /// <summary>Every path is closed by doors.</summary>
        ClosedOff = 19,
        /// <summary>No path leads from the start to the goal.</summary>
        Unreachable = 20,
        /// <summary>The budget of the search is spent.</summary>
        BudgetExhausted = 21,
    }

    /// <summary>The policies for an endpoint that is off the mesh or out of reach.</summary>
    public enum Policy : uint
    {
        /// <summary>Such an endpoint is an error, but for slight offsets.</summary>
        Exact = 0,
        /// <summary>The endpoint moves to the nearest point of the mesh.</summary>
        Nearest = 1,
        /// <summary>The endpoint moves to the nearest point from which, or to which, a path leads.</summary>
        NearestReachable = 2,
    }

    /// <summary>The searches.</summary>
    public enum Search : uint
    {
        /// <summary>The library chooses.</summary>
        Auto = 0,
        /// <summary>The shortest path.</summary>
        Optimal = 1,
        /// <summary>A path through a sequence of cells, which may be a little longer.</summary>
        Corridor = 2,
    }

    /// <summary>The kinds of edits, of `tl_edit_report`.</summary>
    public enum EditKind : uint
    {
        /// <summary>Cells around the edit were replaced.</summary>
        Patched = 0,
        /// <summary>The whole mesh was built anew.</summary>
        Rebuilt = 1,
        /// <summary>A mesh from before a rebuild returned.</summary>
        Restored = 2,
        /// <summary>Doors have opened or closed.</summary>
        Doors = 3,
        /// <summary>Another kind, of a later version.</summary>
        Other = 4,
    }

    /// <summary>The kinds of edits in a batch.</summary>
    public enum EditAction : uint
    {
        /// <summary>Adds `shape`.</summary>
        Add = 1,
        /// <summary>Removes the shape with `id`.</summary>
        Remove = 2,
        /// <summary>Puts `shape` in place of that with `id`, which is of the same kind. Its floor stays.</summary>
        Replace = 3,
    }

    /// <summary>The kinds of shapes.</summary>
    public enum ShapeKind : uint
    {
        /// <summary>Walkable ground: rings of points.</summary>
        Walkable = 1,
        /// <summary>An obstacle: rings of points.</summary>
        Obstacle = 2,
        /// <summary>A wall without thickness: a line of points.</summary>
        Wall = 3,
        /// <summary>Ground with a name and a cost: rings of points.</summary>
        Area = 4,
        /// <summary>A door with a name, which can close: a line of points.</summary>
        Door = 5,
        /// <summary>A jump, ladder or teleporter with a name and a cost: its two ends.</summary>
        Link = 6,
        /// <summary>A line where two floors meet.</summary>
        Connection = 7,
    }

    /// <summary>The kinds of events.</summary>
    public enum EventKind : uint
    {
        /// <summary>The agent has arrived and stands. Comes again if others push it far away, once it is back.</summary>
        Arrived = 1,
        /// <summary>The agent stands near its goal, because others are there. Comes again like `Arrived`.</summary>
        Settled = 2,
        /// <summary>There is no path to its goal; `reason` says why. It waits until an edit opens one.</summary>
        NoPath = 3,
        /// <summary>The agent stands at the entrance of a link, which leads to `point`. Warp it there.</summary>
        AtLink = 4,
        /// <summary>The agent walks around a jam.</summary>
        Detour = 5,
        /// <summary>The agent was moved by `distance`, because its place is not walkable any more.</summary>
        Moved = 6,
    }

    /// <summary>The states of agents.</summary>
    public enum AgentState : uint
    {
        /// <summary>It has no goal and stands.</summary>
        Stands = 0,
        /// <summary>It walks to its goal.</summary>
        Walks = 1,
        /// <summary>No path leads to its goal; it waits for one.</summary>
        Waits = 2,
        /// <summary>It has arrived.</summary>
        Arrived = 3,
        /// <summary>The program moves it.</summary>
        Driven = 4,
    }

    /// <summary>The corner rules of paths on tiles.</summary>
    public enum Corners : uint
    {
        /// <summary>No diagonal step beside a blocked tile.</summary>
        Never = 0,
        /// <summary>A diagonal step beside one blocked tile.</summary>
        OneFree = 1,
        /// <summary>A diagonal step also between two blocked tiles.</summary>
        Always = 2,
    }

    /// <summary>The options of a map. Start from `tl_map_options_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct MapOptions
    {
        internal uint size;
        private uint even_odd;
        /// <summary>True if rings overlap by the even-odd rule instead of the non-zero rule.</summary>
        public bool EvenOdd { get { return even_odd != 0; } set { even_odd = value ? 1u : 0u; } }
        /// <summary>The radius of the agents, in map units; 0 for points.</summary>
        public double AgentRadius;
        /// <summary>The greatest distance of a corner's polygon from its arc, as a share of the radius.</summary>
        public double ArcTolerance;
        /// <summary>The distance within which points and lines are joined; 0 for none, negative for the default: what rounding moves
        /// apart.</summary>
        public double Weld;
        private uint close_stray_links;
        /// <summary>True if links whose ends are off the mesh are closed instead of refused.</summary>
        public bool CloseStrayLinks { get { return close_stray_links != 0; } set { close_stray_links = value ? 1u : 0u; } }
        private uint recorded;
        /// <summary>True if the map can be saved in the format `"state"`, with its keys and its undo list.</summary>
        public bool Recorded { get { return recorded != 0; } set { recorded = value ? 1u : 0u; } }
        internal static unsafe MapOptions Sized()
        {
            return new MapOptions { size = (uint)sizeof(MapOptions) };
        }
    }

    /// <summary>A point, in map units.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Point
    {
        /// <summary>The coordinate to the right.</summary>
        public double X;
        /// <summary>The coordinate upwards; downwards on tile maps.</summary>
        public double Y;
    }

    /// <summary>A shape of a map. Set to zero what does not apply.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct ShapeData
    {
        internal uint kind;
        internal uint layer;
        internal uint other_layer;
        internal uint one_way;
        internal Point* points;
        internal UIntPtr count;
        internal UIntPtr* rings;
        internal UIntPtr ring_count;
        internal byte* name;
        internal double cost;
    }

    /// <summary>A map of shapes that may change. 0 is no map.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct MapHandle
    {
        internal ulong id;
    }

    /// <summary>The report of the last edit.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct EditReport
    {
        internal uint size;
        /// <summary>A `tl_edit_kind`.</summary>
        public EditKind Kind;
        /// <summary>The revision of the mesh after the edit.</summary>
        public ulong Revision;
        private UIntPtr removed_cells;
        /// <summary>The number of cells that are gone.</summary>
        public int RemovedCells { get { return checked((int)removed_cells.ToUInt64()); } }
        private UIntPtr added_cells;
        /// <summary>The number of new cells.</summary>
        public int AddedCells { get { return checked((int)added_cells.ToUInt64()); } }
        private UIntPtr repairs;
        /// <summary>The number of repairs of the input.</summary>
        public int Repairs { get { return checked((int)repairs.ToUInt64()); } }
        private UIntPtr closed_links;
        /// <summary>The number of lanes of links that have closed.</summary>
        public int ClosedLinks { get { return checked((int)closed_links.ToUInt64()); } }
        private UIntPtr opened_links;
        /// <summary>The number of lanes of links that have opened.</summary>
        public int OpenedLinks { get { return checked((int)opened_links.ToUInt64()); } }
        private uint only_blocks;
        /// <summary>True if the edit frees no ground, so that no path becomes shorter.</summary>
        public bool OnlyBlocks { get { return only_blocks != 0; } set { only_blocks = value ? 1u : 0u; } }
        internal uint reserved;
        internal static unsafe EditReport Sized()
        {
            return new EditReport { size = (uint)sizeof(EditReport) };
        }
    }

    /// <summary>A map as it was at one moment, for queries from any number of threads. 0 is no finder.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct FinderHandle
    {
        internal ulong id;
    }

    /// <summary>An edit of a batch.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct EditData
    {
        internal uint action;
        internal uint reserved;
        internal ulong id;
        internal ShapeData shape;
    }

    /// <summary>A point, and optionally its floor and the cell that holds it. Zeros after the point mean: not specified.
    ///
    /// Answers name the cell, so that a query from there stays on its side of a wall without thickness.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Place
    {
        /// <summary>The point.</summary>
        public Point Point;
        /// <summary>The cell, as an answer named it; 0 for none.</summary>
        public ulong Cell;
        /// <summary>The number of the floor, if `has_layer` is not 0.</summary>
        public uint Layer;
        private uint has_layer;
        /// <summary>True if the floor is specified.</summary>
        public bool HasLayer { get { return has_layer != 0; } set { has_layer = value ? 1u : 0u; } }
    }

    /// <summary>A query for a path. Start from `tl_path_query_new`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PathQuery
    {
        internal uint size;
        /// <summary>A `tl_search`.</summary>
        public Search Search;
        /// <summary>The start.</summary>
        public Place Start;
        /// <summary>The goal.</summary>
        public Place Goal;
        /// <summary>A `tl_policy`.</summary>
        public Policy StartPolicy;
        /// <summary>A `tl_policy`.</summary>
        public Policy GoalPolicy;
        /// <summary>The distance by which an endpoint may be moved onto the mesh; negative for the default.</summary>
        public double Snap;
        /// <summary>The gap to the optimum that is accepted, as a share of the cost; negative for the default.</summary>
        public double Gap;
        /// <summary>The radius of the agent, if the map was built for another one; negative for that of the map.</summary>
        public double Radius;
        /// <summary>The greatest cost of a path; negative for no limit.</summary>
        public double MaxCost;
        /// <summary>The greatest number of nodes that the search expands; 0 for no limit.</summary>
        public ulong MaxExpanded;
        internal static unsafe PathQuery Sized()
        {
            return new PathQuery { size = (uint)sizeof(PathQuery) };
        }
    }

    /// <summary>The memory of path queries and the last path: one for each thread. 0 is none.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct ScratchHandle
    {
        internal ulong id;
    }

    /// <summary>The length, cost and guarantee of a path.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PathInfo
    {
        internal uint size;
        private uint partial;
        /// <summary>True if the path does not reach the goal, but a place near it.</summary>
        public bool Partial { get { return partial != 0; } set { partial = value ? 1u : 0u; } }
        private uint optimal;
        /// <summary>True if no path is shorter, or cheaper where cells have costs.</summary>
        public bool Optimal { get { return optimal != 0; } set { optimal = value ? 1u : 0u; } }
        private uint moved;
        /// <summary>True if the start or the goal was moved onto the mesh.</summary>
        public bool Moved { get { return moved != 0; } set { moved = value ? 1u : 0u; } }
        private UIntPtr count;
        /// <summary>The number of waypoints, with the start and the goal.</summary>
        public int Count { get { return checked((int)count.ToUInt64()); } }
        /// <summary>The length, in map units.</summary>
        public double Length;
        /// <summary>The cost: the length, where no cell and no link costs anything else.</summary>
        public double Cost;
        /// <summary>No path costs less than this.</summary>
        public double LowerBound;
        /// <summary>The greatest gap to the optimum, as a share of the cost; 0 for an optimal path.</summary>
        public double Gap;
        /// <summary>The distance by which the start was moved.</summary>
        public double StartOffset;
        /// <summary>The distance by which the goal was moved.</summary>
        public double GoalOffset;
        /// <summary>The number of nodes that the search expanded.</summary>
        public ulong Expanded;
        internal static unsafe PathInfo Sized()
        {
            return new PathInfo { size = (uint)sizeof(PathInfo) };
        }
    }

    /// <summary>An explanation of a failed query.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Explanation
    {
        internal uint size;
        /// <summary>A `tl_status`: that of the query.</summary>
        public Status Status;
        private uint has_nearest;
        /// <summary>True if `nearest` and `distance` are known.</summary>
        public bool HasNearest { get { return has_nearest != 0; } set { has_nearest = value ? 1u : 0u; } }
        private uint has_gap;
        /// <summary>True if `gap_from`, `gap_to` and `gap_width` are known.</summary>
        public bool HasGap { get { return has_gap != 0; } set { has_gap = value ? 1u : 0u; } }
        private uint has_other_layer;
        /// <summary>True if the place is on the mesh of another floor, `other_layer`.</summary>
        public bool HasOtherLayer { get { return has_other_layer != 0; } set { has_other_layer = value ? 1u : 0u; } }
        /// <summary>The floor on which the place is walkable.</summary>
        public uint OtherLayer;
        /// <summary>The nearest walkable place, or the nearest reachable one if the endpoints are walkable.</summary>
        public Place Nearest;
        /// <summary>Its distance from the endpoint.</summary>
        public double Distance;
        /// <summary>The end of the narrowest gap between the ground of the start and that of the goal, on the side of the start.</summary>
        public Point GapFrom;
        /// <summary>Its other end.</summary>
        public Point GapTo;
        /// <summary>Its width.</summary>
        public double GapWidth;
        internal static unsafe Explanation Sized()
        {
            return new Explanation { size = (uint)sizeof(Explanation) };
        }
    }

    /// <summary>A rule of a filter, for all areas of a name.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct AreaRuleData
    {
        internal byte* area;
        internal double cost;
        internal uint forbidden;
        internal uint reserved;
    }

    /// <summary>A point of floats, for programs that hold vectors of floats.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct PointF
    {
        /// <summary>The coordinate to the right.</summary>
        public float X;
        /// <summary>The coordinate upwards; downwards on tile maps.</summary>
        public float Y;
    }

    /// <summary>The use of a link by a path.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct LinkUse
    {
        private UIntPtr leg;
        /// <summary>The leg of the path: from the waypoint with this index to the next one.</summary>
        public int Leg { get { return checked((int)leg.ToUInt64()); } }
        private UIntPtr link;
        /// <summary>The index of the link.</summary>
        public int Link { get { return checked((int)link.ToUInt64()); } }
        /// <summary>The cost, in map units.</summary>
        public double Cost;
        private uint backward;
        /// <summary>True if the link is entered at its second end.</summary>
        public bool Backward { get { return backward != 0; } set { backward = value ? 1u : 0u; } }
        internal uint reserved;
    }

    /// <summary>A goal that is near.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct NearGoal
    {
        private UIntPtr goal;
        /// <summary>Its index among the goals.</summary>
        public int Goal { get { return checked((int)goal.ToUInt64()); } }
        /// <summary>The length of the shortest path to it; the cost where cells have costs.</summary>
        public double Distance;
    }

    /// <summary>The distances from everywhere to the nearest of some goals. 0 is no field.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct FieldHandle
    {
        internal ulong id;
    }

    /// <summary>The end of a ray or of a move.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Hit
    {
        /// <summary>The last place. A query from there goes on on its side of the wall.</summary>
        public Place Place;
        /// <summary>The length of the ray, or of the way of the move.</summary>
        public double Distance;
        private uint hit_wall;
        /// <summary>True if a wall ended it; else it reached its target.</summary>
        public bool HitWall { get { return hit_wall != 0; } set { hit_wall = value ? 1u : 0u; } }
        internal uint reserved;
        /// <summary>The direction away from the wall, of length 1; (0, 0) without one.</summary>
        public Point Normal;
    }

    /// <summary>The widest way between two places.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Widest
    {
        /// <summary>Its width on the mesh, which the radius of the map has narrowed on both sides.</summary>
        public double Width;
        /// <summary>One end of its narrowest place, or a start, goal or link near a wall.</summary>
        public Point From;
        /// <summary>The other end.</summary>
        public Point To;
    }

    /// <summary>The options of an agent. Start from `tl_agent_options_default`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct AgentOptions
    {
        internal uint size;
        /// <summary>The class, as `tl_crowd_add_class` named it; 0 for the class of the finder of `tl_crowd_new`.</summary>
        public uint ClassId;
        /// <summary>The radius against other agents, in map units. Walls are where the map ends: build it with the same radius.</summary>
        public double Radius;
        /// <summary>The greatest speed, in map units a second.</summary>
        public double MaxSpeed;
        /// <summary>The greatest change of velocity, in map units per second squared; negative for no limit.</summary>
        public double MaxAcceleration;
        /// <summary>The greatest turn of an agent that moves only in the direction in which it heads, in radians per second; negative for no
        /// limit.</summary>
        public double MaxTurningRate;
        /// <summary>The distance from the goal at which the agent has arrived.</summary>
        public double Arrival;
        /// <summary>The readiness to make way for others while it stands, from 0 to 1.</summary>
        public double Yields;
        /// <summary>The gap that its searches may leave, as a share of the path; negative for the default.</summary>
        public double Gap;
        /// <summary>The rank, from 0 to 255. An agent does not avoid those of a lower rank.</summary>
        public uint Priority;
        /// <summary>A `tl_search`.</summary>
        public Search Search;
        /// <summary>A `tl_policy`, for goals off the mesh or out of reach.</summary>
        public Policy GoalPolicy;
        private uint slowed_by_costs;
        /// <summary>True if costs above 1 slow the agent.</summary>
        public bool SlowedByCosts { get { return slowed_by_costs != 0; } set { slowed_by_costs = value ? 1u : 0u; } }
        internal static unsafe AgentOptions Sized()
        {
            return new AgentOptions { size = (uint)sizeof(AgentOptions) };
        }
    }

    /// <summary>Agents that walk among each other. 0 is no crowd.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct CrowdHandle
    {
        internal ulong id;
    }

    /// <summary>An event of a step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Event
    {
        /// <summary>A `tl_event_kind`.</summary>
        public EventKind Kind;
        /// <summary>A `tl_status`: the reason why there is no path.</summary>
        public Status Reason;
        /// <summary>The agent.</summary>
        public ulong Agent;
        /// <summary>The pointer of the agent.</summary>
        public IntPtr User;
        /// <summary>The exit of the link.</summary>
        public Point Point;
        /// <summary>The distance.</summary>
        public double Distance;
        private UIntPtr link;
        /// <summary>The index of the link.</summary>
        public int Link { get { return checked((int)link.ToUInt64()); } }
    }

    /// <summary>The cost of a step, and the time of the crowd.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct StepInfo
    {
        internal uint size;
        internal uint reserved;
        private UIntPtr agents;
        /// <summary>The number of agents.</summary>
        public int Agents { get { return checked((int)agents.ToUInt64()); } }
        /// <summary>The number of path searches.</summary>
        public ulong Searches;
        /// <summary>The number of nodes that they expanded.</summary>
        public ulong Expanded;
        /// <summary>The number of agents that wait for a search in a later step.</summary>
        public ulong Waiting;
        /// <summary>The time of the crowd, in seconds.</summary>
        public double Time;
        internal static unsafe StepInfo Sized()
        {
            return new StepInfo { size = (uint)sizeof(StepInfo) };
        }
    }

    /// <summary>The state of an agent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct AgentInfo
    {
        internal uint size;
        /// <summary>A `tl_agent_state`.</summary>
        public AgentState State;
        /// <summary>Its place.</summary>
        public Place Place;
        /// <summary>Its velocity, in map units a second.</summary>
        public Point Velocity;
        /// <summary>The direction in which it heads, of length 1; (0, 0) for an agent without a turning rate.</summary>
        public Point Heading;
        /// <summary>Its goal, if `has_goal` is not 0.</summary>
        public Place Goal;
        private uint has_goal;
        /// <summary>True if it has a goal that is a place.</summary>
        public bool HasGoal { get { return has_goal != 0; } set { has_goal = value ? 1u : 0u; } }
        /// <summary>A `tl_status`: the reason why it waits.</summary>
        public Status Reason;
        /// <summary>The length of the way left; negative if it is not known.</summary>
        public double WayLeft;
        /// <summary>The cost of the way left; negative if it is not known.</summary>
        public double CostLeft;
        /// <summary>The pointer of the agent.</summary>
        public IntPtr User;
        internal static unsafe AgentInfo Sized()
        {
            return new AgentInfo { size = (uint)sizeof(AgentInfo) };
        }
    }

    /// <summary>The options of a tile map. Zeros after the size are the defaults.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct TilesOptions
    {
        internal uint size;
        /// <summary>A `tl_corners`.</summary>
        public Corners Corners;
        private uint four_neighbors;
        /// <summary>True for steps along rows and columns alone.</summary>
        public bool FourNeighbors { get { return four_neighbors != 0; } set { four_neighbors = value ? 1u : 0u; } }
        internal uint reserved;
        internal static unsafe TilesOptions Sized()
        {
            return new TilesOptions { size = (uint)sizeof(TilesOptions) };
        }
    }

    /// <summary>A tile map with paths from tile to tile. 0 is none.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal unsafe partial struct TilesHandle
    {
        internal ulong id;
    }

}
