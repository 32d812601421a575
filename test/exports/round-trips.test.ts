import { readFile } from "node:fs/promises";
import { tableFromIPC } from "apache-arrow";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { EXPORTS } from "../../src/domains/index.ts";
import { METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { formatsOf } from "../../src/exports/formats.ts";
import { asking, servedCountry } from "../support/country/ask-country.ts";
import {
  download,
  duckdbRows,
  HAS_PANDAS,
  HAS_POLARS,
  pandasRows,
  parquetMetadata,
  polarsRows,
  type ReadRow,
  spreadsheetRows,
  workbookRows,
} from "../support/exports/read-back.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { isDeepRun, someOf } from "../support/run/test-form.ts";

const HOUSING = "shorts.v1alpha1.HousingService";

const serving = servedCountry();
/** The stock with the most articles. */
let stock: string;
beforeAll(async () => {
  const counts = Map.groupBy(await jsonOf<ReadRow[]>("news.json"), ({ stock_code }) => stock_code as string);
  [[stock]] = [...counts].sort((a, b) => b[1].length - a[1].length);
});

const PATHS = [
  "suburbs/AU",
  "suburbs/VIC",
  "councils/AU",
  "stations/AU",
  "series/rates.cash_rate_target.aus",
  "drops/suburbs/AU",
  "drops/addresses/AU",
  "drops/agencies/VIC",
  "drops/index/AU",
  "shorts/latest",
  "shorts/2026-11-06?include_zero=true",
  "panel?from=2026-11-02&to=2026-11-06&include_zero=true",
  "news",
  "news/{stock}",
  "funding/parties/2024-25",
  "funding/donors/2024-25",
  "politicians/house",
];

/** The address of a file: the extension goes before the query. */
function fileOf(path: string, format: string): string {
  const [stem, query] = path.replace("{stock}", stock).split("?");
  return `${stem}.${format}${query === undefined ? "" : `?${query}`}`;
}

interface Metadata {
  readonly rows: number;
  readonly synthetic: boolean;
  readonly columns: readonly { name: string; type: string; description: string; unit?: string }[];
  readonly sources: readonly { id: string; licence: string }[];
}

const { call } = asking(serving);
const jsonOf = <T>(path: string) => asking(serving).json<T>(`/v1/${path}`);

/** A cell as all readers agree on it: CSV has no types, so numeric strings are numbers and "" is null. */
function loose(value: unknown): unknown {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) return JSON.stringify(value);
  if (value instanceof Date) return value.getTime();
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string") {
    if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
    if (/^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
    if (/^\d{4}-\d\d-\d\d(T|$)/.test(value)) return Date.parse(value);
    return value;
  }
  return value;
}

/** Converts dates that a reader returns as day numbers to instants. */
function looseRows(rows: readonly ReadRow[], { columns }: Metadata): ReadRow[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name, type }) => {
        const value = loose(row[name]);
        const isDay = type === "date" && typeof value === "number" && Math.abs(value) < 1e6;
        const number = isDay ? (value as number) * 86_400_000 : value;
        return [name, type === "float32" && typeof number === "number" ? Math.fround(number) : number];
      }),
    ),
  );
}

/** A file's metadata, its rows, and a function that downloads it in a format. */
async function published(path: string) {
  const metadata = await jsonOf<Metadata>(fileOf(path, "meta.json"));
  const truth = looseRows(await jsonOf<ReadRow[]>(fileOf(path, "json")), metadata);
  const folder = await temporaryDirectory();
  const fetched = (format: string) => download(`${serving.url}/v1/${fileOf(path, format)}`, folder);
  const numbers = metadata.columns.filter(({ type }) => /float|int/.test(type)).map(({ name }) => name);
  const numeric = (rows: readonly ReadRow[], round = (value: unknown) => value) =>
    rows.map((row) => numbers.map((name) => round(row[name])));
  return { metadata, truth, fetched, numeric };
}

