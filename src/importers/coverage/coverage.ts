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

/** Number of suburbs that have something, out of all suburbs, for the country and for each state. */
export interface StateShare extends Share {
  readonly byState: Readonly<Record<string, Share>>;
}

export interface StateCoverage extends StateShare {
  readonly metric: string;
  /** What would fill the missing suburbs, and why it is missing; absent when none are or it is unknown. */
  readonly gap?: string;
}

/** How much of a method's answers is real. `without` lists its tables that have no served rows. */
interface MethodCoverage {
  readonly method: string;
  readonly real: "all" | "part" | "none";
  readonly without: readonly string[];
}

export interface DatasetCoverage {
  readonly synthetic: boolean;
  readonly asOf: string;
  readonly tables: readonly {
    readonly table: string;
    readonly rows: number;
    readonly sources: readonly string[];
  }[];
  readonly outlines: StateShare;
  readonly metrics: readonly StateCoverage[];
  readonly methods: readonly MethodCoverage[];
  readonly sources: readonly Pick<DatasetSource, "id" | "publisher" | "title" | "vintage" | "url">[];
}

/** By method: `needs` are tables it cannot answer without, `adds` are optional ones. */
type MethodTables = ReadonlyMap<
  string,
  { readonly needs: readonly string[]; readonly adds?: readonly string[] }
>;

/** Rows between two checks of the abort signal: a few milliseconds of reading. */
const ROWS_A_LOOK = 4096;

/** Measures from the dataset's files how much of it is real. For a synthetic dataset everything is 0. */
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
  // Counting is synchronous: without a yield between states the abort signal could not fire.
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

/** True when no public query returns the row. */
function isRestricted({ source_licence, internal_only }: ImportRow): boolean {
  return source_licence === RESTRICTED_LICENCE || String(internal_only) === "true";
}

/** Rows of one state's suburbs. Rows without a suburb are kept: regions link to them. */
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
  // pipe() does not forward errors, and an unhandled error event would end the process.
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

export interface MetricCoverage {
  readonly metric: string;
  readonly suburbs: number;
  readonly total: number;
}

/** Rows under such a licence do not count: offence rates must be usable commercially. */
const NON_COMMERCIAL = /\bNC\b/i;

/**
 * For each stored metric, counts the suburbs with a figure that is served. Rows under a restricted licence do
 * not count, nor do suburbs with too few residents for the metric, or without dwellings for a share of
 * dwellings.
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
      // The register covers all suburbs: one that it does not name has no declared property.
      if (key === "politician_property") return rowsOf(table).length === 0 ? new Set() : inhabited;
      return new Set(rowsOf(table).flatMap((row) => (hasFigure(row) ? [row.sal_code] : [])));
    };
    return { metric: key, suburbs: suburbsWith().size, total: suburbs.length };
  });
}

/** True when a largest sector can be known: a government's own list has one sector only. */
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
