import type { FastifyBaseLogger } from "fastify";
import type { FinishedCall } from "./call-record.ts";
import { requestLineWriter } from "./request-line.ts";

/** Codes whose lines are errors: this server's fault. */
const OWN_FAULTS = ["internal", "unknown", "data_loss"];

/** A function that writes one line a request. The caller is there as its class and a digest, never by name. */
export function requestLog(
  log: FastifyBaseLogger,
  digestOf: (identifier: string) => string,
): (call: FinishedCall) => void {
  const writeLine = requestLineWriter(log);
  return (call) => {
    const level = OWN_FAULTS.includes(call.code) ? "error" : call.code === "unavailable" ? "warn" : "info";
    if (!isEnabled(log, level)) return;
    const { requestId, verb, route, status, code, bytes, snapshotId, tier, identifier } = call;
    const caller = identifier === undefined ? undefined : digestOf(identifier);
    if (writeLine !== undefined) {
      writeLine(level, call, caller);
      return;
    }
    log[level](
      {
        requestId,
        verb,
        method: route,
        status,
        code,
        durationMs: Math.round(call.durationMs * 1000) / 1000,
        bytes,
        ...(snapshotId === undefined ? {} : { snapshotId }),
        ...(caller === undefined ? {} : { tier, caller }),
      },
      "request",
    );
  };
}

function isEnabled(log: FastifyBaseLogger, level: string): boolean {
  const { isLevelEnabled } = log as { isLevelEnabled?: (level: string) => boolean };
  return isLevelEnabled === undefined || isLevelEnabled.call(log, level);
}
