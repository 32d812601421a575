import { gunzipSync } from "node:zlib";
import { MAX_ARCHIVE_BYTES } from "../../dataset/archive-bound.ts";
import { badDataset, TerraceError } from "../../runtime/errors.ts";

/** The largest single file after unpacking. */
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

/**
 * A gzip file that grows more than this many times is none of a publisher's: tables of text grow tenfold, and what is small
 * may grow as it likes.
 */
const MAX_GROWTH = 100;
const SMALL_BYTES = 64 * 1024 * 1024;

/** What an archive may still give. Members share it with their archive, so that nesting multiplies nothing. */
export interface UnpackBudget {
  bytesLeft: number;
}

export function unpackBudget(bytes = MAX_ARCHIVE_BYTES): UnpackBudget {
  return { bytesLeft: bytes };
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The content of a gzip file. A file that grows beyond the limit or ends early is refused. */
export function gunzip(bytes: Uint8Array, path: string, budget: UnpackBudget): Uint8Array {
  const grownBytes = Math.max(SMALL_BYTES, MAX_GROWTH * bytes.byteLength);
  try {
    // Given up as soon as that shows, before it takes a gibibyte.
    const maxOutputLength = Math.min(MAX_UNPACKED_BYTES, budget.bytesLeft + 1, grownBytes);
    const unpacked = gunzipSync(bytes, { maxOutputLength });
    spend(budget, unpacked.byteLength, path);
    return unpacked;
  } catch (cause) {
    if (cause instanceof TerraceError) throw cause;
    const isTooLarge = (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge && grownBytes < Math.min(MAX_UNPACKED_BYTES, budget.bytesLeft + 1)) {
      const limits = `${grownBytes.toLocaleString("en-AU")} bytes, more than ${MAX_GROWTH} times its own size`;
      throw badDataset(`${path}: unpacks to more than ${limits}; unpack it first`, cause);
    }
    throw badDataset(`${path}: cannot unpack: ${(cause as Error).message}`, cause);
  }
}

/** Counts bytes that were really unpacked; throws when the archive has given all it may. */
export function spend(budget: UnpackBudget, bytes: number, path: string): void {
  budget.bytesLeft -= bytes;
  if (budget.bytesLeft >= 0) return;
  throw badDataset(
    `${path}: its archive unpacks to more than ${MAX_ARCHIVE_BYTES.toLocaleString("en-AU")} bytes; unpack and split it`,
  );
}
