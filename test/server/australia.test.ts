import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { read, utils } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import type { GetSeriesVintagesResponse } from "../../src/gen/terrace/v1/explorer_pb.ts";
import { findOpenFiles, openFiles } from "../../src/generators/australia/open-files.ts";
import { asking, servedCountry } from "../support/country/ask-country.ts";
import { sharedAustralia } from "../support/country/shared-country.ts";
import type { CsvRow } from "../support/data/read-csv.ts";
import { plainTableOf } from "../support/plain/plain-csv.ts";
import { isDeepRun } from "../support/run/test-form.ts";

const FOLDERS = [process.env.TERRACE_REAL_DATA, process.env.TERRACE_AUSTRALIA].filter(
  (folder) => folder !== undefined,
);

const PLACES = [
  { name: "Bondi", state: "NSW", code: "10462", postcode: "2026", division: "Wentworth" },
  { name: "Toorak", state: "VIC", code: "22547", postcode: "3142", division: "Kooyong" },
  { name: "Alice Springs", state: "NT", code: "70005", postcode: "0870", division: "Lingiari" },
];

const METRICS = ["population", "age", "income", "median_weekly_rent", "median_monthly_mortgage"];

describe.runIf(isDeepRun)("a server of data/australia", () => {
  const serving = servedCountry({}, sharedAustralia);

  const { get, call } = asking(serving);
  const profileOf = (salCode: string) =>
    call<{ summary: object; demographics: Record<string, number> }>(
      "shorts.v1alpha1.HousingService/GetSuburbProfile",
      { salCode },
    );

  it.each(PLACES)("finds $name by its name, and says where it is", async ({ name, state, code, ...of }) => {
    const path = "terrace.v1.ExplorerService/Search";
    const body = await call(path, { query: name, kinds: ["suburb"], limit: 1 });
    expect(body).toMatchObject({ hits: [{ id: code, title: name, detail: `${state} ${of.postcode}` }] });
    const { summary } = await profileOf(code);
    expect(summary).toMatchObject({ salName: name, stateCode: state, federalDivision: of.division });
  });

  it("says of no answer that it is synthetic, and of every file where its figures come from", async () => {
    const answer = await get("/v1/suburbs/NT.meta.json");
    expect(answer.headers.get("x-terrace-synthetic")).toBe("false");
    const { synthetic, sources } = (await answer.json()) as {
      synthetic: boolean;
      sources: { licence: string }[];
    };
    expect(synthetic).toBe(false);
    expect(sources.length).toBeGreaterThan(5);
    for (const { licence } of sources) expect(licence).toMatch(/CC-BY|MIT/);
  });

  it("knows what the mean price of a dwelling was thought to be", async () => {
    const seriesKeys = ["dwellings.mean_price.nsw"];
    const path = "shorts.v1alpha1.EconomyService/GetEconomicSeries";
    const newestOf = (asOf: string) => call(path, { seriesKeys, asOf, maxObservations: 1 });
    expect(await newestOf("2022-08-22")).toEqual({
      notKnown: [{ seriesKey: seriesKeys[0], firstPublished: "2022-08-23" }],
    });
    expect(await newestOf("2022-08-23")).toMatchObject({
      series: [{ observations: [{ period: "2022-04-01T00:00:00Z", value: 1_177_700 }] }],
    });
    const window = { startPeriod: "2022-04-01T00:00:00Z", endPeriod: "2022-04-01T00:00:00Z" };
    const asked = { seriesKey: seriesKeys[0], ...window };
    expect(await call("terrace.v1.ExplorerService/GetSeriesVintages", asked)).toMatchObject({
      publications: ["2022-08-23", "2024-10-30"],
      periods: [{ figures: [{ value: 1_177_700 }, { publication: 1, value: 1_191_300 }], revision: 13_600 }],
    });
  });

  it.skipIf(FOLDERS.length < 2)(
    "has the triangle of 6432.0 as its workbooks do (TERRACE_REAL_DATA)",
    async () => {
      const books = dwellingValues(FOLDERS[0]!);
      const bundle = join(import.meta.dirname, "../../data/australia/economic_series.parquet");
      const instance = await DuckDBInstance.create();
      const connection = await instance.connect();
      const found = await connection.runAndReadAll(`SELECT series_key, dimensions->>'series_id'
      FROM read_parquet('${bundle}') WHERE source_key = 'abs-dwelling-values'`);
      connection.closeSync();
      let revised = 0;
      for (const [seriesKey, id] of found.getRows()) {
        const { publications, periods } = await call<GetSeriesVintagesResponse>(
          "terrace.v1.ExplorerService/GetSeriesVintages",
          { seriesKey, maxPeriods: 600 },
        );
        for (const { period, figures } of periods) {
          const cells = books.map(({ cells }) => cells.get(`${id} ${String(period).slice(0, 10)}`));
          const wanted = cells[0] === cells[1] || cells[0] === undefined ? [cells[1]] : cells;
          const days = [cells[0] === undefined ? books[1].day : books[0].day, books[1].day];
          const factor = figures[0].value / wanted[0]!;
          expect([1e3, 1e6]).toContain(Math.round(factor));
          expect(figures.map(({ publication = 0 }) => publications[publication])).toEqual(
            days.slice(0, wanted.length),
          );
          figures.forEach(({ value }, i) => {
            expect(value).toBeCloseTo(wanted[i]! * Math.round(factor), 3);
          });
          revised += figures.length - 1;
        }
        expect(periods).toHaveLength(52);
      }
      expect([found.currentRowCount, revised]).toEqual([45, 359]);
    },
  );

  it.skipIf(FOLDERS.length < 2)(
    "has the Census figures of the ABS's own files (TERRACE_REAL_DATA, TERRACE_AUSTRALIA), by profile and by CSV",
    async () => {
      const published = await publishedCensus(FOLDERS);
      for (const { state, code } of PLACES) {
        const cells = published.get(code)!;
        const expected = [
          cells.Tot_P,
          cells.Median_age_persons,
          cells.Median_tot_hhd_inc_weekly,
          cells.Median_rent_weekly,
          cells.Median_mortgage_repay_monthly,
        ].map(Number);
        const { demographics: known } = await profileOf(code);
        const shown = [
          known.population,
          known.medianAge,
          known.medianWeeklyHhdIncome,
          known.medianWeeklyRent,
          known.medianMonthlyMortgage,
        ];
        expect([code, shown]).toEqual([code, expected]);
        const file = await fetch(`${serving.url}/v1/suburbs/${state}.csv?metrics=${METRICS.join(",")}`);
        const line = (await file.text()).split("\n").find((one) => one.startsWith(`${code},`))!;
        expect(line.trim().split(",").slice(4).map(Number)).toEqual(expected);
      }
    },
  );
});

