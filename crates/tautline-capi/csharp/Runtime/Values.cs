namespace Tautline
{
    public partial struct Point
    {
        /// <summary>Makes a point.</summary>
        public Point(double x, double y)
        {
            X = x;
            Y = y;
        }

        /// <summary>Returns the coordinates.</summary>
        public override string ToString()
        {
            return "(" + X + ", " + Y + ")";
        }
    }

    public partial struct Place
    {
        /// <summary>Makes a place without a floor and a cell.</summary>
        public Place(double x, double y) : this()
        {
            Point = new Point(x, y);
        }

        /// <summary>Makes a place on a floor.</summary>
        public Place(double x, double y, uint layer) : this(x, y)
        {
            Layer = layer;
            HasLayer = true;
        }

        /// <summary>A point is a place without a floor and a cell.</summary>
        public static implicit operator Place(Point point)
        {
            return new Place(point.X, point.Y);
        }
    }

    public partial struct MapOptions
    {
        /// <summary>The default options.</summary>
        public static MapOptions Default { get { return Native.tl_map_options_default(); } }
    }

    public partial struct AgentOptions
    {
        /// <summary>The default options.</summary>
        public static AgentOptions Default { get { return Native.tl_agent_options_default(); } }
    }

    public partial struct TilesOptions
    {
        /// <summary>The default options.</summary>
        public static TilesOptions Default { get { return Sized(); } }
    }

    public partial struct PathQuery
    {
        /// <summary>Makes a query between two places with the default options.</summary>
        public PathQuery(Place start, Place goal)
        {
            this = Native.tl_path_query_new(start, goal);
        }
    }
}
