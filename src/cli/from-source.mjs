/**
 * Runs the command line from its sources: `node src/cli/from-source.mjs <command>`. This file is plain
 * JavaScript because Node does not read its first module from the compile cache. All later modules come from
 * the cache with types stripped and code compiled, so Node does not load its type stripper, which takes 24 MB
 * and part of each start.
 */
process.getBuiltinModule?.("node:module").enableCompileCache?.();
await import("./main.ts");
