import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import type { Engine } from "../../engine/engine.ts";
import type { CallerDigest } from "../admission/callers/stored-identifier.ts";
import type { OwnedAccess } from "../admission/owned-access.ts";
import type { CallObserver } from "../telemetry/call-record.ts";
import {
  counter,
  gauge,
  METRICS_CONTENT_TYPE,
  type MetricFamily,
  metricsText,
  samplesBy,
} from "../telemetry/metrics-text.ts";
import { requestLog } from "../telemetry/request-line.ts";
import type { ThreadMetrics } from "../telemetry/thread-metrics.ts";
import { openPort } from "../wire/port/port-error.ts";

/** Counts a thread's calls, and logs each if `writes` is set. */
export function callObserver(
  { calls }: ThreadMetrics,
  { log, digestOf, writes }: { log: Logger; digestOf: CallerDigest; writes: boolean },
): CallObserver {
  const write = writes ? requestLog(log, digestOf) : undefined;
  return {
    started: (route) => calls.started(route),
    ended: (call) => {
      calls.ended(call);
      write?.(call);
    },
  };
}

interface MetricsPageOptions {
  readonly engine: Engine;
  /** Filter threads that are up, and calls waiting for them. */
  readonly filterLoad: () => { readonly threads: number; readonly inFlight: number };
  readonly metrics: ThreadMetrics;
  readonly accessControl: OwnedAccess;
  readonly snapshotFamilies: () => MetricFamily[];
  readonly connections: () => number;
  /** Running wire threads, and how many ended unexpectedly. */
  readonly wireThreads: () => { readonly up: number; readonly ended: number };
  /** Expiry of the port's certificate, Unix milliseconds; undefined without TLS. */
  readonly certificateExpiresAtMs: () => number | undefined;
}

/** Returns a function that renders the metrics of all threads in Prometheus text format. */
export function metricsPage(options: MetricsPageOptions): () => string {
  return () => {
    const numbers = options.metrics.look();
    const threads = options.wireThreads();
    return metricsText([
      ...options.metrics.calls.families(),
      ...refusalFamilies(options.accessControl),
      counter(
        "terrace_answer_parts_dropped_total",
        "Parts that answers went without because they could not be read.",
        samplesBy("part", numbers.partsDropped),
      ),
      gauge("terrace_connections", "Connections that are open.", options.connections()),
      gauge(
        "terrace_unread_answer_bytes",
        "Bytes of answers that callers have not taken yet.",
        numbers.unreadBytes,
      ),
      gauge("terrace_unread_answers", "Answers that callers have not taken yet.", numbers.unreadAnswers),
      counter(
        "terrace_unread_answers_cut_total",
        "Answers given up because their callers did not read them, by reason.",
        samplesBy("reason", numbers.answersCut),
      ),
      ...engineFamilies(options),
      ...options.snapshotFamilies(),
      gauge("terrace_wire_threads", "Threads that answer on the port.", threads.up),
      counter(
        "terrace_wire_threads_ended_total",
        "Threads that ended and should not have; each was replaced.",
        threads.ended,
      ),
      ...processFamilies(numbers),
      ...certificateFamilies(options.certificateExpiresAtMs()),
    ]);
  };
}

function certificateFamilies(expiresAtMs: number | undefined): MetricFamily[] {
  if (expiresAtMs === undefined) return [];
  const help = "When the certificate ends, in Unix seconds.";
  return [gauge("terrace_tls_certificate_expires_seconds", help, expiresAtMs / 1000)];
}

function engineFamilies({ engine, filterLoad }: MetricsPageOptions): MetricFamily[] {
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

function processFamilies({ delays, heapBytes }: ReturnType<ThreadMetrics["look"]>): MetricFamily[] {
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

/** NaN if unavailable: it is read from a file, and the process may be out of file descriptors. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return Number.NaN;
  }
}

const HELP: Readonly<Record<string, string>> = {
  agent_refusals_total: "Requests refused for their User-Agent, by reason and pattern.",
  limit_refusals_total: "Requests refused by a limit, by kind, tier and access.",
  guard_refusals_total: "Requests shed by the guard, by bucket and window.",
  role_refusals_total: "Requests refused for lack of a token or a role.",
  limiter_failures_total: "Requests admitted because the limiter or the guard failed.",
};

function refusalFamilies(accessControl: OwnedAccess): MetricFamily[] {
  const counted = accessControl.counters.values();
  const families = Object.entries(HELP).map(([name, help]) =>
    counter(
      `terrace_${name}`,
      help,
      counted.filter((one) => one.name === name),
    ),
  );
  const health = accessControl.health();
  if (health === undefined) return families;
  const classes = ["user", "stranger"] as const;
  return [
    ...families,
    counter(
      "terrace_windows_forgotten_total",
      "Callers forgotten within their minute because more came than are counted at once, by class.",
      samplesBy(
        "class",
        classes.map((who) => [who, accessControl.forgottenWindows(who)] as const),
      ),
    ),
    counter(
      "terrace_quota_requests_lost_total",
      "Counted requests of callers without a token that were forgotten while the quota store was gone.",
      accessControl.lostRequests(),
    ),
    gauge("terrace_quota_store_degraded", "1 while the quota store fails.", Number(health.degraded)),
    gauge(
      "terrace_quota_retained_deltas",
      "Callers whose counts wait to be written.",
      health.retained_deltas,
    ),
    gauge("terrace_quota_tracked_identifiers", "Callers whose month is counted.", health.tracked_identifiers),
  ];
}

/** Serves `GET /metrics` on a separate port without a token, for networks that only operators reach. */
export async function listenForMetrics(
  host: string,
  port: number,
  page: () => string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = process.getBuiltinModule("node:http").createServer((request, response) => {
    const isAsked = request.url === "/metrics" && (request.method === "GET" || request.method === "HEAD");
    let text = "only GET /metrics is here\n";
    try {
      if (isAsked) text = page();
    } catch {
      // Uncaught, it would end the process.
      response.writeHead(503).end();
      return;
    }
    response.setHeader("content-type", isAsked ? METRICS_CONTENT_TYPE : "text/plain; charset=utf-8");
    response.statusCode = isAsked ? 200 : 404;
    response.end(text);
  });
  const close = await openPort(server, host, port);
  const address = server.address() as AddressInfo;
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return { url: `http://${shown}:${address.port}/metrics`, close };
}
