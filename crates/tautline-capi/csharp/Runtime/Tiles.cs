using System;

namespace Tautline
{
    /// <summary>A tile map with paths from tile to tile.</summary>
    public sealed unsafe class Tiles : Owner
    {
        private Tiles(TilesHandle handle) : base(handle.id)
        {
        }

        internal TilesHandle Handle { get { return new TilesHandle { id = Id }; } }

        internal override void Free(ulong id)
        {
            Native.tl_tiles_free(new TilesHandle { id = id });
        }

        /// <summary>Creates a tile map from costs, one row after the other: 0 is blocked, 1 the ordinary cost.</summary>
        public static Tiles Make(int width, int height, double[] costs)
        {
            return Make(width, height, costs, TilesOptions.Default);
        }

        /// <summary>Creates a tile map from costs, one row after the other: 0 is blocked, 1 the ordinary cost.</summary>
        public static Tiles Make(int width, int height, double[] costs, TilesOptions options)
        {
            if ((long)width * height != costs.Length) throw new ArgumentException("costs has another number of tiles");
            TilesHandle made;
            fixed (double* from = costs)
            {
                Calls.Need(Native.tl_tiles_new(Number(width), Number(height), from, &options, &made));
            }
            return new Tiles(made);
        }

        /// <summary>Reads a tile map from the bytes of a file: MovingAI, rows of tiles, PNG, PGM or Tiled.</summary>
        public static Tiles Load(string name, byte[] bytes)
        {
            return Load(name, bytes, TilesOptions.Default);
        }

        /// <summary>Reads a tile map from the bytes of a file: MovingAI, rows of tiles, PNG, PGM or Tiled.</summary>
        public static Tiles Load(string name, byte[] bytes, TilesOptions options)
        {
            TilesHandle made;
            fixed (byte* text = Calls.Text(name))
            fixed (byte* from = bytes)
            {
                Calls.Need(Native.tl_tiles_load(text, from, Calls.Size(bytes), &options, &made));
            }
            return new Tiles(made);
        }

        /// <summary>Returns the width and the height, in tiles.</summary>
        public void Size(out int width, out int height)
        {
            uint columns, rows;
            Calls.Need(Native.tl_tiles_size(Handle, &columns, &rows), this);
            width = checked((int)columns);
            height = checked((int)rows);
        }

        /// <summary>Blocks a tile, or frees it.</summary>
        public void SetBlocked(int x, int y, bool isBlocked)
        {
            Calls.Need(Native.tl_tiles_set_blocked(Handle, Number(x), Number(y), isBlocked ? 1u : 0u), this);
        }

        /// <summary>Sets the cost of a tile.</summary>
        public void SetCost(int x, int y, double cost)
        {
            Calls.Need(Native.tl_tiles_set_cost(Handle, Number(x), Number(y), cost), this);
        }

        /// <summary>Finds a path from tile centre to tile centre, or the reason why there is none.</summary>
        public Path FindPath(Scratch scratch, Point from, Point to)
        {
            PathInfo info = PathInfo.Sized();
            Status status = Native.tl_tiles_path(Handle, scratch.Handle, from, to, null, UIntPtr.Zero, &info);
            return scratch.Read(status, info, this);
        }

        /// <summary>Returns a column or row for the library, which refuses those that the map lacks; none is negative.</summary>
        private static uint Number(int number)
        {
            if (number < 0) throw new ArgumentOutOfRangeException("number", number, "negative");
            return (uint)number;
        }
    }
}
