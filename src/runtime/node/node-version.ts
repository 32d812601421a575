// Runs on Nodes that are too old, so it uses only what all versions have.
const OLDEST_MAJOR = 22;
const OLDEST_MINOR = 12;

/** True when a version such as 22.11.0 is older than package.json requires. */
export function isTooOld(version: string): boolean {
  const [major, minor] = version.split(".").map(Number);
  return major < OLDEST_MAJOR || (major === OLDEST_MAJOR && minor < OLDEST_MINOR);
}

/** The message for a Node that is too old; `path` is its executable. */
export function tooOldText(version: string, path: string): string {
  return (
    `terrace: Node ${OLDEST_MAJOR}.${OLDEST_MINOR} or later is needed; this is Node ${version} (${path}). ` +
    "Install a newer one, or put it first in PATH."
  );
}
