import { readLimitTable, TIERS } from "../src/config/tier-limits.ts";
import { mintToken, tokenSecrets } from "../src/server/admission/callers/token.ts";

/** Secret of the server under load; it guards nothing. */
export const BENCH_SECRET = "only the benchmarks use this secret";

/** Limits that are counted like any others and never reached. */
export const BENCH_LIMITS = readLimitTable(
  Object.fromEntries(TIERS.map((tier) => [tier, { apiPerMinute: 1e9, apiPerMonth: 1e9 }])),
  "bench",
);

/** The `Authorization` header of a caller with a plan: the load passes identity, limits and headers like real calls. */
export async function benchAuthorization(): Promise<string> {
  const [secret] = tokenSecrets(BENCH_SECRET, "");
  const nowMs = Date.now();
  const options = { userId: "bench", tier: "pro", email: "", roles: [], isSession: false, days: 1, nowMs };
  return `Bearer ${await mintToken(secret, options)}`;
}
