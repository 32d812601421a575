import { isBuiltin } from "node:module";
import { TerraceError } from "../../../../runtime/errors.ts";
import type { QuotaStore } from "./quota-store.ts";

/** False in Node before 22.13 without its flag. */
export function hasSqlite(): boolean {
  return isBuiltin("node:sqlite");
}

/** Logged once. */
export const NO_SQLITE =
  `node:sqlite is missing in this Node ${process.version}: months are not counted beyond this process and nobody is ` +
  "refused for them; use Node 22.13 or later, start node with --experimental-sqlite, or set TERRACE_QUOTA_DATABASE_URL";

const missing = () => Promise.reject(new TerraceError("unavailable", NO_SQLITE));

/** A store that always fails, so that the ledger treats totals as unknown and denies nobody. */
export const MISSING_QUOTA_STORE: QuotaStore = {
  readTotals: missing,
  addCounts: missing,
  close: async () => true,
};
