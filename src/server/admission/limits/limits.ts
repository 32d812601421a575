import type { Caller } from "../callers/identity.ts";
import {
  type LimitHeaders,
  type LimitKind,
  type MinuteFacts,
  type MonthFacts,
  type RefusalDetail,
  refusalHeaders,
  refusalMessage,
  windowHeaders,
} from "./rate-limit-headers.ts";
import type { MonthlyCounts } from "./shared-months.ts";
import type { SlidingWindow, WindowState } from "./sliding-window.ts";

/**
 * Cost of each metered operation, below every published limit. Under a smaller configured limit, an operation
 * costs all of it and no more, or it could never run.
 */
export const COSTS = {
  rpc: 1,
  latest: 1,
  sources: 1,
  outlines: 1,
  panel: 1,
  stockSearch: 1,
  exports: 5,
  feed: 1,
} as const;

export type Admission =
  | { readonly isAdmitted: true; readonly headers: LimitHeaders }
  | { readonly isAdmitted: false; readonly headers: LimitHeaders; readonly detail: RefusalDetail };

export interface LimiterOptions {
  readonly window: SlidingWindow;
  readonly ledger: MonthlyCounts;
  /** Absolute and in ASCII. */
  readonly upgradeUrl: () => string;
  /** False for a server without a web application to sign in to. */
  readonly hasSignIn: boolean;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
  /** Monotonic clock, whole milliseconds. */
  readonly monotonicMs: () => number;
}

/** Admits or denies requests from memory: checks the minute first, then the month. */
export function createLimiter(options: LimiterOptions) {
  const { window, ledger, now, monotonicMs } = options;
  const admit = (caller: Caller, cost: number): Admission => {
    const { perMinute, perMonth } = caller.allowance;
    if (perMinute === 0 && perMonth === 0) return { isAdmitted: true, headers: {} };
    const { identifier } = caller;
    const nowMs = now();
    const inMinute = Math.min(cost, perMinute);
    const inWindow =
      perMinute === 0 ? undefined : window.take(identifier, inMinute, perMinute, monotonicMs());
    const minute = inWindow && minuteFacts(inWindow, perMinute, nowMs);
    if (inWindow?.isAdmitted === false) {
      const used = perMonth === 0 ? undefined : ledger.peek(identifier);
      const month = used === undefined ? undefined : monthFacts(used, perMonth, ledger.resetAtMs);
      const detail = refusalDetail(options, caller, "per_minute", {
        limit: perMinute,
        used: perMinute - inWindow.remaining,
        resetAt: minute!.resetAt,
        retryInMs: inWindow.retryInMs,
      });
      return { isAdmitted: false, headers: refusalHeaders(detail, minute, month), detail };
    }
    if (perMonth === 0) return { isAdmitted: true, headers: windowHeaders(minute, undefined) };
    const quota = ledger.take(identifier, Math.min(cost, perMonth), perMonth);
    const month = quota.used === undefined ? undefined : monthFacts(quota.used, perMonth, quota.resetAtMs);
    if (quota.isAdmitted) return { isAdmitted: true, headers: windowHeaders(minute, month) };
    // A denied request uses up nothing.
    if (inWindow !== undefined) window.giveBack(identifier, inMinute, monotonicMs());
    const before = minute && { ...minute, remaining: minute.remaining + inMinute };
    const detail = refusalDetail(options, caller, "monthly", {
      limit: perMonth,
      used: month!.used,
      resetAt: month!.resetAt,
      retryInMs: quota.resetAtMs - nowMs,
    });
    return { isAdmitted: false, headers: refusalHeaders(detail, before, month), detail };
  };
  return { admit };
}

function refusalDetail(
  options: LimiterOptions,
  { tier, access, isLoopback: isOperator = false }: Caller,
  kind: LimitKind,
  facts: { limit: number; used: number; resetAt: number; retryInMs: number },
): RefusalDetail {
  const { limit, used, resetAt, retryInMs } = facts;
  const { hasSignIn } = options;
  const upgradeUrl = options.upgradeUrl();
  return {
    kind,
    limit,
    used,
    remaining: Math.max(0, limit - used),
    reset_at: resetAt,
    // Rounded up: a caller that retries then must not be early.
    retry_after_seconds: Math.max(1, Math.ceil(retryInMs / 1000)),
    tier,
    access,
    upgrade_url: upgradeUrl,
    message: refusalMessage(kind, limit, tier, upgradeUrl, { hasSignIn, isOperator }),
  };
}

function minuteFacts({ remaining, resetInMs }: WindowState, limit: number, nowMs: number): MinuteFacts {
  return { limit, remaining, resetAt: Math.ceil((nowMs + resetInMs) / 1000) };
}

function monthFacts(used: number, limit: number, resetAtMs: number): MonthFacts {
  return { limit, used, resetAt: resetAtMs / 1000 };
}
