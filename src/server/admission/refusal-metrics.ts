import { counter, gauge, type MetricFamily, samplesBy } from "../telemetry/metrics-text.ts";
import type { OwnedAccess } from "./owned-access.ts";

const HELP: Readonly<Record<string, string>> = {
  agent_refusals_total: "Requests refused for their User-Agent, by reason and pattern.",
  limit_refusals_total: "Requests refused by a limit, by kind, tier and access.",
  guard_refusals_total: "Requests shed by the guard, by bucket and window.",
  role_refusals_total: "Requests refused for lack of a token or a role.",
  limiter_failures_total: "Requests admitted because the limiter or the guard failed.",
};

/** What was shed, and how the limiter's store is doing. */
export function refusalFamilies(accessControl: OwnedAccess): MetricFamily[] {
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
