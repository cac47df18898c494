// The classes of the package, after the engine was started.
import { Crowd, DistanceField, Grid, LiveMesh, Mesh, Path, PathTree, RadiusSet, Search, Surface, Trace } from "./engine.js";
import { tellFreed } from "./words.js";

tellFreed([Crowd, DistanceField, Grid, LiveMesh, Mesh, Path, PathTree, RadiusSet, Search, Surface, Trace]);

export { Crowd, DistanceField, Grid, LiveMesh, Mesh, Path, PathTree, RadiusSet, Search, Surface, Trace };
