import type { ChangeKind } from "../compare/changes-file.ts";
import { type ChangesPlace, openChanges, shownCounts } from "../compare/find-changes.ts";
import { publishedAtMs } from "../store/publications.ts";
import type { Hook } from "./hook-store.ts";

/** Most keys in a message; its URL leads to the rest. */
const MAX_KEYS = 100;

const MAX_ROWS = 10_000;

/** The message about the publication at an index; undefined if nothing subscribed to has changed. */
export async function hookMessage(
  { kinds, keys }: Pick<Hook, "kinds" | "keys">,
  place: ChangesPlace,
  published: readonly string[],
  index: number,
  webUrl: string,
) {
  const [snapshotId, beforeId = null] = [published[index], published[index - 1]];
  const file = beforeId === null ? undefined : await openChanges(place, published, index);
  const counts: Partial<Record<ChangeKind, number>> = {};
  const named = new Map<string, { kind: ChangeKind; key: string }>();
  let isWhole = file?.head.is_whole === true;
  try {
    if (file !== undefined) {
      const all = shownCounts(file.head, place.shown);
      const asked = (Object.keys(all) as ChangeKind[]).filter(
        (kind) => kinds.length === 0 || kinds.includes(kind),
      );
      if (keys.length === 0) for (const kind of asked) counts[kind] = all[kind]!;
      let read = 0;
      const wanted: readonly (string | undefined)[] = keys.length === 0 ? [undefined] : keys;
      for (const { kind, key } of asked.flatMap((one) => wanted.map((key) => ({ kind: one, key })))) {
        for await (const { row } of file.rows({ kind, key })) {
          if (named.size === MAX_KEYS && key === undefined) break;
          if (read++ === MAX_ROWS) {
            isWhole = isWhole && key === undefined;
            break;
          }
          if (!place.shown.isShown(row.table, row.field)) continue;
          if (key !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
          if (named.size < MAX_KEYS) named.set(`${kind} ${row.key}`, { kind, key: row.key });
        }
      }
    }
  } finally {
    await file?.close();
  }
  if (isWhole && Object.keys(counts).length === 0) return undefined;
  const publishedMs = (await publishedAtMs(place.dataDir, index)) ?? 0;
  const query = new URLSearchParams(beforeId === null ? {} : { since: beforeId });
  if (kinds.length === 1) query.set("kind", kinds[0]);
  if (keys.length === 1) query.set("key", keys[0]);
  return {
    type: "snapshot.published",
    timestamp: new Date(publishedMs).toISOString(),
    data: {
      snapshot_id: snapshotId,
      /** Null for the first publication. */
      before_id: beforeId,
      /** Changes by subscribed kind; empty if the two snapshots were never compared. */
      counts,
      /** The first changed keys. */
      keys: [...named.values()],
      /** False if more may have changed than is counted. */
      is_whole: isWhole,
      changes_url: `${webUrl}/at/${snapshotId}/v1/changes.json?${query}`,
    },
  };
}
