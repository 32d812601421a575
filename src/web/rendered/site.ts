import type { FetchedColumns, FrameColumn, LocalIndex, TerraceClient } from "terrace/client";
import { originOf } from "../parts/citation.ts";
import { valueText } from "../parts/format.ts";
import { type SuburbAddresses, suburbAddresses } from "./addresses.ts";
import type { Figure, PageSource, Rank, SiteFacts } from "./page-model.ts";
import { floorsOf, isNational, isRankable, missedFloor } from "./rankings/rules.ts";

type Described = Awaited<ReturnType<TerraceClient["explorer"]["describeMetrics"]>>;
export type Metric = Described["metrics"][number];

/** What the pages of a snapshot are made of. */
export interface SiteParts {
  /** Asks the methods that every caller asks, all of one snapshot. */
  readonly client: TerraceClient;
  /** The GeoJSON geometry of each suburb as text; null where neither outline nor place is known. */
  readonly outlines: (salCodes: readonly string[]) => readonly (string | null)[];
  /** What the pages of things other than places are known by; none while they are withheld. */
  readonly keys: (kind: "series" | "stock" | "member") => Promise<readonly string[]>;
  /** Who published what is served, with the dataset tables of each. */
  readonly sources: readonly (PageSource & {
    readonly tables: readonly string[];
    /** As `table.column`, in tables that several sources fill. */
    readonly columns?: readonly string[];
  })[];
}

/** Counts between edges; those beyond the first and the last edge are in the first and the last count. */
interface Spread {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

const SPREAD_BINS = 24;
const LEAST_SPREAD = 40;

/** Columns that are asked for at once: others who ask the same server wait for no more than a few milliseconds. */
const COLUMNS_AT_ONCE = 6;

/** All suburbs of a snapshot with every metric, and what all pages share. */
export class Site implements SiteFacts {
  readonly client: TerraceClient;
  readonly outlines: SiteParts["outlines"];
  readonly keys: SiteParts["keys"];
  readonly index: LocalIndex;
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly sources: ReadonlyMap<string, PageSource>;
  readonly suburbs: SuburbAddresses;
  readonly snapshotId: string;
  readonly asOf: Date;
  readonly synthetic: boolean;
  readonly #published: SiteParts["sources"];
  readonly #columns: ReadonlyMap<string, FrameColumn>;
  readonly #kept = new Map<string, unknown>();

  private constructor(
    { client, outlines, keys, sources }: SiteParts,
    fetched: FetchedColumns,
    described: Described,
  ) {
    this.client = client;
    this.outlines = outlines;
    this.keys = keys;
    this.#published = sources;
    this.index = fetched.index!;
    this.snapshotId = fetched.snapshotId;
    this.asOf = fetched.asOf ?? new Date(0);
    this.synthetic = fetched.synthetic;
    this.metrics = new Map(described.metrics.map((metric) => [metric.key, metric]));
    this.sources = new Map(described.sources.map((source) => [source.id, source]));
    this.suburbs = suburbAddresses(this.index);
    this.#columns = new Map(fetched.columns.map((column) => [column.key, column]));
  }

  static async open(parts: SiteParts): Promise<Site> {
    const described = await parts.client.explorer.describeMetrics({});
    const known = described.metrics.filter(({ dataCount }) => dataCount > 0).map(({ key }) => key);
    const whole = await parts.client.columns("AU", [], { includeIndex: true });
    const columns: FrameColumn[] = [];
    for (let at = 0; at < known.length; at += COLUMNS_AT_ONCE) {
      const some = await parts.client.columns("AU", known.slice(at, at + COLUMNS_AT_ONCE));
      columns.push(...some.columns);
    }
    return new Site(parts, { ...whole, columns }, described);
  }

  /** Undefined for a metric that no suburb has. */
  column(key: string): FrameColumn | undefined {
    return this.#columns.get(key);
  }

  valueOf(key: string, position: number): number | undefined {
    return this.#columns.get(key)?.at(position);
  }

