import { join } from "node:path";
import { replaceText } from "../files/link-or-copy.ts";
import { disk } from "../files/outside-world.ts";
import type { SnapshotManifest } from "../manifest/manifest.ts";
import { whileHeld } from "../store/claims.ts";
import { dataDirectory } from "../store/data-directory.ts";
import { openPinned } from "../store/open.ts";
import { listPublications } from "../store/publications.ts";
import { claimStaging } from "../store/staging.ts";
import { changedRows } from "./changed-rows.ts";
import { changesPath, changesText } from "./changes-file.ts";

/** Most changes of one kind to write for a publication: some 6 MB. */
const MAX_ROWS = 50_000;

const KEPT_FILES = 100;

/** Writes a publication's changes file unless it exists: a header, a line a change. Returns the count. */
export async function recordChanges(
  dataDir: string,
  beforeId: string,
  afterId: string,
  /** Columns that a switch may withhold, by table, while other columns of the table stay. */
  switched: Readonly<Record<string, readonly string[]>> = {},
): Promise<number> {
  const { changes } = dataDirectory(dataDir);
  const path = changesPath(dataDir, beforeId, afterId);
  if (beforeId === afterId || (await disk.describe(path)) !== undefined) return 0;
  return whileHeld(await claimStaging(dataDir, "changes"), async ({ directory }) => {
    const before = await openPinned(dataDir, beforeId);
    const { rows, isWhole, sources } = await whileHeld(before.pin, async () => {
      const after = await openPinned(dataDir, afterId);
      return whileHeld(after.pin, async () => ({
        ...(await changedRows(before, after, { tempDirectory: directory, most: MAX_ROWS })),
        sources: [...new Set([before, after].flatMap(({ manifest }) => openSources(manifest)))].sort(),
      }));
    });
    const head = { before: beforeId, after: afterId, is_whole: isWhole, sources };
    await disk.makeDirectory(changes);
    await replaceText(path, changesText(head, rows, switched), join(directory, "changes.ndjson"));
    await removeOld(dataDir);
    await disk.syncDirectory(changes);
    return rows.length;
  });
}

/** Synthetic rows have no licence that could be withdrawn. */
function openSources({ synthetic, sources }: SnapshotManifest): string[] {
  return synthetic ? [] : sources.filter(({ withheld }) => withheld !== true).map(({ id }) => id);
}

/** Removes changes files of old publications; that of a publication in progress stays. */
async function removeOld(dataDir: string): Promise<void> {
  const ids = await listPublications(dataDir);
  const pairs = ids.map((id, i) => changesPath(dataDir, ids[i - 1] ?? "", id));
  const kept = pairs.slice(-KEPT_FILES);
  for (const path of pairs.slice(-2 * KEPT_FILES, -KEPT_FILES)) {
    if (!kept.includes(path)) await disk.remove(path);
  }
}
