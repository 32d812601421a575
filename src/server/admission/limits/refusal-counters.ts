import { TIERS } from "../../../config/tier-limits.ts";
import { OTHER_NAME, SharedCounts } from "../../../runtime/shared/shared-counts.ts";
import type { AgentRefusal } from "../callers/agent-policy.ts";
import type { RefusalDetail } from "./rate-limit-headers.ts";

export interface CounterValue {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Shared memory for the counters: more names than exist. */
export const EDGE_COUNTS = { names: 256, width: 1 };

/** Counts denied requests. Labels are closed sets: never an address, user or token. */
export class RefusalCounters {
  readonly #counts: SharedCounts;

  constructor(counts = new SharedCounts({ threads: 1, ...EDGE_COUNTS })) {
    this.#counts = counts;
  }

  agentRefused(refusal: AgentRefusal): void {
    const pattern = refusal.reason === "blocked_pattern" ? { pattern: refusal.pattern } : {};
    this.#add("agent_refusals_total", { reason: refusal.reason, ...pattern });
  }

  limitRefused({ kind, tier, access }: RefusalDetail): void {
    const known = (TIERS as readonly string[]).includes(tier) ? tier : "other";
    this.#add("limit_refusals_total", { kind, tier: known, access });
  }

  roleRefused(code: "unauthenticated" | "permission_denied"): void {
    this.#add("role_refusals_total", { code });
  }

  guardRefused(bucket: string, window: string): void {
    this.#add("guard_refusals_total", { bucket, window });
  }

  /** The limiter or the guard threw and the request was admitted. */
  failedOpen(): void {
    this.#add("limiter_failures_total", {});
  }

  values(): CounterValue[] {
    const values: CounterValue[] = [];
    for (const [key, [value]] of this.#counts.sums()) {
      if (key !== OTHER_NAME) values.push({ ...(JSON.parse(key) as Omit<CounterValue, "value">), value });
    }
    return values;
  }

  #add(name: string, labels: Record<string, string>): void {
    this.#counts.of(JSON.stringify({ name, labels }))[0]++;
  }
}
