import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATASET_TABLES } from "../../../src/dataset/tables/index.ts";
import { LINK_PATTERN } from "../../../src/dataset/tables/published/news.ts";
import { loadDataset } from "../../../src/snapshot/build/load-dataset.ts";
import type { LoadReport } from "../../../src/snapshot/load/load-report.ts";
import { OUTLINE_IN_WORDS } from "../../../src/snapshot/load/outline-sql.ts";
import type { Reject } from "../../../src/snapshot/load/rejects.ts";
import { type BuildDatabase, openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import {
  copyExample,
  copyExampleInto,
  loadFolder,
  putTable,
  readRejects,
} from "../../support/data/example-dataset.ts";
import { sharedDirectory } from "../../support/run/fixtures.ts";

const RING = [
  [151, -34],
  [151.1, -34],
  [151.1, -33.9],
  [151, -34],
];
const POLYGON = { type: "Polygon", coordinates: [RING] };

const cell = (text: string | null) => (text === null ? "" : `"${text.replaceAll('"', '""')}"`);

/** JSON values that are not outlines, and why. */
const NO_OUTLINES: readonly [title: string, value: unknown][] = [
  ["a point", { type: "Point", coordinates: [151, -34] }],
  ["no object", [RING]],
  ["no coordinates", { type: "Polygon" }],
  ["a further member", { ...POLYGON, bbox: [151, -34, 151.1, -33.9] }],
  ["no ring", { type: "Polygon", coordinates: [] }],
  ["no polygon", { type: "MultiPolygon", coordinates: [] }],
  ["an empty polygon", { type: "MultiPolygon", coordinates: [[RING], []] }],
  ["a polygon's coordinates in a MultiPolygon", { ...POLYGON, type: "MultiPolygon" }],
  ["an open ring", { type: "Polygon", coordinates: [[...RING.slice(0, 3), [151, -33]]] }],
  ["an open hole", { type: "Polygon", coordinates: [RING, [...RING.slice(0, 3), [151, -33]]] }],
  ["a ring of three points", { type: "Polygon", coordinates: [[RING[0], RING[1], RING[0]]] }],
  ["swapped axes", { type: "Polygon", coordinates: [RING.map(([lon, lat]) => [lat, lon])] }],
  ["heights", { type: "Polygon", coordinates: [RING.map((point) => [...point, 0])] }],
  ["texts", { type: "Polygon", coordinates: [RING.map((point) => point.map(String))] }],
  ["nulls", { type: "Polygon", coordinates: [[RING[0], [null, -34], RING[2], RING[0]]] }],
];

const DATE = "a date YYYY-MM-DD";
const INSTANT = "a UTC instant YYYY-MM-DDThh:mm:ssZ";
const INT = "a whole number from -2147483648 to 2147483647 in digits";
const NUMBER = "a number such as -12.5 or 1e-7";
const FINITE = "a finite number up to 3.4e38";
const ABOVE = "above 0, unless unit is percent";
const TRIMMED = "text that neither begins nor ends with a space";
const PERIOD = "a day from 1800-01-01 to 2199-12-31";
const SUBURB = "a value of suburb_demographics.sal_code";
const CRIMES = "one of break_ins, violent, motor_vehicle, property_damage";

/** A rule, its expectation, and the column and value in its message (default: the first changed cell's). */
type Broken = readonly [rule: string, expected: string, column?: string, value?: string];
/** What a bad row shows, its cells that differ from the good row, and the rules that it breaks. */
type Case = readonly [title: string, cells: Record<string, string | null>, ...broken: Broken[]];

interface CheckedTable {
  /** CSV lines that load, header first. */
  readonly good: readonly string[];
  /** Another valid line, whose cells each case changes. */
  readonly next: string;
  readonly cases: readonly Case[];
}

const TABLES: Readonly<Record<string, CheckedTable>> = {
  suburb_demographics: {
    good: ["sal_code,sal_name,state_code", "10001,A,NSW", "10002,B,NSW", "20001,C,VIC", "20002,D,VIC"],
    next: "20003,E,VIC",
    cases: [
      ...[" ", "\t", " E", "E ", "\u00a0E"].map(
        (odd): Case => [`a name written as ${JSON.stringify(odd)}`, { sal_name: odd }, ["spaces", TRIMMED]],
      ),
      [
        "a state that its suburb code contradicts",
        { state_code: "NSW" },
        ["state", "the state that the first digit of sal_code means"],
      ],
    ],
  },
  lga: { good: ["lga_code,lga_name,state_code", "10050,Sampleton,NSW"], next: "", cases: [] },
  suburb_lga: {
    good: ["sal_code,lga_code,share", "10001,10050,1"],
    next: "10002,10050,1",
    cases: [
      ["a missing required value", { lga_code: null }, ["required", "a value"]],
      ["a number that is text", { share: "most" }, ["type", NUMBER]],
      ...["1_0", "+0.5", "0x1", " 0.5", "0.5 ", "0,5", "1e", ".", "½", "0.5f"].map(
        (odd): Case => [`a number written as ${JSON.stringify(odd)}`, { share: odd }, ["type", NUMBER]],
      ),
      ["infinity", { share: "Infinity" }, ["finite", FINITE]],
      ["a value past its maximum", { share: "1.4" }, ["max", "at most 1"]],
      ["a value that must be above its bound", { share: "0" }, ["above", "above 0"]],
      ["a dangling suburb code", { sal_code: "19999" }, ["references", SUBURB]],
      [
        "a second row with one key",
        { sal_code: "10001", share: "0.5" },
        ["key", "unique; row 1 has it already", "sal_code, lga_code", "10001, 10050"],
      ],
      [
        "a row for every rule that it breaks",
        { sal_code: "9", lga_code: "77", share: "2" },
        ["pattern", "text that matches [1-8][0-9]{4}"],
        ["max", "at most 1", "share"],
        ["references", SUBURB],
        ["references", "a value of lga.lga_code", "lga_code"],
      ],
    ],
  },
  suburb_crime_stats: {
    good: [
      "sal_code,crime_type,fy_ending,pooled,rate_per_100k,population,source",
      "10001,violent,2024,true,1,2,example-crime",
    ],
    next: "10002,violent,2025,true,1,9,example-crime",
    cases: [
      ...["1_000", "+12", "1e3", "0x1f", " 9", "9 ", "٣", "--9"].map(
        (odd): Case => [
          `a whole number written as ${JSON.stringify(odd)}`,
          { population: odd },
          ["type", INT],
        ],
      ),
      ["a value below its minimum", { rate_per_100k: "-1" }, ["min", "at least 0"]],
      ["a value outside an enumeration", { crime_type: "arson" }, ["values", CRIMES]],
      ["a number that is not whole", { population: "9.5" }, ["whole", "a whole number"]],
      ["a whole number that is text", { population: "few" }, ["type", INT]],
      ["a whole number past 32 bits", { population: "9999999999" }, ["type", INT]],
      ["a flag that is neither true nor false", { pooled: "1" }, ["type", "true or false"]],
    ],
  },
  suburb_planning: {
    good: ["sal_code,instruments", `10001,${cell('["Plan"]')}`],
    next: "10002,[]",
    cases: [["a list with a number in it", { instruments: '["Plan",1]' }, ["type", "a JSON array of texts"]]],
  },
  suburb_outlines: {
    good: ["sal_code,outline,source", `10001,${cell(JSON.stringify(POLYGON))},s`],
    next: "10002,,s",
    cases: NO_OUTLINES.map(([title, value]) => [
      `an outline that is ${title}`,
      { outline: JSON.stringify(value) },
      ["outline", OUTLINE_IN_WORDS],
    ]),
  },
  property_valuations: {
    good: ["address_key,source,fetched_at,fetch_status,sales_history", "a,s,2026-10-30T00:00:00.5Z,ok,[]"],
    next: "b,s,2026-10-30T00:00:00Z,ok,",
    cases: [
      ["an instant far off", { fetched_at: "9999-10-30T00:00:00Z" }, ["period", PERIOD]],
      [
        "an instant with an offset before its zone",
        { fetched_at: "2026-10-30T00:00:00+10Z" },
        ["type", INSTANT],
      ],
      ["an instant without a zone", { fetched_at: "2026-10-30T00:00:00" }, ["type", INSTANT]],
      ["text that is not JSON", { sales_history: "[{" }, ["type", "JSON"]],
    ],
  },
  house_prices: {
    good: [
      "region_code,measure,dwelling_type,period,period_freq,value,unit,source",
      "AUS,housing_credit_growth,all,2026-06-30,M,-0.4,percent,s",
    ],
    next: "AUS,median_price,all,2026-06-30,Q,5,AUD,s",
    cases: [
      ["a price of zero", { value: "0" }, ["above", ABOVE]],
      ["a figure of zero without a unit", { value: "0", unit: null }, ["above", ABOVE]],
      [
        "a measure that no request could name",
        { measure: "median price" },
        ["pattern", "text that matches [a-z][a-z0-9_]{0,63}"],
      ],
    ],
  },
  companies: { good: ["stock_code", "ZZA"], next: "", cases: [] },
  editorial_takes: {
    good: ["id,slug,headline,body_md", "7b0d4c1e-1f3a-4c55-8d0e-2f6a9b7c5d01,a-take,A take,Body."],
    next: "7b0d4c1e-1f3a-4c55-8d0e-2f6a9b7c5d02,another,Another,Body.",
    cases: [["a text that is too long", { slug: "a".repeat(121) }, ["length", "at most 120 characters"]]],
  },
  news_articles: {
    good: [
      "id,stock_code,source,headline,url,published_at",
      "5f0c7a52-3a0e-4d5e-9a51-0d8f6f0b1c01,ZZA,wire,Title,https://wire.example/1,2026-11-01T00:00:00Z",
    ],
    next: "7b0d4c1e-1f3a-4c55-8d0e-2f6a9b7c5d02,ZZA,wire,Title,https://wire.example/2,2026-11-01T00:00:00Z",
    cases: [
      ["a link that runs", { url: "javascript:alert(1)" }, ["pattern", `text that matches ${LINK_PATTERN}`]],
    ],
  },
  stock_prices: {
    good: ["stock_code,date,close", "ZZA,2026-02-28,1"],
    next: "ZZA,2026-02-04,1",
    cases: [
      ["a day before 1800", { date: "1799-12-31" }, ["period", PERIOD]],
      ["a day after 2199", { date: "2200-01-01" }, ["period", PERIOD]],
      ["a day of a negative year", { date: "-001-01-01" }, ["type", DATE]],
      ["a day that the calendar lacks", { date: "2026-02-31" }, ["type", DATE]],
      ["a date in another notation", { date: "3/2/2026" }, ["type", DATE]],
      ["a date without zeros", { date: "2026-2-3" }, ["type", DATE]],
      ["a number that no float32 holds", { close: "3.5e38" }, ["finite", FINITE]],
      ["NaN", { close: "NaN" }, ["finite", FINITE]],
    ],
  },
  fundamentals_periods: {
    good: [
      "stock_code,period_type,period_end,revenue,source,fetched_at",
      "ZZA,annual,2025-06-30,0,s,2026-08-26T03:15:00Z",
    ],
    next: "ZZA,annual,2024-06-30,1,s,2026-08-26T03:15:00Z",
    cases: [
      [
        "a figure so small that it is the trace of a computation",
        { revenue: "0.0000000000001" },
        ["magnitude", "0, or at least 1e-12 in size"],
      ],
    ],
  },
  property_listings: {
    good: [
      "id,source,listing_id,region_code,is_active,first_seen_at,last_seen_at",
      "7,p,a,AUS,true,2026-08-01T00:00:00Z,2026-08-02T00:00:00Z",
    ],
    next: "8,p,b,AUS,true,2026-08-01T00:00:00Z,2026-08-02T00:00:00Z",
    cases: [["a repeated row number of listings", { id: "7" }, ["unique", "unique; row 1 has it already"]]],
  },
};

/** Every case with its table and row number; the header is row 0. */
const CASES = Object.entries(TABLES).flatMap(([table, { good, cases }]) =>
  cases.map(([title, cells, ...broken], i) => [title, table, good.length + i, cells, broken] as const),
);

function linesOf({ good, next, cases }: CheckedTable): string[] {
  const names = good[0].split(",");
  const cells = next.split(",");
  const bad = cases.map(([, changed]) =>
    names.map((name, i) => (name in changed ? cell(changed[name]) : cells[i])).join(","),
  );
  return [...good, ...bad];
}

describe("loadDataset rules", () => {
  const dir = sharedDirectory("rules");
  let db: BuildDatabase;
  let report: LoadReport;
  let rejects: Reject[];

  beforeAll(async () => {
    await copyExampleInto(dir);
    for (const [table, checked] of Object.entries(TABLES)) {
      await putTable(dir, `${table}.csv`, `${linesOf(checked).join("\n")}\n`);
    }
    const rejectsPath = join(dir, ".rejects.ndjson");
    db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 512, tempDirectory: dir });
    report = await loadDataset(db, dir, { rejectsPath, maxRejectShare: 1 });
    rejects = await readRejects(rejectsPath);
  });

  afterAll(async () => {
    db.close();
  });

  it.each(CASES)("rejects %s", (_title, table, row, cells, broken) => {
    const [first] = Object.keys(cells);
    expect(rejects.filter((r) => r.table === table && r.row === row)).toEqual(
      broken.map(([rule, expected, column = first, value = cells[column]]) => ({
        table,
        row,
        column,
        value,
        rule,
        expected,
      })),
    );
  });

  it("loads exactly the good rows and counts the others", async () => {
    for (const [table, { good, cases }] of Object.entries(TABLES)) {
      const rowsLoaded = good.length - 1;
      const counts = { rowsRead: rowsLoaded + cases.length, rowsLoaded, rowsRejected: cases.length };
      expect(report.tables.find((t) => t.table === table)).toMatchObject(counts);
      expect(await db.rows(`SELECT count(*)::INTEGER AS n FROM ${table}`)).toEqual([{ n: rowsLoaded }]);
    }
    expect(report.rowsRejected).toBe(CASES.length);
    expect(report.tables.find((t) => t.table === "suburb_lga")?.rejectsByRule).toEqual({
      above: 1,
      finite: 1,
      key: 1,
      max: 2,
      pattern: 1,
      references: 3,
      required: 1,
      type: 11,
    });
  });

  it("has a case for every rule", async () => {
    const shown = new Set(CASES.flatMap(([, , , , broken]) => broken.map(([rule]) => rule)));
    const source = await readFile(
      join(import.meta.dirname, "../../../src/snapshot/load/check-table.ts"),
      "utf8",
    );
    const union = /export type RejectRule =([^;]*);/.exec(source)![1];
    expect([...shown].sort()).toEqual([...union.matchAll(/"(\w+)"/g)].map((m) => m[1]).sort());
  });

  it("requires every key column, or has a default for it, so that keys are never missing", () => {
    for (const table of DATASET_TABLES) {
      for (const name of table.key) {
        const { required, default: otherwise } = table.columns.find((c) => c.name === name)!;
        expect(required === true || otherwise !== undefined, `${table.name}.${name}`).toBe(true);
      }
    }
  });

  it("checks references against loaded rows, not against rejected ones", async () => {
    const folder = await copyExample("lga", "suburb_lga");
    await putTable(folder, "lga.csv", "lga_code,lga_name,state_code\n10050,Good,NSW\n20010,Bad,ZZZ\n");
    const loaded = await loadFolder(folder);
    const dangling = loaded.rejects.filter((r) => r.table === "suburb_lga");
    expect(dangling.map((r) => [r.row, r.value, r.rule])).toEqual([
      [4, "20010", "references"],
      [5, "20010", "references"],
    ]);
  });

  it("keeps the first good row when an earlier row with its key is bad", async () => {
    const folder = await copyExample("lga");
    const rows = ["sal_code,lga_code,share", "10001,10050,9", "10001,10050,0.4", "10001,10050,0.6"];
    await putTable(folder, "suburb_lga.csv", `${rows.join("\n")}\n`);
    const loaded = await loadFolder(folder);
    expect(loaded.rejects.map((r) => [r.row, r.rule])).toEqual([
      [1, "max"],
      [3, "key"],
    ]);
    expect(await loaded.db.rows("SELECT share FROM suburb_lga")).toEqual([{ share: 0.4 }]);
  });

  it("rejects an object in the place of a text in NDJSON, but not a text that looks like one", async () => {
    const folder = await copyExample();
    const kinds = ["{not json", { a: 1 }, 'a "quote"\n\\'];
    const lines = kinds.map((kind, i) =>
      JSON.stringify({ sal_code: "10001", position: i + 1, name: "n", kind }),
    );
    await putTable(folder, "suburb_landmarks.ndjson", `${lines.join("\n")}\n`);
    const loaded = await loadFolder(folder);
    expect(loaded.rejects).toEqual([
      {
        table: "suburb_landmarks",
        row: 2,
        column: "kind",
        value: '{"a":1}',
        rule: "type",
        expected: "a text",
      },
    ]);
    expect(await loaded.db.rows("SELECT kind FROM suburb_landmarks")).toEqual([
      { kind: kinds[0] },
      { kind: kinds[2] },
    ]);
  });
});
