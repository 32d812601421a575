import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { fastify } from "fastify";
import { build, type Rollup } from "vite";
import { describe, expect, inject, it } from "vitest";
import { terraceFastify } from "../../src/fastify.ts";
import { openEngine } from "../../src/index.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";

/** Browser globals that the client may use; none of Node's. */
const WEB_GLOBALS = [
  ...["AbortController", "AbortSignal", "ArrayBuffer", "DOMException", "DataView", "Error", "Float32Array"],
  ...["Headers", "Int32Array", "ReadableStream", "Request", "Response", "TextDecoder", "TextEncoder", "URL"],
  ...["Uint32Array", "Uint8Array", "atob", "btoa", "clearTimeout", "fetch", "setTimeout"],
];

const CLIENT = resolve(import.meta.dirname, "../../src/client.ts");

/** Bundles for browsers an application that imports these names of the client; apache-arrow is external. */
async function bundleClient(names: readonly string[]): Promise<Rollup.OutputChunk[]> {
  const entry = join(await temporaryDirectory(), "application.ts");
  await writeFile(entry, `export { ${names.join(", ")} } from ${JSON.stringify(CLIENT)};`);
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ["iife"], name: "terrace" },
      rollupOptions: { external: ["apache-arrow"] },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rollup.RollupOutput[];
  return outputs.flatMap(({ output }) => output.filter((part) => part.type === "chunk"));
}

describe("terrace/client", () => {
  it("bundles the messages of a further service only where it is used", async () => {
    const [small] = await bundleClient(["createTerraceClient"]);
    const [larger] = await bundleClient(["createTerraceClient", "PoliticiansService"]);
    const sizeOf = ({ code }: Rollup.OutputChunk) => gzipSync(code).byteLength;
    expect(small.code).not.toContain("PoliticiansService");
    expect(sizeOf(larger) - sizeOf(small)).toBeGreaterThan(4 * 1024);
  });

  it("is one small file without Node in it, and answers where there is only a browser's globals", async () => {
    const [chunk, ...others] = await bundleClient(["createTerraceClient", "ConnectError", "parseWhere"]);
    expect(others).toEqual([]);
    // 66 kB with the 37 methods of its three services, most of it message descriptors and the protobuf
    // reader.
    expect(gzipSync(chunk.code).byteLength).toBeLessThan(72 * 1024);
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
