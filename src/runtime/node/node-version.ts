// Read by Nodes that are too old: it uses nothing but what all of them have.
const OLDEST_MAJOR = 22;
const OLDEST_MINOR = 12;

/** Whether a version of Node, such as 22.11.0, is older than the one that package.json asks for. */
export function isTooOld(version: string): boolean {
  const [major, minor] = version.split(".").map(Number);
  return major < OLDEST_MAJOR || (major === OLDEST_MAJOR && minor < OLDEST_MINOR);
}

/** What is said to anyone who runs a Node that is too old, which is at `path`. */
export function tooOldText(version: string, path: string): string {
  return (
    `terrace: Node ${OLDEST_MAJOR}.${OLDEST_MINOR} or later is needed; this is Node ${version} (${path}). ` +
    "Install a newer one, or put it first in PATH."
  );
}
