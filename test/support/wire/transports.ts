import { brotliCompressSync, constants } from "node:zlib";
import type { Interceptor, Transport } from "@connectrpc/connect";
import {
  compressionBrotli,
  compressionGzip,
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";

/** connect-node's brotli at its lowest level: at the highest, oversize requests take a second each. */
const quickBrotli: typeof compressionBrotli = {
  ...compressionBrotli,
  compress: async (bytes) =>
    new Uint8Array(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
};

const PROTOCOLS = { Connect: createConnectTransport, "gRPC-Web": createGrpcWebTransport } as const;
const ENCODINGS = { identity: [], gzip: [compressionGzip], br: [quickBrotli] } as const;

/** A client for every legal combination of protocol, HTTP version, message format and encoding. */
export function allTransports(baseUrl: string, interceptors: Interceptor[] = []) {
  const transports: { name: string; transport: Transport }[] = [];
  for (const [encoding, [compression]] of Object.entries(ENCODINGS)) {
    for (const useBinaryFormat of [true, false]) {
      const options = {
        baseUrl,
        interceptors,
        useBinaryFormat,
        // Compresses every request, so that small ones test decompression too.
        compressMinBytes: 0,
        acceptCompression: compression === undefined ? [] : [compression],
        ...(compression === undefined ? {} : { sendCompression: compression }),
      };
      const format = `${useBinaryFormat ? "proto" : "JSON"}, ${encoding}`;
      for (const httpVersion of ["1.1", "2"] as const) {
        for (const [protocol, createTransport] of Object.entries(PROTOCOLS)) {
          const name = `${protocol} over HTTP/${httpVersion}, ${format}`;
          transports.push({ name, transport: createTransport({ ...options, httpVersion }) });
        }
      }
      // gRPC needs the trailers of HTTP/2.
      transports.push({ name: `gRPC over HTTP/2, ${format}`, transport: createGrpcTransport(options) });
    }
  }
  return transports;
}
