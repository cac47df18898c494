using System;

namespace Tautline
{
    /// <summary>A map as it was at one moment, for queries from any number of threads.</summary>
    public sealed unsafe class Finder : Owner
    {
        internal Finder(FinderHandle handle) : base(handle.id)
        {
        }

        internal FinderHandle Handle { get { return new FinderHandle { id = Id }; } }

        internal override void Free(ulong id)
        {
            Native.tl_finder_free(new FinderHandle { id = id });
        }

        /// <summary>Reads a map for queries alone from the bytes of a file, whose name tells the format.</summary>
        public static Finder Load(string name, byte[] bytes)
        {
            FinderHandle made;
            fixed (byte* text = Calls.Text(name))
            fixed (byte* from = bytes)
            {
                Calls.Need(Native.tl_finder_load(text, from, Calls.Size(bytes), &made));
            }
            return new Finder(made);
        }

        /// <summary>Returns a finder under other rules for areas, for all its queries. Make it again after an edit.</summary>
        public Finder Filtered(params AreaRule[] rules)
        {
            FinderHandle made;
            using (var pins = new Pins())
            {
                AreaRuleData[] data = Array.ConvertAll(rules, rule => rule.Data(pins));
                fixed (AreaRuleData* from = data)
                {
                    Calls.Need(Native.tl_finder_filtered(Handle, from, Calls.Size(data), &made), this);
                }
            }
            return new Finder(made);
        }

        /// <summary>Finds the shortest path between two places, or the reason why there is none.</summary>
        public Path FindPath(Scratch scratch, Place from, Place to)
        {
            return FindPath(scratch, new PathQuery(from, to));
        }

        /// <summary>Finds a path, or the reason why there is none.</summary>
        public Path FindPath(Scratch scratch, PathQuery query)
        {
            PathInfo info = PathInfo.Sized();
            Status status = Native.tl_finder_path(Handle, scratch.Handle, &query, null, UIntPtr.Zero, &info);
            return scratch.Read(status, info, this);
        }

        /// <summary>Finds a path into an array of the caller, without garbage. The number of its waypoints is info.Count.</summary>
        /// <remarks>The status is Ok, BufferTooSmall if the array is too short, or the reason why there is no path.</remarks>
        public Status FindPath(Scratch scratch, PathQuery query, Point[] points, out PathInfo info)
        {
            PathInfo found = PathInfo.Sized();
            Status status;
            fixed (Point* to = points)
            {
                status = Native.tl_finder_path(Handle, scratch.Handle, &query, to, Calls.Size(points), &found);
            }
            if (status != Status.BufferTooSmall) Calls.NeedAnswer(status, this, scratch);
            info = found;
            return status;
        }

        /// <summary>Explains the failure of the last query of a scratch, in numbers and as a sentence.</summary>
        public Explanation Explain(Scratch scratch, out string text)
        {
            Explanation explanation = Explanation.Sized();
            Calls.Need(Native.tl_finder_explain(Handle, scratch.Handle, &explanation), this, scratch);
            text = Calls.Message();
            return explanation;
        }

        /// <summary>Returns the cost of the shortest path, or infinity if there is no path.</summary>
        public double Distance(Scratch scratch, Place from, Place to)
        {
            double distance = double.PositiveInfinity;
            Calls.NeedAnswer(Native.tl_finder_distance(Handle, scratch.Handle, from, to, &distance), this, scratch);
            return distance;
        }

        /// <summary>Returns the distance to each goal, by one search. Infinity means out of reach.</summary>
        public double[] Distances(Place from, Place[] goals)
        {
            var distances = new double[goals.Length];
            fixed (Place* pinned = goals)
            fixed (double* to = distances)
            {
                Calls.Need(Native.tl_finder_distances(Handle, from, pinned, Calls.Size(goals), to), this);
            }
            return distances;
        }

        /// <summary>Returns the nearest goals that can be reached, the nearest first.</summary>
        public NearGoal[] NearestGoals(Place from, Place[] goals, int most)
        {
            var nearest = new NearGoal[most];
            UIntPtr found;
            fixed (Place* pinned = goals)
            fixed (NearGoal* to = nearest)
            {
                Calls.Need(Native.tl_finder_nearest_goals(
                    Handle, from, pinned, Calls.Size(goals), to, Calls.Size(nearest), &found), this);
            }
            Array.Resize(ref nearest, Calls.Number(found));
            return nearest;
        }

        /// <summary>Computes the distances from everywhere to the nearest goal, up to a cost; negative for no limit.</summary>
        public DistanceField Field(Place[] goals, double maxCost = -1)
        {
            FieldHandle made;
            fixed (Place* pinned = goals)
            {
                Calls.Need(Native.tl_finder_field(Handle, pinned, Calls.Size(goals), maxCost, &made), this);
            }
            return new DistanceField(made);
        }

        /// <summary>Returns the nearest place of the mesh.</summary>
        public Place Nearest(Place from)
        {
            double distance;
            return Nearest(from, out distance);
        }

        /// <summary>Returns the nearest place of the mesh and its distance.</summary>
        public Place Nearest(Place from, out double distance)
        {
            Place nearest;
            double found;
            Calls.Need(Native.tl_finder_nearest(Handle, from, &nearest, &found), this);
            distance = found;
            return nearest;
        }

        /// <summary>Casts a ray to a point, up to the first wall or closed door.</summary>
        public Hit Ray(Place from, Point to)
        {
            Hit hit;
            Calls.Need(Native.tl_finder_ray(Handle, from, to, &hit), this);
            return hit;
        }

        /// <summary>Moves a point towards another one, and slides along walls.</summary>
        public Hit MoveAlong(Place from, Point to)
        {
            Hit hit;
            Calls.Need(Native.tl_finder_move_along(Handle, from, to, &hit), this);
            return hit;
        }

        /// <summary>Finds the nearest wall within a distance, or returns null.</summary>
        public Hit? Wall(Place from, double maxDistance)
        {
            Hit hit;
            Status status = Native.tl_finder_wall(Handle, from, maxDistance, &hit);
            return Calls.Unless(Status.NotFound, status, this) ? hit : (Hit?)null;
        }

        /// <summary>Chooses a point of the walkable area. The same states give the same points.</summary>
        public Place RandomPoint(ref ulong state)
        {
            Place place;
            ulong next = state;
            Calls.Need(Native.tl_finder_random_point(Handle, &next, &place), this);
            state = next;
            return place;
        }

        /// <summary>Chooses a point of the walkable area within a circle, connected to its centre or not.</summary>
        public Place RandomPointAround(Place center, double radius, ref ulong state)
        {
            Place place;
            ulong next = state;
            Calls.Need(Native.tl_finder_random_point_around(Handle, center, radius, &next, &place), this);
            state = next;
            return place;
        }

        /// <summary>Returns the ring of the region that is visible from a place, counter-clockwise.</summary>
        public Point[] Visible(Place from)
        {
            return Calls.All<Point>(
                (to, capacity, count) => Native.tl_finder_visible(Handle, from, (Point*)to, capacity, count), this);
        }

        /// <summary>Finds the way with the widest narrowest place, or returns null if there is no way.</summary>
        public Widest? Widest(Place from, Place to)
        {
            Widest widest;
            Status status = Native.tl_finder_widest(Handle, from, to, &widest);
            return Calls.Unless(Status.Unreachable, status, this) ? widest : (Widest?)null;
        }
    }
}
