/**
 * Runs the command line from its sources: `node src/cli/from-source.mjs <command>`. Plain JavaScript, as whatever Node
 * loads first it reads itself: from here on it finds types stripped and code compiled by an earlier run, and does not load
 * its stripper, which takes 24 MB and part of each start.
 */
process.getBuiltinModule?.("node:module").enableCompileCache?.();
await import("./main.ts");
