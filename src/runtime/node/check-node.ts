// Imported first by the entries of the library: under a Node that is too old it throws a sentence, before anything else
// runs and fails at the first thing that this Node lacks. What ends the process is for its program to decide.
import { isTooOld, tooOldText } from "./node-version.ts";

if (isTooOld(process.versions.node)) throw new Error(tooOldText(process.versions.node, process.execPath));
