import { resolve, sep } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Degradation, Health } from "../../rpc/health/health.ts";
import { isTerraceError } from "../../runtime/errors.ts";
import type { OriginFault } from "../../snapshot/remote/follow-origin.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { counter, gauge, type MetricFamily } from "./metrics-text.ts";

export interface SnapshotStateOptions {
  readonly health: Health;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  readonly dataDir: string;
}

function reasonWithoutAddress(error: unknown): string {
  if (error === undefined) return "the origin's snapshot is being fetched";
  if (isTerraceError(error, "deadline_exceeded")) return "the origin is too slow";
  if (isTerraceError(error, "unavailable")) return "the origin cannot be reached";
  return "the origin's snapshot cannot be stored here";
}

/** Tracks why an older or damaged snapshot is served, and since when; logs each reason once. */
export function snapshotState({ health, log, now, dataDir }: SnapshotStateOptions) {
  const { root, snapshots } = dataDirectory(resolve(dataDir));
  let refusals = 0;
  /** A snapshot that is here but not served, and one that cannot be fetched. */
  let refused: Degradation | undefined;
  let missing: Degradation | undefined;
  /** The served snapshot, if it can no longer be read whole. */
  let damaged: Degradation | undefined;
  const setDegraded = () => health.setDegraded(damaged ?? refused ?? missing);
  return {
    onRefuse(snapshotId: string | undefined, err: unknown) {
      if (snapshotId !== undefined) refusals++;
      // Callers learn the reason, but not the server's paths.
      const message = err instanceof Error ? err.message : String(err);
      const reason = message.replaceAll(`${snapshots}${sep}`, "").replaceAll(`${root}${sep}`, "");
      const isSame = refused !== undefined && refused.snapshotId === snapshotId;
      if (isSame && refused!.reason === reason) return;
      refused = { snapshotId, reason, since: isSame ? refused!.since : now() };
      setDegraded();
      log.error(
        { snapshotId, err },
        snapshotId === undefined
          ? "what is current is not known or is gone; what was served is served on"
          : "refused a snapshot; the one before keeps serving, and this one is retried",
      );
    },
    onRecover() {
      refused = undefined;
      setDegraded();
      log.info("serving the current snapshot again");
    },
    /** `file` is the damaged file of the served snapshot; undefined if there is none. */
    onDamage(snapshotId: string, file: string | undefined) {
      if (damaged?.snapshotId === (file === undefined ? undefined : snapshotId)) return;
      const reason = `a file that is served is damaged: ${file}`;
      damaged = file === undefined ? undefined : { snapshotId, reason, since: now() };
      if (damaged !== undefined) log.error({ snapshotId }, reason);
      setDegraded();
    },
    /** `fault` is the current problem with the origin; undefined if there is none. */
    onOrigin(fault: OriginFault | undefined) {
      if (fault === undefined) missing = undefined;
      else {
        const { error, snapshotId } = fault;
        // Callers learn the reason, but not the origin's address or paths.
        const reason = isTerraceError(error, "bad_snapshot")
          ? error.message.slice(error.message.lastIndexOf(`${sep}${snapshotId}`) + 1)
          : reasonWithoutAddress(error);
        if (missing?.snapshotId === snapshotId && missing?.reason === reason) return;
        missing = { snapshotId, reason, since: missing?.since ?? now() };
      }
      setDegraded();
    },
    families(): MetricFamily[] {
      const { degradation } = health;
      const labels = { snapshot_id: degradation?.snapshotId ?? "" };
      return [
        gauge(
          "terrace_snapshot_degraded",
          "1 while another snapshot is served than the published one, or that one is damaged or gone from the disk.",
          degradation === undefined ? 0 : 1,
        ),
        gauge(
          "terrace_snapshot_degraded_since_seconds",
          "Since when, as a Unix time, and which snapshot is refused or cannot be had; absent while none is.",
          degradation === undefined ? [] : [{ labels, value: degradation.since.getTime() / 1000 }],
        ),
        counter(
          "terrace_snapshot_refusals_total",
          "Times that a snapshot was refused, every further try counted.",
          refusals,
        ),
      ];
    },
  };
}
