using System;
using System.Threading;

namespace Tautline
{
    /// <summary>An object of the library. Dispose frees it; a call after that is an ObjectDisposedException.</summary>
    /// <remarks>
    /// A handle is a number of 64 bits that the library checks on every call, so a freed one is an error and never another
    /// object. It does not fit into a SafeHandle where pointers have 32 bits, and needs none of its protection.
    /// </remarks>
    public abstract class Owner : IDisposable
    {
        private long id;

        internal Owner(ulong id)
        {
            this.id = unchecked((long)id);
        }

        /// <summary>Frees the object if nobody has disposed it.</summary>
        ~Owner()
        {
            Release();
        }

        /// <summary>True after Dispose.</summary>
        public bool IsDisposed { get { return Id == 0; } }

        internal ulong Id { get { return unchecked((ulong)Interlocked.Read(ref id)); } }

        /// <summary>Frees the object. A second call does nothing.</summary>
        public void Dispose()
        {
            Release();
            GC.SuppressFinalize(this);
        }

        internal abstract void Free(ulong id);

        private void Release()
        {
            long own = Interlocked.Exchange(ref id, 0);
            if (own != 0) Free(unchecked((ulong)own));
        }
    }
}
