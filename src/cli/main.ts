#!/usr/bin/env -S node --max-semi-space-size=8
// Caps new space at 8 MB instead of the 32 it may grow to: a server that once encoded large answers would
// keep 100 MB more.
import "./check-node.ts";

// No other static import before this check: a Node that is too old could not load it and would not explain
// why. The compile cache is in the system's temp directory: the second start takes half the time of the
// first.
process.getBuiltinModule("node:module").enableCompileCache();
const { runProcess } = await import("./program.ts");
await runProcess();
