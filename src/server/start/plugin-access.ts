import type { FastifyBaseLogger } from "fastify";
import type { AccessConfig } from "../../config/access-settings.ts";
import { resolveConfig } from "../../config/config.ts";
import type { Tier, TierLimits } from "../../config/tier-limits.ts";
import { badConfig } from "../../runtime/errors.ts";
import { type OwnedAccess, openAccessControl } from "../admission/owned-access.ts";
import { sharedClockMs } from "./shared-clock.ts";

/** Identification of callers; see the settings of the same names. Defaults are the server's. */
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

/** Limits per caller. `quotaFile` or `quotaDatabaseUrl` is required, to count months. */
export interface LimitsOptions
  extends Partial<
    Pick<AccessConfig, "meterAnonymousMonthly" | "upgradeUrl" | "quotaFile" | "quotaDatabaseUrl">
  > {
  /** Overrides of the published limits; 0 is unlimited. */
  readonly tierLimits?: { readonly [Name in Tier]?: Partial<TierLimits> };
}

export interface PluginAccessOptions {
  readonly identity?: IdentityOptions | undefined;
  readonly limits?: LimitsOptions | undefined;
  readonly log: FastifyBaseLogger;
}

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
    // Without identity, callers are addresses, and default agents of tools are allowed.
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
