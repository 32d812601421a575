import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Compression } from "@connectrpc/connect/protocol";
import type { StopSignal } from "../../../runtime/abort.ts";
import { CompressionTurns, LARGE_BYTES } from "./compression-turns.ts";

/**
 * Brotli level 4: size and time of gzip on our answers. The default, 11, takes fifty times as long for a
 * tenth less, and would let any caller burn a second of CPU time with a few requests.
 */
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 }, chunkSize: 65_536 };

/** 64 KiB chunks: each is one task of the thread pool and one step of this thread. */
const GZIP_OPTIONS = { chunkSize: 65_536 };

const compressBrotli = promisify(zlib.brotliCompress);
const compressGzip = promisify(zlib.gzip);

/** One queue for both encodings and, once `openWire` has shared its counts, for all threads. */
export const compressionTurns = new CompressionTurns();

const compressors: Record<string, (bytes: Uint8Array) => Promise<Buffer<ArrayBuffer>>> = {
  gzip: (bytes) => compressGzip(bytes, GZIP_OPTIONS),
  br: (bytes) => compressBrotli(bytes, BROTLI_OPTIONS),
};

/** Compressed forms of cached answers, kept as long as the answer itself. */
const compressed = new WeakMap<Uint8Array, Map<string, Uint8Array<ArrayBuffer>>>();

/** Compresses through the queue, or returns the cached form. Rejects if the signal aborts while waiting. */
export async function compressInTurn(name: string, bytes: Uint8Array, signal?: StopSignal) {
  const before = compressed.get(bytes)?.get(name);
  if (before !== undefined) return before;
  const small = await compressionTurns.run(bytes.byteLength, () => compressors[name](bytes), signal);
  // So both forms together are at most as large as the answer.
  if (bytes.byteLength >= LARGE_BYTES && small.byteLength <= bytes.byteLength / 2) {
    compressed.set(bytes, (compressed.get(bytes) ?? new Map()).set(name, small));
  }
  return small;
}

const gzip: Compression = {
  name: "gzip",
  compress: (bytes) => compressInTurn("gzip", bytes),
  decompress: decompressor(promisify(zlib.gunzip)),
};

const brotli: Compression = {
  name: "br",
  compress: (bytes) => compressInTurn("br", bytes),
  decompress: decompressor(promisify(zlib.brotliDecompress)),
};

/** Encodings accepted and sent on every route, in order of preference. */
export const acceptedCompression: Compression[] = [gzip, brotli];

/** Smaller answers are not worth compressing. */
export const compressMinBytes = 1024;

type ZlibDecompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

/** Decompresses up to a limit; undecodable bytes are the sender's fault. */
function decompressor(run: unknown): Compression["decompress"] {
  const decompress = run as ZlibDecompress;
  return async (bytes, readMaxBytes) => {
    if (bytes.length === 0) return new Uint8Array(0);
    try {
      return (await decompress(bytes, { maxOutputLength: readMaxBytes })) as Uint8Array<ArrayBuffer>;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
        const message = `message is larger than ${readMaxBytes} bytes after decompression`;
        throw new ConnectError(message, Code.ResourceExhausted, undefined, undefined, cause);
      }
      throw new ConnectError("decompression failed", Code.InvalidArgument, undefined, undefined, cause);
    }
  };
}
