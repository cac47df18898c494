// The same game as tests/c/game.c, by the classes; and every call on a disposed object.
using System;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading;
using Tautline;

internal static class Game
{
    private static void Check(bool holds, string what)
    {
        if (!holds) throw new Exception(what);
    }

    private static void Fails(Status status, Action call)
    {
        try
        {
            call();
        }
        catch (TautlineException error)
        {
            Check(error.Status == status && error.Message.Length > 0, error.Status + " instead of " + status);
            return;
        }
        Check(false, "no failure with " + status);
    }

    private static bool Throws<T>(Action call) where T : Exception
    {
        try
        {
            call();
        }
        catch (T)
        {
            return true;
        }
        return false;
    }

    private static Point[] Box(double x, double y, double width, double height)
    {
        return new[]
        {
            new Point(x, y), new Point(x + width, y), new Point(x + width, y + height), new Point(x, y + height),
        };
    }

    private static LiveMap MakeMap(out ulong crate)
    {
        MapOptions options = MapOptions.Default;
        options.AgentRadius = 0.25;
        options.Recorded = true;
        Shape[] shapes =
        {
            Shape.Walkable(Box(0, 0, 20, 10)),
            Shape.Wall(new Point(10, 0), new Point(10, 4)),
            Shape.Wall(new Point(10, 6), new Point(10, 10)),
            Shape.Door("gate", new Point(10, 4), new Point(10, 6)),
            Shape.Obstacle(Box(4, 2, 2, 2)),
        };
        ulong[] ids;
        LiveMap map = LiveMap.Make(options, shapes, out ids);
        crate = ids[4];
        return map;
    }

    private static void TestPaths()
    {
        ulong crate;
        using (LiveMap map = MakeMap(out crate))
        using (Finder before = map.Finder())
        using (var scratch = new Scratch())
        {
            Path path = before.FindPath(scratch, new Place(1, 3), new Place(9, 3));
            Check(path.IsFound && path.Message == "" && path.Info.Optimal && !path.Info.Partial, "a shortest path");
            Check(path.Points.Length >= 4 && path.Points.Length == path.Info.Count && path.Length > 8, "waypoints");
            Check(path.Points[0].X == 1 && path.Points.Last().X == 9 && path.Info.Expanded > 0, "ends");
            Check(scratch.PointsF()[0].X == 1 && scratch.Layers().Length == path.Points.Length, "floats and floors");

            var points = new Point[16];
            PathInfo info;
            var query = new PathQuery(new Place(1, 3), new Place(9, 3));
            Check(before.FindPath(scratch, query, points, out info) == Status.Ok, "into an array");
            Check(points.Take(info.Count).SequenceEqual(path.Points), "the same path");
            Check(before.FindPath(scratch, query, new Point[1], out info) == Status.BufferTooSmall, "a short array");
            Check(info.Count == path.Points.Length && scratch.Points().Length == info.Count, "the number of all");

            map.Move(crate, new Point(0, 5));
            Check(before.FindPath(scratch, query).Length > 8, "a snapshot does not change");
            using (Finder after = map.Finder())
            {
                Check(after.Distance(scratch, new Place(1, 3), new Place(9, 3)) == 8, "the crate is away");
                query.Goal = new Place(double.NaN, 3);
                Fails(Status.BadArgument, () => after.FindPath(scratch, query));
                Fails(Status.BadArgument, () => after.FindPath(scratch, new PathQuery()));
            }
            Check(map.Undo() && !map.Undo() && map.Redo() && !map.Redo(), "undo and redo");
        }
    }

