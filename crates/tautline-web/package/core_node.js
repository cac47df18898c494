// The entry of the core for Node: reads and compiles it, then exports its classes.
import { readFileSync } from "node:fs";
import { initSync } from "./engine_core.js";

initSync({ module: readFileSync(new URL("./engine_core_bg.wasm", import.meta.url)) });

export * from "./core_classes.js";