describe.each(someOf(PATHS, 8))("the files of %s", (path) => {
  it("say the same to every program that reads them", async () => {
    const { metadata, truth, fetched, numeric } = await published(path);
    expect(truth.length).toBe(metadata.rows);
    expect(truth.length).toBeGreaterThan(3);
    for (const format of ["csv", "json", "ndjson", "parquet"]) {
      const rows = await duckdbRows(await fetched(format), format);
      expect(looseRows(rows, metadata), `DuckDB reads ${format}`).toEqual(truth);
    }
    const arrow = await fetched("arrow");
    const table = tableFromIPC(await readFile(arrow));
    expect(table.schema.fields.map(({ name }) => name)).toEqual(metadata.columns.map(({ name }) => name));
    const cells = table.toArray().map((row) =>
      Object.fromEntries(
        table.schema.fields.map(({ name }) => {
          const value: unknown = row[name];
          const isList = typeof value === "object" && value !== null && "toArray" in value;
          return [name, isList ? [...(value as unknown as Iterable<unknown>)] : value];
        }),
      ),
    );
    expect(looseRows(cells, metadata), "apache-arrow reads arrow").toEqual(truth);
    const csv = await readFile(await fetched("csv"));
    const parts = unzipSync(await readFile(await fetched("zip")));
    const names = Object.keys(parts);
    expect(names).toEqual([
      "README.txt",
      expect.stringMatching(/\.meta\.json$/),
      expect.stringMatching(/\.csv$/),
    ]);
    expect(Buffer.from(parts[names[2]]).equals(csv), "the archive has the rows").toBe(true);
    expect(JSON.parse(Buffer.from(parts[names[1]]).toString())).toEqual(metadata);
    const book = workbookRows(await readFile(await fetched("xlsx")));
    expect(looseRows(book.rows, metadata), "a spreadsheet reads xlsx").toEqual(truth);
    expect(book.columns).toEqual(metadata.columns.map(({ name, unit = "" }) => [name, unit]));
    expect(book.sources).toContain("SYNTHETIC");
    const inSheet = spreadsheetRows(await readFile(await fetched("csv")));
    expect(inSheet.length, "a spreadsheet reads csv").toBe(truth.length);
    expect(numeric(looseRows(inSheet, metadata))).toEqual(numeric(truth));
  });

  it.skipIf(!HAS_POLARS)("say the same to Polars", async () => {
    const { metadata, truth, fetched } = await published(path);
    // Polars does not read lists of strings in rows.
    if (metadata.columns.some(({ type }) => type === "text[]")) return;
    for (const format of ["arrow", "parquet"] as const) {
      const rows = polarsRows(await readFile(await fetched(format)), format);
      expect(looseRows(rows, metadata), format).toEqual(truth);
    }
  });

  it("name licences, sources and the meaning of every column", async () => {
    const { metadata, fetched } = await published(path);
    expect(metadata.synthetic).toBe(true);
    expect(metadata.columns.filter(({ description }) => description.length < 5)).toEqual([]);
    expect(metadata.sources.length).toBeGreaterThan(0);
    expect(metadata.sources.every(({ licence }) => licence.length > 3)).toBe(true);
    const parquet = await parquetMetadata(await fetched("parquet"));
    const arrow = tableFromIPC(await readFile(await fetched("arrow")));
    for (const held of [parquet, arrow.schema.metadata]) {
      expect(held.get("synthetic")).toBe("true");
      expect(JSON.parse(held.get("sources")!)).toEqual(metadata.sources);
      expect(JSON.parse(held.get("columns")!)).toEqual(metadata.columns);
      expect(held.get("licences")).toContain(metadata.sources[0].licence);
    }
  });
});

