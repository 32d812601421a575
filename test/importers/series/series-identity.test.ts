import { describe, expect, it } from "vitest";
import { file_shorts_v1alpha1_economy } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { file_terrace_v1_explorer } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { ABS_TIME_SERIES } from "../../../src/importers/abs/abs-time-series.ts";
import { RBA_TABLE_IMPORTER } from "../../../src/importers/rba/rba-importer.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { oneSourceGroups } from "../../../src/importers/run/withhold.ts";
import { regionOfLabel } from "../../../src/importers/series/series-regions.ts";
import type { SourceFacts } from "../../../src/importers/source-licence.ts";
import { fieldBounds } from "../../../src/rpc/request-bounds.ts";
import {
  importAll,
  importMade,
  linesFile,
  REAL_DATA,
  realFile,
  rowsByKey,
  rowsOf,
  workbookFile,
} from "../../support/data/import-files.ts";
import { absRows, csvOf, rbaHeader, type SeriesColumn } from "../../support/data/series-tables.ts";
import { SUBURBS } from "../few-suburbs.ts";

const rba = (title: string, published: string, rows: readonly string[]) => {
  const columns = [{ title, id: "FILRHLBVS", unit: "Per cent per annum" }];
  const header = rbaHeader("F5 INDICATOR LENDING RATES", columns, "Monthly", published);
  return linesFile(`${published}.csv`, csvOf(header), ...rows);
};

const abs = (title: string, values: readonly number[]) => {
  const periods = ["Mar-2023", "Jun-2023", "Sep-2023"].slice(0, values.length);
  const rows = absRows([{ title, id: "A83728603C", unit: "$ Millions", values }], periods);
  return linesFile(`${values.length}.csv`, csvOf(rows));
};

describe("an index that is published of the capitals only", () => {
  it.each(["Weighted average of eight capital cities", "100", "50"])(
    "is Australia's, and says so: %s",
    (label) => {
      const { code, name } = regionOfLabel(label)!;
      expect([code, name]).toEqual(["AUS", "Australia (weighted average of eight capital cities)"]);
      expect(regionOfLabel("Australia")!.name).toBe("Australia");
    },
  );
});

describe("a series", () => {
  it("is one series under the publisher's id, whatever a newer vintage calls it", () => {
    const combined = importAll(
      RBA_TABLE_IMPORTER,
      [
        rba("Lending rates; Housing loans; Banks; Variable; Standard", "8-Jan-2024", [
          "30/11/2023,8.77",
          "31/12/2023,8.77",
        ]),
        rba("Housing loans; Banks; Variable; Standard; Owner-occupier", "8-Feb-2024", [
          "31/12/2023,8.80",
          "31/01/2024,8.85",
        ]),
      ],
      SUBURBS,
    );
    const keys = new Set(rowsOf(combined, "economic_series").map(({ series_key }) => series_key));
    expect([...keys]).toEqual(["rates.lending_rates.housing_loans_banks_variable_standard.aus"]);
    const observations = rowsOf(combined, "economic_observations");
    expect(new Set(observations.map(({ series_key }) => series_key))).toEqual(keys);
    expect(observations.at(-1)).toMatchObject({ period: "2024-01-01", value: 8.85 });
  });

  it("goes on where a rule knew its older title, when no rule knows the newer one", () => {
    const known = "Value of dwelling stock; Owned by All Sectors ;  New South Wales ;";
    const combined = importAll(
      ABS_TIME_SERIES,
      [
        abs(known, [4_000_000, 4_100_000]),
        abs("Worth of all homes ;  New South Wales ; dwelling stock", [4_000_500, 4_100_500, 4_200_500]),
      ],
      SUBURBS,
    );
    const observations = rowsOf(combined, "economic_observations");
    expect(new Set(observations.map(({ series_key }) => series_key))).toEqual(
      new Set(["dwellings.total_value.all_sectors.nsw"]),
    );
    expect(observations.at(-1)).toMatchObject({ period: "2023-07-01", value: 4_200_500_000_000 });
    expect(rowsOf(combined, "house_prices").at(-1)).toMatchObject({
      region_code: "NSW",
      period: "2023-09-30",
    });
  });
});

const MONTHS = { Month: ["Jan", "Feb", "Mar"], Quarter: ["Mar", "Jun", "Sep"] };

