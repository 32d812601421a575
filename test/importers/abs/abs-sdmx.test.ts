import { describe, expect, it } from "vitest";
import { ABS_SDMX } from "../../../src/importers/abs/abs-sdmx.ts";
import { ABS_TIME_SERIES } from "../../../src/importers/abs/abs-time-series.ts";
import {
  importAll,
  REAL_DATA,
  realFile,
  rejectedRows,
  rowsOf,
  textFile,
  utf16,
} from "../../support/data/import-files.ts";

const dimension = (id: string, values: [string, string][]) => ({
  id,
  values: values.map(([code, name]) => ({ id: code, name })),
});
const DIMENSIONS = [
  dimension("MEASURE", [["1", "Index Numbers"]]),
  dimension("PROPERTY_TYPE", [
    ["3", "Residential property"],
    ["1", "Attached dwellings"],
  ]),
  dimension("REGION", [
    ["8ACTE", "Australian Capital Territory"],
    ["100", "Weighted average of eight capital cities"],
  ]),
  dimension("FREQ", [["Q", "Quarterly"]]),
];
const TIME = dimension("TIME_PERIOD", [
  ["2021-Q4", "2021-Q4"],
  ["2020-Q1", "2020-Q1"],
]);
const UNITS = [dimension("UNIT_MEASURE", [["IN", "Index Numbers"]])];
const LINKS = [
  { urn: "urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure=ABS:RPPI(1.0.0)", rel: "DataStructure" },
];

/** A message of version 2.0, grouped by series, with periods in no order. */
const grouped = () => ({
  meta: { prepared: "2022-03-15T01:02:03Z" },
  data: {
    dataSets: [
      {
        links: LINKS,
        series: {
          "0:0:0:0": { attributes: [0], observations: { "0": [173.5], "1": [120.1] } },
          "0:1:1:0": { attributes: [0], observations: { "0": [150], "1": [null] } },
        },
      },
    ],
    structures: [
      {
        dimensions: { series: DIMENSIONS, observation: [TIME] },
        attributes: { series: UNITS, observation: [] },
      },
    ],
  },
});

/** The same facts in version 1.0, flat. */
const flat = () => ({
  header: { prepared: "2022-03-15T01:02:03" },
  structure: {
    links: LINKS,
    dimensions: { observation: [...DIMENSIONS, TIME] },
    attributes: { observation: UNITS },
  },
  dataSets: [{ observations: { "0:0:0:0:0": [173.5, 0], "0:0:0:0:1": [120.1, 0], "0:1:1:0:0": [150, 0] } }],
});

const CSV = [
  "DATAFLOW,MEASURE,PROPERTY_TYPE,REGION,FREQ,TIME_PERIOD,OBS_VALUE,UNIT_MEASURE,OBS_STATUS",
  "ABS:RPPI(1.0.0),1,3,8ACTE,Q,2021-Q4,173.5,IN,",
  "ABS:RPPI(1.0.0),1,3,8ACTE,Q,2020-Q1,120.1,IN,",
  "ABS:RPPI(1.0.0),1,1,100,Q,2021-Q4,150,IN,",
].join("\n");

const json = (message: unknown) => textFile("rppi.json", JSON.stringify(message));

