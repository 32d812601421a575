// Imported first by the entries of the library: under a Node that is too old, from 20.15 on, it throws a sentence, before
// anything else runs and fails at the first thing that this Node lacks. Older ones fail at an import, before any code
// runs. What ends the process is for its program to decide.
import { isTooOld, tooOldText } from "./node-version.ts";

if (isTooOld(process.versions.node)) throw new Error(tooOldText(process.versions.node, process.execPath));
