import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Compression } from "@connectrpc/connect/protocol";
import type { StopSignal } from "../../../runtime/abort.ts";
import { CompressionTurns, LARGE_BYTES } from "./compression-turns.ts";

/**
 * Brotli level 4: the size and the time of gzip on our answers. The library's default, 11, takes fifty times
 * as long for a tenth less, and would let any caller burn a second of processor time with a few requests.
 */
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 }, chunkSize: 65_536 };

/** Output in pieces of 64 KiB: each is one stretch of work on a thread of the pool, and one step of this one. */
const GZIP_OPTIONS = { chunkSize: 65_536 };

const compressBrotli = promisify(zlib.brotliCompress);
const compressGzip = promisify(zlib.gzip);

/** Who compresses when; both encodings share the pool, and so do all threads of a server: see `openWire`. */
export const compressionTurns = new CompressionTurns();

const compressors: Record<string, (bytes: Uint8Array) => Promise<Buffer<ArrayBuffer>>> = {
  gzip: (bytes) => compressGzip(bytes, GZIP_OPTIONS),
  br: (bytes) => compressBrotli(bytes, BROTLI_OPTIONS),
};

/** Large answers that are kept are sent again in the same bytes: what those were compressed to, as long as they are there. */
const compressed = new WeakMap<Uint8Array, Map<string, Uint8Array<ArrayBuffer>>>();

/** The bytes in one of the encodings, in their turn. One that still waits for it when the signal fires is dropped. */
export async function compressInTurn(name: string, bytes: Uint8Array, signal?: StopSignal) {
  const before = compressed.get(bytes)?.get(name);
  if (before !== undefined) return before;
  const small = await compressionTurns.run(bytes.byteLength, () => compressors[name](bytes), signal);
  // Both encodings together take no more room than the answer.
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

/** The encodings taken and sent, on every route, in order of preference. */
export const acceptedCompression: Compression[] = [gzip, brotli];

/** Answers below this many bytes are sent as they are: compressing them costs more than it saves. */
export const compressMinBytes = 1024;

type ZlibDecompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

/** Decompression that stops at the read limit and blames the sender for bytes that do not decompress. */
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
