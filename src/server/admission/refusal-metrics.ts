import type { MetricFamily } from "../telemetry/metrics-text.ts";
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
  const families: MetricFamily[] = Object.entries(HELP).map(([name, help]) => ({
    name: `terrace_${name}`,
    type: "counter",
    help,
    samples: counted.filter((one) => one.name === name).map(({ labels, value }) => ({ labels, value })),
  }));
  const health = accessControl.health();
  if (health === undefined) return families;
  const gauges: [string, string, number][] = [
    ["quota_store_degraded", "1 while the quota store fails.", Number(health.degraded)],
    ["quota_retained_deltas", "Callers whose counts wait to be written.", health.retained_deltas],
    ["quota_tracked_identifiers", "Callers whose month is counted.", health.tracked_identifiers],
  ];
  families.push({
    name: "terrace_windows_forgotten_total",
    type: "counter",
    help: "Callers forgotten within their minute because more came than are counted at once, by class.",
    samples: (["user", "stranger"] as const).map((who) => ({
      labels: { class: who },
      value: accessControl.forgottenWindows(who),
    })),
  });
  families.push({
    name: "terrace_quota_requests_lost_total",
    type: "counter",
    help: "Counted requests of callers without a token that were forgotten while the quota store was gone.",
    samples: [{ value: accessControl.lostRequests() }],
  });
  for (const [name, help, value] of gauges) {
    families.push({ name: `terrace_${name}`, type: "gauge", help, samples: [{ value }] });
  }
  return families;
}
