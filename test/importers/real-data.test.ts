import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { STATE_CODES } from "../../src/dataset/states.ts";
import { CENSUS_TABLES, censusTableOf } from "../../src/importers/census/census-tables.ts";
import { ImportFile } from "../../src/importers/run/import-file.ts";
import { callJson } from "../support/country/serve-country.ts";
import { serveImport } from "../support/country/serve-import.ts";
import {
  type PlainCensus,
  plainCensusMetrics,
  plainLines,
  plainProfileCensus,
  plainTable,
} from "../support/plain/plain-census.ts";
import { opened } from "../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { isDeepRun } from "../support/run/test-form.ts";

const REAL = process.env.TERRACE_REAL_DATA ?? "";
const CENSUS = join(REAL, "census-2021");
const HOUSING = "shorts.v1alpha1.HousingService";
const METRICS = [
  "population",
  "age",
  "income",
  "unemployment_rate",
  "labour_force_participation_rate",
  "pct_bachelor_or_higher",
  "pct_separate_house",
  "pct_flat_apartment",
];

describe.skipIf(REAL === "" || !isDeepRun)(
  "the published Census (skipped without TERRACE_REAL_DATA, the folder of real files)",
  () => {
    const folders = ["census-2021", "geography", "seifa-2021"].map((folder) => join(REAL, folder));
    const served = opened(() => serveImport(folders));

    it("holds 15,352 areas, of which 15,329 are suburbs of a state, and 25,423,145 residents", () => {
      const lines = plainLines(CENSUS, "2021Census_G04B_AUST_SAL.csv.gz").slice(1);
      expect(lines).toHaveLength(15_352);
      expect(lines.reduce((sum, cells) => sum + Number(cells.at(-1)), 0)).toBe(25_423_145);
      const suburbs = served.outcome.tables.find(({ table }) => table === "suburb_demographics")!.rows;
      expect(suburbs).toHaveLength(15_329);
      // Left out: in each of the nine state codes "no usual address" and "migratory", and the five islands and bays.
      const kept = new Set(suburbs.map((row) => `SAL${row.sal_code}`));
      const left = lines.filter(([code]) => !kept.has(code));
      expect(left.filter(([code]) => code.endsWith("9494"))).toHaveLength(9);
      expect(left.filter(([code]) => code.endsWith("9797"))).toHaveLength(9);
      expect(left.filter(([code]) => /^SAL9000[1-5]$/.test(code))).toHaveLength(5);
      expect(left).toHaveLength(23);
      const residents = suburbs.reduce((sum, row) => sum + Number(row.population), 0);
      expect(residents + left.reduce((sum, cells) => sum + Number(cells.at(-1)), 0)).toBe(25_423_145);
    });

    it("tells each of the pack's 119 files by its columns, and none for another", async () => {
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

    it("names the source of each metric", async () => {
      const { body } = await callJson(served.url, "terrace.v1.ExplorerService/DescribeMetrics", {
        stateCode: "ACT",
      });
      const { metrics } = body as { metrics: { key: string; sourceIds?: string[] }[] };
      const sourcesOf = (key: string) => metrics.find((metric) => metric.key === key)!.sourceIds ?? [];
      expect(sourcesOf("age")).toEqual(["abs-census-2021"]);
      expect(sourcesOf("seifa_irsd_score")).toEqual(["abs-seifa-2021"]);
      expect(sourcesOf("lga_code")).toEqual(["australian-suburbs-2016"]);
      // Nobody gave a language or a register: the metrics are unknown, not English and not zero.
      expect(sourcesOf("language")).toEqual([]);
      expect(metrics.find(({ key }) => key === "language")).not.toHaveProperty("dataCount");
      expect(metrics.find(({ key }) => key === "politician_property")).not.toHaveProperty("dataCount");
    });

    it("serves the outlines of the suburbs whose boundaries were imported", async () => {
      const outlines = served.outcome.tables.find(({ table }) => table === "suburb_outlines")!.rows;
      // Two Victorian suburbs and one each of South and Western Australia were simplified to nothing.
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
      expect(Object.fromEntries(counts)).toMatchObject({ NSW: 0, VIC: 2942, WA: 1698, ACT: 136 });
      expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(outlines.length);
    });

    it("serves every census figure of 200 random suburbs as the publisher's cells say", async () => {
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
        for (const metric of METRICS) {
          const value = expected[metric];
          const float = value === null ? null : Math.fround(value);
          expect(metrics.get(salCode)![metric], `${metric} of ${salCode}`).toBe(float);
        }
        const { body } = await callJson(served.url, `${HOUSING}/GetSuburbProfile`, { salCode });
        const { demographics } = body as { demographics: Record<string, number> };
        for (const [name, value] of Object.entries(plainProfileCensus(census, salCode))) {
          expect(demographics[name] ?? 0, `${name} of ${salCode}`).toBeCloseTo(value, 9);
        }
      }
    });
  },
);

/** Metrics of every suburb by code, through the columnar calls; null where the mask says no data. */
async function servedMetrics(url: string): Promise<Map<string, Record<string, number | null>>> {
  const served = new Map<string, Record<string, number | null>>();
  for (const stateCode of STATE_CODES) {
    const index = await callJson(url, `${HOUSING}/GetSuburbIndex`, { stateCode });
    const request = { stateCode, metricKeys: METRICS };
    const answer = await callJson(url, `${HOUSING}/GetSuburbMetricColumns`, request);
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