describe.skipIf(!HAS_PANDAS)("the files (with Debian's python3-pandas)", () => {
  it.runIf(isDeepRun)("are read by pandas without a hint", async () => {
    const asked = PATHS.flatMap((path) => ["csv", "ndjson", "json"].map((format) => ({ path, format })));
    const files: string[] = [];
    for (const { path, format } of asked)
      files.push(await download(`${serving.url}/v1/${fileOf(path, format)}`, await temporaryDirectory()));
    const read = pandasRows(files);
    // Its readers round, also in JSON.
    const digits = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(9)) : value);
    for (const [i, { path, format }] of asked.entries()) {
      const { metadata, truth, numeric } = await published(path);
      const rows = numeric(looseRows(read[i], metadata), digits);
      expect(rows, `${path} ${format}`).toEqual(numeric(truth, digits));
    }
  });
});

describe("exported suburbs", () => {
  it("hold the values of GetSuburbMetricColumns, nulls and labels included", async () => {
    const rows = await jsonOf<ReadRow[]>("suburbs/VIC.json");
    const answer = await call<{
      index: { salCodes: string[]; salNames: string[]; postcodes: string[] };
      columns: { metricKey: string; values?: number[]; nullMask?: string }[];
    }>("terrace.v1.ExplorerService/GetColumns", {
      stateCode: "VIC",
      metricKeys: METRICS.slice(0, 100).map(({ key }) => key),
      includeIndex: true,
    });
    expect(rows.map(({ sal_code }) => sal_code)).toEqual(answer.index.salCodes);
    expect(rows.map(({ sal_name }) => sal_name)).toEqual(answer.index.salNames);
    expect(rows.map(({ postcode }) => postcode ?? "")).toEqual(answer.index.postcodes);
    let cells = 0;
    let nulls = 0;
    for (const { metricKey, values = [], nullMask: mask = "" } of answer.columns) {
      const bits = Buffer.from(mask, "base64");
      const { categories } = METRICS.find(({ key }) => key === metricKey)!;
      const expected = rows.map((_, row) => {
        if (bits.length > 0 && (bits[row >> 3] >> (row & 7)) & 1) {
          nulls++;
          return null;
        }
        return categories.length === 0 ? (values[row] ?? 0) : categories[values[row] ?? 0];
      });
      expect([metricKey, ...rows.map((row) => row[metricKey])]).toEqual([metricKey, ...expected]);
      cells += expected.length;
    }
    expect(cells).toBeGreaterThan(1000);
    expect(nulls).toBeGreaterThan(50);
  });

  it("are chosen and ordered as Explore and the texts say", async () => {
    const where = "income between 500 and 2500 and not state in (NT, ACT)";
    const range = { metricKey: "income", min: 500, max: 2500 };
    const filter = { allOf: { expressions: [{ range }, { not: { state: { stateCodes: ["NT", "ACT"] } } }] } };
    const request = { stateCode: "AU", filter };
    const { matchCount } = await call("terrace.v1.ExplorerService/Explore", request);
    const file = `suburbs/AU.json?metrics=income,population&where=${encodeURIComponent(where)}&sort=-population`;
    const rows = await jsonOf<ReadRow[]>(file);
    expect(rows.length).toBe(matchCount);
    expect(rows.length).toBeGreaterThan(20);
    const columns = ["sal_code", "sal_name", "state_code", "postcode", "income", "population"];
    expect(Object.keys(rows[0])).toEqual(columns);
    expect(rows.every(({ state_code }) => state_code !== "NT" && state_code !== "ACT")).toBe(true);
    const sizes = rows.map(({ population }) => population as number | null);
    const known = sizes.filter((size) => size !== null);
    expect(known).toEqual([...known].sort((a, b) => b - a));
    expect(sizes.slice(known.length).every((size) => size === null)).toBe(true);
    expect(await jsonOf<ReadRow[]>(`${file}&limit=7`)).toEqual(rows.slice(0, 7));
  });

  it("have the outlines of /v1/outlines as GeoJSON", async () => {
    interface Collection {
      readonly features: readonly { id: string; geometry: unknown; properties: ReadRow }[];
      readonly metadata?: Metadata;
    }
    const outlines = await jsonOf<Collection>("outlines/TAS.geojson");
    const suburbs = await jsonOf<Collection>("suburbs/TAS.geojson?metrics=population");
    const rows = await jsonOf<ReadRow[]>("suburbs/TAS.json?metrics=population");
    expect(outlines.features.length).toBeGreaterThan(3);
    const shapes = new Map(outlines.features.map(({ id, geometry }) => [id, geometry]));
    expect(suburbs.features).toEqual(
      rows.map((properties) => ({
        type: "Feature",
        id: properties.sal_code,
        geometry: shapes.get(properties.sal_code as string) ?? null,
        properties,
      })),
    );
    expect(suburbs.metadata!.rows).toBe(rows.length);
  });
});

