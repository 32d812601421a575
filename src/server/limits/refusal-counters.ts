import { TIERS } from "../../config/tier-limits.ts";
import type { AgentRefusal } from "../callers/agent-policy.ts";
import type { RefusalDetail } from "./rate-limit-headers.ts";

/** One counter as a metrics page shows it. */
export interface CounterValue {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Counts of what was turned away. Labels come from closed sets: never an address, a user or a token. */
export class EdgeCounters {
  readonly #counts = new Map<string, { name: string; labels: Record<string, string>; value: number }>();

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

  /** The limiter broke and let the request through. */
  failedOpen(): void {
    this.#add("limiter_failures_total", {});
  }

  values(): CounterValue[] {
    return [...this.#counts.values()].map((one) => ({ ...one }));
  }

  #add(name: string, labels: Record<string, string>): void {
    const key = `${name} ${Object.values(labels).join(" ")}`;
    const counter = this.#counts.get(key);
    if (counter === undefined) this.#counts.set(key, { name, labels, value: 1 });
    else counter.value++;
  }
}
