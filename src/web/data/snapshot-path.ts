/** `/at/<snapshot>` where the page shows another snapshot than the newest; "" otherwise. */
export const SNAPSHOT_PATH = /^\/at\/[^/]+(?=\/)/.exec(location.pathname)?.[0] ?? "";

/** Where the reader is, whichever snapshot is shown. */
export function pagePath(): string {
  return location.pathname.slice(SNAPSHOT_PATH.length);
}

/** The address of a path of the page, of a method or a file for the snapshot that is shown. */
export function inSnapshot(path: string): string {
  return SNAPSHOT_PATH !== "" && path.startsWith(`${SNAPSHOT_PATH}/`) ? path : SNAPSHOT_PATH + path;
}