describe("exported drops", () => {
  it("are the rows of the methods", async () => {
    const cases = [
      ["ListSuburbPriceDrops", "suburbs", { stateCode: "NSW", sort: "avg", limit: 500 }, "sort=avg"],
      [
        "ListAddressPriceDrops",
        "addresses",
        { sort: "abs", windowDays: 30, limit: 200 },
        "sort=abs&window=30",
      ],
      ["ListAgencyPriceStats", "agencies", { sort: "value", limit: 100 }, "sort=value"],
    ] as const;
    for (const [method, path, request, query] of cases) {
      const body = await call<object>(`${HOUSING}/${method}`, request);
      const lists = Object.values(body).filter(Array.isArray) as Record<string, unknown>[][];
      const state = "stateCode" in request ? request.stateCode : "AU";
      const rows = await jsonOf<ReadRow[]>(`drops/${path}/${state}.json?${query}`);
      expect(rows.length, method).toBeGreaterThan(3);
      expect(rows.length, method).toBe(lists[0].length);
      for (const [i, row] of rows.entries()) {
        for (const [name, value] of Object.entries(row)) {
          const field = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
          const answered = lists[0][i][field];
          const isEmpty =
            value === null || value === "" || value === 0 || (Array.isArray(value) && value.length === 0);
          if (isEmpty && (answered === undefined || answered === 0 || answered === "")) continue;
          if (name.endsWith("_at")) expect(Date.parse(answered as string)).toBe(Date.parse(value as string));
          else expect([method, i, name, answered]).toEqual([method, i, name, value]);
        }
      }
    }
  });
});

/** Expects that a method's row equals a file's; members that JSON omits are 0, false or []. */
function sameRow(row: ReadRow, answered: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  for (const name of names) {
    const field = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const empty = Array.isArray(row[name]) ? [] : typeof row[name] === "boolean" ? false : 0;
    const answeredCell = answered[field] ?? (row[name] === null ? null : empty);
    const isNumber = typeof row[name] === "number" && !name.endsWith("_at");
    const instant = (value: unknown) => Date.parse(value as string);
    if (name.endsWith("_at")) expect(instant(answeredCell), name).toBe(instant(row[name]));
    else expect([name, isNumber ? Number(answeredCell) : answeredCell]).toEqual([name, row[name]]);
  }
}

describe("exported short positions", () => {
  it("are the rows of GetMarketByDate, all of them in its order", async () => {
    for (const [query, request] of [
      ["", {}],
      ["?include_zero=true", { includeZeroShortPositions: true }],
      ["?ordinary_only=true&limit=7", { ordinaryOnly: true, limit: 7 }],
    ] as const) {
      const rows = await jsonOf<ReadRow[]>(`shorts/2026-11-06.json${query}`);
      const asked = { date: "2026-11-06", limit: 1000, ...request };
      const { stocks } = await call("shorts.v1alpha1.MarketService/GetMarketByDate", asked);
      expect(rows.length).toBe(stocks.length);
      expect(rows.length).toBeGreaterThan(5);
      for (const [i, row] of rows.entries()) {
        sameRow(row, stocks[i], ["product_code", "name", "industry", "gics_sector", "security_type"]);
        expect(Math.fround(row.percent_shorted as number)).toBe(
          Math.fround((stocks[i].percentageShorted as number | undefined) ?? 0),
        );
      }
    }
    const latest = await jsonOf<ReadRow[]>("shorts/latest.json");
    const state = await jsonOf<{ latest_date: string }>("latest");
    expect(new Set(latest.map(({ date }) => date))).toEqual(new Set([state.latest_date]));
  });

  it("are the lines of /v1/panel, whatever is asked", async () => {
    for (const query of [
      "from=2026-10-01&to=2026-11-06",
      "from=2026-11-02&to=2026-11-06&ordinary_only=true&as_of=2026-11-10",
      "from=2020-01-01&to=2026-11-06&include_zero=true&codes=zbh4,zuv4",
    ]) {
      const lines = await asking(serving).text(`/v1/panel?${query}`);
      const file = await asking(serving).text(`/v1/panel.csv?${query}`);
      expect(lines.split("\n").length).toBeGreaterThan(20);
      expect(file).toBe(lines);
    }
  });
});

