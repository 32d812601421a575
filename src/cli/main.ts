#!/usr/bin/env -S node --max-semi-space-size=8
// New objects get 8 MB, not the 32 that they may grow to otherwise: a server that once encoded large answers would
// keep 100 MB more.
import "./check-node.ts";

// Nothing else is imported before the check has run: a Node that is too old could not load it, and would not say why.
// Compiled code is kept in the system's temporary directory: the second start takes half the time of the first.
process.getBuiltinModule("node:module").enableCompileCache();
const { runProcess } = await import("./program.ts");
await runProcess();