describe("ABS_SDMX", () => {
  it("reads grouped and flat JSON and CSV with codes or labels alike, in time order", () => {
    const labelled = CSV.replaceAll(
      ",1,3,8ACTE",
      ",1: Index Numbers,3: Residential property,8ACTE: ACT",
    ).replace("OBS_VALUE", "OBS_VALUE: Observation value");
    const parts = [json(grouped()), json(flat()), textFile("a.csv", CSV), textFile("b.csv", labelled)].map(
      (file) => {
        expect(ABS_SDMX.recognise(file)?.what).toContain("SDMX");
        return ABS_SDMX.read(file).part;
      },
    );
    expect(parts[0].series[0]).toMatchObject({
      id: "RPPI/1.3.8ACTE.Q",
      lastDays: ["2020-03-31", "2021-12-31"],
      values: [120.1, 173.5],
    });
    for (const part of parts) expect(part).toEqual(parts[0]);
  });

  it("gives price indexes by city and dwelling and a national series", () => {
    const combined = importAll(ABS_SDMX, [json(grouped())]);
    const prices = rowsOf(combined, "house_prices");
    expect(prices.map((row) => [row.region_code, row.dwelling_type, row.period, row.value])).toEqual([
      ["8ACTE", "all", "2020-03-31", 120.1],
      ["8ACTE", "all", "2021-12-31", 173.5],
      ["AUS", "attached", "2021-12-31", 150],
    ]);
    expect(rowsOf(combined, "economic_observations")).toEqual([
      {
        series_key: "house_prices.index.attached_dwellings.aus",
        period: "2021-10-01",
        value: 150,
        published_on: null,
      },
    ]);
    expect(combined.fragments[0].vintage).toBe("2022-03-15");
  });

  it("scales by the unit multiplier and knows states and cities by digit", () => {
    const header = "DATAFLOW,MEASURE,SEX,AGE,TSEST,REGION,FREQ,TIME_PERIOD,OBS_VALUE,UNIT_MEASURE,UNIT_MULT";
    const labour = `${header}\nABS:LF(1.0.0),M3,3,1599,20,1,M,2024-05,4300.5,PSNS,3\nABS:LF(1.0.0),M3,3,1524,20,1,M,2024-05,1,PSNS,3`;
    const { part, report } = ABS_SDMX.read(textFile("lf.csv", labour));
    expect(rowsOf(importAll(ABS_SDMX, [textFile("lf.csv", labour)]), "economic_observations")).toEqual([
      {
        series_key: "labour.employed_persons.total.nsw.seasadj",
        period: "2024-05-01",
        value: 4_300_500,
        published_on: null,
      },
    ]);
    expect(part.series).toHaveLength(1);
    expect(report.rejects[0].examples[0]).toMatchObject({ row: 3, rule: "series not mapped" });
    const prices =
      "DATAFLOW,MEASURE,INDEX,TSEST,REGION,FREQ,TIME_PERIOD,OBS_VALUE,UNIT_MEASURE\n" +
      "ABS:CPI(1.1.0),1,10001,10,50,Q,2024-Q1,137.4,IN\nABS:CPI(1.1.0),1,10001,10,1,Q,2024-Q1,138,IN";
    const read = ABS_SDMX.read(textFile("cpi.csv", prices));
    expect(read.part.series.map(({ id }) => id)).toEqual(["CPI/1.10001.10.50.Q", "CPI/1.10001.10.1.Q"]);
    expect(read.report.rejects).toEqual([]);
    expect(rowsOf(importAll(ABS_SDMX, [textFile("cpi.csv", prices)]), "economic_series")).toMatchObject([
      { series_key: "cpi.index.all_groups.aus", region_type: "national" },
      {
        series_key: "cpi.index.all_groups.1gsyd",
        region_type: "gccsa",
        region_code: "1gsyd",
        region_name: "Greater Sydney",
      },
    ]);
  });

  it("refuses what is cut, empty, renamed or of an unknown dataflow", () => {
    const text = JSON.stringify(grouped());
    expect(() => ABS_SDMX.read(textFile("cut.json", text.slice(0, -40)))).toThrow(/cut\.json: not JSON/);
    expect(() => ABS_SDMX.read(json({ ...grouped(), data: { dataSets: [{}] } }))).toThrow(
      /without a structure/,
    );
    expect(() => ABS_SDMX.read(json({ ...flat(), dataSets: [{ observations: {} }] }))).toThrow(
      /no observation/,
    );
    expect(() => ABS_SDMX.read(json(JSON.parse(text.replaceAll("TIME_PERIOD", "TIME"))))).toThrow(
      /no dimension TIME_PERIOD/,
    );
    expect(() => ABS_SDMX.read(json(JSON.parse(text.replaceAll("ABS:RPPI", "ABS:MOOD"))))).toThrow(
      /dataflow MOOD; read are RPPI/,
    );
    const renamed = textFile("renamed.csv", CSV.replace("OBS_VALUE", "VALUE"));
    expect(ABS_SDMX.recognise(renamed)).toBeDefined();
    expect(() => ABS_SDMX.read(renamed)).toThrow(/renamed\.csv: no column OBS_VALUE/);
    expect(ABS_SDMX.recognise(textFile("x.json", '{"a":1}'))).toBeUndefined();
  });

  it("reports cut lines, odd periods and doubles with their row, and reads other encodings", () => {
    const odd = `${CSV}\nABS:RPPI(1.0.0),1,3,8ACTE,Q,2021-W04,1,IN,\nABS:RPPI(1.0.0),1,3,8ACTE,Q,2021-Q4,9,IN,\nABS:RPPI(1.0.0),1,3`;
    const { part, report } = ABS_SDMX.read(textFile("odd.csv", utf16(odd)));
    expect(part).toEqual(ABS_SDMX.read(textFile("a.csv", CSV)).part);
    expect(rejectedRows(report)).toBe("period twice 6; unknown period 5; wrong number of cells 7");
  });
});

describe.skipIf(REAL_DATA === undefined)("ABS_SDMX on published files (TERRACE_REAL_DATA)", () => {
  it("gives the residential property index of the CSV release, cell by cell", () => {
    const cells = (rows: ReturnType<typeof rowsOf>) =>
      new Map(rows.map((row) => [`${row.region_code} ${row.dwelling_type} ${row.period}`, row.value]));
    const message = realFile("abs-time-series/RPPI_sdmx-json_1.1+2+3_all-cities.json.gz");
    const sdmx = cells(rowsOf(importAll(ABS_SDMX, [message]), "house_prices"));
    const release = realFile("abs-time-series/abs_rppi_2003_2021.csv.gz");
    const csv = cells(rowsOf(importAll(ABS_TIME_SERIES, [release]), "house_prices"));
    expect(csv.size).toBe(9 * 74);
    expect(sdmx.size).toBe(2052);
    for (const [cell, value] of csv) expect([cell, sdmx.get(cell)]).toEqual([cell, value]);
  });
});