describe("exported news", () => {
  it("of a stock is what GetStockNews lists, and every article once in the file of all", async () => {
    const all = await jsonOf<ReadRow[]>("news.json");
    const stockCode = stock;
    const names = Object.keys(all[0]);
    for (const sentiment of ["", "negative"]) {
      const rows = await jsonOf<ReadRow[]>(`news/${stockCode.toLowerCase()}.json?sentiment=${sentiment}`);
      const asked = { stockCode, sentiment, limit: 100 };
      const { articles, totalCount } = await call("shorts.v1alpha1.NewsService/GetStockNews", asked);
      expect(rows.length).toBe(totalCount);
      expect(articles.length).toBeGreaterThan(1);
      for (const [i, article] of articles.entries()) {
        sameRow(rows[i], article, [...names, "syndication_count", "syndicated_sources"]);
      }
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const instants = all.map(({ published_at }) => Date.parse(published_at as string));
    expect(instants).toEqual([...instants].sort((a, b) => b - a));
    expect(await jsonOf<ReadRow[]>("news.json?limit=3")).toEqual(all.slice(0, 3));
  });
});

describe("exported payers", () => {
  it("are those of ListTopDonors, of a year and of a party group", async () => {
    const groups = await jsonOf<ReadRow[]>("funding/parties/2024-25.json");
    const named = groups.find(({ distinct_payer_count }) => (distinct_payer_count as number) > 3)!;
    for (const partyGroup of ["", named.party_group as string]) {
      const query = partyGroup === "" ? "" : `?party=${encodeURIComponent(partyGroup)}`;
      const rows = await jsonOf<ReadRow[]>(`funding/donors/2024-25.json${query}`);
      const asked = { financialYear: "2024-25", partyGroup, limit: 200 };
      const { donors, total } = await call("shorts.v1alpha1.PoliticiansService/ListTopDonors", asked);
      expect(rows.length).toBe(total);
      expect(rows.length).toBeGreaterThan(3);
      for (const [i, donor] of donors.entries()) {
        const names = ["donor_name", "donor_name_norm", "total_cents", "receipt_count", "stock_code"];
        sameRow(rows[i], donor, names);
        const types = donor.receiptTypes as Record<string, unknown>;
        sameRow(rows[i], types, ["donation_cents", "other_receipt_cents", "unspecified_cents"]);
        expect(rows[i].financial_year).toBe("2024-25");
      }
    }
  });
});

describe("the formats", () => {
  it("are offered by every export that is declared", () => {
    expect(EXPORTS.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["suburbs/:state", "series/:key", "drops/suburbs/:state"]),
    );
    for (const one of EXPORTS)
      expect(formatsOf(one)).toEqual(expect.arrayContaining(["csv", "json", "ndjson", "arrow", "parquet"]));
    // Every one is read back above.
    const stems = PATHS.map((path) => path.split("?")[0]);
    const isReadBack = ({ path }: (typeof EXPORTS)[number]) => {
      const pattern = new RegExp(`^${path.replace(/:[a-z]+$/, "[^/]+")}$`);
      return stems.some((stem) => pattern.test(stem));
    };
    expect(EXPORTS.filter((one) => !isReadBack(one)).map(({ path }) => path)).toEqual([]);
  });
});
