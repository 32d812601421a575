import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CsvWriter, type Row } from "../dataset/csv-writer.ts";
import {
  BUILD_COSTS_FILE,
  DATASET_MANIFEST_FILE,
  readDatasetManifest,
  writeDatasetManifest,
} from "../dataset/dataset.ts";
import { datasetTable } from "../dataset/tables/index.ts";
import { throwIfAborted } from "../runtime/abort.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { makeWritableDirectory } from "../runtime/files/writable-directory.ts";
import { Random } from "../runtime/random.ts";
import { BUILD_COSTS } from "./build-costs.ts";
import { generateCompanies } from "./companies.ts";
import { businessCycle, datedRows, economyCatalogue } from "./economy.ts";
import { INDUSTRY_SOURCE_ROWS, industryRecordRows } from "./industry.ts";
import { planCrawl } from "./listings/crawl.ts";
import { writeListings } from "./listings/listings.ts";
import { type WriteTable, writeMarket } from "./market.ts";
import { articleRows, takeRows } from "./news.ts";
import { councilFactRows, councilNeighbourRows, generateCouncils } from "./places/councils.ts";
import { suburbOutlines } from "./places/outlines.ts";
import { generateSuburbs, type Suburb } from "./places/suburbs.ts";
import { writePolitics } from "./politics/write-politics.ts";
import {
  bigRegionRows,
  councilPriceRows,
  generatePriceRegions,
  pricePaths,
  suburbPriceRows,
} from "./prices.ts";
import { originOf, syntheticManifest } from "./sources.ts";
import { writeStocks } from "./stocks.ts";
import { demographicsRows } from "./suburbs/demographics.ts";
import { federalResultRows } from "./suburbs/electorates.ts";
import { registerRow, SUBURB_ROWS, stateCensusRows, stationRows } from "./suburbs/suburb-tables.ts";

/** Creates the dataset folder. Throws unless an existing one is empty or has an earlier synthetic dataset. */
async function claimFolder(dir: string): Promise<void> {
  await makeWritableDirectory(dir, "the dataset folder", "make it writable or name another one");
  const names = await readdir(dir);
  if (names.length === 0) return;
  const instead = "name a new folder, or empty this one";
  if (!names.includes(DATASET_MANIFEST_FILE)) {
    throw invalidArgument(
      `"${dir}" holds ${names.sort()[0]} and no ${DATASET_MANIFEST_FILE}, so it is not a dataset; ${instead}`,
    );
  }
  const manifest = await readDatasetManifest(dir).catch(() => undefined);
  if (manifest?.synthetic === true) return;
  throw invalidArgument(`${join(dir, DATASET_MANIFEST_FILE)} is not a synthetic dataset; ${instead}`);
}