/** A workbook of the bureau: the index with catalogue and table, and one sheet of series. */
function absBook(
  name: string,
  catalogue: string,
  table: string,
  frequency: keyof typeof MONTHS,
  columns: readonly SeriesColumn[],
) {
  const periods = MONTHS[frequency].map((month) => `${month}-2024`);
  const index = [`${catalogue} Title, Australia`, table].map((text) => [null, text]);
  return workbookFile(name, { Index: index, Data1: absRows(columns, periods, frequency) });
}

const keysOf = (combined: ReturnType<typeof importAll>) =>
  rowsOf(combined, "economic_series").map(({ series_key }) => series_key);
const steady = (title: string, unit: string) => (id: string, value: number) => ({
  title,
  unit,
  id,
  values: [value, value, value],
});
const employed = steady("Employed total ;  Persons ;", "000");
const LABOUR = "Labour force status by Sex";

describe("the identity of a series", () => {
  it("holds the region that only the workbook's title names", async () => {
    const combined = importAll(ABS_TIME_SERIES, [
      absBook("1.xlsx", "6202.0", `Table 1. ${LABOUR}, Australia - Trend`, "Month", [employed("A1", 13000)]),
      absBook("4.xlsx", "6202.0", `Table 4. ${LABOUR}, New South Wales - Trend`, "Month", [
        employed("A4", 4000),
      ]),
      absBook("7.xlsx", "6202.0", `Table 7. ${LABOUR}, South Australia`, "Month", [employed("A7", 900)]),
    ]);
    const persons = Object.fromEntries(
      rowsOf(combined, "economic_observations").map(({ series_key, value }) => [series_key, value]),
    );
    expect(persons).toEqual({
      "labour.employed_persons.total.aus": 13_000_000,
      "labour.employed_persons.total.nsw": 4_000_000,
      "labour.employed_persons.total.sa": 900_000,
    });
    expect(combined.rejects).toEqual([]);
  });

  it("has no region where the title names several and the series none", () => {
    const title = "Table 12. Labour force status, States and territories";
    const { report } = ABS_TIME_SERIES.read(
      absBook("12.xlsx", "6202.0", title, "Month", [employed("A12", 1)]),
    );
    expect(report).toMatchObject({ rowsUsed: 0, rejects: [{ rule: "region unknown", count: 1 }] });
  });

  it("holds the frequency: monthly consumer prices are not the quarterly ones", () => {
    const cpi = steady("Index Numbers ;  All groups CPI ;  Australia ;", "Index Numbers");
    const combined = importAll(ABS_TIME_SERIES, [
      absBook("q.xlsx", "6401.0", "TABLE 1. CPI: All Groups", "Quarter", [cpi("A2325846C", 139)]),
      absBook("m.xlsx", "6401.0", "TABLE 1. CPI: All Groups", "Month", [cpi("A130393720C", 101)]),
    ]);
    expect(keysOf(combined)).toEqual(["cpi.index_monthly.all_groups.aus", "cpi.index.all_groups.aus"]);
    expect(rowsOf(combined, "economic_observations").map(({ value }) => value)).toEqual([
      ...[101, 101, 101],
      ...[139, 139, 139],
    ]);
  });

  it("holds the valuation that only the workbook's title names: a deflator is not the product", () => {
    const gdp = (id: string, unit: string, value: number) =>
      steady("GROSS DOMESTIC PRODUCT ;", unit)(id, value);
    const table = (name: string) => `Table. Expenditure on Gross Domestic Product (GDP), ${name}`;
    const combined = importAll(ABS_TIME_SERIES, [
      absBook("2.xlsx", "5206.0", table("Chain volume measures"), "Quarter", [gdp("A1", "$ Millions", 600)]),
      absBook("3.xlsx", "5206.0", table("Current prices"), "Quarter", [gdp("A2", "$ Millions", 650)]),
      absBook("5.xlsx", "5206.0", table("Implicit price deflators"), "Quarter", [
        gdp("A3", "Index Numbers", 98.7),
      ]),
    ]);
    expect(keysOf(combined)).toEqual([
      "accounts.gross_domestic_product_chain_volume_measures.aus",
      "accounts.gross_domestic_product_current_prices.aus",
      "accounts.gross_domestic_product_implicit_price_deflators.aus",
    ]);
    expect(combined.rejects).toEqual([]);
  });

  it("is an error by name where two series claim one key, and neither is taken", async () => {
    const outcome = await importMade([
      absBook("a.xlsx", "6202.0", `Table 1. ${LABOUR}`, "Month", [employed("A1", 1), employed("A9", 3)]),
      absBook("b.xlsx", "6202.0", `Table 1. ${LABOUR}`, "Month", [
        { ...employed("A5", 2), title: "Unemployed total ;  Persons ;" },
      ]),
    ]);
    expect([...rowsByKey(outcome, "economic_series", "series_key").keys()]).toEqual([
      "labour.unemployed_total.total.aus",
    ]);
    const [{ rejects }] = outcome.combined;
    expect(rejects).toMatchObject([{ rule: "two series, one key", count: 1 }]);
    expect(rejects[0].examples[0].reason).toBe(
      "labour.employed_persons.total.aus: A1 (a.xlsx) and A9 (a.xlsx)",
    );
  });
});

