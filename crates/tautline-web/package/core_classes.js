// The classes of the core, after it was started.
import { Mesh, Path, Search } from "./engine_core.js";
import { tellFreed } from "./words.js";

tellFreed([Mesh, Path, Search]);

export { Mesh, Path, Search };
