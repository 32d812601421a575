import { createRouterTransport } from "@connectrpc/connect";
import { tableToIPC } from "apache-arrow";
import { fromArrow } from "arquero";
import { fastify } from "fastify";
import { beforeEach, describe, expect, inject, it } from "vitest";
import {
  createTerraceClient,
  HousingService,
  IndexVersionError,
  type TerraceClient,
} from "../../src/client.ts";
import { terraceFastify } from "../../src/fastify.ts";
import { METRIC_KEYS, METRICS, openEngine } from "../../src/index.ts";
import { sharedCountry } from "../support/country/shared-country.ts";
import { opened } from "../support/run/fixtures.ts";

const PREDICATES = [{ metricKey: "population", min: 500 }];
const CATEGORY = METRICS.find((metric) => metric.categories.length > 0)!.key;

const serving = opened(served);
const asked: string[] = [];

async function served() {
  const engine = await openEngine(inject("country").dataDir);
  const app = fastify();
  await app.register(terraceFastify, { engine });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const close = async () => {
    await app.close();
    await engine.close();
  };
  return { engine, url, close };
}

beforeEach(() => {
  asked.length = 0;
});

const countingFetch: typeof fetch = (input, init) => {
  asked.push(new URL(String(input)).pathname.split("/").at(-1)!);
  return fetch(input, init);
};

function client(format: "binary" | "json" = "binary"): TerraceClient {
  return createTerraceClient({ baseUrl: serving.url, fetch: countingFetch, format });
}

describe.each(["binary", "json"] as const)("SuburbFrame over %s", (format) => {
  it("holds the index", async () => {
    const frame = await client(format).frame("NSW");
    const { suburbs, indexVersion } = await serving.engine.housing.getSuburbIndex({ stateCode: "NSW" });
    expect(frame.indexVersion).toBe(indexVersion);
    expect(frame.salCodes).toEqual(suburbs.map((suburb) => suburb.salCode));
    expect(frame.salNames[3]).toBe(suburbs[3].salName);
    expect(frame.positionOf(suburbs[3].salCode)).toBe(3);
    expect(frame.positionOf("nowhere")).toBe(-1);
    expect(frame.snapshotId).toBe(serving.engine.manifest.snapshotId);
  });

  it("decodes every column into floats with nulls kept apart", async () => {
    const frame = await client(format).frame("QLD");
    const columns = await frame.columns(METRIC_KEYS);
    const request = { stateCode: "QLD", metricKeys: [...METRIC_KEYS] };
    const answer = await serving.engine.housing.getSuburbMetricColumns(request);
    let nulls = 0;
    for (const [i, column] of columns.entries()) {
      const expected = answer.columns[i];
      expect(column.values).toBeInstanceOf(Float32Array);
      expect([...column.values]).toEqual(expected.values.map(Math.fround));
      expect(column.labels).toEqual(expected.categoryLabels);
      for (const position of column.nulls) expect(column.at(position)).toBeUndefined();
      nulls += column.nulls.count;
    }
    expect(nulls).toBeGreaterThan(0);
    expect(columns[0].at(frame.size)).toBeUndefined();
    const category = await frame.column(CATEGORY);
    const known = category.nulls.not().positions()[0];
    expect(category.labels).toContain(category.labelAt(known));
    expect(asked).toEqual(["GetSuburbIndex", "GetSuburbMetricColumns"]);
  });

  it("filters on the server as its own columns do", async () => {
    const frame = await client(format).frame("VIC");
    for (const [min, max] of [
      [500, undefined],
      [undefined, 2000.5],
      [0.1, 900],
      [-1, -1],
    ] as const) {
      const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
      const mask = await frame.filter([{ metricKey: "population", ...bounds }]);
      expect(mask.equals((await frame.column("population")).between(min, max))).toBe(true);
    }
    const all = frame.all();
    expect([all.count, all.not().count]).toEqual([frame.size, 0]);
    const some = await frame.filter(PREDICATES);
    expect(frame.codesOf(some)).toEqual(Array.from(some, (i) => frame.salCodes[i]));
  });
});

