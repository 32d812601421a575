import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readDatasetManifest } from "../../src/dataset/dataset.ts";
import { locateTables } from "../../src/dataset/locate-tables.ts";
import { METHOD_TABLES } from "../../src/domains/samples.ts";
import { METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { firstDailyDay, keepOpen } from "../../src/generators/australia/keep-open.ts";
import { licencePage } from "../../src/generators/australia/licence-page.ts";
import { makeAustralia } from "../../src/generators/australia/make-australia.ts";
import { openFiles } from "../../src/generators/australia/open-files.ts";
import { type DatasetCoverage, datasetCoverage } from "../../src/importers/coverage/coverage.ts";
import { IMPORTERS } from "../../src/importers/registry.ts";
import { openRead } from "../support/country/shared-readings.ts";
import { parquetRows } from "../support/data/parquet-rows.ts";
import { publishedFigures } from "../support/data/published-figures.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { isDeepRun } from "../support/run/test-form.ts";

const BUNDLE = join(import.meta.dirname, "../../data/australia");
const FOLDERS = [process.env.TERRACE_REAL_DATA, process.env.TERRACE_AUSTRALIA].filter(
  (folder) => folder !== undefined,
);
const MB = 1_000_000;

const read = new Map<string, Promise<Record<string, unknown>[]>>();

function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  const rows = read.get(table) ?? parquetRows(join(BUNDLE, `${table}.parquet`));
  read.set(table, rows);
  return rows;
}

describe("data/australia", () => {
  let coverage: DatasetCoverage;
  beforeAll(async () => {
    coverage = await datasetCoverage(BUNDLE, METRICS, METHOD_TABLES);
  });

  it("is at most 14 MB, no file above 5", async () => {
    const names = await readdir(BUNDLE);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(BUNDLE, name))).size));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5 * MB);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(14 * MB);
    const { tables, unknown } = await locateTables(BUNDLE);
    expect(unknown).toEqual([]);
    expect([...tables.values()].every(({ format }) => format === "parquet")).toBe(true);
  });

  it("is of open sources only, each with licence, attribution, address and vintage, and of no withheld row", async () => {
    const { sources, synthetic } = await readDatasetManifest(BUNDLE);
    const facts = new Map(IMPORTERS.flatMap((importer) => importer.sources.map((one) => [one.id, one])));
    expect(synthetic).toBe(false);
    for (const source of sources) {
      expect(facts.get(source.id)?.licenceClass, source.id).toBe("open");
      expect([source.withheld, source.attribution, source.url], source.id).toEqual([
        undefined,
        expect.stringMatching(/\S/),
        expect.stringMatching(/^https:/),
      ]);
    }
    const ids = new Set(sources.map(({ id }) => id));
    for (const { table } of coverage.tables) {
      for (const row of await rowsOf(table)) {
        if (row.source_licence === "proprietary-tos-restricted" || row.internal_only === true)
          throw new Error(`${table}: a withheld row ${JSON.stringify(row, bigText)}`);
        if (typeof row.source === "string" && !ids.has(row.source))
          throw new Error(`${table}: a row of the undeclared source ${row.source}`);
      }
    }
  });

  it("has figures for 54 metrics and outlines of 99.8 % of suburbs, and its README says so and what fills each gap", async () => {
    expect(coverage.metrics.filter(({ suburbs }) => suburbs > 0).length).toBeGreaterThanOrEqual(54);
    expect(coverage.outlines.suburbs / coverage.outlines.total).toBeGreaterThanOrEqual(0.998);
    const unexplained = coverage.metrics.filter(
      ({ gap, byState }) => gap === undefined && Object.values(byState).some(({ suburbs }) => suburbs === 0),
    );
    expect(unexplained.map(({ metric }) => metric)).toEqual([]);
    const page = licencePage({
      manifest: await readDatasetManifest(BUNDLE),
      files: await openFiles(),
      coverage,
      firstDailyDay: firstDailyDay(
        (await rowsOf("short_positions")).map(({ date }) => ({ date: dayOf(date) })),
      ),
    });
    expect(await readFile(join(BUNDLE, "README.md"), "utf8")).toBe(page);
  });

  it("has short positions of every day of two years, and of month ends before", async () => {
    const days = [...new Set((await rowsOf("short_positions")).map(({ date }) => dayOf(date)))].sort();
    const first = `${Number(days.at(-1)!.slice(0, 4)) - 2}${days.at(-1)!.slice(4)}`;
    const before = days.filter((day) => day < first.slice(0, 7));
    expect(before.length).toBe(new Set(before.map((day) => day.slice(0, 7))).size);
    expect(days.filter((day) => day >= first).length).toBeGreaterThan(100);
  });

  it("leaves out what may not be shown, and the observations of such a series", () => {
    const kept = keepOpen([
      { table: "economic_series", rows: [{ series_key: "a" }, { series_key: "b", internal_only: true }] },
      { table: "economic_observations", rows: [{ series_key: "a" }, { series_key: "b" }] },
      { table: "house_prices", rows: [{ source_licence: "proprietary-tos-restricted" }, { value: 1 }] },
    ]);
    expect(kept.map(({ rows }) => rows)).toEqual([
      [{ series_key: "a" }],
      [{ series_key: "a" }],
      [{ value: 1 }],
    ]);
  });
});

describe.skipIf(FOLDERS.length < 2 || !isDeepRun)(
  "data/australia from the publishers' files (TERRACE_REAL_DATA, TERRACE_AUSTRALIA)",
  () => {
    it("is the same to the byte when it is made again", async () => {
      const out = join(await temporaryDirectory(), "australia");
      await makeAustralia(FOLDERS, out, openRead);
      const names = (await readdir(BUNDLE)).sort();
      expect((await readdir(out)).sort()).toEqual(names);
      for (const name of names) {
        const [made, kept] = await Promise.all([out, BUNDLE].map((folder) => readFile(join(folder, name))));
        expect(made.equals(kept), name).toBe(true);
      }
    }, 900_000);

    it("is made of files alone that the folders' lists call open", async () => {
      const lists = await Promise.all(
        FOLDERS.map(async (folder) => JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"))),
      );
      const listed = lists.flat() as { sha256: string; licence_class: string }[];
      const open = new Set(listed.flatMap((one) => (one.licence_class === "OPEN" ? [one.sha256] : [])));
      const others = (await openFiles()).filter(({ sha256 }) => !open.has(sha256));
      expect(others.map(({ file }) => file)).toEqual([]);
    });

    it("holds the publishers' own figures, of every metric that it has", async () => {
      const figures = await publishedFigures(FOLDERS, rowsOf);
      const coverage = await datasetCoverage(BUNDLE, METRICS, METHOD_TABLES);
      const filled = coverage.metrics.flatMap(({ metric, suburbs }) => (suburbs > 0 ? [metric] : []));
      expect(filled.filter((key) => !figures.has(key))).toEqual([]);
      const random = seededRandom(runSeed("cells of the bundle"));
      const different: string[] = [];
      for (let i = 0; i < 1000; i++) {
        const [key, { codes, published, bundled }] = [...figures][i % figures.size];
        const code = codes[Math.floor(random() * codes.length)];
        const [expected, held] = [published(code), bundled(code) ?? null];
        if (held !== expected) different.push(`${key} of ${code}: published ${expected}, held ${held}`);
      }
      expect(different).toEqual([]);
    });
  },
);

function dayOf(date: unknown): string {
  return date instanceof Date ? date.toISOString().slice(0, 10) : String(date);
}

function bigText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
