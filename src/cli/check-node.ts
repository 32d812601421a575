// Imported before anything else: a Node that is too old ends here, with a sentence, and not at the first thing it lacks.
const OLDEST: readonly [major: number, minor: number] = [22, 12];

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `terrace: Node ${OLDEST.join(".")} or later is needed; this is Node ${process.versions.node} ` +
      `(${process.execPath}). Install a newer one, or put it first in PATH.\n`,
  );
  process.exit(1);
}
