import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importPaths } from "../../../src/cli/import/import-paths.ts";
import { STATE_CODES } from "../../../src/dataset/states.ts";
import { datasetTable } from "../../../src/dataset/tables/index.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { CENSUS_TABLES, censusTableOf } from "../../../src/importers/census/census-tables.ts";
import { openFile } from "../../../src/importers/files/find-files.ts";
import type { ImportRow } from "../../../src/importers/importer.ts";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { callJson, serveCountry } from "../../support/country/serve-country.ts";
import { copyKept, sharedAustralia } from "../../support/country/shared-country.ts";
import { openRead } from "../../support/country/shared-readings.ts";
import { AUSTRALIA, REAL_DATA } from "../../support/data/import-files.ts";
import {
  type PlainCensus,
  plainCensusMetrics,
  plainLines,
  plainProfileCensus,
  plainTable,
} from "../../support/plain/plain-census.ts";
import { opened } from "../../support/run/fixtures.ts";
import { removeDirectory } from "../../support/run/remove-directory.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { isDeepRun } from "../../support/run/test-form.ts";

const DRAWN = 30;
const MINUTES_MS = 60_000;
const CENSUS = join(REAL_DATA ?? "", "census-2021");
const CENSUS_METRICS = [
  "population",
  "age",
  "income",
  "unemployment_rate",
  "labour_force_participation_rate",
  "pct_bachelor_or_higher",
  "pct_separate_house",
  "pct_flat_apartment",
];

interface Cell {
  readonly figures: string[];
  readonly columns?: string[];
  readonly sourceId: string;
  readonly vintage: string;
  readonly file: string;
  readonly sha256: string;
  readonly row?: number;
}
interface Provenance {
  readonly cells?: Cell[];
  readonly sources?: Record<string, string>[];
  readonly metrics?: { metricKeys: string[]; sourceIds?: string[] }[];
}

