import * as zlib from "node:zlib";
import type { Compressors } from "hyparquet";

/** Node's own; Snappy comes with the reader. Zstandard is not in every release of Node 22. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, maxOutputLength) => zlib.gunzipSync(input, { maxOutputLength }),
  BROTLI: (input, maxOutputLength) => zlib.brotliDecompressSync(input, { maxOutputLength }),
  ...("zstdDecompressSync" in zlib
    ? { ZSTD: (input, maxOutputLength) => zlib.zstdDecompressSync(input, { maxOutputLength }) }
    : {}),
};
