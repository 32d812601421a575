import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse";
import { readDatasetManifest } from "../../dataset/dataset.ts";
import { locateTables, tablesFolderOf } from "../../dataset/locate-tables.ts";
import type { DatasetSource } from "../../dataset/manifest.ts";
import type { Metric } from "../../dataset/metric.ts";
import { metricGap } from "../../dataset/not-open.ts";
import { STATE_CODES, stateOfSalCode } from "../../dataset/states.ts";
import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import { datasetTable } from "../../dataset/tables/index.ts";
import { type StopSignal, throwIfAborted } from "../../runtime/abort.ts";
import { badDataset } from "../../runtime/errors.ts";
import { iterateYielding } from "../../runtime/iterate-yielding.ts";
import { remembered } from "../../runtime/lazy.ts";
import { readParquetRows } from "../files/read-parquet.ts";
import { unpackBudget } from "../files/unpack.ts";
import type { ImportRow } from "../importer.ts";
import type { MergedTable } from "../run/merge.ts";

interface Share {
  readonly suburbs: number;
  readonly total: number;
}

/** Suburbs of the country and of each state that have something, and how many there are. */
export interface StateShare extends Share {
  readonly byState: Readonly<Record<string, Share>>;
}

/** Suburbs with a real figure of a metric. */
export interface StateCoverage extends StateShare {
  readonly metric: string;
  /** What would fill the rest, and why it is missing; absent where there is no rest or nothing is known of it. */
  readonly gap?: string;
}

/** How much of a method's answers is real: the tables that it answers from with and without rows that are served. */
interface MethodCoverage {
  readonly method: string;
  readonly real: "all" | "part" | "none";
  readonly without: readonly string[];
}

export interface DatasetCoverage {
  readonly synthetic: boolean;
  readonly asOf: string;
  /** Rows of each table, with the sources that gave them. */
  readonly tables: readonly {
    readonly table: string;
    readonly rows: number;
    readonly sources: readonly string[];
  }[];
  /** Suburbs with an outline. */
  readonly outlines: StateShare;
  readonly metrics: readonly StateCoverage[];
  readonly methods: readonly MethodCoverage[];
  /** Who published it, and of which day. */
  readonly sources: readonly Pick<DatasetSource, "id" | "publisher" | "title" | "vintage" | "url">[];
}

/** The tables that a method cannot do without, and those that add to its answers. */
type MethodTables = ReadonlyMap<
  string,
  { readonly needs: readonly string[]; readonly adds?: readonly string[] }
>;

/** Rows between two looks at the signal, some milliseconds of reading. */
const ROWS_A_LOOK = 4096;

/** How much of a dataset is real, read from its files. Of a synthetic one nothing is, whatever its rows. */
export async function datasetCoverage(
  dir: string,
  metrics: readonly Metric[],
  methods: MethodTables,
  signal?: StopSignal,
): Promise<DatasetCoverage> {
  const manifest = await readDatasetManifest(dir);
  const { tables: files } = await locateTables(await tablesFolderOf(dir, manifest));
  const tables: MergedTable[] = [];
  for (const { table, path, format } of manifest.synthetic ? [] : files.values()) {
    throwIfAborted(signal);
    if (format !== "csv" && format !== "parquet")
      throw badDataset(`${path}: coverage is read from CSV and Parquet tables`);
    tables.push({ table, rows: await (format === "csv" ? csvRows(path, signal) : parquetRows(path)) });
  }
  const ofState: (readonly [code: string, outlines: Share, metrics: readonly MetricCoverage[]])[] = [];
  // Counting waits for nothing: without a turn between two states no signal could fire.
  for await (const code of iterateYielding(STATE_CODES, 1, signal)) {
    const own = tables.map((one) => within(one, code));
    ofState.push([code, outlineShare(own), metricCoverage(metrics, own)]);
  }
  throwIfAborted(signal);
  return {
    synthetic: manifest.synthetic,
    asOf: manifest.asOf,
    tables: tables.map(({ table, rows }) => ({
      table,
      rows: rows.length,
      sources: manifest.sources.filter((source) => source.tables.includes(table)).map(({ id }) => id),
    })),
    methods: methodCoverage(methods, tables),
    sources: manifest.sources.map(({ id, publisher, title, vintage, url = "" }) => ({
      id,
      publisher,
      title,
      vintage,
      url,
    })),
    outlines: {
      ...outlineShare(tables),
      byState: Object.fromEntries(ofState.map(([code, outlines]) => [code, outlines])),
    },
    metrics: metricCoverage(metrics, tables).map(({ metric, suburbs, total }, i) => {
      const gap = suburbs === total ? undefined : metricGap(metrics.find(({ key }) => key === metric)!);
      return {
        metric,
        suburbs,
        total,
        ...(gap !== undefined && { gap }),
        byState: Object.fromEntries(
          ofState.map(([code, , own]) => [code, { suburbs: own[i].suburbs, total: own[i].total }]),
        ),
      };
    }),
  };
}

function outlineShare(tables: readonly MergedTable[]): Share {
  const [suburbs, total] = ["suburb_outlines", "suburb_demographics"].map(
    (name) => tables.find(({ table }) => table === name)?.rows.length ?? 0,
  );
  return { suburbs, total };
}