    private static void TestEdits()
    {
        ulong crate;
        using (LiveMap map = MakeMap(out crate))
        using (var scratch = new Scratch())
        {
            ulong[] ids = map.Apply(
                Edit.Remove(crate),
                Edit.Add(Shape.Obstacle(Box(1, 1, 3, 3)).WithHole(Box(2, 2, 1, 1))),
                Edit.Add(Shape.Area("mud", 1.5, Box(12, 1, 4, 4))));
            Check(ids.Length == 3 && ids[0] == crate && map.Report.AddedCells > 0 && map.Report.Revision == map.Revision, "a batch");
            Fails(Status.UnknownId, () => map.Remove(crate));
            Fails(Status.UnknownId, () => map.Apply(Edit.Remove(ids[1]), Edit.Remove(crate)));
            map.Replace(ids[1], Shape.Obstacle(Box(2, 2, 1, 1)));
            map.Remove(ids[1]);
            using (Finder finder = map.Finder())
            {
                Path path = finder.FindPath(scratch, new Place(12, 3), new Place(16, 3));
                Check(path.Info.Cost > path.Length, "mud costs more");
            }
            using (Finder finder = map.Finder())
            using (Finder even = finder.Filtered(AreaRule.Cost("mud", 1)))
            using (Finder dry = finder.Filtered(AreaRule.Cost("mud", 1), AreaRule.Forbidden("mud")))
            {
                Check(even.Distance(scratch, new Place(11, 3), new Place(16, 3)) == 5, "mud as all ground");
                Check(dry.Distance(scratch, new Place(11, 3), new Place(16, 3)) > 6, "around the mud");
                Check(dry.FindPath(scratch, new Place(11, 3), new Place(14, 3)).Status == Status.OnClosedCell, "mud");
                Fails(Status.UnknownId, () => finder.Filtered(AreaRule.Forbidden("road")));
                Fails(Status.BadArgument, () => finder.Filtered(AreaRule.Cost("mud", -1)));
            }
            ulong id = map.Add(Shape.Link("jump", new Point(9, 2), new Point(11, 2), 1));
            using (Finder finder = map.Finder())
            {
                Check(finder.FindPath(scratch, new Place(9, 2), new Place(11, 2)).Info.Cost == 1, "over the wall");
                LinkUse[] links = scratch.Links();
                Check(links.Length == 1 && links[0].Leg == 0 && links[0].Cost == 1 && !links[0].Backward, "a link");
            }
            map.Remove(id);
            Fails(Status.BadInput, () => LiveMap.Make());
            Check(Throws<ArgumentException>(() => map.OpenDoor("gate\0")), "a zero in a text");
            Check(map.RefreshIndex(1000000), "the index is complete");
        }
        using (LiveMap floors = LiveMap.Make(
            Shape.Walkable(Box(0, 0, 4, 4)),
            Shape.Walkable(Box(4, 0, 4, 4)).OnLayer(1),
            Shape.Connection(0, 1, new Point(4, 0), new Point(4, 4))))
        using (Finder finder = floors.Finder())
        using (var scratch = new Scratch())
        {
            Check(finder.FindPath(scratch, new Place(1, 1, 0), new Place(7, 1, 1)).Length == 6, "up a floor");
            Check(scratch.Layers().Last() == 1, "the floor of the goal");
        }
    }

    private static void TestDoor()
    {
        ulong crate;
        using (LiveMap map = MakeMap(out crate))
        using (var scratch = new Scratch())
        {
            map.CloseDoor("gate");
            Check(map.IsDoorClosed("gate"), "closed");
            Fails(Status.UnknownId, () => map.CloseDoor("gät"));
            var query = new PathQuery(new Place(1, 3), new Place(15, 5));
            using (Finder finder = map.Finder())
            {
                Path path = finder.FindPath(scratch, query);
                Check(path.Status == Status.ClosedOff && path.Message.Length > 0, "closed off");
                Check(double.IsInfinity(finder.Distance(scratch, query.Start, query.Goal)), "no distance");
                string text;
                Explanation why = finder.Explain(scratch, out text);
                Check(why.Status == Status.ClosedOff && why.HasNearest && why.Nearest.Point.X < 10, "the nearest place");
                Check(text.Length > 0 && why.HasGap == why.GapWidth > 0, "a sentence");
                query.GoalPolicy = Policy.NearestReachable;
                path = finder.FindPath(scratch, query);
                Check(path.IsFound && path.Info.Partial && path.Points.Last().X < 10, "a part of the way");
            }
            map.OpenDoor("gate");
            using (Finder finder = map.Finder()) Check(!finder.FindPath(scratch, query).Info.Partial, "open");
        }
    }

