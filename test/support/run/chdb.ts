import { createRequire } from "node:module";

/** The chdb library (ClickHouse in-process); undefined where it is not installed or supported. */
export const CHDB = (() => {
  try {
    const chdb = createRequire(import.meta.url)("chdb") as { query(sql: string, format: string): string };
    return chdb.query("SELECT 1", "TSV") === "1\n" ? chdb : undefined;
  } catch {
    return undefined;
  }
})();
