import { dirname, join } from "node:path";
import { openCallerKey } from "../../../src/server/admission/callers/caller-key.ts";
import { SqliteQuotaStore } from "../../../src/server/admission/limits/stores/sqlite-quota-store.ts";

/** Opens a quota file, with the caller key next to it. */
export function openQuotaFile(path: string): SqliteQuotaStore {
  const onProblem = (error: unknown) => {
    throw error;
  };
  return new SqliteQuotaStore(path, () =>
    openCallerKey({ configured: "", path: join(dirname(path), "caller.key"), onProblem }),
  );
}
