import { dirname, join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../../../config/config.ts";
import { badConfig } from "../../../../runtime/errors.ts";
import { openCallerKey } from "../../callers/caller-key.ts";
import type { UserDirectory } from "../../callers/tiers.ts";
import { openUsersFile } from "../../callers/users-file.ts";
import { lookUpUsers } from "../../callers/users-lookup.ts";
import { hasSqlite, MISSING_QUOTA_STORE } from "./missing-quota-store.ts";
import type { QuotaStore } from "./quota-store.ts";
import { SqliteQuotaStore } from "./sqlite-quota-store.ts";

/** Opens the configured stores: quota, users, caller key. The key is read or created on first use. */
export async function openStores(config: Config, log: FastifyBaseLogger, monotonicMs: () => number) {
  if (config.users === "postgres" && config.quotaDatabaseUrl === "") {
    throw badConfig("TERRACE_USERS is postgres, which needs TERRACE_QUOTA_DATABASE_URL");
  }
  const quotaFile = config.quotaFile || join(config.dataDir, "quota.sqlite");
  const callerKey = keyFor(config, quotaFile, log);
  const onError = (err: unknown) => log.error({ err }, "the users table cannot be read");
  const users = config.users === "postgres" ? undefined : usersFile(config.users, log, onError);
  if (config.quotaDatabaseUrl === "") {
    const quota: QuotaStore = hasSqlite() ? new SqliteQuotaStore(quotaFile, callerKey) : MISSING_QUOTA_STORE;
    return { quota, users, readUsers: undefined, callerKey };
  }
  // Lazy: most deployments do not use PostgreSQL.
  const { PostgresQuotaStore } = await import("./postgres-quota-store.ts");
  // The replicas' generated keys differ, and under different digests they would not count together.
  const sharedKey = config.callerKey === "" ? undefined : callerKey();
  if (sharedKey === undefined) {
    log.warn(
      "the database of quotas holds callers' addresses as they are; for digests set TERRACE_CALLER_KEY, the same on all replicas",
    );
  }
  const quota = new PostgresQuotaStore(config.quotaDatabaseUrl, sharedKey);
  if (config.users !== "postgres") return { quota, users, readUsers: undefined, callerKey };
  const readUsers = (userIds: readonly string[]) => quota.readSubscriptions(userIds);
  return { quota, users: lookUpUsers({ read: readUsers, monotonicMs, onError }), readUsers, callerKey };
}

export function usersFile(
  path: string,
  log: FastifyBaseLogger,
  onError: (error: unknown) => void,
): UserDirectory | undefined {
  if (path === "") return undefined;
  return openUsersFile({
    path,
    onError,
    onReload: (users) => log.info({ users }, "read the users file again"),
  });
}

function keyFor(config: Config, quotaFile: string, log: FastifyBaseLogger): () => Uint8Array {
  const directory = config.quotaDatabaseUrl === "" ? dirname(quotaFile) : config.dataDir;
  const open = () =>
    openCallerKey({
      configured: config.callerKey,
      path: join(directory, "caller.key"),
      onProblem: (err) =>
        log.warn({ err }, "no caller key can be kept: addresses have other digests after a restart"),
    });
  let key = config.callerKey === "" ? undefined : open();
  return () => {
    key ??= open();
    return key;
  };
}
