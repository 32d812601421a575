import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { type Config, resolveConfig } from "../../../src/config/config.ts";
import { admissionHook } from "../../../src/server/admission/admission.ts";
import { type AccessRule, accessRules } from "../../../src/server/admission/callers/access-rules.ts";
import type { MintOptions } from "../../../src/server/admission/callers/token.ts";
import { type OwnedAccess, openAccessControl } from "../../../src/server/admission/owned-access.ts";
import type { Serving } from "../../../src/server/start/start-serving.ts";
import { corsHook } from "../../../src/server/wire/http/cors.ts";
import { TOKEN_SECRET, testToken } from "../country/serve-country.ts";
import { serveForTest } from "../country/serve-for-test.ts";
import { temporaryDirectory } from "../run/fixtures.ts";
import { type LogLine, logInto } from "../run/log-lines.ts";
import { startWireServer, type WireServer } from "./wire-server.ts";

export { TOKEN_SECRET };

/** Both clocks of a server under test; they advance only when a test sets them. */
export interface TestClock {
  nowMs: number;
}

export function testClock(instant = "2026-11-15T03:00:00.000Z"): TestClock {
  return { nowMs: Date.parse(instant) };
}

export interface AccessServer extends WireServer {
  readonly accessControl: OwnedAccess;
  readonly clock: TestClock;
}

/** A server with real access control before fake methods. Ends with the running test. */
export async function startAccessServer(
  options: { config?: Partial<Config>; rules?: ReadonlyMap<string, AccessRule>; clock?: TestClock } = {},
): Promise<AccessServer> {
  const clock = options.clock ?? testClock();
  const log: LogLine[] = [];
  const config = { ...resolveConfig(), tokenSecret: TOKEN_SECRET, ...options.config };
  const accessControl = await openAccessControl({
    config: { ...config, quotaFile: config.quotaFile || join(await temporaryDirectory(), "quota.sqlite") },
    log: logInto(log),
    now: () => clock.nowMs,
    monotonicMs: () => clock.nowMs,
  });
  const server = await startWireServer({
    firstHooks: [corsHook(config.corsOrigins)],
    admission: [admissionHook(accessControl, options.rules ?? accessRules())],
  });
  onTestFinished(async () => {
    await server.close(1000);
    await accessControl.close();
  });
  return { ...server, accessControl, clock, log };
}

export async function bearer(nowMs: number, claims: Partial<MintOptions> = {}) {
  return { authorization: `Bearer ${await testToken({ nowMs, ...claims })}` };
}

/** The product over the shared country with limits and agent policy on, and its own quota file. */
export async function serveLimited(
  options: { config?: Partial<Config>; clock?: TestClock; logTo?: (line: string) => void } = {},
): Promise<Serving & { readonly clock: TestClock; readonly quotaFile: string }> {
  const clock = options.clock ?? testClock();
  const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
  const serving = await serveForTest(inject("country").dataDir, {
    now: () => new Date(clock.nowMs),
    monotonicMs: () => clock.nowMs,
    config: { limits: true, agentPolicy: true, tokenSecret: TOKEN_SECRET, quotaFile, ...options.config },
    ...(options.logTo === undefined ? {} : { logTo: options.logTo }),
  });
  return { ...serving, clock, quotaFile };
}
