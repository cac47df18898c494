using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Tautline
{
    /// <summary>A shape of a map: ground, an obstacle, a wall, an area, a door, a link or a floor connection.</summary>
    public sealed class Shape
    {
        private readonly ShapeKind kind;
        private readonly string name;
        private readonly double cost;
        private Point[] points;
        private UIntPtr[] rings;
        private uint layer;
        private uint otherLayer;
        private bool isOneWay;

        private Shape(ShapeKind kind, Point[] points, string name, double cost)
        {
            this.kind = kind;
            this.points = (Point[])points.Clone();
            this.name = name ?? "";
            this.cost = cost;
            rings = new[] { Calls.Size(points) };
        }

        /// <summary>Returns walkable ground.</summary>
        public static Shape Walkable(params Point[] ring)
        {
            return new Shape(ShapeKind.Walkable, ring, "", 0);
        }

        /// <summary>Returns an obstacle.</summary>
        public static Shape Obstacle(params Point[] ring)
        {
            return new Shape(ShapeKind.Obstacle, ring, "", 0);
        }

        /// <summary>Returns a wall without thickness.</summary>
        public static Shape Wall(params Point[] line)
        {
            return new Shape(ShapeKind.Wall, line, "", 0);
        }

        /// <summary>Returns ground with a name and a cost, a multiplier of length.</summary>
        public static Shape Area(string name, double cost, params Point[] ring)
        {
            return new Shape(ShapeKind.Area, ring, name, cost);
        }

        /// <summary>Returns a door, which can close.</summary>
        public static Shape Door(string name, params Point[] line)
        {
            return new Shape(ShapeKind.Door, line, name, 0);
        }

        /// <summary>Returns a jump, ladder or teleporter. The cost is in map units; 0 means its length.</summary>
        public static Shape Link(string name, Point from, Point to, double cost = 0, bool oneWay = false)
        {
            return new Shape(ShapeKind.Link, new[] { from, to }, name, cost) { isOneWay = oneWay };
        }

        /// <summary>Returns a line where two floors meet.</summary>
        public static Shape Connection(uint layer, uint otherLayer, params Point[] line)
        {
            return new Shape(ShapeKind.Connection, line, "", 0).OnLayers(layer, otherLayer);
        }

        /// <summary>Returns the shape with a hole more.</summary>
        public Shape WithHole(params Point[] ring)
        {
            var changed = (Shape)MemberwiseClone();
            changed.points = new List<Point>(points).With(ring);
            changed.rings = new List<UIntPtr>(rings).With(Calls.Size(ring));
            return changed;
        }

        /// <summary>Returns the shape on a floor.</summary>
        public Shape OnLayer(uint floor)
        {
            return OnLayers(floor, floor);
        }

        /// <summary>Returns a link or a connection between two floors.</summary>
        public Shape OnLayers(uint first, uint second)
        {
            var changed = (Shape)MemberwiseClone();
            changed.layer = first;
            changed.otherLayer = second;
            return changed;
        }

        /// <summary>Returns what the library reads, as long as the pins hold.</summary>
        internal unsafe ShapeData Data(Pins pins)
        {
            return new ShapeData
            {
                kind = (uint)kind,
                layer = layer,
                other_layer = otherLayer,
                one_way = isOneWay ? 1u : 0u,
                points = (Point*)pins.Pin(points),
                count = Calls.Size(points),
                rings = (UIntPtr*)pins.Pin(rings),
                ring_count = Calls.Size(rings),
                name = (byte*)pins.Pin(Calls.Text(name)),
                cost = cost,
            };
        }
    }

    /// <summary>An edit of a batch.</summary>
    public sealed class Edit
    {
        private readonly EditAction action;
        private readonly ulong id;
        private readonly Shape shape;

        private Edit(EditAction action, ulong id, Shape shape)
        {
            this.action = action;
            this.id = id;
            this.shape = shape;
        }

        /// <summary>Adds a shape.</summary>
        public static Edit Add(Shape shape)
        {
            return new Edit(EditAction.Add, 0, shape);
        }

        /// <summary>Removes a shape.</summary>
        public static Edit Remove(ulong id)
        {
            return new Edit(EditAction.Remove, id, null);
        }

        /// <summary>Puts a shape in place of another one of the same kind.</summary>
        public static Edit Replace(ulong id, Shape shape)
        {
            return new Edit(EditAction.Replace, id, shape);
        }

        internal EditData Data(Pins pins)
        {
            ShapeData data = shape == null ? new ShapeData() : shape.Data(pins);
            return new EditData { action = (uint)action, id = id, shape = data };
        }
    }

    /// <summary>Arrays that stay where they are, for pointers to them.</summary>
    internal sealed class Pins : IDisposable
    {
        private readonly List<GCHandle> pins = new List<GCHandle>();

        internal unsafe void* Pin(Array array)
        {
            GCHandle pin = GCHandle.Alloc(array, GCHandleType.Pinned);
            pins.Add(pin);
            return (void*)pin.AddrOfPinnedObject();
        }

        public void Dispose()
        {
            foreach (GCHandle pin in pins) pin.Free();
            pins.Clear();
        }
    }

    internal static class Lists
    {
        /// <summary>Returns a list with some elements more, as an array.</summary>
        internal static T[] With<T>(this List<T> list, params T[] more)
        {
            list.AddRange(more);
            return list.ToArray();
        }
    }
}