    private static void TestQueries()
    {
        ulong crate, state = 7;
        using (LiveMap map = MakeMap(out crate))
        using (Finder finder = map.Finder())
        using (var scratch = new Scratch())
        {
            Place[] goals = { new Place(15, 5), new Place(2, 8), new Place(19, 9) };
            var from = new Place(1, 8);
            double[] distances = finder.Distances(from, goals);
            Check(distances[1] == 1 && distances[0] > 14 && distances[2] > distances[0], "distances");
            NearGoal[] near = finder.NearestGoals(from, goals, 2);
            Check(near.Length == 2 && near[0].Goal == 1 && near[1].Goal == 0 && near[0].Distance == 1, "goals");
            using (DistanceField field = finder.Field(goals.Take(2).ToArray()))
            {
                Check(field.Distance(from) == 1 && field.Direction(from).X == 1, "a field");
                Check(field.Distances(goals)[1] == 0 && field.Path(scratch, from).Length == 2, "its path");
                var directions = new Point[3];
                field.Directions(goals, directions);
                Check(directions[1].X == 0 && directions[2].X < 0, "directions");
                Check(field.Path(scratch, new Place(-9, 0)) == null, "no path in a field");
            }
            double distance;
            Check(Math.Abs(finder.Nearest(new Place(-5, 5), out distance).Point.X - 0.25) < 1e-9, "nearest");
            Check(Math.Abs(distance - 5.25) < 1e-9, "its distance");
            Hit hit = finder.Ray(from, new Point(19, 8));
            Check(hit.HitWall && hit.Place.Point.X < 10 && hit.Normal.X == -1, "a ray");
            Fails(Status.StartOutside, () => finder.Ray(new Place(-5, 5), new Point(19, 8)));
            Check(finder.MoveAlong(from, new Point(-3, 9)).Place.Point.Y > 8, "a slide");
            Check(Math.Abs(finder.Wall(from, 10).Value.Distance - 0.75) < 1e-9, "a wall");
            Check(finder.Wall(from, 0.1) == null, "no wall");
            Place first = finder.RandomPoint(ref state);
            Check(state != 7 && first.Point.X > 0 && first.Point.X < 20, "a random point");
            Place around = finder.RandomPointAround(from, 1, ref state);
            Check(Math.Abs(around.Point.X - 1) <= 1, "a random point around another");
            Check(finder.Visible(from).Length >= 3, "visible");
            Widest? widest = finder.Widest(from, new Place(15, 5));
            Check(widest.Value.Width > 1.4 && widest.Value.Width <= 1.5, "the gate");
        }
    }

    private static void TestCrowd()
    {
        ulong crate;
        using (LiveMap map = MakeMap(out crate))
        {
            Crowd crowd;
            using (Finder finder = map.Finder()) crowd = new Crowd(finder);
            AgentOptions options = AgentOptions.Default;
            options.Radius = 0.25;
            var agents = new ulong[4];
            var arrived = new bool[4];
            for (int index = 0; index < 4; index++)
            {
                agents[index] = crowd.Add(new Place(1 + index, 8), options, new IntPtr(index + 1));
                crowd.GoTo(agents[index], new Place(15, 2 + 2 * index));
            }
            Play(map, crowd, crate, agents, arrived);
            AgentInfo info = crowd.Agent(agents[0]);
            Check(info.State == AgentState.Arrived && info.User == new IntPtr(1) && info.Place.Point.X > 14, "arrived");
            Check(crowd.Info.Agents == 4 && crowd.Info.Time > 8 && crowd.Count == 4, "a step");
            Check(crowd.Options(agents[0]).Radius == 0.25, "options");
            crowd.GoTo(agents[0], new Place(19, 9));
            crowd.Step(1.0 / 30.0);
            Check(crowd.Waypoints(agents[0]).Last().Equals(new Point(19, 9)), "waypoints ahead");
            Check(crowd.Waypoints(agents[1]).Length == 0, "no waypoints of one that stands");
            crowd.Push(agents[0], new Point(30, 5));
            Check(Math.Abs(crowd.Agent(agents[0]).Place.Point.X - 19.75) < 1e-9, "a push to the wall");
            byte[] saved = crowd.Save();
            crowd.Remove(agents[1]);
            Fails(Status.UnknownId, () => crowd.Stop(agents[1]));
            crowd.Restore(saved);
            crowd.Stop(agents[1]);
            Fails(Status.BadFile, () => crowd.Restore(saved.Skip(1).ToArray()));
            Fails(Status.BufferTooSmall, () => crowd.Agents(new ulong[4], new Point[3], null));
            var floats = new PointF[4];
            Check(crowd.Agents(null, floats, new PointF[4]) == 4, "floats of agents");
            Check(floats[3].X == (float)crowd.Positions()[3].X, "a rounded position");
            var velocities = new Point[4];
            Check(crowd.Agents(null, null, velocities) == 4 && crowd.Positions().Length == 4, "arrays of agents");
            crowd.Dispose();
        }
    }

