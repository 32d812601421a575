import { relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { metricCoverage } from "../../../src/importers/coverage/coverage.ts";
import { listFiles } from "../../../src/importers/files/find-files.ts";
import type { ImportRow } from "../../../src/importers/importer.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import type { FileOutcome, ImportOutcome } from "../../../src/importers/run/import-outcome.ts";
import { runImport } from "../../../src/importers/run/run-import.ts";
import { openRead } from "../../support/country/shared-readings.ts";
import { EVERY_SOURCE, REAL_DATA } from "../../support/data/import-files.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { isDeepRun } from "../../support/run/test-form.ts";
import { censusCells } from "./census-cells.ts";
import { companyCells } from "./company-cells.ts";
import type { Draws, Published } from "./drawn-cells.ts";
import { offenceCells } from "./offence-cells.ts";
import { placeCells, priceCells } from "./place-cells.ts";
import { registerCells } from "./register-cells.ts";
import { bankCells, sdmxCells, workbookCells } from "./series-cells.ts";

/** Importers without drawn figures, and why. */
const NOT_DRAWN: Readonly<Record<string, string>> = {
  "abs-boundaries": "outlines are shapes; their own tests compute areas and centroids a second time",
  "nsw-sales": "single sales become medians, which are not a published cells",
  "melbourne-sales": "single sales become medians, which are not a published cells",
  awaited: "not imported",
};

/** Number of files by importer, refused ones included; `none` are notes and licences. */
const FILES_BY_KIND = {
  "abs-area-list": 9,
  "abs-boundaries": 6,
  "abs-census-2021": 17,
  "abs-postcodes": 1,
  "abs-sdmx": 2,
  "abs-seifa-2021": 1,
  "abs-time-series": 10,
  "aec-annual-returns": 16,
  "asic-short-positions": 636,
  "asx-companies": 4,
  "ato-company-industry": 2,
  "ato-corporate-tax": 2,
  awaited: 226,
  "bushfire-land": 1,
  "daily-prices": 66,
  "dividend-lists": 26,
  "financial-statements": 1,
  "index-roundups": 26,
  "melbourne-sales": 1,
  none: 19,
  "nsw-sales": 122,
  "nsw-suburb-years": 30,
  parliament: 21,
  "police-offences": 4,
  "rba-tables": 8,
  "sa-rents": 7,
  schools: 3,
  "suburb-points-2016": 1,
  "vic-suburb-medians": 2,
};
const ROWS_BY_TABLE = {
  aec_donations_made: 62_512,
  aec_mp_returns: 39,
  aec_party_returns: 2161,
  aec_receipts: 116_594,
  companies: 3345,
  corporate_tax: 4162,
  dividends: 747,
  economic_observations: 119_213,
  economic_series: 1138,
  fundamentals_periods: 23,
  house_price_regions: 3737,
  house_prices: 108_513,
  index_definitions: 27,
  index_prices: 8327,
  industry_records: 1278,
  industry_sources: 1,
  lga: 546,
  lga_neighbours: 1335,
  politician_terms: 2717,
  politicians: 768,
  register_documents: 231,
  register_holdings: 2715,
  register_suburb_property: 337,
  series_vintages: 359,
  short_positions: 474_652,
  state_demographics: 8,
  stock_prices: 151_106,
  suburb_amenities: 15_329,
  suburb_demographics: 15_329,
  suburb_hazard_exposure: 15_329,
  suburb_lga: 14_347,
  suburb_offences: 20_740,
  suburb_outlines: 6471,
  trading_dates: 763,
};

async function* everyFile() {
  for (const path of await listFiles([REAL_DATA!])) yield* openRead(path);
}

function table(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${String(count).padStart(9)}  ${name}`)
    .join("\n");
}

function counted<T>(list: readonly T[], nameOf: (one: T) => string, sizeOf: (one: T) => number = () => 1) {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + sizeOf(one));
  return counts;
}

describe.skipIf(REAL_DATA === undefined || !isDeepRun)(
  "every published file in one run (skipped without TERRACE_REAL_DATA, the folder of real files)",
  () => {
    let outcome: ImportOutcome;
    let published: Published;
    const random = seededRandom(runSeed("published cells"));

    beforeAll(async () => {
      outcome = await runImport({ importers: IMPORTERS, files: everyFile(), allowedSources: EVERY_SOURCE });
      const indexes = new Map<string, ReadonlyMap<string, ImportRow>>();
      published = {
        draw: (list) => list[Math.floor(random() * list.length)],
        path: (file) => `${REAL_DATA}/${file}`,
        rows: (name, ...columns) => {
          const id = [name, ...columns].join();
          const rows = outcome.tables.find((one) => one.table === name)?.rows ?? [];
          const index =
            indexes.get(id) ??
            new Map(rows.map((row) => [columns.map((column) => row[column]).join(" "), row]));
          indexes.set(id, index);
          return index;
        },
      };
    });

    const kindOf = (file: FileOutcome) => ("importerId" in file ? (file.importerId ?? "none") : "none");
    const nameOf = ({ path }: FileOutcome) => relative(REAL_DATA!, path);

    it("uses each, or says why not", () => {
      const { files } = outcome;
      const read = files.filter(({ status }) => status === "read" || status === "known");
      const used = read.filter((file) => kindOf(file) !== "awaited");
      const awaited = files.flatMap((file) =>
        file.status === "read" && file.importerId === "awaited" ? [`${file.what}: ${file.report.notes}`] : [],
      );
      const refused = files.flatMap((file) =>
        file.status === "refused" ? [`${nameOf(file)}: ${file.reason}`] : [],
      );
      const unknown = files.filter(({ status }) => status === "unknown").map(nameOf);
      const coverage = metricCoverage(METRICS, outcome.tables).filter(({ suburbs }) => suburbs > 0);
      console.log(
        [
          `${files.length} files: ${used.length} used, ${read.length - used.length} awaited, ${refused.length} refused, ${unknown.length} unknown`,
          "used, by kind:",
          table(counted(used, kindOf)),
          "rows, by table:",
          table(
            counted(
              outcome.tables,
              (one) => one.table,
              ({ rows }) => rows.length,
            ),
          ),
          "awaited:",
          table(counted(awaited, (line) => line)),
          "refused:",
          ...refused,
          "unknown:",
          ...unknown,
          `metrics with real figures: ${coverage.length} of ${METRICS.length}`,
          ...coverage.map(({ metric, suburbs, total }) => `${metric}: ${suburbs} of ${total}`),
        ].join("\n"),
      );
      expect(outcome.conflicts).toEqual([]);
      expect(unknown.filter((name) => !/readme|manifest\.json$|creative_?commons/i.test(name))).toEqual([]);
      expect(refused).toEqual([
        expect.stringMatching(/^asx\/asic-short-positions\/BAD-is-html.* is an HTML page/),
      ]);
      expect(Object.fromEntries(counted(files, kindOf))).toEqual(FILES_BY_KIND);
      expect(Object.fromEntries(outcome.tables.map(({ table: name, rows }) => [name, rows.length]))).toEqual(
        ROWS_BY_TABLE,
      );
      expect(coverage.length).toBeGreaterThanOrEqual(42);
    });

    it("gives the figures of more than 1,000 cells, drawn from every kind, as their publishers print them", () => {
      const draws: readonly Draws[] = [
        ...censusCells(published),
        ...placeCells(published),
        ...priceCells(published),
        ...offenceCells(published),
        ...workbookCells(published),
        ...bankCells(published),
        ...sdmxCells(published),
        ...companyCells(published),
        ...registerCells(published),
      ];
      const different: string[] = [];
      const compared = draws.map(({ kind, file, count, cell }) => {
        let [found, tries] = [0, 0];
        while (found < count && tries++ < 40 * count) {
          const drawn = cell();
          if (drawn === undefined) continue;
          found++;
          const [what, printed, imported] = drawn;
          if (imported !== printed)
            different.push(`${kind}, ${file}: ${what}: printed ${printed}, imported ${imported}`);
        }
        return { kind, file, count, found };
      });
      console.log(
        [
          "cells compared, by kind:",
          table(
            counted(
              compared,
              ({ kind }) => kind,
              ({ found }) => found,
            ),
          ),
        ].join("\n"),
      );
      expect(different).toEqual([]);
      expect(compared.filter(({ count, found }) => found < count)).toEqual([]);
      expect(compared.reduce((sum, { found }) => sum + found, 0)).toBeGreaterThanOrEqual(1000);
      const kinds = new Set(outcome.files.map(kindOf));
      const drawn = new Set(draws.map(({ kind }) => kind));
      expect(
        [...kinds].filter((kind) => kind !== "none" && !drawn.has(kind) && !(kind in NOT_DRAWN)),
      ).toEqual([]);
    });
  },
);
