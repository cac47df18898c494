// The entry of the core for browsers and bundlers: fetches and compiles it, then exports its classes.
import start from "./engine_core.js";

await start();

export * from "./core_classes.js";
