import { resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { fastify } from "fastify";
import { build, type Rollup } from "vite";
import { describe, expect, inject, it } from "vitest";
import { terraceFastify } from "../../src/fastify.ts";
import { openEngine } from "../../src/index.ts";

/** The globals of a browser that the client may use, and none of Node's. */
const WEB_GLOBALS = [
  "AbortController",
  "AbortSignal",
  "ArrayBuffer",
  "DOMException",
  "DataView",
  "Error",
  "Float32Array",
  "Headers",
  "Int32Array",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "Uint32Array",
  "Uint8Array",
  "atob",
  "btoa",
  "clearTimeout",
  "fetch",
  "setTimeout",
] as const;

/** The client as a bundler for browsers makes it, apache-arrow left outside. */
async function bundleClient(): Promise<Rollup.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: true,
      lib: { entry: resolve(import.meta.dirname, "../../src/client.ts"), formats: ["iife"], name: "terrace" },
      rollupOptions: { external: ["apache-arrow"] },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rollup.RollupOutput[];
  return outputs.flatMap(({ output }) => output.filter((part) => part.type === "chunk"));
}

describe("terrace/client", () => {
  it("is one small file without Node in it, and answers where there is only a browser's globals", async () => {
    const [chunk, ...others] = await bundleClient();
    expect(others).toEqual([]);
    // 53 kB when this was written, most of it the messages' descriptions and the protobuf reader.
    expect(gzipSync(chunk.code).byteLength).toBeLessThan(64 * 1024);
    expect(chunk.imports).toEqual([]);
    expect(chunk.code).not.toMatch(/["']node:|\bBuffer\./);
    await using engine = await openEngine(inject("country").dataDir);
    const app = fastify();
    await app.register(terraceFastify, { engine });
    try {
      const url = await app.listen({ host: "127.0.0.1", port: 0 });
      const globals = Object.fromEntries(
        WEB_GLOBALS.map((name) => [name, (globalThis as Record<string, unknown>)[name]]),
      );
      const page = createContext({ ...globals, url });
      runInContext(chunk.code, page);
      const counted = await runInContext(
        `(async () => {
          const frame = await terrace.createTerraceClient({ baseUrl: url }).frame("NSW");
          const mask = await frame.filter([{ metricKey: "population", min: 500 }]);
          const column = await frame.column("population");
          return [mask.count, mask.equals(column.between(500))];
        })()`,
        page,
      );
      const predicates = [{ metricKey: "population", min: 500 }];
      expect(counted).toEqual([engine.filterSuburbsSync({ stateCode: "NSW", predicates }).matchCount, true]);
    } finally {
      await app.close();
    }
  });
});
