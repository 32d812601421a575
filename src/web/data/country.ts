import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { LocalFrame, type WhereMetric } from "terrace/client";
import { loadHoldings } from "./holdings.ts";
import { loadOutlines, outlines } from "./outlines.ts";
import { served, terrace } from "./terrace.ts";

type Described = Awaited<ReturnType<typeof terrace.explorer.describeMetrics>>;
export type Metric = Described["metrics"][number];
export type MetricSource = Described["sources"][number];

/** All suburbs of one snapshot, with the columns fetched so far. */
export interface Country {
  readonly frame: LocalFrame;
  readonly snapshotId: string;
  readonly asOf: Date | undefined;
  readonly synthetic: boolean;
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly sources: ReadonlyMap<string, MetricSource>;
}

export const country = signal<Country | undefined>(undefined);
/** Counts arrivals of columns; a dependency of everything that reads the frame. */
export const columnsVersion = signal(0);
/** Returns the country and subscribes to arriving columns. */
export function countryNow(): Country | undefined {
  columnsVersion.value;
  return country.value;
}
const caches = new WeakMap<object, Map<string, unknown>>();

/** Caches a value by object and name: the figures of a frame never change. */
export function cachedBy<T>(frame: object, name: string, make: () => T): T {
  const cache = caches.get(frame) ?? new Map<string, unknown>();
  caches.set(frame, cache);
  if (!cache.has(name)) cache.set(name, make());
  return cache.get(name) as T;
}

export const loadError = signal<Error | undefined>(undefined);

export function sourcesOfMetrics(keys: readonly string[]): readonly MetricSource[] {
  const { metrics, sources } = country.value ?? {};
  const ids = new Set(keys.flatMap((key) => metrics?.get(key)?.sourceIds ?? []));
  return [...ids].flatMap((id) => sources?.get(id) ?? []);
}

/** A metric's value of a suburb; undefined without data and before the column is loaded. */
export function valueAt(frame: LocalFrame, key: string, position: number): number | undefined {
  return frame.has(key) ? frame.column(key).at(position) : undefined;
}

/** What the parser of conditions needs to know of the metrics. */
export const whereMetrics = computed<readonly WhereMetric[] | undefined>(() => {
  const metrics = country.value?.metrics;
  return metrics && [...metrics.values()].map(({ key, categoryLabels }) => ({ key, labels: categoryLabels }));
});

/** True when the server has another snapshot than the one shown. */
export const hasNewer = computed(
  () =>
    country.value !== undefined &&
    served.value.snapshotId !== "" &&
    served.value.snapshotId !== country.value.snapshotId,
);

/** The only state in the data, if so: a server that starts with part of the country adds the rest later. */
export const onlyState = computed(() => {
  const codes = new Set(country.value?.frame.index.stateCodes);
  return codes.size === 1 ? [...codes][0] : undefined;
});

let loading: Promise<void> | undefined;
let inBackground: Promise<void> | undefined;

/** Fetches the index with the first columns, and the registry. After a failure the next call retries. */
export function loadCountry(firstKeys: readonly string[]): Promise<void> {
  loading ??= load(firstKeys).catch((error: Error) => {
    loadError.value = error;
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(firstKeys: readonly string[]): Promise<void> {
  loadError.value = undefined;
  const described = terrace.explorer.describeMetrics({});
  const held = loadHoldings();
  // A link may name metrics that do not exist: they are left out here and reported where they are used.
  const fetched = await terrace
    .columns("AU", [...new Set(firstKeys)], { includeIndex: true })
    .catch(async (error) => {
      const { metrics } = await described;
      const known = firstKeys.filter((key) => metrics.some((metric) => metric.key === key));
      if (known.length === firstKeys.length) throw error;
      return terrace.columns("AU", [...new Set(known)], { includeIndex: true });
    });
  const { metrics, sources } = await described;
  await held;
  const frame = new LocalFrame(fetched.index!);
  for (const column of fetched.columns) frame.add(column);
  country.value = {
    frame,
    snapshotId: fetched.snapshotId,
    asOf: fetched.asOf,
    synthetic: fetched.synthetic,
    metrics: new Map(metrics.map((metric) => [metric.key, metric])),
    sources: new Map(sources.map((source) => [source.id, source])),
  };
  columnsVersion.value++;
}

/** Fetches missing columns in one call; drops them if the snapshot changed meanwhile. */
export async function ensureColumns(keys: readonly string[]): Promise<void> {
  const now = country.peek();
  if (now === undefined) return;
  const missing = [...new Set(keys)].filter((key) => now.metrics.has(key) && !now.frame.has(key));
  if (missing.length === 0) return;
  const fetched = await terrace.columns("AU", missing);
  if (fetched.snapshotId !== now.snapshotId || country.peek() !== now) return;
  for (const column of fetched.columns) now.frame.add(column);
  columnsVersion.value++;
}

/** Fetches all other columns in the background, once the reader can use what came first. */
export function loadTheRest(): Promise<void> {
  inBackground ??= ensureColumns([...(country.peek()?.metrics.keys() ?? [])]).catch(() => {
    inBackground = undefined;
  });
  return inBackground;
}

/** Fetches columns once the country is loaded, and again for another snapshot; default: all. */
export function useColumns(keys?: readonly string[]): void {
  const now = country.value;
  useEffect(() => {
    if (now !== undefined) void (keys === undefined ? loadTheRest() : ensureColumns(keys).catch(() => {}));
  }, [now, keys?.join()]);
}

/** Switches to the newest snapshot, keeping the view. */
export async function switchSnapshot(keys: readonly string[]): Promise<void> {
  loading = undefined;
  inBackground = undefined;
  await loadCountry(keys);
  if (outlines.peek() !== undefined) loadOutlines();
  await loadTheRest();
}
