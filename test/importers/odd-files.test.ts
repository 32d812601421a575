import { expect, it } from "vitest";
import { checkManifest } from "../../src/dataset/manifest.ts";
import type { Importer } from "../../src/importers/importer.ts";
import { IMPORTERS } from "../../src/importers/registry.ts";
import { importedManifest } from "../../src/importers/run/import-dataset.ts";
import { AREA_LIST, importMade, textFile, wordsOf } from "../support/data/import-files.ts";
import { absRows, csvOf, rbaHeader } from "../support/data/series-tables.ts";

const NAMES = textFile("names.csv", AREA_LIST);
const ABS_TABLE = (start: string) => {
  const column = {
    title: "Mean price of residential dwellings ;  Australia ;",
    id: "A1",
    unit: "$",
    values: [5],
  };
  return `${csvOf(absRows([column], ["Jun-2024"]))}\n`.replace(
    "Series Start,Jun-2024",
    `Series Start,${start}`,
  );
};
const RBA_TABLE = (published: string) =>
  `${csvOf(rbaHeader("F1.1 INTEREST RATES", [{ title: "Cash rate", id: "FIRMMCRT" }], "Monthly", published))}
30/06/2024,4.35\n`;
const RECEIPTS = (year: string) =>
  `financial year,name,party group,total receipts,total payments,total debts\n${year},P,G,1,1,1\n`;
const SHAPES = (code: string) =>
  `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"SAL_CODE21":${code}},"geometry":null}]}`;

/** Files that nobody publishes, with the expected status or reason. */
const ODD: Record<string, [name: string, text: string, said: string | RegExp]> = {
  "a year of no four digits": ["receipts.csv", RECEIPTS("0030-31"), /not from 1970 to 2199/],
  "a year of long ago": ["receipts.csv", RECEIPTS("1930-31"), /not from 1970 to 2199/],
  "a year of far ahead": ["receipts.csv", RECEIPTS("2999-00"), /not from 1970 to 2199/],
  "a sweep of far ahead": [
    "feed.csv",
    "source,sweep,listing_id,suburb,state_code\np,9999-01-01,1,Aldgrove,NSW\n",
    /./,
  ],
  "a series that starts when no spreadsheet does": ["643201.csv", ABS_TABLE("99999999999"), /start/],
  "a publication of a serial number beyond all days": [
    "f1.csv",
    RBA_TABLE("20240705"),
    /no readable publication date/,
  ],
  "a data set that is none": [
    "rppi.json",
    '{"dataSets":[null],"structure":{"dimensions":{}}}',
    /SDMX-JSON is damaged/,
  ],
  "a topology of one shape": [
    "sal.json",
    '{"type":"Topology","arcs":[],"objects":{"a":{"type":null,"properties":{"SAL_CODE21":"10001"}}}}',
    /./,
  ],
  "a code that is an object": ["shapes.json", SHAPES('{"toString":0}'), /./],
  "a line of nothing but spaces": ["spaces.txt", " ".repeat(131_072), "unknown"],
  "nothing but line separators": ["separators.txt", "\u2028".repeat(131_072), "unknown"],
  "one word of a header again and again": ["words.csv", "DivisionNm ".repeat(12_000), "unknown"],
  "one key again and again": ["keys.json", `{${'"gnaf_pid"'.repeat(13_000)}`, /./],
  "nothing but beginnings of tags": ["tags.html", `<html>${"<title>".repeat(18_000)}`, /./],
  "as many columns as rows": [
    "feed.ndjson",
    Array.from({ length: 8000 }, (_, i) => `{"k${i}":1}\n`).join(""),
    /8000 rows of 8000 different columns/,
  ],
  "a measure named as what every object has": [
    "lf.csv",
    "DATAFLOW,MEASURE,SEX,AGE,TSEST,REGION,TIME_PERIOD,OBS_VALUE,UNIT_MEASURE\nABS:LF(1.0.0),constructor,3,1599,10,AUS,2024-01,5,NUM\n",
    /./,
  ],
};

it.each(Object.entries(ODD))(
  "%s ends no import, and is told by name",
  async (_what, [name, text, said]) => {
    const outcome = await importMade([textFile(name, text), NAMES]);
    const [odd, others] = outcome.files;
    expect(others).toMatchObject({ status: "read" });
    const words = wordsOf(odd);
    if (typeof said === "string") expect(words).toBe(said);
    else expect(words).toMatch(said);
    expect(words).not.toContain("bug in terrace");
    for (const row of outcome.tables.flatMap((table) => table.rows)) {
      for (const cell of Object.values(row))
        expect(String(cell)).not.toMatch(/native.?code|NaN|Infinity|^\+\d/);
    }
    checkManifest(importedManifest(outcome), "dataset.json");
    // Only a pattern with quadratic backtracking takes this long.
  },
  30_000,
);

it("words of a mapping are its own", async () => {
  const mapping = {
    format: "terrace-listings-mapping-1",
    source: "p",
    complete: "feed",
    columns: { sweep: "seen", listing_id: "id", suburb: "suburb", state_code: "st" },
    values: { state_code: { Vic: "VIC" } },
  };
  const outcome = await importMade([
    textFile("mapping.json", JSON.stringify(mapping)),
    textFile("feed.csv", "seen,id,suburb,st\n2026-01-01,1,Aldgrove,constructor\n"),
    NAMES,
  ]);
  expect(outcome.files.map(({ status }) => status)).not.toContain("refused");
});

it("a reader that fails as nobody foresaw refuses its file, and says whose fault it is", async () => {
  const failing: Importer = {
    ...IMPORTERS[0],
    recognise: (file) => (file.name === "odd.txt" ? { confidence: 99, what: "odd" } : undefined),
    read: () => (undefined as unknown as { part: never }).part,
  };
  const odd = textFile("odd.txt", "odd");
  const { files: outcomes } = await importMade([odd, NAMES], { importers: [failing, ...IMPORTERS] });
  expect(outcomes).toMatchObject([
    {
      path: "odd.txt",
      status: "refused",
      reason: expect.stringMatching(/^odd\.txt: could not be read because of a bug in terrace.*TypeError/),
    },
    { path: "names.csv", status: "read" },
  ]);
});
