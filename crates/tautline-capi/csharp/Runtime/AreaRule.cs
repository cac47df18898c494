namespace Tautline
{
    /// <summary>A rule of a filter, for all areas of a name: another cost, or forbidden.</summary>
    public sealed class AreaRule
    {
        private readonly string area;
        private readonly double cost;
        private readonly bool isForbidden;

        private AreaRule(string area, double cost, bool isForbidden)
        {
            this.area = area;
            this.cost = cost;
            this.isForbidden = isForbidden;
        }

        /// <summary>Sets the cost, a multiplier of length.</summary>
        public static AreaRule Cost(string area, double cost)
        {
            return new AreaRule(area, cost, false);
        }

        /// <summary>Forbids the areas.</summary>
        public static AreaRule Forbidden(string area)
        {
            return new AreaRule(area, 1, true);
        }

        internal unsafe AreaRuleData Data(Pins pins)
        {
            uint forbidden = isForbidden ? 1u : 0u;
            return new AreaRuleData { area = (byte*)pins.Pin(Calls.Text(area)), cost = cost, forbidden = forbidden };
        }
    }
}
