using System;

namespace Tautline
{
    /// <summary>A map of shapes that may change.</summary>
    public sealed unsafe class LiveMap : Owner
    {
        private LiveMap(MapHandle handle) : base(handle.id)
        {
        }

        internal MapHandle Handle { get { return new MapHandle { id = Id }; } }

        internal override void Free(ulong id)
        {
            Native.tl_map_free(new MapHandle { id = id });
        }

        /// <summary>Builds a map from shapes with the default options.</summary>
        public static LiveMap Make(params Shape[] shapes)
        {
            ulong[] ids;
            return Make(MapOptions.Default, shapes, out ids);
        }

        /// <summary>Builds a map from shapes, and returns their ids in their order.</summary>
        public static LiveMap Make(MapOptions options, Shape[] shapes, out ulong[] ids)
        {
            MapHandle made;
            var own = new ulong[shapes.Length];
            using (var pins = new Pins())
            {
                ShapeData[] data = Array.ConvertAll(shapes, shape => shape.Data(pins));
                fixed (ShapeData* from = data)
                fixed (ulong* to = own)
                {
                    Calls.Need(Native.tl_map_new(&options, from, Calls.Size(data), to, &made));
                }
            }
            ids = own;
            return new LiveMap(made);
        }

        /// <summary>Reads a map from the bytes of a file, whose name tells the format.</summary>
        public static LiveMap Load(string name, byte[] bytes)
        {
            return Load(name, bytes, MapOptions.Default);
        }

        /// <summary>Reads a map from the bytes of a file, whose name tells the format.</summary>
        public static LiveMap Load(string name, byte[] bytes, MapOptions options)
        {
            MapHandle made;
            fixed (byte* text = Calls.Text(name))
            fixed (byte* from = bytes)
            {
                Calls.Need(Native.tl_map_load(text, from, Calls.Size(bytes), &options, &made));
            }
            return new LiveMap(made);
        }

        /// <summary>Returns the map as bytes of a format: "geojson", "nav", "mesh", or "state" of a recorded map.</summary>
        public byte[] Save(string format)
        {
            fixed (byte* text = Calls.Text(format))
            {
                byte* pinned = text;
                return Calls.All<byte>(
                    (to, capacity, count) => Native.tl_map_save(Handle, pinned, (byte*)to, capacity, count), this);
            }
        }

        /// <summary>Returns a snapshot for queries. Later edits do not change it.</summary>
        public Finder Finder()
        {
            FinderHandle made;
            Calls.Need(Native.tl_map_finder(Handle, &made), this);
            return new Finder(made);
        }

        /// <summary>Adds a shape, and returns its id.</summary>
        public ulong Add(Shape shape)
        {
            ulong id;
            using (var pins = new Pins())
            {
                ShapeData data = shape.Data(pins);
                Calls.Need(Native.tl_map_add(Handle, &data, &id), this);
            }
            return id;
        }

        /// <summary>Puts a shape in place of another one of the same kind, which keeps its id and its floor.</summary>
        public void Replace(ulong id, Shape shape)
        {
            using (var pins = new Pins())
            {
                ShapeData data = shape.Data(pins);
                Calls.Need(Native.tl_map_replace(Handle, id, &data), this);
            }
        }

        /// <summary>Moves a shape by a vector.</summary>
        public void Move(ulong id, Point by)
        {
            Calls.Need(Native.tl_map_move(Handle, id, by), this);
        }

        /// <summary>Removes a shape.</summary>
        public void Remove(ulong id)
        {
            Calls.Need(Native.tl_map_remove(Handle, id), this);
        }

        /// <summary>Makes several edits at once: all of them, or none. Returns the id of the shape of each edit.</summary>
        public ulong[] Apply(params Edit[] edits)
        {
            var ids = new ulong[edits.Length];
            using (var pins = new Pins())
            {
                EditData[] data = Array.ConvertAll(edits, edit => edit.Data(pins));
                fixed (EditData* from = data)
                fixed (ulong* to = ids)
                {
                    Calls.Need(Native.tl_map_apply(Handle, from, Calls.Size(data), to), this);
                }
            }
            return ids;
        }

        /// <summary>Opens all doors and links of a name.</summary>
        public void OpenDoor(string name)
        {
            fixed (byte* text = Calls.Text(name)) Calls.Need(Native.tl_map_open_door(Handle, text), this);
        }

        /// <summary>Closes all doors and links of a name.</summary>
        public void CloseDoor(string name)
        {
            fixed (byte* text = Calls.Text(name)) Calls.Need(Native.tl_map_close_door(Handle, text), this);
        }

        /// <summary>Returns true if the doors and links of a name are closed.</summary>
        public bool IsDoorClosed(string name)
        {
            uint closed;
            fixed (byte* text = Calls.Text(name))
            {
                Calls.Need(Native.tl_map_is_door_closed(Handle, text, &closed), this);
            }
            return closed != 0;
        }

        /// <summary>Takes the last edit back. Returns false if there is none.</summary>
        public bool Undo()
        {
            return Calls.Unless(Status.NotFound, Native.tl_map_undo(Handle), this);
        }

        /// <summary>Makes an edit again that was taken back. Returns false if there is none.</summary>
        public bool Redo()
        {
            return Calls.Unless(Status.NotFound, Native.tl_map_redo(Handle), this);
        }

        /// <summary>The revision of the mesh, which grows with every edit that changes it.</summary>
        public ulong Revision
        {
            get
            {
                ulong revision;
                Calls.Need(Native.tl_map_revision(Handle, &revision), this);
                return revision;
            }
        }

        /// <summary>The report of the last edit.</summary>
        public EditReport Report
        {
            get
            {
                EditReport report = EditReport.Sized();
                Calls.Need(Native.tl_map_report(Handle, &report), this);
                return report;
            }
        }

        /// <summary>Works on the search index after edits, for at most about a number of nodes. Returns true if it is complete.</summary>
        public bool RefreshIndex(ulong budget)
        {
            uint ready;
            Calls.Need(Native.tl_map_refresh_index(Handle, budget, &ready), this);
            return ready != 0;
        }
    }
}
