import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { listFiles, openFile } from "../../src/importers/files/find-files.ts";
import type { ImportRow } from "../../src/importers/importer.ts";
import { IMPORTERS } from "../../src/importers/registry.ts";
import { metricCoverage } from "../../src/importers/run/coverage.ts";
import { type ImportOutcome, runImport } from "../../src/importers/run/run-import.ts";
import { needsOptIn } from "../../src/importers/source-licence.ts";
import { plainLines, plainTable } from "../support/plain/plain-census.ts";
import { columnName, type PlainSheet, plainSheet, serialDay } from "../support/plain/plain-workbook.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { REAL_DATA } from "./import-text.ts";

const FOLDERS = [
  "abs-time-series",
  "census-2021",
  "geography",
  "housing-more",
  "property-sales",
  "rba",
  "rents-sa",
  "seifa-2021",
];
const CENSUS = join(REAL_DATA ?? "", "census-2021");
const allowedSources = new Set(
  IMPORTERS.flatMap(({ sources }) => sources)
    .filter(needsOptIn)
    .map(({ id }) => id),
);

let outcome: ImportOutcome;
let rows: (table: string, ...key: string[]) => Map<string, ImportRow>;
const random = seededRandom(runSeed("published cells"));
const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];

async function* published() {
  for (const path of await listFiles(FOLDERS.map((folder) => join(REAL_DATA!, folder))))
    yield* openFile(path);
}

/** Draws until `count` cells had a counterpart; a cell is `[what, published, imported]`, or undefined to draw again. */
function compare(count: number, cell: () => readonly [string, number, unknown] | undefined): void {
  let [found, tries] = [0, 0];
  while (found < count && tries++ < 20 * count) {
    const drawn = cell();
    if (drawn === undefined) continue;
    found++;
    const [what, value, imported] = drawn;
    expect([what, imported]).toEqual([what, value]);
  }
  expect(found).toBe(count);
}

const FACTORS: Readonly<Record<string, number>> = {
  "$ Millions": 1e6,
  "$'000": 1e3,
  "000": 1e3,
  "000 Hours": 1e3,
};
const scaledBy = (value: number, unit: string) => Number((value * (FACTORS[unit] ?? 1)).toPrecision(15));

/** First day of the month, or of the quarter whose last month the day lies in. */
function firstDay(day: string, isQuarter: boolean): string {
  const month = Number(day.slice(5, 7)) - (isQuarter ? 2 : 0);
  return `${day.slice(0, 4)}-${String(month).padStart(2, "0")}-01`;
}

