import { badConfig } from "../runtime/errors.ts";
import {
  type JsonIssue,
  object,
  optional,
  placeText,
  readJson,
  type Schema,
  valueText,
  wholeNumber,
} from "../runtime/json-schema.ts";

/** Tier names as on the wire, by ascending limits. */
export const TIERS = ["anonymous", "free", "premium", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];

/** Access with a token in a program (api), or with a session in the web application (browser). */
export type Access = "api" | "browser";

/** Request limits of a tier; 0 is unlimited. */
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

/** The published limits, used unless the operator sets others. */
export const DEFAULT_LIMITS: LimitTable = {
  anonymous: row(30, 500, 60, 5000),
  free: row(60, 1000, 120, 10_000),
  premium: row(120, 10_000, 0, 0),
  pro: row(120, 10_000, 0, 0),
  enterprise: row(300, 50_000, 0, 0),
};

/** Highest limit that can be configured; use 0 for unlimited. */
const MAX_LIMIT = 1_000_000_000;

/** Limits of one caller; 0 is unlimited. */
export interface Allowance {
  readonly perMinute: number;
  readonly perMonth: number;
}

export function tierRows(table: LimitTable): (TierLimits & { readonly tier: Tier })[] {
  return TIERS.map((tier) => ({ tier, ...table[tier] }));
}

/** The limits of a tier for one kind of access. Unknown tiers have those of anonymous callers. */
export function allowanceOf(table: LimitTable, tier: string, access: Access): Allowance {
  const limits = Object.hasOwn(table, tier) ? table[tier as Tier] : table.anonymous;
  return access === "browser"
    ? { perMinute: limits.browserPerMinute, perMonth: limits.browserPerMonth }
    : { perMinute: limits.apiPerMinute, perMonth: limits.apiPerMonth };
}

const limit = wholeNumber(MAX_LIMIT, `a whole number from 0 (unlimited) to ${MAX_LIMIT}`);
/** An object with any of the keys; all values have the same schema. */
const someOf = <Key extends string, T>(keys: readonly Key[], schema: Schema<T>) =>
  object(Object.fromEntries(keys.map((key) => [key, optional(schema)]))) as Schema<Partial<Record<Key, T>>>;
const limits = someOf(Object.keys(DEFAULT_LIMITS.free) as (keyof TierLimits)[], limit);
const limitsByTier = someOf(TIERS, limits);

/** Merges given limits into the published table: `{"free": {"apiPerMinute": 90}}`. */
export function readLimitTable(value: unknown, origin: string): LimitTable {
  const given = readJson(limitsByTier, value, (issue) => badConfig(`${origin}${issueWords(issue)}`));
  const row = (tier: Tier) => [tier, { ...DEFAULT_LIMITS[tier], ...given[tier] }];
  return Object.fromEntries(TIERS.map(row)) as LimitTable;
}

function issueWords({ path, value, expected, knownKeys }: JsonIssue): string {
  if (knownKeys !== undefined) {
    const owner = path.length === 1 ? "" : ` ${path[0]}:`;
    return `:${owner} unknown "${path.at(-1)}"; allowed are ${knownKeys.join(", ")}`;
  }
  if (path.length === 0) return ` must be one JSON object with ${TIERS.join(", ")}`;
  return `: ${placeText(path)} is ${valueText(value)}, not ${expected}`;
}
