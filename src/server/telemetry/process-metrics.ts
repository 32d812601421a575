import type { Engine } from "../../engine/engine.ts";
import { counter, gauge, type MetricFamily, samplesBy } from "./metrics-text.ts";
import type { ThreadMetrics } from "./thread-metrics.ts";

/** What the engine and its threads are doing. */
export interface EngineLoad {
  readonly engine: Engine;
  /** Filter threads that are up and calls that wait for them. */
  readonly filterLoad: () => { readonly threads: number; readonly inFlight: number };
}

/** Families about the snapshot, DuckDB, the filter threads. */
export function engineFamilies({ engine, filterLoad }: EngineLoad): MetricFamily[] {
  const { snapshotId, asOf, synthetic } = engine.manifest;
  const { view, release } = engine.hold();
  const sql = view.database.load();
  release();
  const filter = filterLoad();
  const info = { snapshot_id: snapshotId, as_of: asOf, synthetic: String(synthetic) };
  return [
    gauge("terrace_snapshot_info", "The snapshot that new calls read; always 1.", [
      { labels: info, value: 1 },
    ]),
    gauge(
      "terrace_snapshots_open",
      "Snapshots in memory: the current one and those calls still use.",
      engine.openSnapshots,
    ),
    gauge("terrace_sql_queries_running", "Table queries in progress.", sql.running),
    gauge("terrace_sql_queries_waiting", "Calls that wait for a connection.", sql.waiting),
    counter(
      "terrace_sql_queries_total",
      "Table queries of the current snapshot; starts again with each snapshot.",
      sql.queries,
    ),
    gauge("terrace_filter_threads", "Filter threads that are up.", filter.threads),
    gauge(
      "terrace_filter_calls_in_flight",
      "Filters that are neither answered nor refused.",
      filter.inFlight,
    ),
  ];
}

/** Families about the process and the event loops of its threads, on which every request depends. */
export function processFamilies({
  delays,
  heapBytes,
}: Pick<ReturnType<ThreadMetrics["look"]>, "delays" | "heapBytes">): MetricFamily[] {
  const { user, system } = process.cpuUsage();
  return [
    gauge(
      "terrace_event_loop_delay_seconds",
      "How late timers fire, since the last scrape, in the thread where they were latest.",
      samplesBy("quantile", delays),
    ),
    counter("process_cpu_seconds_total", "Processor time of this process.", (user + system) / 1e6),
    gauge("process_resident_memory_bytes", "Memory of this process that is in RAM.", residentBytes()),
    gauge("terrace_heap_used_bytes", "JavaScript heaps in use, of all wire threads.", heapBytes),
  ];
}

/** NaN where the system does not say: it is read from a file, for which there may be no descriptor. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return Number.NaN;
  }
}