function isOf(row: string, { sal_code, lga_code, sal_name }: ImportRow): boolean {
  const name = String(sal_name ?? "").replace(/ \(.*/, "");
  return (
    row.includes(String(sal_code ?? lga_code)) ||
    (name !== "" && row.toLowerCase().includes(name.toLowerCase()))
  );
}

describe.skipIf(REAL_DATA === undefined || AUSTRALIA === undefined || !isDeepRun)(
  "both folders of published files together (TERRACE_REAL_DATA, TERRACE_AUSTRALIA)",
  () => {
    const served = opened(() => serveImport([REAL_DATA!, AUSTRALIA!]));
    const random = seededRandom(runSeed("both folders"));
    const files = new Map<string, ImportFile>();

    const ask = async (method: string, request: object) =>
      (await callJson(served.url, `shorts.v1alpha1.HousingService/${method}`, request)).body;
    const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];

    /** The file with this content, opened once. */
    async function fileOf(sha256: string): Promise<ImportFile | undefined> {
      const path = served.outcome.parts.find((part) => part.sha256 === sha256)?.path;
      if (path === undefined || files.has(sha256)) return files.get(sha256);
      // An archive's members are named below it.
      for await (const found of openFile(path.replace(/(\.zip)\/.*/i, "$1")))
        if ("file" in found) files.set(found.file.sha256, found.file);
      return files.get(sha256);
    }

    it("give one value for every cell, and the report says whose it is", () => {
      expect(served.outcome.conflicts).toEqual([]);
      for (const { winnerId, loserId, count } of served.outcome.contested) {
        expect(winnerId).not.toBe(loserId);
        expect(count).toBeGreaterThan(0);
      }
      for (const { table, rows } of served.outcome.tables) {
        const { key } = datasetTable(table)!;
        const keys = rows.map((row) => key.map((column) => row[column]).join("\u0000"));
        expect(new Set(keys).size, table).toBe(rows.length);
      }
    });

    it("have the figures that the report of the import counts", async () => {
      const { body } = await callJson(served.url, "terrace.v1.ExplorerService/DescribeMetrics", {});
      const { metrics } = body as { metrics: { key: string; dataCount?: number }[] };
      // Metrics that a build derives from several tables are in no file that an import could count.
      const derived = new Set(METRICS.filter(({ isDerived }) => isDerived === true).map(({ key }) => key));
      const counted = metrics
        .filter(({ key }) => !derived.has(key))
        .map(({ key, dataCount = 0 }) => [key, dataCount]);
      expect(served.coverage.map(({ metric, suburbs }) => [metric, suburbs])).toEqual(counted);
    });

    it(
      "name for 30 drawn figures publisher, licence, vintage, one source, derivation and table, and the file has the row",
      async () => {
        const { rows } = served.outcome.tables.find(({ table }) => table === "suburb_demographics")!;
        const councils = served.outcome.tables.find(({ table }) => table === "lga")!.rows;
        const right = { publisher: 0, licence: 0, vintage: 0, source: 0, derivation: 0, table: 0, row: 0 };
        const wrong: string[] = [];
        for (let i = 0; i < DRAWN; ) {
          const isCouncil = i % 10 === 9;
          const place = draw(isCouncil ? councils : rows);
          const answer = isCouncil
            ? await ask("GetCouncilProfile", { stateCode: place.state_code, slug: place.slug })
            : await ask("GetSuburbProfile", { salCode: place.sal_code });
          const {
            cells = [],
            sources = [],
            metrics = [],
          } = (answer as { provenance?: Provenance }).provenance ?? {};
          const figures = isCouncil
            ? cells
                .flatMap((cell) => cell.figures)
                .filter((name) => /^(median|pct|population|avg)/.test(name))
            : metrics.flatMap(({ metricKeys }) => metricKeys);
          if (figures.length === 0) continue;
          i++;
          const figure = draw(figures);
          const own = cells.filter((cell) => cell.figures.includes(figure));
          const name = `${place.sal_code ?? place.lga_code} ${figure}`;
          const [cell] = own;
          const source = sources.find(({ id }) => id === cell?.sourceId);
          const file = cell && (await fileOf(cell.sha256));
          const checks = {
            publisher: (source?.publisher ?? "") !== "",
            licence: (source?.licence ?? "") !== "",
            vintage: /^\d{4}-\d{2}-\d{2}$/.test(cell?.vintage ?? ""),
            source: own.length === 1,
            derivation: (cell?.columns?.[cell.figures.indexOf(figure)] ?? "") !== "",
            table: file !== undefined && file.name === cell.file.replace(/\.gz$/, ""),
            // If a row is given, it must contain the place's code or name.
            row:
              file === undefined ||
              cell.row === undefined ||
              !file.isDelimited ||
              isOf(file.csv()[cell.row - 1].join(" "), place),
          };
          for (const [what, isRight] of Object.entries(checks)) {
            if (isRight) right[what as keyof typeof right]++;
            else wrong.push(`${name}: ${what} (${JSON.stringify(cell)})`);
          }
        }
        console.log(`of ${DRAWN} figures right: ${JSON.stringify(right)}`);
        expect(wrong).toEqual([]);
      },
      10 * MINUTES_MS,
    );

    it("have 15,352 areas of the Census, of which 15,329 are suburbs of a state, and 25,423,145 residents", () => {
      const lines = plainLines(CENSUS, "2021Census_G04B_AUST_SAL.csv.gz").slice(1);
      expect(lines).toHaveLength(15_352);
      expect(lines.reduce((sum, cells) => sum + Number(cells.at(-1)), 0)).toBe(25_423_145);
      const suburbs = served.outcome.tables.find(({ table }) => table === "suburb_demographics")!.rows;
      expect(suburbs).toHaveLength(15_329);
      // Left out: per state code "no usual address" and "migratory" (nine each), and the five islands and
      // bays.
      const kept = new Set(suburbs.map((row) => `SAL${row.sal_code}`));
      const left = lines.filter(([code]) => !kept.has(code));
      expect(left.filter(([code]) => code.endsWith("9494"))).toHaveLength(9);
      expect(left.filter(([code]) => code.endsWith("9797"))).toHaveLength(9);
      expect(left.filter(([code]) => /^SAL9000[1-5]$/.test(code))).toHaveLength(5);
      expect(left).toHaveLength(23);
      const residents = suburbs.reduce((sum, row) => sum + Number(row.population), 0);
      expect(residents + left.reduce((sum, cells) => sum + Number(cells.at(-1)), 0)).toBe(25_423_145);
    });

    it("tell each of the Census pack's 119 files by its columns, and none for another", async () => {
      const path = join(CENSUS, "Metadata_2021_GCP_DataPack_R1_R2.xlsx");
      const file = new ImportFile(path, await readFile(path));
      const columns = new Map<string, string[]>();
      for (const [number, short, , dataPackFile] of file.sheet("Cell Descriptors Information")) {
        if (!/^G[0-9]+$/.test(String(number))) continue;
        const name = String(dataPackFile);
        columns.set(name, [...(columns.get(name) ?? []), String(short)]);
      }
      expect(columns.size).toBe(119);
      for (const [name, headers] of columns) {
        const id = name.slice(0, 3);
        const expected = CENSUS_TABLES.some((table) => table.id === id) ? id : undefined;
        expect(censusTableOf(headers)?.id, name).toBe(expected);
      }
    });

    it("name the source of each metric", async () => {
      const { body } = await callJson(served.url, "terrace.v1.ExplorerService/DescribeMetrics", {
        stateCode: "ACT",
      });
      const { metrics } = body as { metrics: { key: string; sourceIds?: string[] }[] };
      const sourcesOf = (key: string) => metrics.find((metric) => metric.key === key)!.sourceIds ?? [];
      expect(sourcesOf("age")).toEqual(["abs-census-2021"]);
      expect(sourcesOf("seifa_irsd_score")).toEqual(["abs-seifa-2021"]);
      // Metrics without a source are null: not English, and not 0.
      const unknown = metrics.filter(({ sourceIds }) => sourceIds === undefined);
      expect(unknown.map(({ key }) => key)).toContain("language");
      for (const metric of unknown) expect(metric).not.toHaveProperty("dataCount");
    });

    it("serve the outlines of the suburbs whose boundaries were imported", async () => {
      const outlines = served.outcome.tables.find(({ table }) => table === "suburb_outlines")!.rows;
      const counts = new Map<string, number>();
      for (const stateCode of STATE_CODES) {
        const response = await fetch(`${served.url}/v1/outlines/${stateCode}.geojson`);
        const collection = (await response.json()) as {
          synthetic: boolean;
          sources: { attribution: string }[];
          features: { id: string; geometry: { type: string; coordinates: unknown } }[];
        };
        expect(collection.synthetic).toBe(false);
        expect(collection.sources.map(({ attribution }) => attribution)).toEqual([
          "Source: Australian Bureau of Statistics",
        ]);
        // Suburbs without an outline are points.
        const outlined = collection.features.filter(({ geometry }) => geometry.type !== "Point");
        counts.set(stateCode, outlined.length);
      }
      expect(counts.get("ACT")).toBe(136);
      expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(outlines.length);
    });

    it("serve every census figure of 200 random suburbs as the publisher's cells say", async () => {
      const census: PlainCensus = {
        population: plainTable(CENSUS, "2021Census_G04B_AUST_SAL.csv.gz"),
        medians: plainTable(CENSUS, "2021Census_G02_AUST_SAL.csv.gz"),
        dwellings: plainTable(CENSUS, "2021Census_G36_AUST_SAL.csv.gz"),
        tenure: plainTable(CENSUS, "2021Census_G37_AUST_SAL.csv.gz"),
        work: plainTable(CENSUS, "2021Census_G43_AUST_SAL.csv.gz"),
      };
      const metrics = await servedMetrics(served.url);
      expect(metrics.size).toBe(15_329);
      const random = seededRandom(runSeed("200 random suburbs"));
      const codes = [...metrics.keys()];
      for (let i = 0; i < 200; i++) {
        const salCode = codes[Math.floor(random() * codes.length)];
        const expected = plainCensusMetrics(census, salCode);
        for (const metric of CENSUS_METRICS) {
          const value = expected[metric];
          const float = value === null ? null : Math.fround(value);
          expect(metrics.get(salCode)![metric], `${metric} of ${salCode}`).toBe(float);
        }
        const { demographics } = (await ask("GetSuburbProfile", { salCode })) as {
          demographics: Record<string, number>;
        };
        for (const [name, value] of Object.entries(plainProfileCensus(census, salCode))) {
          expect(demographics[name] ?? 0, `${name} of ${salCode}`).toBeCloseTo(value, 9);
        }
      }
    });
  },
);

