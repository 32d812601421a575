import type { FastifyBaseLogger } from "fastify";
import type { SoftFailures } from "../../rpc/soft-failures.ts";
import type { AccessControl } from "../callers/access-control.ts";
import { CallMetrics } from "./call-metrics.ts";
import type { CallObserver } from "./call-record.ts";
import { type MetricFamily, metricsText } from "./metrics-text.ts";
import { type EngineLoad, engineFamilies, ProcessMetrics } from "./process-metrics.ts";
import { refusalFamilies } from "./refusal-metrics.ts";
import { requestLog } from "./request-log.ts";

export interface ObservabilityOptions extends EngineLoad {
  readonly accessControl: AccessControl;
  readonly softFailures: SoftFailures;
  /** How the server keeps up with what is published. */
  readonly snapshotFamilies: () => MetricFamily[];
  readonly log: FastifyBaseLogger;
  /** When the port's certificate ends, in Unix milliseconds; undefined without TLS. */
  readonly certificateExpiresAtMs: () => number | undefined;
  /** Writes one line a request. */
  readonly writesRequests: boolean;
}

/** What an operator can see of a server. */
export interface Observability {
  readonly observer: CallObserver;
  /** The metrics as they stand, in the Prometheus text format. */
  metrics(): string;
  close(): void;
}

export function openObservability(options: ObservabilityOptions): Observability {
  const calls = new CallMetrics();
  const ownProcess = new ProcessMetrics();
  const write = options.writesRequests ? requestLog(options.log, options.accessControl.digestOf) : undefined;
  return {
    observer: {
      started: (route) => calls.started(route),
      ended: (call) => {
        calls.ended(call);
        write?.(call);
      },
    },
    metrics: () =>
      metricsText([
        ...calls.families(),
        ...refusalFamilies(options.accessControl),
        droppedParts(options.softFailures),
        ...engineFamilies(options),
        ...options.snapshotFamilies(),
        ...ownProcess.families(),
        ...certificateFamilies(options.certificateExpiresAtMs()),
      ]),
    close: () => ownProcess.close(),
  };
}

function certificateFamilies(expiresAtMs: number | undefined): MetricFamily[] {
  if (expiresAtMs === undefined) return [];
  return [
    {
      name: "terrace_tls_certificate_expires_seconds",
      type: "gauge",
      help: "When the certificate ends, in Unix seconds.",
      samples: [{ value: expiresAtMs / 1000 }],
    },
  ];
}

function droppedParts(softFailures: SoftFailures): MetricFamily {
  return {
    name: "terrace_answer_parts_dropped_total",
    type: "counter",
    help: "Parts that answers went without because they could not be read.",
    samples: Array.from(softFailures.counts(), ([part, value]) => ({ labels: { part }, value })),
  };
}
