import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { tableFromIPC } from "apache-arrow";
import { asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { describe, expect, inject, it } from "vitest";
import type { Config } from "../../../../src/config/config.ts";
import { WITHHELD_TABLES } from "../../../../src/domains/withheld-tables.ts";
import type { SnapshotManifest } from "../../../../src/snapshot/manifest/manifest.ts";
import { readCurrent } from "../../../../src/snapshot/store/read-current.ts";
import { asking } from "../../../support/country/ask-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";

const AGENT = { "user-agent": "python-urllib/3.13" };

async function serve(config: Partial<Config> = {}) {
  const { dataDir } = inject("country");
  const serving = await serveForTest(dataDir, { config });
  const snapshotId = (await readCurrent(dataDir))!;
  const folder = join(dataDir, "snapshots", snapshotId);
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as SnapshotManifest;
  return { ...serving, snapshotId, folder, manifest, ...asking(serving, AGENT) };
}

interface DataPackage {
  readonly id: string;
  readonly synthetic: boolean;
  readonly resources: readonly {
    readonly name: string;
    readonly path: string;
    readonly bytes: number;
    readonly hash: string;
    readonly rows?: number;
    readonly schema?: { readonly fields: readonly { readonly name: string; readonly type: string }[] };
  }[];
}

describe("GET /v1/catalog.json", () => {
  it("names every file with its columns, and each reads as it says, by a reader of ranges", async () => {
    const { json, manifest, snapshotId } = await serve();
    const catalog = await json<DataPackage>("/v1/catalog.json");
    expect(catalog).toMatchObject({ "@type": "dcat:Dataset", profile: "data-package", synthetic: true });
    expect(catalog.resources.map(({ name }) => name)).toEqual([...manifest.tables, "columns"]);
    for (const { name, path, bytes, hash, rows, schema } of catalog.resources) {
      expect(path).toContain(`/v1/snapshots/${snapshotId}/`);
      const stored = manifest.files.find((one) => path.endsWith(`/${one.path}`));
      expect([bytes, hash]).toEqual([stored?.bytes, `sha256:${stored?.sha256}`]);
      if (schema === undefined) continue;
      const file = await asyncBufferFromUrl({ url: path, requestInit: { headers: AGENT } });
      const metadata = await parquetMetadataAsync(file);
      expect([name, Number(metadata.num_rows)]).toEqual([name, rows]);
      const [root] = metadata.schema;
      expect(schema.fields).toHaveLength(root.num_children!);
      expect(schema.fields.every(({ name: field, type }) => field !== "" && type !== "")).toBe(true);
    }
  });

  it("leaves out what a switch withholds, and its files are not to be had", async () => {
    for (const [key, tables] of Object.entries(WITHHELD_TABLES)) {
      const { get, json, expectAnswers, snapshotId, manifest } = await serve({ [key]: false });
      const catalog = await json<DataPackage>("/v1/catalog.json");
      const names = new Set(catalog.resources.map(({ name }) => name));
      for (const table of Object.keys(tables).filter((one) => manifest.tables.includes(one))) {
        expect([table, names.has(table)]).toEqual([table, false]);
        const path = `/v1/tables/${table}.parquet`;
        await expectAnswers([path, `/at/${snapshotId}${path}`].map((one) => [one, 403, "withheld"]));
      }
      const hidesMetrics = "suburb_metrics" in tables;
      expect((await get("/v1/columns.arrow", {}, { method: "HEAD" })).status).toBe(hidesMetrics ? 403 : 200);
    }
  });
});

describe("GET /v1/tables", () => {
  it("answers the file as it is stored, whole and in ranges", async () => {
    const { get, folder } = await serve();
    const path = "/v1/tables/suburb_metrics.parquet";
    const stored = await readFile(join(folder, "tables/suburb_metrics.parquet"));
    const whole = await get(path);
    expect(Buffer.from(await whole.arrayBuffer()).equals(stored)).toBe(true);
    expect(whole.headers.get("content-type")).toBe("application/vnd.apache.parquet");
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    const etag = whole.headers.get("etag")!;
    const size = stored.length;
    for (const [range, from, to] of [
      ["bytes=0-3", 0, 4],
      ["bytes=-8", size - 8, size],
      [`bytes=${size - 5}-`, size - 5, size],
      [`bytes=10-${size * 2}`, 10, size],
      [`bytes=-${size * 2}`, 0, size],
    ] as const) {
      const part = await get(path, { range });
      expect([range, part.status, part.headers.get("content-range")]).toEqual([
        range,
        206,
        `bytes ${from}-${to - 1}/${size}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer()).equals(stored.subarray(from, to))).toBe(true);
    }
    for (const range of [`bytes=${size}-`, "bytes=-0"]) {
      const beyond = await get(path, { range });
      expect([range, beyond.status, beyond.headers.get("content-range")]).toEqual([
        range,
        416,
        `bytes */${size}`,
      ]);
      await beyond.text();
    }
    const headers: Record<string, string>[] = [
      { range: "bytes=0-1,4-5" },
      { range: "bytes=9-2" },
      { range: "lines=0-1" },
      { range: "bytes=0-3", "if-range": '"another"' },
    ];
    for (const given of headers) {
      const other = await get(path, given);
      expect([given, other.status]).toEqual([given, 200]);
      await other.arrayBuffer();
    }
    expect((await get(path, { range: "bytes=0-3", "if-range": etag })).status).toBe(206);
  });

  it("is immutable under the id of its snapshot, unless a switch could withdraw it", async () => {
    const { get, snapshotId } = await serve();
    const cacheOf = async (path: string) =>
      (await get(path, {}, { method: "HEAD" })).headers.get("cache-control");
    expect(await cacheOf(`/v1/snapshots/${snapshotId}/tables/councils.parquet`)).toContain("immutable");
    expect(await cacheOf(`/at/${snapshotId}/v1/tables/councils.parquet`)).toContain("immutable");
    expect(await cacheOf(`/v1/snapshots/${snapshotId}/tables/live_listings.parquet`)).toBe("no-cache");
    expect(await cacheOf("/v1/tables/councils.parquet")).not.toContain("immutable");
    expect((await get("/v1/snapshots/2020-01-01-000000000000/tables/councils.parquet")).status).toBe(404);
  });

  it("names near tables for one that is not there, and reads no other file", async () => {
    const { expectAnswers } = await serve();
    await expectAnswers([
      ["/v1/tables/concils.parquet", 404, "councils"],
      ["/v1/tables/..%2Fmanifest.parquet", 404],
      ["/v1/tables/%2e%2e%2fcolumns.parquet", 404],
      ["/v1/tables/councils.parquet%00.parquet", 404],
    ]);
  });

  it("gives one suburb's rows in few and small ranges", async () => {
    const { url, manifest } = await serve();
    const asked: number[] = [];
    const counting: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (response.status === 206) asked.push(Number(response.headers.get("content-length")));
      return response;
    };
    const file = await asyncBufferFromUrl({
      url: `${url}/v1/tables/suburb_metrics.parquet`,
      byteLength: manifest.files.find(({ path }) => path === "tables/suburb_metrics.parquet")!.bytes,
      requestInit: { headers: AGENT },
      fetch: counting,
    });
    const rows = await parquetReadObjects({
      file,
      compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
      columns: ["sal_code", "population"],
      filter: { sal_code: { $eq: "20001" } },
    });
    expect(rows.map(({ sal_code }) => sal_code)).toEqual(["20001"]);
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(asked.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(200_000);
  });
});

describe("GET /v1/columns.arrow", () => {
  it("is Arrow with a row a suburb", async () => {
    const { get, manifest } = await serve();
    const table = tableFromIPC(await (await get("/v1/columns.arrow")).arrayBuffer());
    expect(table.numRows).toBe(manifest.national.suburbs);
  });
});