  /** Places by a metric as its rankings have them, made when they are first asked for. */
  ranks(key: string): Ranks | undefined {
    const column = this.#columns.get(key);
    const metric = this.metrics.get(key);
    if (column === undefined || metric === undefined || !isRankable(metric)) return undefined;
    return this.keep(`ranks ${key}`, () => {
      const missed = missedFloor(floorsOf(metric, this.metrics), (base) => this.#columns.get(base));
      return ranksOf(column, this.index.stateCodes, (position) => missed(position) < 0);
    });
  }

  /** A suburb's figure with places, date and publisher; undefined where it has none. */
  figure(key: string, position: number): Figure | undefined {
    const [metric, value] = [this.metrics.get(key), this.valueOf(key, position)];
    if (metric === undefined || value === undefined || metric.categoryLabels.length > 0) return undefined;
    const ranks = this.ranks(key);
    const [inState, inCountry] = [ranks?.inState(position), ranks?.inCountry(position)];
    return {
      ...{ key, value, label: metric.label, unit: metric.unit },
      text: valueText(value, metric.unit),
      inState,
      // Figures of one state are not the country's.
      inCountry: isNational(metric) && inCountry?.of !== inState?.of ? inCountry : undefined,
      ...originOf(metric.sourceIds.flatMap((id) => this.sources.get(id) ?? [])),
    };
  }

  /** How the suburbs of a state that are ranked spread between its 2nd and its 98th percentile; undefined for a few. */
  spread(key: string, state: string): Spread | undefined {
    return this.keep(`spread ${key} ${state}`, () => this.#spreadOf(key, state));
  }

  #spreadOf(key: string, state: string): Spread | undefined {
    const [column, ranks] = [this.#columns.get(key), this.ranks(key)];
    const { stateCodes } = this.index;
    const values = Array.from(column?.values ?? [])
      .filter((_, i) => stateCodes[i] === state && ranks?.inState(i) !== undefined)
      .sort((a, b) => a - b);
    const at = (share: number) => values[Math.round(share * (values.length - 1))];
    const [low, high] = [at(0.02), at(0.98)];
    if (values.length < LEAST_SPREAD || low === high) return undefined;
    const edges = Array.from({ length: SPREAD_BINS + 1 }, (_, i) => low + ((high - low) * i) / SPREAD_BINS);
    const counts = new Array<number>(SPREAD_BINS).fill(0);
    for (const value of values) {
      const bin = Math.floor(((value - low) / (high - low)) * SPREAD_BINS);
      counts[Math.max(0, Math.min(SPREAD_BINS - 1, bin))]++;
    }
    return { edges, counts };
  }

  /** The sources of some metrics, each once. */
  sourcesOf(keys: readonly string[]): PageSource[] {
    const ids = new Set(keys.flatMap((key) => this.metrics.get(key)?.sourceIds ?? []));
    return [...ids].flatMap((id) => this.sources.get(id) ?? []);
  }

  /** The sources that fill some dataset tables, each once. */
  sourcesOfTables(...tables: readonly string[]): SiteParts["sources"][number][] {
    return this.#published.filter((source) => source.tables.some((table) => tables.includes(table)));
  }

  /** The sources of a column of a dataset table; one that names no columns of the table gave them all. */
  sourcesOfColumn(table: string, column: string): PageSource[] {
    return this.sourcesOfTables(table).filter(({ columns = [] }) => {
      const named = columns.filter((one) => one.startsWith(`${table}.`));
      return named.length === 0 || named.includes(`${table}.${column}`);
    });
  }

  /** What is computed once a snapshot, by name. A failure is not kept. */
  keep<T>(name: string, make: () => T): T {
    if (!this.#kept.has(name)) {
      const made = make();
      this.#kept.set(name, made);
      if (made instanceof Promise) made.catch(() => this.#kept.delete(name));
    }
    return this.#kept.get(name) as T;
  }
}

/** The places of all suburbs by one metric. */
interface Ranks {
  inState(position: number): Rank | undefined;
  inCountry(position: number): Rank | undefined;
}

/**
 * Places among the suburbs of each state and of the country, the largest value first. Those without a value have none, nor
 * those for which `isRanked` says no.
 */
function ranksOf(
  column: FrameColumn,
  stateCodes: readonly string[],
  isRanked: (position: number) => boolean,
): Ranks {
  const { values } = column;
  const isPlaced = (i: number) => column.at(i) !== undefined && isRanked(i);
  const rows = Array.from(values.keys()).filter(isPlaced);
  const sorted = (some: readonly number[]) => Float32Array.from(some, (row) => values[row]).sort();
  const inCountry = sorted(rows);
  const byState = Map.groupBy(rows, (row) => stateCodes[row]);
  const inState = new Map([...byState].map(([state, own]) => [state, sorted(own)]));
  const rank = (position: number, ascending: Float32Array | undefined) =>
    ascending === undefined || !isPlaced(position) ? undefined : rankIn(ascending, values[position]);
  return {
    inState: (position) => rank(position, inState.get(stateCodes[position])),
    inCountry: (position) => rank(position, inCountry),
  };
}

function rankIn(ascending: Float32Array, value: number): Rank {
  const countBelow = (isBelow: (other: number) => boolean) => {
    let [low, high] = [0, ascending.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBelow(ascending[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const upTo = countBelow((other) => other <= value);
  const same = upTo - countBelow((other) => other < value);
  return { place: ascending.length - upTo + 1, same, of: ascending.length };
}
