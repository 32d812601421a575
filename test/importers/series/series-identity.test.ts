import { describe, expect, it } from "vitest";
import { ABS_TIME_SERIES } from "../../../src/importers/abs/abs-time-series.ts";
import { RBA_TABLE_IMPORTER } from "../../../src/importers/rba/rba-importer.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { oneSourceSeries } from "../../../src/importers/run/one-source.ts";
import type { SourceFacts } from "../../../src/importers/source-licence.ts";
import { textFile } from "../../support/data/import-files.ts";
import { SUBURBS } from "../few-suburbs.ts";
import { importAll, rowsOf } from "../import-text.ts";

const rba = (title: string, published: string, rows: readonly string[]) =>
  textFile(
    `${published}.csv`,
    [
      "F5 INDICATOR LENDING RATES",
      `Title,${title}`,
      `Description,${title}`,
      "Frequency,Monthly",
      "Type,Original",
      "Units,Per cent per annum",
      "",
      "",
      "Source,RBA",
      `Publication date,${published}`,
      "Series ID,FILRHLBVS",
      ...rows,
      "",
    ].join("\n"),
  );

const abs = (title: string, values: readonly number[]) =>
  textFile(
    `${values.length}.csv`,
    [
      `,${title}`,
      "Unit,$ Millions",
      "Series Type,Original",
      "Data Type,STOCK",
      "Frequency,Quarter",
      "Collection Month,3",
      "Series Start,Mar-2023",
      `Series End,${["Mar", "Jun", "Sep"][values.length - 1]}-2023`,
      `No. Obs,${values.length}`,
      "Series ID,A83728603C",
      ...values.map((value, i) => `${["Mar", "Jun", "Sep"][i]}-2023,${value}`),
      "",
    ].join("\n"),
  );

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

describe("oneSourceSeries", () => {
  const facts = new Map<string, SourceFacts>(
    IMPORTERS.flatMap(({ sources }) => sources.map((source) => [source.id, source])),
  );
  const fragment = (table: string, sourceId: string, rows: Record<string, string | number>[]) => ({
    table,
    sourceId,
    vintage: "2024-01-01",
    rows,
  });
  const pair = (sourceId: string, key: string) => [
    fragment("economic_series", sourceId, [{ series_key: key }]),
    fragment("economic_observations", sourceId, [{ series_key: key, period: "2024-01-01", value: 1 }]),
  ];

  it("leaves each series to one source: one that may be shown, then the stronger", () => {
    const fragments = [
      ...pair("rba-third-party", "a.b.aus"),
      ...pair("rba-g1", "a.b.aus"),
      ...pair("abs-cpi", "c.d.aus"),
      ...pair("rba-g1", "c.d.aus"),
    ];
    const { fragments: kept, foreign } = oneSourceSeries(fragments, facts, new Set());
    expect(kept.map(({ sourceId, rows }) => [sourceId, rows[0].series_key])).toEqual([
      ["rba-g1", "a.b.aus"],
      ["rba-g1", "a.b.aus"],
      ["abs-cpi", "c.d.aus"],
      ["abs-cpi", "c.d.aus"],
    ]);
    expect(foreign).toEqual([
      { sourceId: "rba-third-party", ownerId: "rba-g1", series: 1, example: "a.b.aus" },
      { sourceId: "rba-g1", ownerId: "abs-cpi", series: 1, example: "c.d.aus" },
    ]);
  });
});
