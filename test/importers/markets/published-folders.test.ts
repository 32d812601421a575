import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listFiles } from "../../../src/importers/files/find-files.ts";
import type { ReadFile } from "../../../src/importers/run/run-import.ts";
import { openRead } from "../../support/country/shared-readings.ts";
import { REAL_DATA } from "../import-text.ts";

/** The importer that knows the file, or why nothing of it is used. */
function kindOf({ outcome }: ReadFile): string {
  if (outcome.status === "refused") return `refused: ${outcome.reason.split(/: |, /)[1]}`;
  if (outcome.status !== "read") return outcome.status;
  const [reason] = /needs [^:;,]*|not needed/.exec(outcome.report.notes[0] ?? "") ?? [""];
  return outcome.importerId === "awaited" ? reason : outcome.importerId;
}

/** Of each file, or of the members of each archive: how many are of a kind, and the rows used of them. */
async function outcomesIn(folder: string): Promise<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const name of readdirSync(join(REAL_DATA!, folder)).filter((one) => !/^README/.test(one))) {
    const files: ReadFile[] = [];
    for (const path of await listFiles([join(REAL_DATA!, folder, name)]))
      for await (const file of openRead(path)) files.push(file);
    shown[name] = [...Map.groupBy(files, kindOf)]
      .map(([kind, all]) => {
        const rows = all.reduce((sum, { part }) => sum + (part?.report.rowsUsed ?? 0), 0);
        return `${all.length} ${kind}${rows === 0 ? "" : `, ${rows} rows`}`;
      })
      .sort()
      .join("; ");
  }
  return shown;
}

describe.skipIf(REAL_DATA === undefined)(
  "every file of the exchange and the tax office (TERRACE_REAL_DATA)",
  () => {
    it("asx: read with its rows, or refused by name", async () => {
      expect(await outcomesIn("asx")).toEqual({
        "ASX_Listed_Companies_07-04-2024.csv.gz": "1 asx-companies, 2000 rows",
        "asic-short-positions":
          "1 refused: BAD-is-html.RR20150317-002-SSDailyAggShortPos.csv is an HTML page; 127 asic-short-positions, 74759 rows",
        "asic-short-positions-daily-2023.zip": "252 asic-short-positions, 169613 rows",
        "asic-short-positions-daily-2024.zip": "254 asic-short-positions, 167556 rows",
        "asx_company_addresses.column-subset.csv.gz": "1 needs an official register of registered offices",
      });
    });

    it("asx-fundamentals: read with its rows, or awaited for a reason", async () => {
      expect(await outcomesIn("asx-fundamentals")).toEqual({
        "BHP.AX-daily.2017_2022.csv.gz": "1 daily-prices, 1335 rows",
        "CBA.AX-daily.2017_2022.csv.gz": "1 daily-prices, 1267 rows",
        "asic-short-positions-wide-2010.csv.gz": "1 asic-short-positions, 796 rows",
        "asic-short-positions-wide-2024.csv.gz": "1 asic-short-positions, 1428 rows",
        "asx-listed-companies.2026-04.csv.gz": "1 asx-companies, 1978 rows",
        "asx200-constituents.2025.csv.gz": "1 needs a table of members",
        "australian-indices.2015-h1.zip": "26 index-roundups, 676 rows",
        "axjo-index-daily.2005_2025.csv.gz": "1 daily-prices, 5051 rows",
        "companies-market-cap.2020-05.csv.gz": "1 asx-companies, 2210 rows",
        "companies-market-cap.2025-11.csv.gz": "1 asx-companies, 2214 rows",
        "delistings.2016-2020.zip": "5 needs a table of delistings",
        "dividends-declared.2015-h1.zip": "26 dividend-lists, 3762 rows",
        // 431 of 148,937 rows tell no close.
        "equities-eod.2024-03_2024-05.zip": "63 daily-prices, 148506 rows",
        "financial-statements.3-companies.json.gz": "1 financial-statements, 23 rows",
        "gross-short-sales.2015-10_2015-12.zip": "65 needs a table of short sales",
        "name-changes.2016-2020.zip": "5 needs a table of former codes",
        "screener-snapshot.2026-01-28.csv.gz": "1 needs a licence",
        "sp-asx200-table.2015-12.zip": "23 needs a licence",
        "top300-stocks.2015-h1.zip": "26 needs a licence",
        "trading-holidays.2000-2020.zip": "21 not needed",
      });
    });

    it("ato-tax: the workbook and its sheets alike, and the one that has no place", async () => {
      expect(await outcomesIn("ato-tax")).toEqual({
        "corporate-tax-transparency-2023-24.xlsx": "1 ato-corporate-tax, 4162 rows",
        "derived-csv": "1 ato-corporate-tax, 4162 rows; 1 needs a column for it",
      });
    });
  },
);
