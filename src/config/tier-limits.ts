import { TerraceError } from "../runtime/errors.ts";

/** Tier names on the wire, from the least to the most allowed. */
export const TIERS = ["anonymous", "free", "premium", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];

/** How a caller comes in: with a token in a program, or with a session in the web application. */
export type Access = "api" | "browser";

/** Requests a tier may make; 0 is unlimited. */
export interface TierLimits {
  readonly apiPerMinute: number;
  readonly apiPerMonth: number;
  readonly browserPerMinute: number;
  readonly browserPerMonth: number;
}

export type LimitTable = Readonly<Record<Tier, TierLimits>>;

const row = (
  apiPerMinute: number,
  apiPerMonth: number,
  browserPerMinute: number,
  browserPerMonth: number,
): TierLimits => ({ apiPerMinute, apiPerMonth, browserPerMinute, browserPerMonth });

/** The published numbers (contract/edge.md §6.1). */
export const DEFAULT_LIMITS: LimitTable = {
  anonymous: row(30, 500, 60, 5000),
  free: row(60, 1000, 120, 10_000),
  premium: row(120, 10_000, 0, 0),
  pro: row(120, 10_000, 0, 0),
  enterprise: row(300, 50_000, 0, 0),
};

/** Highest number that can be configured; more is what 0 says. */
const LARGEST_LIMIT = 1_000_000_000;

/** Limits of one caller; 0 is unlimited. */
export interface Allowance {
  readonly perMinute: number;
  readonly perMonth: number;
}

/** The table as rows, from the least to the most allowed. */
export function tierRows(table: LimitTable): (TierLimits & { readonly tier: Tier })[] {
  return TIERS.map((tier) => ({ tier, ...table[tier] }));
}

/** What a tier allows through one kind of access. A name that is no tier has the numbers of a stranger. */
export function allowanceOf(table: LimitTable, tier: string, access: Access): Allowance {
  const limits = Object.hasOwn(table, tier) ? table[tier as Tier] : table.anonymous;
  return access === "browser"
    ? { perMinute: limits.browserPerMinute, perMonth: limits.browserPerMonth }
    : { perMinute: limits.apiPerMinute, perMonth: limits.apiPerMonth };
}

/** The published table with the given numbers in place of its own: `{"free": {"apiPerMinute": 90}}`. */
export function readLimitTable(value: unknown, origin: string): LimitTable {
  const table: Record<string, TierLimits> = { ...DEFAULT_LIMITS };
  for (const [tier, numbers] of entriesOf(value, origin, TIERS)) {
    const known = Object.keys(DEFAULT_LIMITS.anonymous);
    for (const [name, limit] of entriesOf(numbers, `${origin}: ${tier}`, known)) {
      if (!Number.isInteger(limit) || (limit as number) < 0 || (limit as number) > LARGEST_LIMIT) {
        const allowed = `a whole number from 0 (unlimited) to ${LARGEST_LIMIT}`;
        throw new TerraceError(
          "bad_config",
          `${origin}: ${tier}.${name} is ${JSON.stringify(limit)}, not ${allowed}`,
        );
      }
      table[tier] = { ...table[tier], [name]: limit };
    }
  }
  return table as LimitTable;
}

function entriesOf(value: unknown, origin: string, allowed: readonly string[]): [string, unknown][] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new TerraceError("bad_config", `${origin} must be one JSON object with ${allowed.join(", ")}`);
  }
  for (const key of Object.keys(value)) {
    if (allowed.includes(key)) continue;
    throw new TerraceError("bad_config", `${origin}: unknown "${key}"; allowed are ${allowed.join(", ")}`);
  }
  return Object.entries(value);
}
