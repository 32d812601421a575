import { pipeline, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { ExportTable } from "../../../domains/export.ts";
import type { ExportWriter } from "../../../exports/writer.ts";
import type { SnapshotFacts } from "../../../rpc/unary-method.ts";
import { followAbort, throwIfAborted } from "../../../runtime/abort.ts";

const PART_BYTES = 65_536;

export interface PieceStreamOptions {
  /** Makes the pieces; ended by its signal. */
  readonly write: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Fires when the caller is gone. */
  readonly signal: AbortSignal;
  /** Longest a caller may take to read one piece. */
  readonly pieceTimeoutMs: number;
  /** Told of bytes that the caller has taken. */
  readonly onTaken: (byteLength: number) => void;
  /** Throws when what may be shown has changed since the file was opened; nothing can unless given. */
  readonly checkShown?: () => void;
  /** What follows the last good piece in place of those that could not be made; without it the connection is cut. */
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

/** The bytes of a file of rows, compressed where the caller takes that. */
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
 * The bytes of a file, made as they are read: a reader that stops stops the work, and one that takes too long for a
 * piece is cut off. The first piece is made before this resolves, so that what fails at once can still be reported.
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
  // What it takes to make a piece is not the caller's slowness.
  let isMaking = false;
  const late = setTimeout(() => {
    if (!isMaking) body.destroy(new Error("the caller reads too slowly"));
  }, pieceTimeoutMs);
  const make = async () => {
    isMaking = true;
    try {
      // Other calls have their turn between two pieces.
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

/** Bytes in parts as a connection takes them: who asks for the next has taken the one before. */
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