/** Metrics of every suburb by code, from the columnar calls; null where the mask says no data. */
async function servedMetrics(url: string): Promise<Map<string, Record<string, number | null>>> {
  const served = new Map<string, Record<string, number | null>>();
  for (const stateCode of STATE_CODES) {
    const index = await callJson(url, "shorts.v1alpha1.HousingService/GetSuburbIndex", { stateCode });
    const request = { stateCode, metricKeys: CENSUS_METRICS };
    const answer = await callJson(url, "shorts.v1alpha1.HousingService/GetSuburbMetricColumns", request);
    const { suburbs } = index.body as { suburbs: { salCode: string }[] };
    const { columns } = answer.body as {
      columns: { metricKey: string; values: number[]; nullMask: string }[];
    };
    const masks = columns.map(({ nullMask }) => Buffer.from(nullMask, "base64"));
    suburbs.forEach(({ salCode }, i) => {
      const values = columns.map(({ metricKey, values }, c): [string, number | null] => {
        const isNull = ((masks[c][i >> 3] >> (i & 7)) & 1) === 1;
        return [metricKey, isNull ? null : Math.fround(values[i])];
      });
      served.set(salCode, Object.fromEntries(values));
    });
  }
  return served;
}

/** Imports publishers' files, builds the dataset in strict mode, and serves it. */
async function serveImport(paths: readonly string[]) {
  const root = await mkdtemp(join(tmpdir(), "terrace-published-"));
  const out = join(root, "dataset");
  const dataDir = await copyKept(join(root, "data"), await sharedAustralia());
  const started = performance.now();
  const result = await importPaths(
    { paths, out, merge: false, allowedSources: new Set(), open: openRead },
    { report() {}, finish() {} },
    new AbortController().signal,
  );
  const imported = performance.now();
  const built = await buildSnapshot({ datasetDir: out, dataDir, strict: true });
  await publishSnapshot(built.directory, dataDir);
  await built.discard();
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `imported in ${seconds(imported - started)}, built and published in ${seconds(performance.now() - imported)}, ` +
      `resident ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );
  const serving = await serveCountry(dataDir);
  const close = async () => {
    await serving.close();
    await removeDirectory(root);
  };
  return { ...result, url: serving.url, close };
}
