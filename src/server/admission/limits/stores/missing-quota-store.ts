import { isBuiltin } from "node:module";
import { TerraceError } from "../../../../runtime/errors.ts";
import type { QuotaStore } from "./quota-store.ts";

/** True where this process can open SQLite files: Node has it behind a flag before 22.13. */
export function hasSqlite(): boolean {
  return isBuiltin("node:sqlite");
}

/** What is said, once, when it cannot. */
export const NO_SQLITE =
  `node:sqlite is missing in this Node ${process.version}: months are not counted beyond this process and nobody is ` +
  "refused for them; use Node 22.13 or later, start node with --experimental-sqlite, or set TERRACE_QUOTA_DATABASE_URL";

const missing = () => Promise.reject(new TerraceError("unavailable", NO_SQLITE));

/** A store that keeps nothing, so that the ledger treats its counts as unknown and refuses nobody. */
export const MISSING_QUOTA_STORE: QuotaStore = {
  readTotals: missing,
  addCounts: missing,
  close: async () => true,
};
