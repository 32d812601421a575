import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DescMethodUnary, toJson } from "@bufbuild/protobuf";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CsvWriter, type Row } from "../../src/dataset/csv-writer.ts";
import { readDatasetManifest } from "../../src/dataset/dataset.ts";
import { tablesFolderOf } from "../../src/dataset/locate-tables.ts";
import { STATE_CODES } from "../../src/dataset/states.ts";
import { type ColumnDefinition, RESTRICTED_LICENCE } from "../../src/dataset/table-definition.ts";
import { DATASET_TABLES, datasetTable } from "../../src/dataset/tables/index.ts";
import { EXPORTS } from "../../src/domains/index.ts";
import { productServices } from "../../src/domains/public-methods.ts";
import { PageFile } from "../../src/engine/pages/page-file.ts";
import { buildSnapshot } from "../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { generateSyntheticDataset } from "../../src/synthetic/generate.ts";
import { asking } from "../support/country/ask-country.ts";
import { callJson, postJson } from "../support/country/call-json.ts";
import { serveForTest } from "../support/country/serve-for-test.ts";
import { shareKept } from "../support/country/shared-country.ts";
import { tableRows } from "../support/data/read-csv.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";
import { isDeepRun, someOf } from "../support/run/test-form.ts";
import { goldenRequests } from "../support/wire/golden-cases.ts";
import { postMcp, toolCall } from "../support/wire/mcp-calls.ts";

const TOKEN = "a-token-of-operators";
/** Marks: a word and numbers that no synthetic country contains. */
const WORD = "zqxmarked";
const SHARE = 86.4213579;
const AMOUNT = 864_213.579;
const PART = 0.864213579;
const TEXTS = [WORD, "86.42135", "86.42136", "864213.5", "864,213.5", "0.8642135", "0.8642136"];
const BYTES = [SHARE, AMOUNT, PART].flatMap((number) => {
  const [double, float] = [Buffer.alloc(8), Buffer.alloc(4)];
  double.writeDoubleLE(number);
  float.writeFloatLE(number);
  return [double, float];
});

/** The tables whose rows have their own licence and may be restricted. */
const RESTRICTED = DATASET_TABLES.filter(({ columns }) =>
  columns.some(({ name }) => name === "source_licence" || name === "internal_only"),
);
/** Every seventh row is marked; in tables with one row per state, every row. */
const EVERY = 7;

/** A dataset with marked rows under the given licence in every restricted table. */
async function markedDataset(licence: Row): Promise<string> {
  const dir = join(root, `dataset-${licence.source_licence}`);
  await generateSyntheticDataset({ dir, seed: 11, scale: 0.004 });
  const folder = await tablesFolderOf(dir, await readDatasetManifest(dir));
  for (const table of RESTRICTED) {
    const rows = await tableRows(dir, table.name);
    const writer = await CsvWriter.create(join(folder, `${table.name}.csv`), table);
    for (const [i, row] of rows.entries()) {
      const isMarked = i % EVERY === 0 || rows.length < 2 * EVERY;
      const cells = Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell || null]));
      writer.write(
        isMarked ? { ...cells, ...markOf(table.name, row), ...licenceOf(table.name, licence) } : cells,
      );
      await writer.drain();
    }
    await writer.close();
  }
  await markVintages(dir, folder);
  return dir;
}

/** Marks the earlier vintages of the marked series too. */
async function markVintages(dir: string, folder: string): Promise<void> {
  const rows = await tableRows(dir, "series_vintages");
  const series = await tableRows(dir, "economic_series");
  const marked = series.filter(({ region_name }) => region_name.includes(WORD));
  const writer = await CsvWriter.create(
    join(folder, "series_vintages.csv"),
    datasetTable("series_vintages")!,
  );
  for (const row of rows) writer.write(row);
  for (const { series_key } of marked)
    writer.write({ series_key, period: "2026-01-01", value: AMOUNT, published_on: "2026-02-01" });
  await writer.drain();
  await writer.close();
  expect(marked.length).toBeGreaterThan(10);
}

const licenceOf = (table: string, licence: Row): Row => {
  const names = datasetTable(table)!.columns.map(({ name }) => name);
  return Object.fromEntries(Object.entries(licence).filter(([name]) => names.includes(name)));
};

/** The row's cells that may have any value, marked: not in its key, and without references. */
function markOf(table: string, row: Readonly<Record<string, string>>): Row {
  const { columns, key } = datasetTable(table)!;
  const isFree = ({ name, references, pattern, values, sourceId }: ColumnDefinition) =>
    row[name] !== "" &&
    !key.includes(name) &&
    (references ?? pattern ?? values ?? sourceId) === undefined &&
    !/licence|_key$|_id$|^id$|_url$|^url$|unit|measure|population|rse|^source/.test(name);
  const marks: [string, string | number][] = [];
  for (const column of columns.filter(isFree)) {
    if (column.type === "text") marks.push([column.name, `${WORD} ${table}`]);
    if (column.type === "double") marks.push([column.name, numberFor(column)]);
  }
  return Object.fromEntries(marks);
}

/** The largest mark that the column allows. */
function numberFor({ max = Number.POSITIVE_INFINITY }: ColumnDefinition): number {
  return max >= AMOUNT ? AMOUNT : max >= SHARE ? SHARE : PART;
}

async function publishMarked(licence: Row): Promise<string> {
  const dataDir = await shareKept(join(root, `data-${licence.source_licence}`));
  const { directory } = await buildSnapshot({ datasetDir: await markedDataset(licence), dataDir });
  await publishSnapshot(directory, dataDir);
  return dataDir;
}

