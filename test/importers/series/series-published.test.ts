import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { datasetTable } from "../../../src/dataset/tables/index.ts";
import { listFiles, openFile } from "../../../src/importers/files/find-files.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { type OpenPath, runImport } from "../../../src/importers/run/run-import.ts";
import { openRead } from "../../support/country/shared-readings.ts";
import { REAL_DATA } from "../../support/data/import-files.ts";

/** One file of each kind, and folders where each file is another kind; the large ones have tests of their own. */
const PLACES = [
  "geography/SAL_2021_AUST.csv.gz",
  "abs-time-series/6416_rppi.xlsx",
  "abs-time-series/643201_to-2024-06.xlsx",
  "abs-time-series/643201_to-2022-06.xlsx",
  "abs-time-series/RPPI_sdmx-json_1.1+2+3_all-cities.json.gz",
  "abs-time-series/WPI_by_state.csv.gz",
  "abs-time-series/derived-csv",
  "rba",
  "property-sales/nsw-psi-weekly-20260119.zip",
  "property-sales/nsw-suburb-year/property.residential.nsw.suburb.2021.csv.gz",
  "property-sales/nsw-suburb-year/property.residential.nsw.suburb.2023.csv.gz",
  "property-sales/vpsr-houses-by-suburb-2013-2023.xlsx",
  "property-sales/derived-csv",
  "rents-sa",
  "asx/asic-short-positions/RR20100630-001-SSDailyAggShortPos.csv.gz",
  "asx/asic-short-positions/RR20250930-001-SSDailyAggShortPos.csv.gz",
  "asx/ASX_Listed_Companies_07-04-2024.csv.gz",
];

async function* publishedFiles(open: OpenPath) {
  const paths = await listFiles(PLACES.map((place) => join(REAL_DATA!, place)));
  for (const path of paths) yield* open(path);
}

describe.skipIf(REAL_DATA === undefined)(
  "importers of series on published files of every kind (TERRACE_REAL_DATA)",
  () => {
    it("reads every file but the notes, without conflicts, into rows that the tables take, and twice alike", async () => {
      const first = await runImport({ importers: IMPORTERS, files: publishedFiles(openRead) });
      const others = first.files.filter(({ status }) => status !== "read");
      expect(others.map(({ path, status }) => `${status} ${path.split("/").at(-1)}`).sort()).toEqual([
        "unknown README.md",
        "unknown README.md",
        "unknown creative_commons.txt",
      ]);
      expect(first.conflicts).toEqual([]);
      expect(first.leftOut).toEqual([]);
      // What the cells of a column may be, a strict build of both folders checks.
      for (const { table, rows } of first.tables) {
        const names = datasetTable(table)!.columns.map(({ name }) => name);
        expect(rows.flatMap(Object.keys).filter((name) => !names.includes(name))).toEqual([]);
      }
      const again = await runImport({
        importers: IMPORTERS,
        files: publishedFiles(openFile),
        kept: first.parts,
      });
      expect(new Set(again.files.map(({ status }) => status))).toEqual(new Set(["known", "unknown"]));
      expect(JSON.stringify(again.tables) === JSON.stringify(first.tables)).toBe(true);
      expect(again.sources).toEqual(first.sources);
    });
  },
);
