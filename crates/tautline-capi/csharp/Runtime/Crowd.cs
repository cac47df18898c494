using System;

namespace Tautline
{
    /// <summary>Agents that walk among each other.</summary>
    public sealed unsafe class Crowd : Owner
    {
        /// <summary>Creates an empty crowd on the map of a finder.</summary>
        public Crowd(Finder finder) : base(Make(finder))
        {
        }

        internal CrowdHandle Handle { get { return new CrowdHandle { id = Id }; } }

        internal override void Free(ulong id)
        {
            Native.tl_crowd_free(new CrowdHandle { id = id });
        }

        private static ulong Make(Finder finder)
        {
            CrowdHandle made;
            Calls.Need(Native.tl_crowd_new(finder.Handle, &made), finder);
            return made.id;
        }

        /// <summary>Adds a class of agents of another size, with a finder on a map that was built for its radius.</summary>
        public uint AddClass(Finder finder)
        {
            uint id;
            Calls.Need(Native.tl_crowd_add_class(Handle, finder.Handle, &id), this, finder);
            return id;
        }

        /// <summary>Replaces the maps of all classes, in the order of the classes. Call it after each edit of the map.</summary>
        public void SetMaps(params Finder[] finders)
        {
            FinderHandle[] handles = Array.ConvertAll(finders, finder => finder.Handle);
            Status status;
            fixed (FinderHandle* from = handles) status = Native.tl_crowd_set_maps(Handle, from, Calls.Size(handles));
            Calls.Need(status, this, Array.Find(finders, finder => finder.IsDisposed));
            GC.KeepAlive(finders);
        }

        /// <summary>Adds an agent with the default options, and returns its id.</summary>
        public ulong Add(Place place)
        {
            return Add(place, AgentOptions.Default, IntPtr.Zero);
        }

        /// <summary>Adds an agent, and returns its id. The user number comes back with its events.</summary>
        public ulong Add(Place place, AgentOptions options, IntPtr user = default(IntPtr))
        {
            ulong agent;
            Calls.Need(Native.tl_crowd_add(Handle, place, &options, user, &agent), this);
            return agent;
        }

        /// <summary>Removes an agent.</summary>
        public void Remove(ulong agent)
        {
            Calls.Need(Native.tl_crowd_remove(Handle, agent), this);
        }

        /// <summary>Returns the options of an agent.</summary>
        public AgentOptions Options(ulong agent)
        {
            AgentOptions options = AgentOptions.Sized();
            Calls.Need(Native.tl_crowd_options(Handle, agent, &options), this);
            return options;
        }

        /// <summary>Replaces the options of an agent.</summary>
        public void SetOptions(ulong agent, AgentOptions options)
        {
            Calls.Need(Native.tl_crowd_set_options(Handle, agent, &options), this);
        }

        /// <summary>Gives an agent another user number, which comes back with its events.</summary>
        public void SetUser(ulong agent, IntPtr user)
        {
            Calls.Need(Native.tl_crowd_set_user(Handle, agent, user), this);
        }

        /// <summary>Sends an agent to a goal. The next step plans its path.</summary>
        public void GoTo(ulong agent, Place goal)
        {
            Calls.Need(Native.tl_crowd_go_to(Handle, agent, goal), this);
        }

        /// <summary>Stops an agent.</summary>
        public void Stop(ulong agent)
        {
            Calls.Need(Native.tl_crowd_stop(Handle, agent), this);
        }

        /// <summary>Moves an agent at once. It keeps its goal.</summary>
        public void Warp(ulong agent, Place place)
        {
            Calls.Need(Native.tl_crowd_warp(Handle, agent, place), this);
        }

        /// <summary>Moves an agent towards a point to which something else has pushed it. It slides along walls, and keeps its goal.</summary>
        public void Push(ulong agent, Point point)
        {
            Calls.Need(Native.tl_crowd_push(Handle, agent, point), this);
        }

        /// <summary>Turns an agent with a turning rate at once, so that it heads in a direction of any length.</summary>
        public void Face(ulong agent, Point heading)
        {
            Calls.Need(Native.tl_crowd_face(Handle, agent, heading), this);
        }

        /// <summary>Moves an agent that the program leads, such as the player. Others expect it to go on with the velocity.</summary>
        public void Drive(ulong agent, Place place, Point velocity)
        {
            Calls.Need(Native.tl_crowd_drive(Handle, agent, place, velocity), this);
        }

        /// <summary>Sends an agent along the path that a scratch holds. Its start has to be in sight of the agent.</summary>
        public void Follow(ulong agent, Scratch scratch)
        {
            Calls.Need(Native.tl_crowd_follow(Handle, agent, scratch.Handle), this, scratch);
        }

        /// <summary>Adds a distance field for the agents of the crowd, and returns its id for FlowTo.</summary>
        public ulong AddField(DistanceField field)
        {
            ulong id;
            Calls.Need(Native.tl_crowd_add_field(Handle, field.Handle, &id), this, field);
            return id;
        }

