import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { StockService } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { listFiles } from "../../../src/importers/files/find-files.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import type { ImportOutcome } from "../../../src/importers/run/import-outcome.ts";
import { runImport } from "../../../src/importers/run/run-import.ts";
import { openRead } from "../../support/country/shared-readings.ts";
import type { PartialRow } from "../../support/data/build-db.ts";
import { REAL_DATA, realFile, textFile } from "../../support/data/import-files.ts";
import { type Json, stockCalls, stockEngine } from "../../support/data/stock-calls.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";

const random = seededRandom(runSeed("published stocks"));
const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
const FILES = [
  "ato-tax/corporate-tax-transparency-2023-24.xlsx",
  "asx-fundamentals/dividends-declared.2015-h1.zip",
  "asx-fundamentals/financial-statements.3-companies.json.gz",
];
const allowedSources = new Set(["declared-dividends", "vendor-statements", "operator-stocks"]);
const realText = (path: string) => Buffer.from(gunzipSync(readFileSync(join(REAL_DATA!, path)))).toString();

/** Lines of the tax office's sheet, read by nothing but commas: no name in it has one that is not quoted. */
const taxLines = () =>
  realText("ato-tax/derived-csv/income-tax-details-2023-24.csv.gz")
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => !line.includes('"'))
    .map((line) => line.split(","));

let outcome: ImportOutcome;
let engine: Engine;
let calls: ReturnType<typeof stockCalls>;
let named: readonly (readonly string[])[];

async function* published() {
  for (const path of await listFiles(FILES.map((name) => join(REAL_DATA!, name)))) yield* openRead(path);
  // The operator's own list of who is who, without which no business number has a code.
  const links = named.map(([, abn], i) => `Z${String(i).padStart(3, "0")},${abn.padStart(11, "0")},0.9`);
  yield {
    file: textFile("codes.csv", ["stock_code,abn,confidence", "BHP,49004028077,1", ...links, ""].join("\n")),
  };
}

const rows = (table: string) =>
  (outcome.tables.find((one) => one.table === table)?.rows ?? []) as readonly PartialRow[];

