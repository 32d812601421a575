// Imported before anything else: a Node that is too old ends here, with a sentence, and not at the first thing it lacks.
import { isTooOld, tooOldText } from "../runtime/node/node-version.ts";

if (isTooOld(process.versions.node)) {
  process.stderr.write(`${tooOldText(process.versions.node, process.execPath)}\n`);
  process.exit(1);
}
