import type { Access } from "../../../config/tier-limits.ts";

/** Times are Unix seconds. */
export interface MinuteFacts {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
}

export interface MonthFacts {
  readonly limit: number;
  readonly used: number;
  readonly resetAt: number;
}

export type LimitKind = "per_minute" | "monthly";

/** Members of `X-RateLimit-Detail` in wire order; the names are a public contract. */
export interface RefusalDetail {
  readonly kind: LimitKind;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly reset_at: number;
  readonly retry_after_seconds: number;
  readonly tier: string;
  readonly access: Access;
  readonly upgrade_url: string;
  readonly message: string;
}

/** Header values by name, in wire order. */
export type LimitHeaders = Readonly<Record<string, string>>;

/** A window without a limit sends no headers: absence means unlimited. */
export function windowHeaders(minute: MinuteFacts | undefined, month: MonthFacts | undefined): LimitHeaders {
  return {
    ...(minute && {
      "x-ratelimit-limit": String(minute.limit),
      "x-ratelimit-remaining": String(minute.remaining),
      "x-ratelimit-reset": String(minute.resetAt),
    }),
    ...(month && {
      "x-ratelimit-monthly-limit": String(month.limit),
      "x-ratelimit-monthly-used": String(month.used),
      "x-ratelimit-monthly-remaining": String(Math.max(0, month.limit - month.used)),
      "x-ratelimit-monthly-reset": String(month.resetAt),
    }),
  };
}

/** Headers of a denied request, after those of both windows. */
export function refusalHeaders(
  detail: RefusalDetail,
  minute: MinuteFacts | undefined,
  month: MonthFacts | undefined,
): LimitHeaders {
  return {
    ...windowHeaders(minute, month),
    "retry-after": String(detail.retry_after_seconds),
    "x-ratelimit-detail": asciiJson(detail),
    "x-ratelimit-kind": detail.kind,
    "x-ratelimit-tier": detail.tier,
    "x-ratelimit-access": detail.access,
    "x-ratelimit-upgrade-url": detail.upgrade_url,
  };
}

/** What a denied caller can do. Only browser access becomes unlimited: do not promise that for the API. */
export function refusalMessage(
  kind: LimitKind,
  limit: number,
  tier: string,
  upgradeUrl: string,
  { hasSignIn, isOperator }: Readonly<Record<"hasSignIn" | "isOperator", boolean>>,
): string {
  const reached = `${kind === "monthly" ? "Monthly" : "Per-minute"} limit of ${limit} reached.`;
  const lift = isOperator ? " The operator of this server lifts limits with --limits off." : "";
  return `${reached} ${wayOut(tier, upgradeUrl, hasSignIn)}${lift}`;
}

function wayOut(tier: string, upgradeUrl: string, hasSignIn: boolean): string {
  if (tier === "anonymous") {
    return hasSignIn
      ? `Sign in and send an API token for more: ${upgradeUrl}`
      : `Callers with an API token of this server's operator have more: ${upgradeUrl}`;
  }
  if (tier === "free") return `Upgrade at ${upgradeUrl} for more.`;
  return `This is the ceiling of the ${tier} plan; see ${upgradeUrl} for higher ones.`;
}

/** Compact JSON for a header: non-ASCII is escaped. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