export interface GenerateOptions {
  /** Folder for the dataset; created when missing. Rejected if it has other files. */
  readonly dir: string;
  readonly seed: number;
  /** 1 is the whole country, 0.02 a sample for tests; above 1 means more listings in the same suburbs. */
  readonly scale: number;
  /** About 1,200 securities on every day since 2010, instead of a sample with one year of days. */
  readonly wholeMarket?: boolean;
  /** Real size of the register and returns (1.2 million receipts) instead of a few thousand rows. */
  readonly wholePolitics?: boolean;
  readonly onProgress?: (step: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Writes a synthetic dataset and returns the row count of each table. Seed and scale alone determine the
 * bytes. `dataset.json` is written last and table files are deleted on failure, so an interrupted run leaves
 * no dataset.
 */
export async function generateSyntheticDataset(
  options: GenerateOptions,
): Promise<{ tables: Record<string, number> }> {
  const { seed, scale } = options;
  if (!Number.isSafeInteger(seed)) throw invalidArgument(`seed ${seed} is not a whole number`);
  if (!(scale > 0 && scale <= 1000)) throw invalidArgument(`scale ${scale} is not above 0 and at most 1000`);
  await claimFolder(options.dir);
  await rm(join(options.dir, DATASET_MANIFEST_FILE), { force: true });
  const run = new Run(options);
  try {
    await writeTables(run, options);
    await writeDatasetManifest(options.dir, syntheticManifest(seed, scale));
  } catch (error) {
    await run.removeFiles();
    throw error;
  }
  await writeFile(join(options.dir, BUILD_COSTS_FILE), `${JSON.stringify(BUILD_COSTS)}\n`);
  return { tables: run.counts };
}

async function writeTables(run: Run, options: GenerateOptions): Promise<void> {
  const { seed, scale } = options;
  const { write } = run;
  const suburbs = generateSuburbs(seed, scale);
  await writeSuburbTables(write, seed, suburbs);
  const councils = generateCouncils(seed, scale, suburbs);
  await write("lga", councils.rows, identity);
  await write("suburb_lga", councils.links, identity);
  await write("lga_facts", councils.rows, (row) => councilFactRows(seed, row));
  await write("lga_neighbours", councilNeighbourRows(councils.rows), identity);
  const crawl = planCrawl(seed, scale, suburbs);
  const regions = generatePriceRegions(seed, suburbs, crawl, councils.rows);
  await write("house_price_regions", regions.rows, identity);
  const paths = pricePaths(seed);
  await write("house_prices", ["big", ...regions.suburbs, "councils"] as const, (region) => {
    if (region === "big") return bigRegionRows(seed, paths);
    if (region === "councils") return councilPriceRows(seed, regions, paths);
    return suburbPriceRows(seed, region, paths);
  });
  const writers = {
    listings: await run.open("property_listings"),
    events: await run.open("property_price_events"),
    valuations: await run.open("property_valuations"),
  };
  try {
    await writeListings(seed, crawl, writers, (done) =>
      run.progress("property_listings", done, crawl.length),
    );
  } finally {
    for (const writer of Object.values(writers)) await run.close(writer);
  }
  const series = economyCatalogue();
  const cycle = businessCycle(seed);
  await write("economic_series", series, (s) => s.row);
  await write("economic_observations", series, (s) => datedRows(seed, s, cycle).observations);
  await write("series_vintages", series, (s) => datedRows(seed, s, cycle).vintages);
  const companies = generateCompanies(seed, scale, options.wholeMarket);
  await writeMarket(write, options, companies);
  await write("news_articles", companies, (company, i) => articleRows(seed, company, i));
  await write("editorial_takes", takeRows(seed, companies), identity);
  await write("industry_sources", INDUSTRY_SOURCE_ROWS, identity);
  await write("industry_records", companies, (company, i) => industryRecordRows(seed, company, i));
  await writeStocks(write, seed, companies);
  await writePolitics(write, options, suburbs, companies);
}

async function writeSuburbTables(write: WriteTable, seed: number, suburbs: readonly Suburb[]): Promise<void> {
  await write("suburb_demographics", suburbs, demographicsRows(seed, suburbs));
  await write("state_demographics", stateCensusRows(seed), identity);
  await write("suburb_outlines", suburbOutlines(seed, suburbs), identity);
  for (const [table, stream, rowsOf] of SUBURB_ROWS)
    await write(
      table,
      suburbs,
      (s) => rowsOf(new Random(seed, `${stream}/${s.code}`), s),
      ({ code }) => ({ sal_code: code }),
    );
  await write("federal_results", federalResultRows(seed), identity);
  await write("railway_stations", stationRows(suburbs), identity);
  await write("register_suburb_property", suburbs, (s) => registerRow(seed, s));
}

const identity = (row: Row | undefined) => row;

const isSeveral = (rows: Row | Iterable<Row>): rows is Iterable<Row> => Symbol.iterator in rows;

/** Items between two progress reports and checks of the abort signal. */
const ITEMS_PER_REPORT = 256;

/** One generation: opens table files, counts rows, reports progress, stops on abort. */
class Run {
  readonly counts: Record<string, number> = {};
  readonly #options: GenerateOptions;
  readonly #paths: string[] = [];

  constructor(options: GenerateOptions) {
    this.#options = options;
  }

  open(name: string): Promise<CsvWriter> {
    const path = join(this.#options.dir, `${name}.csv`);
    this.#paths.push(path);
    return CsvWriter.create(path, datasetTable(name)!);
  }

  /** claimFolder would otherwise reject the folder next time: it has tables but no manifest. */
  async removeFiles(): Promise<void> {
    for (const path of this.#paths) await rm(path, { force: true });
  }

  async close(writer: CsvWriter): Promise<void> {
    await writer.close();
    this.counts[writer.table.name] = writer.rows;
  }

  progress(step: string, done: number, total: number): void {
    throwIfAborted(this.#options.signal, "generation");
    this.#options.onProgress?.(step, done, total);
  }

  /** Writes the rows of each item. Rows without a source get the first source of the table. */
  readonly write: WriteTable = async (name, items, rowsOf, keyOf) => {
    const writer = await this.open(name);
    const { columns } = writer.table;
    const defaults = Object.entries(originOf(name)).filter(([key]) => columns.some((c) => c.name === key));
    const origin = Object.fromEntries(defaults);
    try {
      for (const [position, item] of items.entries()) {
        const rows = rowsOf(item, position) ?? [];
        const common = { ...origin, ...keyOf?.(item) };
        for (const row of isSeveral(rows) ? rows : [rows]) writer.write({ ...common, ...row });
        await writer.drain();
        if (position % ITEMS_PER_REPORT === 0) this.progress(name, position, items.length);
      }
      this.progress(name, items.length, items.length);
    } finally {
      await this.close(writer);
    }
  };
}
