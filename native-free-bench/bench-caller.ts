import { readLimitTable, TIERS } from "../src/config/tier-limits.ts";
import { mintToken, tokenSecrets } from "../src/server/admission/callers/token.ts";

/** Token secret of the benchmarked server; it protects nothing. */
export const BENCH_SECRET = "only the benchmarks use this secret";

/** Limits that are counted but never reached. */
export const BENCH_LIMITS = readLimitTable(
  Object.fromEntries(TIERS.map((tier) => [tier, { apiPerMinute: 1e9, apiPerMonth: 1e9 }])),
  "bench",
);

/** `Authorization` header of a caller with a plan, so that the load goes through identity and limits. */
export async function benchAuthorization(): Promise<string> {
  const [secret] = tokenSecrets(BENCH_SECRET, "");
  const nowMs = Date.now();
  const options = { userId: "bench", tier: "pro", email: "", roles: [], isSession: false, days: 1, nowMs };
  return `Bearer ${await mintToken(secret, options)}`;
}
