using System;

namespace Tautline
{
    /// <summary>A failed call: its status and the message of the library.</summary>
    public class TautlineException : Exception
    {
        /// <summary>The status of the call.</summary>
        public Status Status { get; private set; }

        internal TautlineException(Status status, string message) : base(message)
        {
            Status = status;
        }
    }
}