    private static void Play(LiveMap map, Crowd crowd, ulong crate, ulong[] agents, bool[] arrived)
    {
        var events = new Event[32];
        for (int frame = 0; frame < 1200 && !arrived.All(has => has); frame++)
        {
            if (frame == 60) map.CloseDoor("gate");
            if (frame == 100) map.Move(crate, new Point(2, 1));
            if (frame == 300) map.OpenDoor("gate");
            if (frame == 60 || frame == 100 || frame == 300)
            {
                using (Finder finder = map.Finder()) crowd.SetMaps(finder);
            }
            crowd.Step(1.0 / 30.0, 100000);
            int count = crowd.Events(events);
            Check(count == crowd.Events().Length, "events twice");
            for (int index = 0; index < count; index++)
            {
                int user = events[index].User.ToInt32() - 1;
                Check(events[index].Agent == agents[user], "the agent of an event");
                arrived[user] |= events[index].Kind == EventKind.Arrived || events[index].Kind == EventKind.Settled;
            }
        }
        Check(arrived.All(has => has), "all have arrived");
    }

    private static void TestFilesAndTiles()
    {
        ulong crate;
        using (LiveMap map = MakeMap(out crate))
        {
            byte[] bytes = map.Save("state");
            using (LiveMap loaded = LiveMap.Load("game.state", bytes))
            {
                loaded.Remove(crate);
                Fails(Status.UnknownId, () => loaded.Remove(crate));
            }
            Fails(Status.BadFile, () => LiveMap.Load("game.state", bytes.Take(bytes.Length / 2).ToArray()));
            Fails(Status.BadArgument, () => map.Save("docx"));
            using (Finder finder = Finder.Load("map.nav", map.Save("nav")))
            {
                Check(finder.Ray(new Place(1, 8), new Point(19, 8)).HitWall, "a saved mesh");
            }
        }
        using (Tiles tiles = Tiles.Load("level.txt", Encoding.UTF8.GetBytes("...\n.#.\n...\n")))
        using (var scratch = new Scratch())
        {
            int width, height;
            tiles.Size(out width, out height);
            Check(width == 3 && height == 3, "the size");
            Check(tiles.FindPath(scratch, new Point(0.5, 1.5), new Point(2.5, 1.5)).Length == 4, "around a tile");
            tiles.SetBlocked(1, 1, false);
            Check(tiles.FindPath(scratch, new Point(0.5, 1.5), new Point(2.5, 1.5)).Length == 2, "over a tile");
            Fails(Status.BadArgument, () => tiles.SetBlocked(3, 0, true));
            Check(Throws<ArgumentException>(() => tiles.SetCost(-1, 0, 2)), "a negative column");
        }
        TilesOptions options = TilesOptions.Default;
        options.FourNeighbors = true;
        using (Tiles tiles = Tiles.Make(2, 2, new double[] { 1, 1, 1, 1 }, options))
        using (var scratch = new Scratch())
        {
            Check(tiles.FindPath(scratch, new Point(0.5, 0.5), new Point(1.5, 1.5)).Length == 2, "no diagonal");
        }
        Check(Throws<ArgumentException>(() => Tiles.Make(2, 2, new double[3])), "three costs of four tiles");
    }