        /// <summary>Replaces a distance field of the crowd, as after an edit of the map.</summary>
        public void ReplaceField(ulong id, DistanceField field)
        {
            Calls.Need(Native.tl_crowd_replace_field(Handle, id, field.Handle), this, field);
        }

        /// <summary>Sends an agent to the nearest goal of a distance field of the crowd.</summary>
        public void FlowTo(ulong agent, ulong field)
        {
            Calls.Need(Native.tl_crowd_flow_to(Handle, agent, field), this);
        }

        /// <summary>Moves the crowd on by some seconds. The nodes of its searches have a limit; 0 for none.</summary>
        public void Step(double seconds, ulong maxExpanded = 0)
        {
            Calls.Need(Native.tl_crowd_step(Handle, seconds, maxExpanded), this);
        }

        /// <summary>What the last step did.</summary>
        public StepInfo Info
        {
            get
            {
                StepInfo info = StepInfo.Sized();
                Calls.Need(Native.tl_crowd_info(Handle, &info), this);
                return info;
            }
        }

        /// <summary>Returns the events of the last step, in the same order on every run.</summary>
        public Event[] Events()
        {
            return Calls.All<Event>(
                (to, capacity, count) => Native.tl_crowd_events(Handle, (Event*)to, capacity, count), this);
        }

        /// <summary>Writes the events of the last step into an array of the caller, without garbage, and returns their number.</summary>
        /// <remarks>If the array is too short, the exception has the status BufferTooSmall.</remarks>
        public int Events(Event[] events)
        {
            UIntPtr count;
            fixed (Event* to = events)
            {
                Calls.Need(Native.tl_crowd_events(Handle, to, Calls.Size(events), &count), this);
            }
            return Calls.Number(count);
        }

        /// <summary>Returns the number of agents.</summary>
        public int Count
        {
            get
            {
                UIntPtr count;
                Status status = Native.tl_crowd_agents(Handle, null, null, null, UIntPtr.Zero, &count);
                Calls.Unless(Status.BufferTooSmall, status, this);
                return Calls.Number(count);
            }
        }

        /// <summary>Writes the ids, positions and velocities of all agents, in one order, and returns their number.</summary>
        /// <remarks>Arrays may be null. If one is too short, the exception has the status BufferTooSmall.</remarks>
        public int Agents(ulong[] ids, Point[] positions, Point[] velocities)
        {
            int capacity = Math.Min(Length(ids), Math.Min(Length(positions), Length(velocities)));
            UIntPtr count;
            fixed (ulong* first = ids)
            fixed (Point* second = positions)
            fixed (Point* third = velocities)
            {
                Calls.Need(Native.tl_crowd_agents(
                    Handle, first, second, third, new UIntPtr((uint)capacity), &count), this);
            }
            return Calls.Number(count);
        }

        /// <summary>Writes what the other Agents does, with positions and velocities rounded to floats.</summary>
        public int Agents(ulong[] ids, PointF[] positions, PointF[] velocities)
        {
            int capacity = Math.Min(Length(ids), Math.Min(Length(positions), Length(velocities)));
            UIntPtr count;
            fixed (ulong* first = ids)
            fixed (PointF* second = positions)
            fixed (PointF* third = velocities)
            {
                Calls.Need(Native.tl_crowd_agents_f(
                    Handle, first, second, third, new UIntPtr((uint)capacity), &count), this);
            }
            return Calls.Number(count);
        }

        private static int Length(Array array)
        {
            return array == null ? int.MaxValue : array.Length;
        }

        /// <summary>Returns the positions of all agents.</summary>
        public Point[] Positions()
        {
            return Calls.All<Point>(
                (to, capacity, count) => Native.tl_crowd_agents(Handle, null, (Point*)to, null, capacity, count), this);
        }

        /// <summary>Returns what is known about an agent.</summary>
        public AgentInfo Agent(ulong agent)
        {
            AgentInfo info = AgentInfo.Sized();
            Calls.Need(Native.tl_crowd_agent(Handle, agent, &info), this);
            return info;
        }

        /// <summary>Returns the waypoints ahead of an agent, up to its goal or the entrance of a link; none if it does not walk.</summary>
        public Point[] Waypoints(ulong agent)
        {
            return Calls.All<Point>(
                (to, capacity, count) => Native.tl_crowd_waypoints(Handle, agent, (Point*)to, capacity, count), this);
        }

        /// <summary>Returns the state of the crowd as bytes, without its maps, fields and user numbers.</summary>
        public byte[] Save()
        {
            return Calls.All<byte>(
                (to, capacity, count) => Native.tl_crowd_save(Handle, (byte*)to, capacity, count), this);
        }

        /// <summary>Replaces all agents by those that Save wrote. They have the same ids and the same future on the same maps.</summary>
        public void Restore(byte[] bytes)
        {
            fixed (byte* from = bytes) Calls.Need(Native.tl_crowd_restore(Handle, from, Calls.Size(bytes)), this);
        }
    }
}
