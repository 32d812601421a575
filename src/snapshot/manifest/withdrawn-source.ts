import type { SnapshotManifest } from "./manifest.ts";

/** Id of a source in `older` that `current` withholds, if any. Synthetic rows have no licence to withdraw. */
export function withdrawnSource(older: SnapshotManifest, current: SnapshotManifest): string | undefined {
  if (older.synthetic || older === current) return undefined;
  const withheld = new Set(current.sources.filter((one) => one.withheld === true).map(({ id }) => id));
  return older.sources.find((one) => one.withheld !== true && withheld.has(one.id))?.id;
}
