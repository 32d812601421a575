import type { FrameColumn, TerraceClient } from "terrace/client";
import { hasFigures } from "../data/metric-groups.ts";
import { originOf } from "../parts/citation.ts";
import { valueText } from "../parts/format.ts";
import { suburbAddresses } from "./addresses.ts";
import type { Figure, PageSource, Rank } from "./page-model.ts";
import { isNational, isRankable, ruleOf } from "./rankings/rules.ts";

type Described = Awaited<ReturnType<TerraceClient["explorer"]["describeMetrics"]>>;
export type Metric = Described["metrics"][number];

export interface SiteParts {
  /** Client of the public methods, bound to one snapshot. */
  readonly client: TerraceClient;
  /** GeoJSON geometry of each suburb as a string; null without outline and centroid. */
  readonly outlines: (salCodes: readonly string[]) => readonly (string | null)[];
  /** Keys of things other than places that have pages; empty while they are withheld. */
  readonly keys: (kind: "series" | "stock" | "member") => Promise<readonly string[]>;
  /** Sources of the served data, with the dataset tables of each. */
  readonly sources: readonly (PageSource & {
    readonly tables: readonly string[];
    /** As `table.column`, in tables that several sources fill. */
    readonly columns?: readonly string[];
  })[];
}

const SPREAD_BINS = 24;
const MIN_SPREAD = 40;

/** Columns per call: other calls to the same server are delayed by a few milliseconds at most. */
const COLUMNS_AT_ONCE = 6;

/** All suburbs of a snapshot with every metric, and what all pages share. */
export type Site = Awaited<ReturnType<typeof openSite>>;

