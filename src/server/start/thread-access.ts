import type { FastifyBaseLogger } from "fastify";
import { SharedCounts } from "../../runtime/shared/shared-counts.ts";
import { type AccessControl, accessControlOf } from "../admission/access-control.ts";
import type { Subscription, UserDirectory } from "../admission/callers/tiers.ts";
import { lookUpUsers } from "../admission/callers/users-lookup.ts";
import { RefusalCounters } from "../admission/limits/refusal-counters.ts";
import { SharedMonths } from "../admission/limits/shared-months.ts";
import { SlidingWindow } from "../admission/limits/sliding-window.ts";
import { usersFile } from "../admission/limits/stores/open-stores.ts";
import type { AskOwner } from "./ask-owner.ts";
import type { ThreadStart } from "./thread-messages.ts";

export interface ThreadAccessOptions {
  readonly log: FastifyBaseLogger;
  readonly owner: AskOwner;
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly onCount: (identifier: string, cost: number, limit: number) => void;
}

/** The access control of a thread after the first: it counts in the memory that all threads share. */
export function threadAccess(
  { config, thread, access, ownUrl }: ThreadStart,
  { log, owner, now, monotonicMs, onCount }: ThreadAccessOptions,
): AccessControl {
  const onError = (err: unknown) => log.error({ err }, "the users table cannot be read");
  const read = async (userIds: readonly string[]) =>
    (await owner.ask({ kind: "users", userIds })) as ReadonlyMap<string, Subscription>;
  // A file is looked at by each thread, so that a change counts in all of them as soon as in one.
  const users: UserDirectory | undefined =
    config.users === "postgres"
      ? lookUpUsers({ read, monotonicMs, onError })
      : usersFile(config.users, log, onError);
  return accessControlOf(
    { config, log, now, monotonicMs, ownUrl: () => ownUrl },
    {
      counters: new RefusalCounters(new SharedCounts(access.counters, thread)),
      counts: access.counts && {
        window: new SlidingWindow(access.counts.window),
        months: new SharedMonths({ memory: access.counts.months, monotonicMs, onCount }),
      },
      users,
      callerKey: () => access.callerKey,
      pageKey: access.pageKey,
    },
  );
}