function methodCoverage(methods: MethodTables, tables: readonly MergedTable[]): MethodCoverage[] {
  const served = new Set(
    tables.filter(({ rows }) => rows.some((row) => !isRestricted(row))).map(({ table }) => table),
  );
  return [...methods].map(([method, { needs, adds = [] }]) => {
    const without = [...needs, ...adds].filter((table) => !served.has(table));
    const isEmpty = needs.some((table) => !served.has(table));
    return { method, real: isEmpty ? "none" : without.length > 0 ? "part" : "all", without };
  });
}

/** Whether no public read shows the row. */
function isRestricted({ source_licence, internal_only }: ImportRow): boolean {
  return source_licence === RESTRICTED_LICENCE || String(internal_only) === "true";
}

/** The rows of a state's suburbs; rows without a suburb stay, as regions link them. */
function within({ table, rows }: MergedTable, state: string): MergedTable {
  if (!datasetTable(table)!.columns.some(({ name }) => name === "sal_code")) return { table, rows };
  return {
    table,
    rows: rows.filter(({ sal_code }) =>
      typeof sal_code === "string" && sal_code !== "" ? stateOfSalCode(sal_code)?.code === state : true,
    ),
  };
}

async function parquetRows(path: string): Promise<ImportRow[]> {
  return (await readParquetRows(await readFile(path), path, unpackBudget())) as ImportRow[];
}

async function csvRows(path: string, signal: StopSignal | undefined): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  const file = createReadStream(path);
  const parser = parse({ columns: true });
  // A pipe passes on no error: one that nobody hears would end the process.
  file.on("error", (error) => parser.destroy(error));
  try {
    for await (const row of file.pipe(parser)) {
      if (rows.length % ROWS_A_LOOK === 0) throwIfAborted(signal);
      rows.push(row as ImportRow);
    }
  } finally {
    file.destroy();
  }
  return rows;
}

/** How many suburbs have a figure for a metric. */
export interface MetricCoverage {
  readonly metric: string;
  readonly suburbs: number;
  readonly total: number;
}

/** What a row's licence must not be for a figure that is served; rates of offences are for commercial use too. */
const NON_COMMERCIAL = /\bNC\b/i;

/**
 * Suburbs with a figure that is served, for each metric in its order that a dataset has a column of: rows under a restricted licence count as none, and
 * so do those of suburbs with too few residents for the metric, or no dwelling for a share of dwellings.
 */
export function metricCoverage(metrics: readonly Metric[], tables: readonly MergedTable[]): MetricCoverage[] {
  const served = new Map<string, readonly ImportRow[]>();
  const rowsOf = (table: string) =>
    remembered(served, table, () => {
      const rows = tables.find((one) => one.table === table)?.rows ?? [];
      return rows.filter(({ source_licence }) => source_licence !== RESTRICTED_LICENCE);
    });
  const suburbs = rowsOf("suburb_demographics");
  const residents = new Map(suburbs.map(({ sal_code, population }) => [sal_code, Number(population ?? 0)]));
  const inhabited = new Set([...residents].flatMap(([code, count]) => (count > 0 ? [code] : [])));
  const priced = pricedSuburbs(rowsOf("house_price_regions"), rowsOf("house_prices"));
  const stored = metrics.filter(({ isDerived }) => isDerived !== true);
  return stored.map(({ key, table, column, rows, unit, leastResidents = 0 }) => {
    const isOfDwellings = /dwellings|households/.test(unit ?? "");
    const hasFigure = (row: ImportRow) => {
      if ((residents.get(row.sal_code) ?? 0) < leastResidents) return false;
      if (isOfDwellings && Number(row.dwelling_count ?? 1) === 0) return false;
      if (rows !== undefined && NON_COMMERCIAL.test(String(row.source_licence))) return false;
      if (key === "school_sector") return hasSector(row);
      return rows === undefined ? has(row[column]) : rows === (row.crime_type ?? row.offence);
    };
    const suburbsWith = () => {
      if (key === "price") return priced;
      // A suburb that the register does not name has none declared.
      if (key === "politician_property") return rowsOf(table).length === 0 ? new Set() : inhabited;
      return new Set(rowsOf(table).flatMap((row) => (hasFigure(row) ? [row.sal_code] : [])));
    };
    return { metric: key, suburbs: suburbsWith().size, total: suburbs.length };
  });
}

/** A government's own list knows no other sector, and a suburb without schools has no largest one. */
function hasSector({ schools_gov, schools_catholic, schools_independent }: ImportRow): boolean {
  const counts = [schools_gov, schools_catholic, schools_independent].map((count) => Number(count || 0));
  return (has(schools_catholic) || has(schools_independent)) && Math.max(...counts) > 0;
}

function pricedSuburbs(regions: readonly ImportRow[], prices: readonly ImportRow[]): Set<unknown> {
  const salOf = new Map(regions.map((row) => [row.region_code, row.sal_code]));
  const suburbs = new Set<unknown>();
  for (const { region_code, measure, dwelling_type } of prices) {
    const salCode = salOf.get(region_code);
    if (measure === "median_price" && dwelling_type === "house" && has(salCode)) suburbs.add(salCode);
  }
  return suburbs;
}

function has(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