describe("SuburbFrame", () => {
  it("follows the server to another index version and refuses what belongs to the old one", async () => {
    const other = await sharedCountry(2, 0.02);
    const host = await served();
    const moving = host.engine;
    try {
      const refreshed: string[] = [];
      const frame = await createTerraceClient({ baseUrl: host.url, fetch: countingFetch }).frame("NSW", {
        onRefresh: ({ indexVersion }) => refreshed.push(indexVersion),
      });
      const [oldMask, oldColumn] = [await frame.filter(PREDICATES), await frame.column("population")];
      const before = frame.indexVersion;
      await moving.swap(other.dataDir);
      const [mask, column] = [await frame.filter(PREDICATES), await frame.column("population")];
      expect(frame.indexVersion).not.toBe(before);
      expect(refreshed).toEqual([frame.indexVersion]);
      expect([mask.indexVersion, column.indexVersion]).toEqual([frame.indexVersion, frame.indexVersion]);
      expect(mask.size).toBe((await moving.housing.getSuburbIndex({ stateCode: "NSW" })).suburbs.length);
      expect(mask.equals(column.between(500))).toBe(true);
      expect(frame.snapshotId).toBe(moving.manifest.snapshotId);
      for (const stale of [oldMask, oldColumn]) expect(() => frame.check(stale)).toThrow(IndexVersionError);
      expect(() => mask.and(oldMask)).toThrow(`belongs to index version "${before}"`);
      expect(() => frame.codesOf(oldMask)).toThrow("the mask belongs to index version");
      await expect(frame.toArrow(["population"], oldMask)).rejects.toThrow(IndexVersionError);
    } finally {
      await host.close();
    }
  });

  it("fetches columns again when the snapshot changes and the suburbs do not", async () => {
    let [snapshot, value] = ["a", 1];
    const transport = createRouterTransport(({ service }) => {
      service(HousingService, {
        getSuburbIndex: (_request, { responseHeader }) => {
          responseHeader.set("x-terrace-snapshot", snapshot);
          return { suburbs: [{ salCode: "1" }], indexVersion: "v" };
        },
        getSuburbMetricColumns: ({ metricKeys }, { responseHeader }) => {
          responseHeader.set("x-terrace-snapshot", snapshot);
          const of = { values: [value], nullMask: new Uint8Array(1) };
          return { columns: metricKeys.map((metricKey) => ({ metricKey, ...of })), indexVersion: "v" };
        },
      });
    });
    const frame = await createTerraceClient(transport).frame("NSW");
    expect((await frame.column("a")).at(0)).toBe(1);
    [snapshot, value] = ["b", 2];
    expect((await frame.column("a")).at(0)).toBe(1);
    // The response for "b" comes from the new snapshot: the old "a" must not be combined with it.
    expect((await frame.columns(["a", "b"])).map((column) => column.at(0))).toEqual([2, 2]);
  });

  it("gives up when replicas disagree about the index for ever", async () => {
    const transport = createRouterTransport(({ service }) => {
      service(HousingService, {
        getSuburbIndex: () => ({ suburbs: [{ salCode: "1" }], indexVersion: "old" }),
        filterSuburbs: () => ({ matchMask: new Uint8Array(1), indexVersion: "new" }),
      });
    });
    const frame = await createTerraceClient(transport).frame("NSW");
    await expect(frame.filter(PREDICATES)).rejects.toThrow(
      'the answer belongs to index version "new", not to "old"; fetch it again',
    );
  });

  it("ends a call by its signal", async () => {
    const frame = await client().frame("NSW");
    await expect(frame.column("population", { signal: AbortSignal.abort() })).rejects.toThrow("abort");
  });

  it("makes an Arrow table that arquero reads, of all rows or of a mask", async () => {
    const frame = await client().frame("NSW");
    const keys = ["population", CATEGORY];
    const [numeric, category] = await frame.columns(keys);
    const rows = await frame.filter(PREDICATES);
    for (const mask of [undefined, rows]) {
      const table = await frame.toArrow(keys, mask);
      const positions = [...(mask ?? frame.all())];
      expect(table.numRows).toBe(positions.length);
      const names = ["sal_code", "sal_name", "postcode", ...keys];
      expect(table.schema.fields.map((field) => field.name)).toEqual(names);
      const nulls = positions.filter((i) => numeric.at(i) === undefined).length;
      expect(table.getChild("population")?.nullCount).toBe(nulls);
      const read = fromArrow(tableToIPC(table)).objects() as Record<string, unknown>[];
      expect(read.map((row) => row.sal_code)).toEqual(positions.map((i) => frame.salCodes[i]));
      expect(read.map((row) => row.population ?? undefined)).toEqual(positions.map((i) => numeric.at(i)));
      expect(read.map((row) => row[CATEGORY] ?? undefined)).toEqual(
        positions.map((i) => category.labelAt(i)),
      );
    }
  });
});

describe("createTerraceClient", () => {
  it("sends the token and the agent it was given, asks by GET on request, and has all three services", async () => {
    const sent: Headers[] = [];
    const methods: (string | undefined)[] = [];
    let calls = 0;
    const { housing, economy, explorer } = createTerraceClient({
      baseUrl: serving.url,
      token: async () => `token-${++calls}`,
      userAgent: "my-app/1.0",
      useHttpGet: true,
      fetch: (input, init) => {
        sent.push(new Headers(init?.headers));
        methods.push(init?.method);
        return fetch(input, init);
      },
    });
    expect((await housing.listHousingRegions({})).regions.length).toBeGreaterThan(0);
    expect((await economy.listEconomicSeries({ limit: 2 })).series).toHaveLength(2);
    expect((await explorer.describeMetrics({})).metrics).toHaveLength(114);
    const tokens = [1, 2, 3].map((call) => `Bearer token-${call}`);
    expect(sent.map((headers) => headers.get("authorization"))).toEqual(tokens);
    expect(new Set(sent.map((headers) => headers.get("user-agent")))).toEqual(new Set(["my-app/1.0"]));
    expect(new Set(methods)).toEqual(new Set(["GET"]));
  });
});
