// The entry for browsers and bundlers: fetches and compiles the engine, then exports its classes.
import start from "./engine.js";

await start();

export { DistanceField, Grid, Mesh, Path, Paths, Rings, Search, Trace } from "./engine.js";
