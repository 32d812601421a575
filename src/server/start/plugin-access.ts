import type { FastifyBaseLogger } from "fastify";
import type { AccessConfig } from "../../config/access-settings.ts";
import { resolveConfig } from "../../config/config.ts";
import type { Tier, TierLimits } from "../../config/tier-limits.ts";
import { badConfig } from "../../runtime/errors.ts";
import { type OwnedAccess, openAccessControl } from "../admission/owned-access.ts";
import { sharedClockMs } from "./shared-clock.ts";

/** Who a caller is; see the settings of the same names. Members that are left out have the server's defaults. */
export type IdentityOptions = Partial<
  Pick<
    AccessConfig,
    | "tokenSecret"
    | "tokenSecretPrevious"
    | "users"
    | "tierAllowList"
    | "trustedProxies"
    | "clientIpHeader"
    | "webHosts"
    | "webUrl"
    | "agentPolicy"
    | "firstPartyMarker"
    | "firstPartySecret"
    | "firstPartyPerMonth"
  >
>;

/** How often a caller may call. One place to count months in is required: a file or a database. */
export interface LimitsOptions
  extends Partial<
    Pick<AccessConfig, "meterAnonymousMonthly" | "upgradeUrl" | "quotaFile" | "quotaDatabaseUrl">
  > {
  /** Numbers that replace the published ones; 0 is unlimited. */
  readonly tierLimits?: { readonly [Name in Tier]?: Partial<TierLimits> };
}

export interface PluginAccessOptions {
  readonly identity?: IdentityOptions | undefined;
  readonly limits?: LimitsOptions | undefined;
  readonly log: FastifyBaseLogger;
}

/** The access control that the options ask for; undefined when they ask for neither identity nor limits. */
export async function openPluginAccess({
  identity,
  limits,
  log,
}: PluginAccessOptions): Promise<OwnedAccess | undefined> {
  if (identity === undefined && limits === undefined) return undefined;
  if (limits !== undefined && !limits.quotaFile && !limits.quotaDatabaseUrl) {
    throw badConfig("limits needs quotaFile (a path) or quotaDatabaseUrl (a PostgreSQL) to count months in");
  }
  const values = {
    // Callers are told apart by address alone: a tool's default agent does not get them refused.
    agentPolicy: identity !== undefined,
    ...identity,
    ...limits,
    limits: limits !== undefined,
  };
  return openAccessControl({
    config: resolveConfig({ file: { path: "the options of terrace/fastify", values } }),
    log,
    now: () => Date.now(),
    monotonicMs: sharedClockMs,
  });
}