export async function openSite(parts: SiteParts) {
  const { client, sources: published } = parts;
  const described = await client.explorer.describeMetrics({});
  const known = described.metrics.filter(hasFigures).map(({ key }) => key);
  const fetched = await client.columns("AU", [], { includeIndex: true });
  const columns = new Map<string, FrameColumn>();
  for (let at = 0; at < known.length; at += COLUMNS_AT_ONCE) {
    const some = await client.columns("AU", known.slice(at, at + COLUMNS_AT_ONCE));
    for (const column of some.columns) columns.set(column.key, column);
  }
  const index = fetched.index!;
  const metrics: ReadonlyMap<string, Metric> = new Map(described.metrics.map((one) => [one.key, one]));
  const sources: ReadonlyMap<string, PageSource> = new Map(described.sources.map((one) => [one.id, one]));
  const cache = new Map<string, unknown>();

  /** Caches a value by name for the snapshot; rejected promises are not cached. */
  function cached<T>(name: string, make: () => T): T {
    if (!cache.has(name)) {
      const made = make();
      cache.set(name, made);
      if (made instanceof Promise) made.catch(() => cache.delete(name));
    }
    return cache.get(name) as T;
  }

  /** Undefined for a metric without data. */
  const column = (key: string): FrameColumn | undefined => columns.get(key);
  const valueAt = (key: string, position: number) => columns.get(key)?.at(position);

  /** Ranks by a metric, by the same rules as its ranking pages; undefined if it is not ranked. */
  function ranks(key: string) {
    const [own, metric] = [columns.get(key), metrics.get(key)];
    if (own === undefined || metric === undefined || !isRankable(metric)) return undefined;
    return cached(`ranks ${key}`, () =>
      ranksOf(own.values, index.stateCodes, ruleOf(metric, metrics, column).isRanked),
    );
  }

  /** A suburb's figure with ranks, date and publisher; undefined if it has none. */
  function figure(key: string, position: number): Figure | undefined {
    const [metric, value] = [metrics.get(key), valueAt(key, position)];
    if (metric === undefined || value === undefined || metric.categoryLabels.length > 0) return undefined;
    const placed = ranks(key);
    const [inState, inCountry] = [placed?.inState(position), placed?.inCountry(position)];
    return {
      key,
      value,
      label: metric.label,
      unit: metric.unit,
      text: valueText(value, metric.unit),
      inState,
      // Figures of a single state are not national.
      inCountry: isNational(metric) && inCountry?.of !== inState?.of ? inCountry : undefined,
      ...originOf(sourcesOf([key])),
    };
  }

  /**
   * Histogram of a state's ranked suburbs between their 2nd and 98th percentile; undefined for too few.
   * Values beyond the edges count in the first and the last bin.
   */
  const spread = (key: string, state: string) =>
    cached(`spread ${key} ${state}`, () => {
      const placed = ranks(key);
      const values = Array.from(columns.get(key)?.values ?? [])
        .filter((_, i) => index.stateCodes[i] === state && placed?.isRanked(i))
        .sort((a, b) => a - b);
      const at = (share: number) => values[Math.round(share * (values.length - 1))];
      const [low, high] = [at(0.02), at(0.98)];
      if (values.length < MIN_SPREAD || low === high) return undefined;
      const edges = Array.from({ length: SPREAD_BINS + 1 }, (_, i) => low + ((high - low) * i) / SPREAD_BINS);
      const counts = new Array<number>(SPREAD_BINS).fill(0);
      for (const value of values) {
        const bin = Math.floor(((value - low) / (high - low)) * SPREAD_BINS);
        counts[Math.max(0, Math.min(SPREAD_BINS - 1, bin))]++;
      }
      return { edges, counts };
    });

  function sourcesOf(keys: readonly string[]): PageSource[] {
    const ids = new Set(keys.flatMap((key) => metrics.get(key)?.sourceIds ?? []));
    return [...ids].flatMap((id) => sources.get(id) ?? []);
  }

  /** Sources that fill any of the dataset tables, each once. */
  const sourcesOfTables = (...tables: readonly string[]) =>
    published.filter((source) => source.tables.some((table) => tables.includes(table)));

  /** Sources of a column of a table; a source that lists no columns of the table fills all of them. */
  const sourcesOfColumn = (table: string, name: string): PageSource[] =>
    sourcesOfTables(table).filter(({ columns: all = [] }) => {
      const named = all.filter((one) => one.startsWith(`${table}.`));
      return named.length === 0 || named.includes(`${table}.${name}`);
    });

  const { snapshotId, asOf = new Date(0), synthetic } = fetched;
  return {
    ...parts,
    index,
    metrics,
    sources,
    snapshotId,
    asOf,
    synthetic,
    cached,
    column,
    valueOf: valueAt,
    ranks,
    figure,
    spread,
    sourcesOf,
    sourcesOfTables,
    sourcesOfColumn,
    suburbs: suburbAddresses(index),
  };
}

/** Removes duplicates by id. */
export function uniqueById(sources: readonly PageSource[]): PageSource[] {
  return [...new Map(sources.map((source) => [source.id, source])).values()];
}

/** Ranks of the ranked suburbs within their state and the country, the largest value first. */
function ranksOf(
  values: Float32Array,
  stateCodes: readonly string[],
  isRanked: (position: number) => boolean,
) {
  const rows = Array.from(values.keys()).filter(isRanked);
  const sorted = (some: readonly number[]) => Float32Array.from(some, (row) => values[row]).sort();
  const inCountry = sorted(rows);
  const byState = Map.groupBy(rows, (row) => stateCodes[row]);
  const inState = new Map([...byState].map(([state, own]) => [state, sorted(own)]));
  const rank = (position: number, ascending: Float32Array | undefined) =>
    ascending === undefined || !isRanked(position) ? undefined : rankIn(ascending, values[position]);
  return {
    isRanked,
    inState: (position: number) => rank(position, inState.get(stateCodes[position])),
    inCountry: (position: number) => rank(position, inCountry),
  };
}

function rankIn(ascending: Float32Array, value: number): Rank {
  const [first, last] = [ascending.indexOf(value), ascending.lastIndexOf(value)];
  return { place: ascending.length - last, same: last - first + 1, of: ascending.length };
}
