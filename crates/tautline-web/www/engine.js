// Loads the engine in two parts: first the core, so that a path shows soon, then the whole package.

/** The core, a third of the bytes: paths on shapes without costs, with doors and floors. */
export const loadCore = () => import("./tautline/core.js");

/** The whole package, which the other tabs and questions need. */
export const loadWhole = () => import("./tautline/index.js");

/** The tabs that need the whole package; their modules import it. */
export const loadTab = {
  crowd: async () => (await import("./crowd/tab.js")).CrowdTab,
  tiles: async () => (await import("./tiles/tab.js")).TilesTab,
};
