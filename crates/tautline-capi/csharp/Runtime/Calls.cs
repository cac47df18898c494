using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Tautline
{
    /// <summary>Calls that write up to a capacity, and the number of all elements.</summary>
    internal unsafe delegate Status Fill(IntPtr array, UIntPtr capacity, UIntPtr* count);

    /// <summary>The results of calls: exceptions, arrays, texts.</summary>
    internal static unsafe class Calls
    {
        static Calls()
        {
            uint version = Native.tl_abi_version();
            if (version == Native.AbiVersion) return;
            string message = "the library has version " + version + ", and these classes are for " + Native.AbiVersion;
            throw new TautlineException(Status.BadArgument, message);
        }

        /// <summary>Throws unless a call has succeeded. The objects of the call live until here.</summary>
        internal static void Need(Status status, Owner first = null, Owner second = null, Owner third = null)
        {
            if (status != Status.Ok) throw Failure(status, first, second, third);
            GC.KeepAlive(first);
            GC.KeepAlive(second);
            GC.KeepAlive(third);
        }

        /// <summary>Returns false for one status that is an answer, and throws for other failures.</summary>
        internal static bool Unless(Status answer, Status status, Owner first, Owner second = null)
        {
            bool isAnswer = status == answer;
            Need(isAnswer ? Status.Ok : status, first, second);
            return !isAnswer;
        }

        /// <summary>Throws unless a query has found a path or a reason why there is none.</summary>
        internal static void NeedAnswer(Status status, Owner first, Owner second)
        {
            Need(status >= Status.StartOutside ? Status.Ok : status, first, second);
        }

        private static Exception Failure(Status status, params Owner[] owners)
        {
            string message = Message();
            Owner disposed = Array.Find(owners, owner => owner != null && owner.IsDisposed);
            if (disposed != null) return new ObjectDisposedException(disposed.GetType().Name, message);
            return new TautlineException(status, message);
        }

        /// <summary>Returns the message of the last failure of this thread.</summary>
        internal static string Message()
        {
            UIntPtr count;
            Native.tl_last_message(null, UIntPtr.Zero, &count);
            var text = new byte[Number(count)];
            fixed (byte* to = text) Native.tl_last_message(to, count, null);
            return Encoding.UTF8.GetString(text, 0, Math.Max(text.Length - 1, 0));
        }

        /// <summary>Returns all results of a call.</summary>
        internal static T[] All<T>(Fill fill, Owner owner) where T : struct
        {
            var results = new T[0];
            for (;;)
            {
                UIntPtr count = UIntPtr.Zero;
                Status status;
                GCHandle pin = GCHandle.Alloc(results, GCHandleType.Pinned);
                try
                {
                    status = fill(pin.AddrOfPinnedObject(), Size(results), &count);
                }
                finally
                {
                    pin.Free();
                }
                if (status != Status.BufferTooSmall) Need(status, owner);
                if (status == Status.Ok && Number(count) == results.Length) return results;
                results = new T[Number(count)];
            }
        }

        internal static UIntPtr Size(Array array)
        {
            return new UIntPtr((uint)array.Length);
        }

        internal static int Number(UIntPtr count)
        {
            return checked((int)count.ToUInt64());
        }

        /// <summary>Returns a text as UTF-8 with a zero byte at its end.</summary>
        internal static byte[] Text(string text)
        {
            if (text.IndexOf('\0') >= 0) throw new ArgumentException("the text has a zero character");
            return Encoding.UTF8.GetBytes(text + '\0');
        }
    }
}