describe.skipIf(REAL_DATA === undefined)(
  "all published housing and economy files in one run (TERRACE_REAL_DATA)",
  () => {
    beforeAll(async () => {
      outcome = await runImport({ importers: IMPORTERS, files: published(), allowedSources });
      const tables = new Map<string, Map<string, ImportRow>>();
      rows = (table, ...key) => {
        const id = [table, ...key].join();
        const known =
          tables.get(id) ??
          new Map(
            outcome.tables
              .find((one) => one.table === table)!
              .rows.map((row) => [key.map((column) => row[column]).join(" "), row]),
          );
        tables.set(id, known);
        return known;
      };
    });

    it("refuses none, and says of each that it leaves aside what it is", () => {
      expect(outcome.files.filter(({ status }) => status === "refused")).toEqual([]);
      const unknown = outcome.files
        .filter(({ status }) => status === "unknown")
        .map(({ path }) => path.split("/").at(-1)!);
      expect(
        unknown.filter((name) => !/readme|licen|^(GCCSA|STE)_.*topo|nbn-|creative_commons/i.test(name)),
      ).toEqual([]);
      expect(outcome.conflicts).toEqual([]);
      const read = outcome.files.filter(({ status }) => status === "read").length;
      const coverage = metricCoverage(METRICS, outcome.tables).filter(({ suburbs }) => suburbs > 0);
      console.log(
        [
          `${read} files read; ${outcome.tables.map(({ table, rows: all }) => `${table} ${all.length}`).join(", ")}`,
          ...coverage.map(({ metric, suburbs, total }) => `${metric}: ${suburbs} of ${total}`),
        ].join("\n"),
      );
      expect(read).toBeGreaterThan(150);
      expect(coverage.length).toBeGreaterThanOrEqual(25);
    });

    it("gives 320 cells of Census tables by suburb, council and state as they are published", () => {
      const medians = plainTable(CENSUS, "2021Census_G02_AUST_SAL.csv.gz");
      const columns = {
        Median_age_persons: "median_age",
        Median_tot_hhd_inc_weekly: "median_weekly_hhd_income",
        Median_tot_prsnl_inc_weekly: "median_weekly_per_income",
        Median_rent_weekly: "median_weekly_rent",
        Median_mortgage_repay_monthly: "median_monthly_mortgage",
      } as const;
      const suburbs = rows("suburb_demographics", "sal_code");
      const codes = [...suburbs.keys()];
      compare(200, () => {
        const [code, column] = [draw(codes), draw(Object.keys(columns) as (keyof typeof columns)[])];
        const value = medians.get(code)![column];
        return value === 0 ? undefined : [`${code} ${column}`, value, suburbs.get(code)![columns[column]]];
      });
      const councils = plainLines(CENSUS, "2021Census_G02_AUST_LGA.csv.gz");
      compare(60, () => {
        const cells = draw(councils.slice(1));
        const value = Number(cells[councils[0].indexOf("Median_tot_hhd_inc_weekly")]);
        const row = rows("lga", "lga_code").get(cells[0].replace("LGA", ""));
        return row === undefined || value === 0 ? undefined : [cells[0], value, row.median_hhd_income];
      });
      const states = plainLines(CENSUS, "2021Census_G02_AUST_STE.csv.gz");
      const names = ["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act"];
      const observed = rows("economic_observations", "series_key", "period");
      compare(60, () => {
        const [at, column] = [
          Math.floor(random() * 8),
          draw(Object.keys(columns) as (keyof typeof columns)[]),
        ];
        const value = Number(states[at + 1][states[0].indexOf(column)]);
        const key = `census.${columns[column]}.${names[at]}`;
        return [key, value, observed.get(`${key} 2021-01-01`)?.value];
      });
      expect(observed.get("census.median_weekly_hhd_income.nt 2021-01-01")?.value).toBe(2061);
    });

    it("gives 380 cells of the bureau's workbooks as they are published, by series id", () => {
      const byId = new Map<string, string>();
      for (const { dimensions, series_key } of rows("economic_series", "series_key").values()) {
        const id =
          typeof dimensions === "string" ? (JSON.parse(dimensions) as { series_id: string }).series_id : "";
        byId.set(id, String(series_key));
      }
      const observed = rows("economic_observations", "series_key", "period");
      for (const [name, cells] of [
        ["643201_to-2024-06.xlsx", 90],
        ["640101_to-2024.xlsx", 90],
        ["6202001_labour_force.xlsx", 110],
        ["8731007.xlsx", 90],
      ] as const) {
        const sheet = plainSheet(join(REAL_DATA!, "abs-time-series", name), "Data1");
        const labels = labelRows(sheet);
        const ids = [...sheet.keys()].filter(
          (ref) =>
            ref.endsWith(String(labels.get("Series ID"))) &&
            /^[A-Z]+/.exec(ref)![0] !== "A" &&
            ref.replace(/^[A-Z]+/, "") === String(labels.get("Series ID")),
        );
        const dates = [...sheet].flatMap(([ref, value]) =>
          /^A\d+$/.test(ref) && typeof value === "number" ? [[Number(ref.slice(1)), value] as const] : [],
        );
        compare(cells, () => {
          const column = /^[A-Z]+/.exec(draw(ids))![0];
          const [row, serial] = draw(dates);
          const key = byId.get(String(sheet.get(`${column}${labels.get("Series ID")}`)));
          const value = sheet.get(`${column}${row}`);
          if (key === undefined || typeof value !== "number") return undefined;
          const isQuarter = sheet.get(`${column}${labels.get("Frequency")}`) === "Quarter";
          const unit = String(sheet.get(`${column}${labels.get("Unit")}`));
          const period = firstDay(serialDay(serial), isQuarter);
          return [
            `${name} ${column}${row} ${key} ${period}`,
            scaledBy(value, unit),
            observed.get(`${key} ${period}`)?.value,
          ];
        });
      }
    });

    it("gives 160 cells of the bank's tables as they are published, by series id", () => {
      const series = [...rows("economic_series", "series_key").values()];
      const observed = rows("economic_observations", "series_key", "period");
      for (const [name, isQuarter] of [
        ["f5-data.csv.gz", false],
        ["f6-data.csv.gz", false],
        ["f1.1-data.csv.gz", false],
        ["g1-data.csv.gz", true],
      ] as const) {
        const lines = gunzipSync(readFileSync(join(REAL_DATA!, "rba", name)))
          .toString("latin1")
          .split(/\r?\n/);
        const ids = lines.find((line) => line.startsWith("Series ID"))!.split(",");
        const data = lines
          .map((line) => line.split(","))
          .filter(([date]) => /^\d\d\/\d\d\/\d{4}$/.test(date));
        compare(40, () => {
          const [cells, at] = [draw(data), 1 + Math.floor(random() * (ids.length - 1))];
          const found = series.find(({ dimensions }) => String(dimensions ?? "").includes(`"${ids[at]}"`));
          if (found === undefined || ids[at] === "" || (cells[at] ?? "") === "") return undefined;
          const [day, month, year] = cells[0].split("/");
          const period = firstDay(`${year}-${month}-${day}`, isQuarter);
          return [
            `${name} ${ids[at]} ${period}`,
            Number(cells[at]),
            observed.get(`${found.series_key} ${period}`)?.value,
          ];
        });
      }
    });

    it("gives 180 prices and rents of suburbs as they are published", () => {
      const prices = rows("house_prices", "region_code", "measure", "dwelling_type", "period", "source");
      const slug = (name: string) =>
        name
          .trim()
          .toUpperCase()
          .replace(/[^A-Z0-9]+/g, "-");
      const vic = plainSheet(
        join(REAL_DATA!, "property-sales", "vpsr-houses-by-suburb-2013-2023.xlsx"),
        "Table 1",
      );
      compare(60, () => {
        const [row, at] = [2 + Math.floor(random() * 787), 1 + Math.floor(random() * 11)];
        const [name, value] = [String(vic.get(`A${row}`)), vic.get(`${columnName(at)}${row}`)];
        const imported = prices.get(
          `SUBURB:VIC-${slug(name)} median_price house ${2012 + at}-12-31 vic-vpsr`,
        );
        return typeof value !== "number" || imported === undefined
          ? undefined
          : [`${name} ${2012 + at}`, value, imported.value];
      });
      const years = gunzipSync(
        readFileSync(
          join(REAL_DATA!, "property-sales/nsw-suburb-year/property.residential.nsw.suburb.2021.csv.gz"),
        ),
      )
        .toString()
        .split("\n")
        .map((line) => line.split(","));
      compare(60, () => {
        const [name, , , median] = draw(years.slice(1));
        const imported = prices.get(`SUBURB:NSW-${slug(name)} median_price all 2021-12-31 nsw-suburb-years`);
        return imported === undefined ? undefined : [name, Number(median), imported.value];
      });
      const rents = plainSheet(join(REAL_DATA!, "rents-sa", "private_rental_report_2023-06.xlsx"), "Suburb");
      const total = [...rents].find(([, value]) => value === "Total Median")![0].replace(/\d+/, "");
      compare(60, () => {
        const row = 16 + Math.floor(random() * 650);
        const [name, value] = [String(rents.get(`A${row}`) ?? ""), rents.get(`${total}${row}`)];
        const imported = prices.get(`SUBURB:SA-${slug(name)} median_rent all 2023-06-30 sa-rents`);
        return typeof value !== "number" || imported === undefined
          ? undefined
          : [name, value, imported.value];
      });
    });

    it("gives 60 shares of bushfire-prone land as they are published", () => {
      const lines = plainLines(join(REAL_DATA!, "housing-more"), "bushfire-prone-land-by-sal.csv.gz").slice(
        1,
      );
      const hazards = rows("suburb_hazard_exposure", "sal_code");
      compare(60, () => {
        const cells = draw(lines);
        const row = hazards.get(cells[2]);
        if (row === undefined || cells.length !== 9) return undefined;
        return [cells[2], Math.round(Number(cells[6]) * 10_000) / 100, row.bushfire_prone_share_pct];
      });
    });
  },
);

/** Row numbers of the labels in the first column. */
function labelRows(sheet: PlainSheet): Map<string, number> {
  return new Map(
    [...sheet].flatMap(([ref, value]) =>
      /^A\d+$/.test(ref) && typeof value === "string" ? [[value, Number(ref.slice(1))]] : [],
    ),
  );
}
