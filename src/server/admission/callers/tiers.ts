import { TIERS } from "../../../config/tier-limits.ts";
import { badConfig } from "../../../runtime/errors.ts";

export interface Subscription {
  readonly tier: string;
  readonly status: string;
}

/** Subscriptions, from memory. `find` returns undefined for users without one, "unknown" until looked up. */
export interface UserDirectory {
  find(userId: string): Subscription | undefined | "unknown";
  close(): Promise<void>;
}

/** The tier of an authenticated user, from memory. */
export type TierRule = (userId: string, claimedTier: string) => string;

const PAYING_STATUSES = ["active", "trialing"];

/** Order: allow-list, users table, or the token's tier while that has no answer. Free if not paying. */
export function createTierRule(
  allowList: ReadonlyMap<string, string>,
  users: UserDirectory | undefined,
): TierRule {
  return (userId, claimedTier) => {
    const granted = allowList.get(userId);
    if (granted !== undefined) return granted;
    const found = users === undefined ? "unknown" : users.find(userId);
    if (found === "unknown") return claimedTier === "" ? "free" : wireTier(claimedTier);
    return found !== undefined && PAYING_STATUSES.includes(found.status) ? wireTier(found.tier) : "free";
  };
}

/** Parses tiers by user id from a string such as `alice,bob=pro`; the default is enterprise. */
export function readAllowList(text: string): ReadonlyMap<string, string> {
  const tiers = new Map<string, string>();
  for (const entry of text.split(",").map((one) => one.trim())) {
    if (entry === "") continue;
    const [userId, tier = "enterprise"] = entry.split("=").map((part) => part.trim());
    if (!(TIERS as readonly string[]).includes(tier)) {
      throw badConfig(`TERRACE_TIER_ALLOW_LIST: "${entry}" names no tier; allowed are ${TIERS.join(", ")}`);
    }
    tiers.set(userId, tier);
  }
  return tiers;
}

/** A tier name that is safe in a header. Unlisted names are kept, so that a caller can see the mistake. */
function wireTier(name: string): string {
  return /^[A-Za-z0-9_-]{1,32}$/.test(name) ? name : "anonymous";
}
