import { resolve, sep } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Health } from "../../rpc/health/health.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import type { MetricFamily } from "./metrics-text.ts";

export interface SnapshotStateOptions {
  readonly health: Health;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  readonly dataDir: string;
}

/** How the server keeps up with the snapshots that are published, as told to health, log and metrics. */
export interface SnapshotState {
  onRefuse(snapshotId: string | undefined, error: unknown): void;
  onRecover(): void;
  families(): MetricFamily[];
}

/** Keeps the first refusal's time while one snapshot is refused; the log hears each reason once. */
export function snapshotState({ health, log, now, dataDir }: SnapshotStateOptions): SnapshotState {
  const { root, snapshots } = dataDirectory(resolve(dataDir));
  let refusals = 0;
  return {
    onRefuse(snapshotId, err) {
      refusals++;
      // Callers hear what is wrong, not where the server keeps its files.
      const message = err instanceof Error ? err.message : String(err);
      const reason = message.replaceAll(`${snapshots}${sep}`, "").replaceAll(`${root}${sep}`, "");
      const before = health.degradation;
      const isSame = before !== undefined && before.snapshotId === snapshotId;
      if (isSame && before.reason === reason) return;
      health.setDegraded({ snapshotId, reason, since: isSame ? before.since : now() });
      log.error(
        { snapshotId, err },
        "refused a snapshot; the one before keeps serving, and this one is tried again",
      );
    },
    onRecover() {
      health.setDegraded(undefined);
      log.info("serving the current snapshot again");
    },
    families() {
      const { degradation } = health;
      const labels = { snapshot_id: degradation?.snapshotId ?? "" };
      return [
        {
          name: "terrace_snapshot_degraded",
          type: "gauge",
          help: "1 while another snapshot is served than the one that CURRENT names.",
          samples: [{ value: degradation === undefined ? 0 : 1 }],
        },
        {
          name: "terrace_snapshot_degraded_since_seconds",
          type: "gauge",
          help: "Since when, as a Unix time, and which snapshot is refused; absent while none is.",
          samples: degradation === undefined ? [] : [{ labels, value: degradation.since.getTime() / 1000 }],
        },
        {
          name: "terrace_snapshot_refusals_total",
          type: "counter",
          help: "Times that a snapshot was refused, every further try counted.",
          samples: [{ value: refusals }],
        },
      ];
    },
  };
}
