// The same answers as tests/c/answers.c, by the classes.
using System;
using System.IO;
using System.Text;
using Tautline;

internal static class Answers
{
    private static readonly StringBuilder Text = new StringBuilder();

    private static ulong Next(ref ulong state)
    {
        unchecked
        {
            ulong mixed = state += 0x9E3779B97F4A7C15;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
            return mixed ^ (mixed >> 31);
        }
    }

    /// Returns a number from 0 to `end`, on a lattice of 1/64.
    private static double Coordinate(ref ulong state, ulong end)
    {
        return (double)(Next(ref state) % (64 * end)) / 64.0;
    }

    private static void Print(params double[] values)
    {
        foreach (double value in values) Text.AppendFormat("{0:x16} ", BitConverter.DoubleToInt64Bits(value));
    }

    private static LiveMap Squares()
    {
        ulong state = 1;
        var shapes = new Shape[41];
        shapes[0] = Shape.Walkable(new Point(0, 0), new Point(64, 0), new Point(64, 64), new Point(0, 64));
        for (int index = 1; index < shapes.Length; index++)
        {
            double x = Coordinate(ref state, 64), y = Coordinate(ref state, 64);
            shapes[index] = Shape.Obstacle(
                new Point(x, y), new Point(x + 3, y), new Point(x + 3, y + 3), new Point(x, y + 3));
        }
        return LiveMap.Make(shapes);
    }

    private static LiveMap Load(string folder, string name, double radius)
    {
        MapOptions options = MapOptions.Default;
        options.AgentRadius = radius;
        return LiveMap.Load(name, File.ReadAllBytes(folder + "/" + name), options);
    }

    private static void PrintAnswers(LiveMap map, ulong width, ulong height)
    {
        ulong state = 2;
        using (map)
        using (Finder finder = map.Finder())
        using (var scratch = new Scratch())
        {
            for (int index = 0; index < 1000; index++)
            {
                double ax = Coordinate(ref state, width), ay = Coordinate(ref state, height);
                var to = new Point(Coordinate(ref state, width), Coordinate(ref state, height));
                var from = new Place(ax, ay);
                Tautline.Path path = finder.FindPath(scratch, from, to);
                Print(path.IsFound ? path.Length : 0.0);
                if (path.IsFound) foreach (Point point in path.Points) Print(point.X, point.Y);
                Text.Append("| ");
                try
                {
                    Hit ray = finder.Ray(from, to);
                    Print(ray.Distance, ray.Place.Point.X, ray.Place.Point.Y);
                }
                catch (TautlineException error) when (error.Status == Status.StartOutside)
                {
                }
                Text.Append("| ");
                double distance;
                Place near = finder.Nearest(from, out distance);
                Print(distance, near.Point.X, near.Point.Y);
                Text.Append('\n');
            }
        }
    }

    private static void Main(string[] arguments)
    {
        PrintAnswers(Squares(), 64, 64);
        PrintAnswers(Load(arguments[0], "floor_plan.geojson", 0.25), 40, 26);
        PrintAnswers(Load(arguments[0], "meadow.geojson", 0), 100, 60);
        Console.Out.Write(Text);
    }
}
