using System;

namespace Tautline
{
    /// <summary>The distances from everywhere to the nearest of some goals.</summary>
    public sealed unsafe class DistanceField : Owner
    {
        internal DistanceField(FieldHandle handle) : base(handle.id)
        {
        }

        internal FieldHandle Handle { get { return new FieldHandle { id = Id }; } }

        internal override void Free(ulong id)
        {
            Native.tl_field_free(new FieldHandle { id = id });
        }

        /// <summary>Returns the distance to the nearest goal, or infinity.</summary>
        public double Distance(Place place)
        {
            double distance;
            Calls.Need(Native.tl_field_distances(Handle, &place, new UIntPtr(1), &distance), this);
            return distance;
        }

        /// <summary>Returns the distance to the nearest goal at each place, or infinity.</summary>
        public double[] Distances(Place[] places)
        {
            var distances = new double[places.Length];
            fixed (Place* from = places)
            fixed (double* to = distances)
            {
                Calls.Need(Native.tl_field_distances(Handle, from, Calls.Size(places), to), this);
            }
            return distances;
        }

        /// <summary>Returns the direction to walk in, of length 1; (0, 0) at a goal and where no path is known.</summary>
        public Point Direction(Place place)
        {
            Point direction;
            Calls.Need(Native.tl_field_directions(Handle, &place, new UIntPtr(1), &direction), this);
            return direction;
        }

        /// <summary>Writes the direction to walk in at each place.</summary>
        public void Directions(Place[] places, Point[] directions)
        {
            if (directions.Length < places.Length) throw new ArgumentException("directions is shorter than places");
            fixed (Place* from = places)
            fixed (Point* to = directions)
            {
                Calls.Need(Native.tl_field_directions(Handle, from, Calls.Size(places), to), this);
            }
        }

        /// <summary>Returns the waypoints from a place to the nearest goal, or null if it reaches none.</summary>
        public Point[] Path(Scratch scratch, Place from)
        {
            Status status = Native.tl_field_path(Handle, scratch.Handle, from);
            Calls.NeedAnswer(status, this, scratch);
            return status == Status.Ok ? scratch.Points() : null;
        }
    }
}