/** Cells of a 6432.0 workbook by series id and quarter, and its date, read without the importer. */
function readBook(path: string): { day: string; cells: Map<string, number> } {
  const book = read(readFileSync(path), { bookProps: false });
  const rows = utils.sheet_to_json<(string | number | null)[]>(book.Sheets.Data1, { header: 1, raw: true });
  const ids = rows.findIndex((row) => row[0] === "Series ID");
  const cells = new Map<string, number>();
  for (const row of rows.slice(ids + 1)) {
    // Days since 1899-12-30 of the first day of the quarter's last month.
    const last = new Date(Date.UTC(1899, 11, 30) + Number(row[0]) * 86_400_000);
    const quarter = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 2, 1));
    row.forEach((cell, column) => {
      if (column > 0 && typeof cell === "number")
        cells.set(`${rows[ids][column]} ${quarter.toISOString().slice(0, 10)}`, cell);
    });
  }
  return { day: book.Props!.CreatedDate!.toISOString().slice(0, 10), cells };
}

/** The publishers' two publications of 6432.0, the older one first. */
function dwellingValues(folder: string): ReturnType<typeof readBook>[] {
  return ["2022-06", "2024-06"].map((to) =>
    readBook(join(folder, "abs-time-series", `643201_to-${to}.xlsx`)),
  );
}

/** Census cells of the publisher's files by suburb code: medians, residents and tenure. */
async function publishedCensus(folders: readonly string[]): Promise<ReadonlyMap<string, CsvRow>> {
  const files = (await openFiles()).filter(({ file }) => /_G(02|04B|37)_AUST_SAL/.test(file));
  const published = new Map<string, CsvRow>();
  for (const row of (await findOpenFiles(folders, files)).flatMap(plainTableOf)) {
    const code = row.SAL_CODE_2021.replace("SAL", "");
    published.set(code, { ...published.get(code), ...row });
  }
  return published;
}
