import type { SnapshotManifest } from "./manifest.ts";

/** A source of an older snapshot that the current one withholds; undefined when there is none. Made-up rows have no licence. */
export function withdrawnSource(older: SnapshotManifest, current: SnapshotManifest): string | undefined {
  if (older.synthetic || older === current) return undefined;
  const withheld = new Set(current.sources.filter((one) => one.withheld === true).map(({ id }) => id));
  return older.sources.find((one) => one.withheld !== true && withheld.has(one.id))?.id;
}
