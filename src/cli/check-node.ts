// Must be the first import: a Node that is too old exits with a message instead of failing on a missing API.
import { isTooOld, tooOldText } from "../runtime/node/node-version.ts";

if (isTooOld(process.versions.node)) {
  process.stderr.write(`${tooOldText(process.versions.node, process.execPath)}\n`);
  process.exit(1);
}