    /// Calls every method and property of the disposed objects: exceptions, and no crash.
    private static void TestDisposed()
    {
        ulong crate;
        LiveMap map = MakeMap(out crate);
        Finder finder = map.Finder();
        var goal = new[] { new Place(1, 1) };
        Owner[] owners =
        {
            map, finder, new Scratch(), finder.Field(goal), new Crowd(finder), Tiles.Make(1, 1, new double[] { 1 }),
        };
        foreach (Owner owner in owners)
        {
            owner.Dispose();
            owner.Dispose();
        }
        int calls = 0;
        foreach (Owner owner in owners)
        {
            BindingFlags own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly;
            foreach (MethodInfo method in owner.GetType().GetMethods(own))
            {
                object[] arguments = method.GetParameters().Select(parameter => Argument(parameter.ParameterType)).ToArray();
                Exception thrown = null;
                try
                {
                    method.Invoke(owner, arguments);
                }
                catch (TargetInvocationException error)
                {
                    thrown = error.InnerException;
                }
                Check(thrown is ObjectDisposedException, method + " of a disposed object: " + thrown);
                calls++;
            }
        }
        Check(calls > 50, "only " + calls + " calls");
    }

    private static object Argument(Type type)
    {
        if (type == typeof(Scratch)) return new Scratch();
        if (type == typeof(string)) return "gate";
        if (type == typeof(Shape)) return Shape.Wall(new Point(1, 1), new Point(2, 2));
        if (type == typeof(PathQuery)) return new PathQuery(new Place(1, 1), new Place(2, 2));
        if (type == typeof(AgentOptions)) return AgentOptions.Default;
        if (type == typeof(AreaRule[])) return new[] { AreaRule.Forbidden("mud") };
        if (type == typeof(Edit[])) return new[] { Edit.Remove(1) };
        if (type == typeof(Finder) || type == typeof(DistanceField)) return MakeOwner(type);
        if (type == typeof(Finder[])) return new[] { (Finder)MakeOwner(typeof(Finder)) };
        if (type.IsArray) return Array.CreateInstance(type.GetElementType(), 1);
        if (type.IsByRef) return Argument(type.GetElementType());
        return Activator.CreateInstance(type);
    }

    private static Owner MakeOwner(Type type)
    {
        ulong crate;
        using (LiveMap map = MakeMap(out crate))
        {
            Finder finder = map.Finder();
            return type == typeof(Finder) ? (Owner)finder : finder.Field(new[] { new Place(1, 1) });
        }
    }

    private static double Walk(Finder finder)
    {
        double sum = 0;
        ulong state = 1;
        using (var scratch = new Scratch())
        {
            for (int query = 0; query < 200; query++)
            {
                Place from = finder.RandomPoint(ref state), to = finder.RandomPoint(ref state);
                sum += finder.FindPath(scratch, from, to).Length;
            }
        }
        return sum;
    }

    /// Four threads share a snapshot, and finalizers free what nobody disposes.
    private static void TestThreads()
    {
        ulong crate;
        using (LiveMap map = MakeMap(out crate))
        using (Finder finder = map.Finder())
        {
            var sums = new double[4];
            Thread[] threads = Enumerable.Range(0, 4)
                .Select(index => new Thread(() => sums[index] = Walk(finder))).ToArray();
            foreach (Thread thread in threads) thread.Start();
            for (int round = 0; round < 100; round++)
            {
                map.Finder();
                GC.Collect();
            }
            foreach (Thread thread in threads) thread.Join();
            Check(sums[0] > 0 && sums.All(sum => sum == sums[0]), "the same sums");
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    private static void Main()
    {
        TestPaths();
        TestEdits();
        TestDoor();
        TestQueries();
        TestCrowd();
        TestFilesAndTiles();
        TestDisposed();
        TestThreads();
        Console.WriteLine("C#: every check holds");
    }
}
