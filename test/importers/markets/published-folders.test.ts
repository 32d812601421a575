import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import type { ImportFile } from "../../../src/importers/run/import-file.ts";
import { recogniseFile } from "../../../src/importers/run/run-import.ts";
import { REAL_DATA, realFile } from "../../support/data/import-files.ts";

interface Outcome {
  /** The importer that knows it, and why nothing of it is used. */
  readonly kind: string;
  readonly rowsUsed: number;
}

function outcomeOf(file: ImportFile): Outcome {
  const found = recogniseFile(file, IMPORTERS);
  if (found === undefined) return { kind: "unknown", rowsUsed: 0 };
  const { id } = found.importer;
  try {
    const { report } = found.importer.read(file);
    const [reason] = /needs [^:;,]*|not needed/.exec(report.notes[0] ?? "") ?? [""];
    return { kind: id === "awaited" ? reason : id, rowsUsed: report.rowsUsed };
  } catch (error) {
    return { kind: `refused: ${(error as Error).message.split(/: |, /)[1]}`, rowsUsed: 0 };
  }
}

/** Of each file, or of the members of each archive: how many are of a kind, and the rows used of them. */
function outcomesIn(folder: string): Record<string, string> {
  const shown: Record<string, string> = {};
  const names = readdirSync(join(REAL_DATA!, folder), { withFileTypes: true, recursive: false });
  for (const entry of names.filter((one) => !/^README/.test(one.name))) {
    const paths = entry.isDirectory()
      ? readdirSync(join(REAL_DATA!, folder, entry.name)).map((name) => `${entry.name}/${name}`)
      : [entry.name];
    const outcomes = paths.flatMap((path) => {
      const file = realFile(`${folder}/${path}`);
      return (file.isArchive ? file.members() : [file]).map(outcomeOf);
    });
    shown[entry.name] = [...Map.groupBy(outcomes, ({ kind }) => kind)]
      .map(([kind, all]) => {
        const rows = all.reduce((sum, { rowsUsed }) => sum + rowsUsed, 0);
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
    it("asx: read with its rows, or refused by name", () => {
      expect(outcomesIn("asx")).toEqual({
        "ASX_Listed_Companies_07-04-2024.csv.gz": "1 asx-companies, 2000 rows",
        "asic-short-positions":
          "1 refused: BAD-is-html.RR20150317-002-SSDailyAggShortPos.csv is an HTML page; 127 asic-short-positions, 74759 rows",
        "asic-short-positions-daily-2023.zip": "252 asic-short-positions, 169613 rows",
        "asic-short-positions-daily-2024.zip": "254 asic-short-positions, 167556 rows",
        "asx_company_addresses.column-subset.csv.gz": "1 needs an official register of registered offices",
      });
    });

    it("asx-fundamentals: read with its rows, or awaited for a reason", () => {
      expect(outcomesIn("asx-fundamentals")).toEqual({
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

    it("ato-tax: the workbook and its sheets alike, and the one that has no place", () => {
      expect(outcomesIn("ato-tax")).toEqual({
        "corporate-tax-transparency-2023-24.xlsx": "1 ato-corporate-tax, 4162 rows",
        "derived-csv": "1 ato-corporate-tax, 4162 rows; 1 needs a column for it",
      });
    });
  },
);
