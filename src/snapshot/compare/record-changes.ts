import { join } from "node:path";
import { NODE_FILES } from "../files/file-operations.ts";
import { dataDirectory } from "../store/data-directory.ts";
import { openPinned } from "../store/open.ts";
import { claimStaging } from "../store/staging.ts";
import { changedRows } from "./changed-rows.ts";

/** Changes of one publication that are written down, some 25 MB of text. */
const MOST_ROWS = 200_000;

/**
 * Writes down what a publication changed: a line of JSON that says of which, then one a change. Done once: a file that is
 * there stays. Returns how many there are.
 */
export async function recordChanges(
  dataDir: string,
  beforeId: string,
  afterId: string,
  hiddenMetrics: readonly string[],
): Promise<number> {
  const { changes } = dataDirectory(dataDir);
  const path = join(changes, `${beforeId}.${afterId}.ndjson`);
  if (beforeId === afterId || (await NODE_FILES.describe(path)) !== undefined) return 0;
  const slot = await claimStaging(dataDir, "changes");
  try {
    const before = await openPinned(dataDir, beforeId);
    try {
      const after = await openPinned(dataDir, afterId);
      try {
        const options = { tempDirectory: slot.directory, hiddenMetrics, most: MOST_ROWS };
        const { rows, isWhole } = await changedRows(before, after, options);
        const head = { before: beforeId, after: afterId, is_whole: isWhole };
        const aside = join(slot.directory, "changes.ndjson");
        await NODE_FILES.writeText(aside, [head, ...rows].map((one) => `${JSON.stringify(one)}\n`).join(""));
        await NODE_FILES.syncFile(aside);
        await NODE_FILES.makeDirectory(changes);
        await NODE_FILES.rename(aside, path);
        await NODE_FILES.syncDirectory(changes);
        return rows.length;
      } finally {
        await after.pin.release();
      }
    } finally {
      await before.pin.release();
    }
  } finally {
    await slot.release();
  }
}
