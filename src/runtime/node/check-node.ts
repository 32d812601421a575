// The first import of the library's entry points: throws a message under a Node that is too old, before other
// code fails on a missing API. Works from Node 20.15 on; older ones fail at an import before any code runs.
// It throws instead of exiting, because that is for the embedding program to decide.
import { isTooOld, tooOldText } from "./node-version.ts";

if (isTooOld(process.versions.node)) throw new Error(tooOldText(process.versions.node, process.execPath));