describe.skipIf(REAL_DATA === undefined)(
  "published tax, dividends and statements (TERRACE_REAL_DATA)",
  () => {
    beforeAll(async () => {
      const entities = new Map(taxLines().map((cells) => [cells[1], cells]));
      named = [...entities.values()].filter(([, abn]) => abn !== "" && abn !== "49004028077").slice(0, 900);
      outcome = await runImport({ importers: IMPORTERS, files: published(), allowedSources });
      const names = ["corporate_tax", "entity_codes", "dividends", "fundamentals_periods"];
      engine = await stockEngine(Object.fromEntries(names.map((name) => [name, rows(name)])));
      calls = stockCalls(engine, new Date("2015-06-30T02:00:00Z"));
    });
    afterAll(() => engine?.close());

    it("are all read, with the counts that their notes tell", () => {
      expect(outcome.files.filter(({ status }) => status !== "read")).toEqual([]);
      const [tax] = outcome.files.filter(({ path }) => path.endsWith(".xlsx"));
      expect(tax).toMatchObject({
        importerId: "ato-corporate-tax",
        report: { rowsRead: 4198, vintage: "2025-08-18" },
      });
      const missing = rows("corporate_tax").filter((row) => row.taxable_income === null).length;
      console.log(
        `corporate_tax ${rows("corporate_tax").length} (${missing} blank taxable incomes), dividends ${rows("dividends").length} ` +
          `of ${outcome.files.filter(({ path }) => path.includes("Dividends")).length} lists, ` +
          `fundamentals_periods ${rows("fundamentals_periods").length}`,
      );
      // 36 business numbers are blank at the source.
      expect(rows("corporate_tax")).toHaveLength(4198 - 36);
      expect(rows("dividends").length).toBeGreaterThan(500);
    });

    it("gives BHP's tax of 2023-24 as the tax office prints it", async () => {
      const { entityName, abn, years } = await calls.call(StockService.method.getCompanyTaxProfile, {
        productCode: "BHP",
      });
      expect([entityName, abn]).toEqual(["BHP GROUP LIMITED", "49004028077"]);
      expect(years).toEqual([
        {
          incomeYear: 2024,
          totalIncome: 62_528_557_496,
          hasTaxableIncome: true,
          taxableIncome: 25_591_447_528,
          hasTaxPayable: true,
          taxPayable: 6_007_654_291,
        },
      ]);
    });

    it("gives 300 further entities' cells as they stand in the sheet, blanks as blanks", async () => {
      const lines = Map.groupBy(taxLines(), ([, abn]) => abn);
      const byNumber = new Map(named.map(([, abn], i) => [abn, `Z${String(i).padStart(3, "0")}`]));
      for (let i = 0; i < 300; i++) {
        const [, abn] = draw(named);
        const { years } = await calls.call(StockService.method.getCompanyTaxProfile, {
          productCode: byNumber.get(abn)!,
        });
        const shown = (years as Json[]).map((year) => [
          `${year.incomeYear - 1}-${String(year.incomeYear).slice(2)}`,
          String(year.totalIncome),
          year.hasTaxableIncome ? String(year.taxableIncome) : "",
          year.hasTaxPayable ? String(year.taxPayable) : "",
        ]);
        const cells = lines.get(abn)!.map(([, , total, taxable, tax, year]) => [year, total, taxable, tax]);
        expect(shown).toEqual(cells.toSorted((a, b) => (a[0] < b[0] ? -1 : 1)));
      }
    });

    it("gives declared dividends in dollars where the list prints cents", async () => {
      const zip = unzipSync(
        readFileSync(join(REAL_DATA!, "asx-fundamentals/dividends-declared.2015-h1.zip")),
      );
      const name = Object.keys(zip).find((one) => one.includes("2015-06-27"))!;
      const printed = Buffer.from(zip[name])
        .toString()
        .split(/\r?\n/)
        .map((line) => line.split(","))
        .filter((cells) => /^[A-Z0-9]{3,4}$/.test(cells[2] ?? "") && /^[\d.]+$/.test(cells[4]));
      expect(printed.length).toBeGreaterThan(50);
      for (const cells of printed) {
        const { dividends = [] } = await calls.call(StockService.method.getDividendHistory, {
          stockCode: cells[2],
          years: 20,
        });
        const amounts = (dividends as Json[]).map((one) => [
          `${Number(one.exDate.slice(8))} ${"JanFebMarAprMayJunJulAugSepOctNovDec".slice(3 * Number(one.exDate.slice(5, 7)) - 3).slice(0, 3)}`,
          (one.amountPerShare * 100).toFixed(4),
          one.frankingPercentage ?? 0,
        ]);
        const franking = cells[7] === "-" ? 0 : Number(cells[7]);
        expect(amounts, cells[2]).toContainEqual([cells[12], Number(cells[4]).toFixed(4), franking]);
      }
    });

    it("gives the figures of the statements, without a currency that they do not state", async () => {
      const list = JSON.parse(
        realText("asx-fundamentals/financial-statements.3-companies.json.gz"),
      ) as Json[];
      for (const company of list) {
        const request = { stockCode: company.stock_code, periodType: "annual" };
        const { periods, growth } = await calls.call(StockService.method.getStockFundamentals, request);
        const statements: Json = company.annual.income_statement;
        expect(periods.map((period: Json) => period.periodEnd)).toEqual(
          Object.keys(statements).sort().reverse(),
        );
        for (const period of periods as Json[]) {
          const figures = statements[period.periodEnd];
          expect([period.revenue, period.netIncome, period.epsDiluted, period.currency]).toEqual([
            figures["Total Revenue"] ?? undefined,
            figures["Net Income"] ?? undefined,
            figures["Diluted EPS"] ?? undefined,
            undefined,
          ]);
          expect(period.totalAssets).toBe(
            company.annual.balance_sheet[period.periodEnd]["Total Assets"] ?? undefined,
          );
        }
        const [latest, before] = periods as Json[];
        expect(growth.revenueYoyPct).toBeCloseTo(
          (100 * (latest.revenue - before.revenue)) / before.revenue,
          9,
        );
      }
    });

    it("refuses a cut workbook in the report, by its name", async () => {
      const { bytes } = realFile(FILES[0]);
      const cut = textFile("tax-2023-24.xlsx", bytes.subarray(0, 200_000));
      const { files } = await runImport({ importers: IMPORTERS, files: [{ file: cut }] });
      expect(files[0].status).not.toBe("read");
      expect(JSON.stringify(files[0])).toContain("tax-2023-24.xlsx");
    });
  },
);
