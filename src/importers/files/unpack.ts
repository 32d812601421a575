import { gunzipSync } from "node:zlib";
import { MAX_ARCHIVE_BYTES } from "../../dataset/archive-bound.ts";
import { badDataset, TerraceError } from "../../runtime/errors.ts";

export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

/** Maximum growth of a gzip file above SMALL_BYTES. Tables of text grow about tenfold. */
const MAX_GROWTH = 100;
const SMALL_BYTES = 64 * 1024 * 1024;

/** Bytes that an archive may still unpack to; shared with nested archives, so nesting multiplies nothing. */
export interface UnpackBudget {
  bytesLeft: number;
}

export function unpackBudget(bytes = MAX_ARCHIVE_BYTES): UnpackBudget {
  return { bytesLeft: bytes };
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks a gzip file. Throws when it exceeds the limits or ends early. */
export function gunzip(bytes: Uint8Array, path: string, budget: UnpackBudget): Uint8Array {
  const grownBytes = Math.max(SMALL_BYTES, MAX_GROWTH * bytes.byteLength);
  try {
    // zlib stops at this limit, before a gibibyte is allocated.
    const maxOutputLength = Math.min(MAX_UNPACKED_BYTES, budget.bytesLeft + 1, grownBytes);
    const unpacked = gunzipSync(bytes, { maxOutputLength });
    spend(budget, unpacked.byteLength, path);
    return unpacked;
  } catch (cause) {
    if (cause instanceof TerraceError) throw cause;
    const isTooLarge = (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge && grownBytes < Math.min(MAX_UNPACKED_BYTES, budget.bytesLeft + 1)) {
      const limits = `${grownBytes.toLocaleString("en-AU")} bytes, more than ${MAX_GROWTH} times its own size`;
      throw badDataset(`${path}: unpacks to more than ${limits}; extract it first`, cause);
    }
    throw badDataset(`${path}: cannot unpack: ${(cause as Error).message}`, cause);
  }
}

/** Charges unpacked bytes; throws when the archive's budget is used up. */
export function spend(budget: UnpackBudget, bytes: number, path: string): void {
  budget.bytesLeft -= bytes;
  if (budget.bytesLeft >= 0) return;
  throw badDataset(
    `${path}: its archive unpacks to more than ${MAX_ARCHIVE_BYTES.toLocaleString("en-AU")} bytes; extract and split it`,
  );
}
