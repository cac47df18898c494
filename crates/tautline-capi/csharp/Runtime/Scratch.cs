using System;

namespace Tautline
{
    /// <summary>The answer to a path query: a path, or the reason why there is none.</summary>
    public sealed class Path
    {
        internal Path(Status status, string message, PathInfo info, Point[] points)
        {
            Status = status;
            Message = message;
            Info = info;
            Points = points;
        }

        /// <summary>Ok, or the reason why there is no path.</summary>
        public Status Status { get; private set; }

        /// <summary>The reason as a sentence; empty if there is a path.</summary>
        public string Message { get; private set; }

        /// <summary>True if there is a path.</summary>
        public bool IsFound { get { return Status == Status.Ok; } }

        /// <summary>The waypoints from the start to the goal; without a path the best part of one, or none.</summary>
        public Point[] Points { get; private set; }

        /// <summary>The length, the cost and the guarantee.</summary>
        public PathInfo Info { get; private set; }

        /// <summary>The length, in map units.</summary>
        public double Length { get { return Info.Length; } }
    }

    /// <summary>The memory of path queries and the last path: one for each thread.</summary>
    public sealed unsafe class Scratch : Owner
    {
        /// <summary>Creates the memory of one thread's path queries.</summary>
        public Scratch() : base(Make())
        {
        }

        internal ScratchHandle Handle { get { return new ScratchHandle { id = Id }; } }

        internal override void Free(ulong id)
        {
            Native.tl_scratch_free(new ScratchHandle { id = id });
        }

        private static ulong Make()
        {
            ScratchHandle made;
            Calls.Need(Native.tl_scratch_new(&made));
            return made.id;
        }

        /// <summary>Returns the waypoints of the last path.</summary>
        public Point[] Points()
        {
            return Calls.All<Point>(
                (to, capacity, count) => Native.tl_scratch_points(Handle, (Point*)to, capacity, count), this);
        }

        /// <summary>Returns the waypoints of the last path as floats: rounded, but never out of a start's snap.</summary>
        public PointF[] PointsF()
        {
            return Calls.All<PointF>(
                (to, capacity, count) => Native.tl_scratch_points_f(Handle, (PointF*)to, capacity, count), this);
        }

        /// <summary>Returns the floor of each waypoint of the last path.</summary>
        public uint[] Layers()
        {
            return Calls.All<uint>(
                (to, capacity, count) => Native.tl_scratch_layers(Handle, (uint*)to, capacity, count), this);
        }

        /// <summary>Returns the links that the last path takes, in their order along it.</summary>
        public LinkUse[] Links()
        {
            return Calls.All<LinkUse>(
                (to, capacity, count) => Native.tl_scratch_links(Handle, (LinkUse*)to, capacity, count), this);
        }

        /// <summary>Returns the answer that a query has left here.</summary>
        internal Path Read(Status status, PathInfo info, Owner finder)
        {
            string message = status == Status.Ok ? "" : Calls.Message();
            Calls.NeedAnswer(status, finder, this);
            return new Path(status, message, info, Points());
        }
    }
}
