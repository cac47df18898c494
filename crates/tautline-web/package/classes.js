// The classes of the package, after the engine was started.
import { Crowd, DistanceField, Grid, LiveMesh, Mesh, Path, RadiusSet, Search, Trace } from "./engine.js";
import { tellFreed } from "./words.js";

tellFreed([Crowd, DistanceField, Grid, LiveMesh, Mesh, Path, RadiusSet, Search, Trace]);

export { Crowd, DistanceField, Grid, LiveMesh, Mesh, Path, RadiusSet, Search, Trace };