/** Places of marks in the files of the current snapshot, which servers read and replicas fetch. */
async function marksStored(dataDir: string): Promise<string[]> {
  const id = (await readFile(join(dataDir, "CURRENT"), "utf8")).trim();
  const directory = join(dataDir, "snapshots", id);
  const seen: string[] = [];
  const look = (where: string, bytes: Buffer) => {
    for (const text of TEXTS) if (bytes.includes(text)) seen.push(`${where}: ${text}`);
    for (const number of BYTES) if (bytes.includes(number)) seen.push(`${where}: a number`);
  };
  for (const name of await readdir(join(directory, "pages"))) {
    const pages = PageFile.open(join(directory, "pages", name));
    for (const page of pages.all()) {
      for (let i = 0; i < page.count; i++) look(`pages/${name}`, Buffer.from(page.binary(i)));
    }
    pages.close();
  }
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  for (const name of await readdir(join(directory, "tables"))) {
    const path = join(directory, "tables", name).replaceAll("'", "''");
    const rows = await connection.runAndReadAll(
      `SELECT to_json(t)::VARCHAR FROM read_parquet('${path}') AS t`,
    );
    look(`tables/${name}`, Buffer.from(rows.getRows().join("\n")));
  }
  connection.closeSync();
  instance.closeSync();
  for (const name of (await readdir(directory)).filter((one) => one.includes("."))) {
    look(name, await readFile(join(directory, name)));
  }
  return [...new Set(seen)].sort();
}

let root: string;
let restricted: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "terrace-restricted-"));
  restricted = await publishMarked({
    source_licence: RESTRICTED_LICENCE,
    licence: RESTRICTED_LICENCE,
    internal_only: true,
  });
});

afterAll(() => removeDirectory(root));

describe("a restricted row", () => {
  it.runIf(isDeepRun)("is in no file of a snapshot, where an open one is", async () => {
    const open = await publishMarked({
      source_licence: "CC-BY-4.0",
      licence: "CC-BY-4.0",
      internal_only: false,
    });
    const found = (await marksStored(open)).join("\n");
    console.log(`marks of open rows: ${found.split("\n").length} places`);
    // Tables whose strings are served: proves that such marks would be found.
    for (const table of ["property_listings", "news_articles", "economic_series", "register_holdings"])
      expect(found, table).toContain(WORD);
    for (const place of [
      "price_series",
      "council_facts",
      "suburb_profiles",
      "columns.arrow",
      "series_vintages",
    ])
      expect(found).toContain(place);
    expect(await marksStored(restricted)).toEqual([]);
  });

  it("leaves by no door", async () => {
    const lines: string[] = [];
    const serving = await serveForTest(restricted, {
      config: { internalToken: TOKEN },
      logTo: (line) => lines.push(line),
    });
    const { get, json } = asking(serving);
    const seen: string[] = [];
    let answers = 0;
    const look = (where: string, text: string) => {
      answers++;
      for (const mark of TEXTS) if (text.includes(mark)) seen.push(`${where}: ${mark}`);
    };
    const post = async (path: string, body: object) => {
      const answer = await postJson(`${serving.url}${path}`, body, { authorization: `Bearer ${TOKEN}` });
      look(`${path} ${JSON.stringify(body).slice(0, 60)}`, await answer.text());
    };
    // RPC, both responses and error messages.
    for (const desc of productServices.flatMap((service) => service.methods as DescMethodUnary[])) {
      for (const request of someOf([...goldenRequests(desc).values()], 3)) {
        const path = `${desc.parent.typeName}/${desc.name}`;
        const { body } = await callJson(serving.url, path, toJson(desc.input, request));
        look(path, JSON.stringify(body));
      }
    }
    // Search responses do not repeat the query.
    const found = await callJson(serving.url, "shorts.v1alpha1.SearchService/Search", {
      query: WORD.slice(1),
    });
    look("search", JSON.stringify(found.body));
    // Complete files.
    const keys: Readonly<Record<string, readonly string[]>> = {
      state: ["AU", ...STATE_CODES],
      chamber: ["house", "senate"],
      date: [(await json<{ latest_date: string }>("/v1/latest")).latest_date],
      key: ["national:AU", "rates.cash_rate_target.aus"],
      year: ["2024-25"],
      stock: ["BHP"],
    };
    const files = EXPORTS.flatMap(({ path }) => {
      const name = /:(\w+)/.exec(path)?.[1];
      return name === undefined ? [path] : keys[name].map((key) => path.replace(`:${name}`, key));
    });
    for (const file of someOf(files, 20).flatMap((path) => [`/v1/${path}.csv`, `/v1/${path}.json`])) {
      look(file, await (await get(file)).text());
    }
    for (const path of [
      "/feed.xml",
      "/llms.txt",
      "/v1/outlines/AU.geojson",
      "/v1/panel",
      "/docs",
      "/openapi.json",
    ])
      look(path, await (await get(path)).text());
    // Operators' SQL.
    for (const table of serving.engine.manifest.tables) await post("/v1/sql", { sql: `FROM ${table}` });
    // Assistants' tools.
    for (const [name, given] of [
      ["filter_suburbs", { state: "AU", where: "price > 0" }],
      ["address_price_drops", {}],
      ["housing_overview", {}],
      ["list_regions", {}],
      ["search", { query: WORD.slice(1) }],
    ] as const) {
      const answer = await postMcp(serving.url, toolCall(name, given), { authorization: `Bearer ${TOKEN}` });
      expect([name, answer.status]).toEqual([name, 200]);
      look(`/mcp ${name}`, await answer.text());
    }
    expect(seen).toEqual([]);
    expect(lines.filter((line) => TEXTS.some((mark) => line.includes(mark)))).toEqual([]);
    console.log(`restricted rows: ${answers} answers, 0 marks`);
  });
});
