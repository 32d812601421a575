import type { Logger } from "pino";
import type { CallerDigest } from "../admission/callers/stored-identifier.ts";
import type { OwnedAccess } from "../admission/owned-access.ts";
import { refusalFamilies } from "../admission/refusal-metrics.ts";
import type { CallObserver } from "../telemetry/call-record.ts";
import { counter, gauge, type MetricFamily, metricsText, samplesBy } from "../telemetry/metrics-text.ts";
import { type EngineLoad, engineFamilies, processFamilies } from "../telemetry/process-metrics.ts";
import { requestLog } from "../telemetry/request-line.ts";
import type { ThreadMetrics } from "../telemetry/thread-metrics.ts";

/** Counts a thread's calls, and writes a line for each when that is asked for. */
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

export interface MetricsPageOptions extends EngineLoad {
  readonly metrics: ThreadMetrics;
  readonly accessControl: OwnedAccess;
  /** How the server keeps up with what is published. */
  readonly snapshotFamilies: () => MetricFamily[];
  readonly connections: () => number;
  /** Wire threads that answer, and how many ended that should not have. */
  readonly wireThreads: () => { readonly up: number; readonly ended: number };
  /** When the port's certificate ends, in Unix milliseconds; undefined without TLS. */
  readonly certificateExpiresAtMs: () => number | undefined;
}

/** A function that returns the metrics of all threads as they are, in the Prometheus text format. */
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