describe("a listed key", () => {
  const asked = (name: string) => {
    const messages = [file_shorts_v1alpha1_economy, file_terrace_v1_explorer].flatMap(
      (file) => file.messages,
    );
    const fields = messages.flatMap((message) => message.fields).filter((field) => field.name === name);
    const bounds = fields.flatMap((field) => fieldBounds(field).characters ?? []);
    expect(bounds, name).not.toHaveLength(0);
    return Math.min(...bounds);
  };

  it("can always be asked for: a longer one is rejected by name when it is imported", () => {
    const title = Array.from({ length: 25 }, (_, i) => `word ${i}`).join(" ");
    const combined = importAll(RBA_TABLE_IMPORTER, [rba(title, "8-Jan-2024", ["31/12/2023,8.77"])]);
    expect(keysOf(combined).every((key) => String(key).length <= asked("series_keys"))).toBe(true);
    const longer = importAll(RBA_TABLE_IMPORTER, [rba(title.repeat(2), "8-Jan-2024", ["31/12/2023,8.77"])]);
    expect(keysOf(longer)).toEqual([]);
    expect(longer.rejects).toMatchObject([{ rule: "key too long", count: 1 }]);
  });

  it.skipIf(REAL_DATA === undefined)(
    "can be asked for in every table of the bank (TERRACE_REAL_DATA)",
    () => {
      const keys = keysOf(importAll(RBA_TABLE_IMPORTER, [realFile("rba/f6-data.csv.gz")])).map(String);
      expect(keys).toHaveLength(42);
      for (const field of ["series_keys", "base_series_keys", "overlay_series_keys", "after_key"]) {
        expect(keys.filter((key) => key.length > asked(field))).toEqual([]);
      }
    },
  );
});

describe("oneSourceGroups", () => {
  const facts = new Map<string, SourceFacts>(
    IMPORTERS.flatMap(({ sources }) => sources.map((source) => [source.id, source])),
  );
  const pair = (sourceId: string, series_key: string) => {
    const of = { sourceId, vintage: "2024-01-01" };
    return [
      { ...of, table: "economic_series", rows: [{ series_key }] },
      { ...of, table: "economic_observations", rows: [{ series_key, period: "2024-01-01", value: 1 }] },
    ];
  };

  it("leaves each series to one source: one that may be shown, then the stronger", () => {
    const fragments = [
      ...pair("rba-third-party", "a.b.aus"),
      ...pair("rba-g1", "a.b.aus"),
      ...pair("abs-cpi", "c.d.aus"),
      ...pair("rba-g1", "c.d.aus"),
    ];
    const { fragments: kept, foreign } = oneSourceGroups(fragments, facts, new Set());
    expect(kept.map(({ sourceId, rows }) => [sourceId, rows[0].series_key])).toEqual([
      ["rba-g1", "a.b.aus"],
      ["rba-g1", "a.b.aus"],
      ["abs-cpi", "c.d.aus"],
      ["abs-cpi", "c.d.aus"],
    ]);
    expect(foreign).toEqual([
      { what: "series", sourceId: "rba-third-party", ownerId: "rba-g1", count: 1, example: "a.b.aus" },
      { what: "series", sourceId: "rba-g1", ownerId: "abs-cpi", count: 1, example: "c.d.aus" },
    ]);
  });
});
