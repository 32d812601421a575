import { createRequire } from "node:module";

/** ClickHouse as a library, where somebody installed it and its platform is one of those it has. */
export const CHDB = (() => {
  try {
    const chdb = createRequire(import.meta.url)("chdb") as { query(sql: string, format: string): string };
    return chdb.query("SELECT 1", "TSV") === "1\n" ? chdb : undefined;
  } catch {
    return undefined;
  }
})();
