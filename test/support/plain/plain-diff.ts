import { join } from "node:path";
import type { ObservationCounts } from "../../../src/snapshot/compare/observation-difference.ts";
import type { VerifiedSnapshot } from "../../../src/snapshot/store/open.ts";
import { parquetRows } from "../data/parquet-rows.ts";

type Row = Record<string, unknown>;
type Tables = Map<string, Row[]>;

/** The differences between two snapshots, by loops over their Parquet files, read without DuckDB. */
export async function plainDiff(before: VerifiedSnapshot, after: VerifiedSnapshot) {
  const [old, now] = [await tablesOf(before), await tablesOf(after)];
  return {
    suburbs: keyed(old, now, "suburbs", (row) => String(row.sal_code), ["sal_code"]),
    metrics: metrics(old, now),
    prices: {
      series: keyed(old, now, "price_series", priceKey, ["region_code", "measure", "dwelling_type"]),
      observations: observations(pricePoints(old), pricePoints(now)),
    },
    economy: {
      series: keyed(old, now, "economic_series", (row) => String(row.series_key), ["series_key"]),
      observations: observations(economyPoints(old), economyPoints(now)),
    },
    listings: listings(old, now),
    tables: tables(old, now),
  };
}

/** Cache: tables are read once for both directions of a comparison. */
const read = new WeakMap<VerifiedSnapshot, Promise<Tables>>();

function tablesOf(snapshot: VerifiedSnapshot): Promise<Tables> {
  const tables = read.get(snapshot) ?? readTables(snapshot);
  read.set(snapshot, tables);
  return tables;
}

async function readTables({ directory, manifest }: VerifiedSnapshot): Promise<Tables> {
  const found: Tables = new Map();
  for (const table of manifest.tables) {
    found.set(table, await parquetRows(join(directory, "tables", `${table}.parquet`)));
  }
  return found;
}

const priceKey = (row: Row) => `${row.region_code} ${row.measure} ${row.dwelling_type}`;

function keyed(
  old: Tables,
  now: Tables,
  table: string,
  keyOf: (row: Row) => string,
  keys: readonly string[],
) {
  const [a, b] = [old, now].map((side) => new Map((side.get(table) ?? []).map((row) => [keyOf(row), row])));
  const changed = [];
  for (const key of [...a.keys()].filter((one) => b.has(one)).sort()) {
    const [was, is] = [a.get(key)!, b.get(key)!];
    for (const field of Object.keys(is).sort()) {
      if (keys.includes(field) || ![was[field], is[field]].some((value) => typeof value === "string"))
        continue;
      if (was[field] !== is[field]) {
        changed.push({ key, field, before: was[field] ?? null, after: is[field] ?? null });
      }
    }
  }
  return {
    added: [...b.keys()].filter((key) => !a.has(key)).sort(),
    removed: [...a.keys()].filter((key) => !b.has(key)).sort(),
    changed,
  };
}

function metrics(old: Tables, now: Tables) {
  const was = new Map(old.get("suburb_metrics")!.map((row) => [row.sal_code, row]));
  const pairs = now.get("suburb_metrics")!.flatMap((row) => {
    const before = was.get(row.sal_code);
    return before === undefined ? [] : [[before, row] as const];
  });
  const keys = Object.keys(now.get("suburb_metrics")![0]).filter(
    (k) => !["sal_code", "state_code"].includes(k),
  );
  return keys.flatMap((metric) => {
    let [changed, gained, lost] = [0, 0, 0];
    let largestChange: number | null = null;
    for (const [before, after] of pairs) {
      const [b, a] = [before[metric] as number | null, after[metric] as number | null];
      if (b == null && a == null) continue;
      if (b == null) gained++;
      else if (a == null) lost++;
      else if (a !== b) {
        changed++;
        largestChange = Math.max(largestChange ?? 0, Math.fround(Math.abs(a - b)));
      }
    }
    return changed + gained + lost === 0 ? [] : [{ metric, changed, gained, lost, largestChange }];
  });
}

interface Point {
  readonly value: number;
  readonly flag: string;
}

interface Points {
  /** Values with their flags by series, source and period. */
  readonly values: Map<
    string,
    { readonly series: string; readonly source: string; readonly points: Point[] }
  >;
  readonly sources: Map<string, string>;
}

function addPoint({ values }: Points, series: string, source: string, period: Date, point: Point): void {
  const key = JSON.stringify([series, source, period]);
  if (!values.has(key)) values.set(key, { series, source, points: [] });
  values.get(key)!.points.push(point);
}

