import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Compression } from "@connectrpc/connect/protocol";

/**
 * Brotli level 4: the size and the time of gzip on our answers. The library's default, 11, takes fifty times
 * as long for a tenth less, and would let any caller burn a second of processor time with a few requests.
 */
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressBrotli = promisify(zlib.brotliCompress);

const gzip: Compression = {
  name: "gzip",
  compress: promisify(zlib.gzip) as Compression["compress"],
  decompress: decompressor(promisify(zlib.gunzip)),
};

const brotli: Compression = {
  name: "br",
  compress: (bytes) => compressBrotli(bytes, BROTLI_OPTIONS) as ReturnType<Compression["compress"]>,
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
