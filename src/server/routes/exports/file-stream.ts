import { pipeline, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { ExportTable } from "../../../domains/export.ts";
import type { ExportWriter } from "../../../exports/writer.ts";
import type { SnapshotFacts } from "../../../rpc/unary-method.ts";
import { followAbort, throwIfAborted } from "../../../runtime/abort.ts";

const PART_BYTES = 65_536;

export interface PieceStreamOptions {
  /** Produces the chunks until its signal aborts. */
  readonly write: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  /** Longest time for the caller to read one chunk. */
  readonly pieceTimeoutMs: number;
  /** Called with the size of each part that the caller has read. */
  readonly onTaken: (byteLength: number) => void;
  /** Throws when what may be shown has changed since the file was opened; by default never. */
  readonly checkShown?: () => void;
  /** Returns text that ends a file in which an error occurred; without it the connection is cut. */
  readonly failureEnd?: (() => string) | undefined;
  readonly onError: (error: unknown) => void;
}

export interface FileStreamOptions extends Omit<PieceStreamOptions, "write" | "failureEnd"> {
  readonly writer: ExportWriter;
  readonly table: ExportTable;
  readonly facts: SnapshotFacts;
  readonly encoding: "gzip" | "br" | undefined;
  readonly rawFormulas?: boolean | undefined;
}

/** Streams a file of rows, optionally compressed. */
export async function fileStream(options: FileStreamOptions): Promise<Readable> {
  const { writer, table, facts, encoding, rawFormulas } = options;
  let rows = 0;
  const body = await pieceStream({
    ...options,
    write: (signal) =>
      writer.write(table, facts, { signal, onRows: (count) => (rows += count), rawFormulas }),
    failureEnd: writer.failureEnd && (() => writer.failureEnd!(rows)),
  });
  if (encoding === undefined) return body;
  const compress =
    encoding === "gzip"
      ? createGzip({ level: 4 })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return pipeline(body, compress, () => {});
}

/**
 * Streams chunks on demand: when the reader stops, the work stops; a reader that is too slow is cut off. The
 * first chunk is produced before this resolves, so that early errors can still set the status.
 */
export async function pieceStream(options: PieceStreamOptions): Promise<Readable> {
  const { write, signal, pieceTimeoutMs, checkShown, onTaken, onError, failureEnd } = options;
  const stop = new AbortController();
  followAbort(signal, stop);
  const pieces = write(stop.signal)[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (signal.aborted) void pieces.return?.();
  throwIfAborted(signal);
  let body: Readable;
  // Time to produce a chunk does not count against the caller.
  let isMaking = false;
  const late = setTimeout(() => {
    if (!isMaking) body.destroy(new Error("the caller reads too slowly"));
  }, pieceTimeoutMs);
  const make = async () => {
    isMaking = true;
    try {
      // Yield to other calls between chunks.
      await setImmediate();
      checkShown?.();
      return await pieces.next();
    } finally {
      isMaking = false;
      late.refresh();
    }
  };
  async function* following(): AsyncGenerator<Uint8Array, void, void> {
    if (first.done) return;
    yield* inParts(first.value, onTaken);
    try {
      for (;;) {
        const next = await make();
        if (next.done) return;
        yield* inParts(next.value, onTaken);
      }
    } catch (error) {
      if (stop.signal.aborted || failureEnd === undefined) throw error;
      onError(error);
      yield Buffer.from(failureEnd());
    }
  }
  body = Readable.from(following(), { objectMode: false, highWaterMark: PART_BYTES });
  body.once("error", onError).once("close", () => {
    clearTimeout(late);
    stop.abort();
    void pieces.return?.();
  });
  return body;
}

/** Splits a chunk; the request for the next part means that the one before was read. */
function* inParts(
  piece: Uint8Array,
  onTaken: (byteLength: number) => void,
): Generator<Uint8Array, void, void> {
  for (let at = 0; at < piece.byteLength; at += PART_BYTES) {
    const part = piece.subarray(at, at + PART_BYTES);
    yield part;
    onTaken(part.byteLength);
  }
}