function pricePoints(side: Tables): Points {
  const points: Points = { values: new Map(), sources: new Map() };
  for (const row of side.get("price_series")!) {
    const series = priceKey(row);
    for (const [i, period] of (row.periods as Date[]).entries()) {
      const flag = `${(row.preliminary as boolean[])[i]} ${(row.licences as string[] | null)?.[i] ?? row.source_licence}`;
      const source = (row.sources as string[] | null)?.[i] ?? String(row.source);
      addPoint(points, series, source, period, { value: (row.point_values as number[])[i], flag });
    }
  }
  return points;
}

function economyPoints(side: Tables): Points {
  const points: Points = { values: new Map(), sources: new Map() };
  const names = new Map<unknown, string>();
  for (const row of side.get("economic_series")!) {
    names.set(row.series_number, String(row.series_key));
    points.sources.set(String(row.series_key), String(row.source_key));
  }
  for (const row of side.get("economic_observations")!) {
    const series = names.get(row.series_number)!;
    addPoint(points, series, "", row.period as Date, { value: row.value as number, flag: "" });
  }
  return points;
}

function observations(old: Points, now: Points) {
  const bySource = new Map<string, Record<keyof ObservationCounts, number>>();
  for (const key of new Set([...old.values.keys(), ...now.values.keys()])) {
    const [a, b] = [[...(old.values.get(key)?.points ?? [])], [...(now.values.get(key)?.points ?? [])]];
    const strike = (isSame: (x: Point, y: Point) => boolean) => {
      let struck = 0;
      for (let i = a.length - 1; i >= 0; i--) {
        const j = b.findIndex((one) => isSame(a[i], one));
        if (j < 0) continue;
        a.splice(i, 1);
        b.splice(j, 1);
        struck++;
      }
      return struck;
    };
    strike((x, y) => x.value === y.value && x.flag === y.flag);
    const reflagged = strike((x, y) => x.value === y.value);
    const revised = Math.min(a.length, b.length);
    if (reflagged + a.length + b.length === 0) continue;
    const { series, source: own } = (now.values.get(key) ?? old.values.get(key))!;
    const source = own || (now.sources.get(series) ?? old.sources.get(series)!);
    const counts = bySource.get(source) ?? { added: 0, removed: 0, revised: 0, reflagged: 0 };
    counts.added += b.length - revised;
    counts.removed += a.length - revised;
    counts.revised += revised;
    counts.reflagged += reflagged;
    bySource.set(source, counts);
  }
  const total = { added: 0, removed: 0, revised: 0, reflagged: 0 };
  for (const counts of bySource.values()) {
    for (const change of Object.keys(total) as (keyof ObservationCounts)[]) total[change] += counts[change];
  }
  const sorted = [...bySource].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...total, bySource: sorted.map(([source, counts]) => ({ source, ...counts })) };
}

const texts = new WeakMap<Row, string>();

function textOf(row: Row): string {
  const text =
    texts.get(row) ?? JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value));
  texts.set(row, text);
  return text;
}

function listings(old: Tables, now: Tables) {
  const [a, b] = [old, now].map((side) => {
    const rows = new Map<string, string[]>();
    for (const table of ["property_addresses", "property_events", "property_valuations"]) {
      for (const row of side.get(table)!) {
        const key = String(row.address_key);
        rows.set(key, [...(rows.get(key) ?? []), `${table} ${textOf(row)}`]);
      }
    }
    return new Map(Array.from(rows, ([key, texts]) => [key, texts.sort().join("\n")]));
  });
  const both = [...a.keys()].filter((key) => b.has(key));
  return {
    added: b.size - both.length,
    removed: a.size - both.length,
    changed: both.filter((key) => a.get(key) !== b.get(key)).length,
  };
}

function tables(old: Tables, now: Tables) {
  return [...now.keys()].sort().flatMap((table) => {
    const left = new Map<string, number>();
    for (const text of old.get(table)!.map(textOf)) left.set(text, (left.get(text) ?? 0) + 1);
    let rowsNew = 0;
    for (const text of now.get(table)!.map(textOf)) {
      const n = left.get(text) ?? 0;
      if (n === 0) rowsNew++;
      else left.set(text, n - 1);
    }
    const rowsGone = [...left.values()].reduce((sum, n) => sum + n, 0);
    if (rowsGone + rowsNew === 0) return [];
    return [{ table, rowsGone, rowsNew, columnsAdded: [], columnsRemoved: [] }];
  });
}
