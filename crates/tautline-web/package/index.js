// The entry for browsers and bundlers: fetches and compiles the engine, then exports its classes.
import start from "./engine.js";

await start();

export * from "./classes.js";
