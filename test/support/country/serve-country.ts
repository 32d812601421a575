import { pino } from "pino";
import { type Config, resolveConfig } from "../../../src/config/config.ts";
import type { Switches } from "../../../src/rpc/switches.ts";
import { type MintOptions, mintToken } from "../../../src/server/admission/callers/token.ts";
import { type Serving, startServing } from "../../../src/server/start/start-serving.ts";
import type { Lookup } from "../../../src/snapshot/hooks/public-address.ts";

export { callJson } from "./call-json.ts";

/** The tests' current time: two days after the shared country's as-of date. */
export const TEST_NOW = new Date("2026-11-15T03:00:00Z");

/** testToken's secret; its tokens are valid for a day from TEST_NOW unless `claims` override it. */
export const TOKEN_SECRET = "a secret of more than 32 characters";
export function testToken(claims: Partial<MintOptions> = {}): Promise<string> {
  const caller = { userId: "u-1", tier: "pro", email: "", roles: [], isSession: false };
  const time = { days: 1, nowMs: TEST_NOW.getTime() };
  return mintToken(new TextEncoder().encode(TOKEN_SECRET), { ...caller, ...time, ...claims });
}

export const allSwitches = (isOn: boolean): Switches => ({
  dropListings: isOn,
  valuations: isOn,
  interestRegister: isOn,
  partyFunding: isOn,
});

export interface ServeOptions {
  readonly config?: Partial<Config>;
  readonly logTo?: (line: string) => void;
  readonly now?: () => Date;
  readonly monotonicMs?: () => number;
  readonly lookup?: Lookup;
}

/** A clock that advances one second per reading, so that a changed switch takes effect at the next call. */
export function steppingClock(): () => number {
  let elapsedMs = 0;
  return () => {
    elapsedMs += 1000;
    return elapsedMs;
  };
}

/** Longer than any call or stop on a busy machine; tests of these timeouts set their own. */
const REQUEST_TIMEOUT_MS = 120_000;
const SHUTDOWN_TIMEOUT_MS = 60_000;

/** A real server on a free loopback port. Limits, agent policy and threads are off unless requested. */
export function serveCountry(dataDir: string, options: ServeOptions = {}): Promise<Serving> {
  const log = pino({ level: "info" }, { write: options.logTo ?? (() => {}) });
  return startServing({
    config: {
      ...resolveConfig(),
      dataDir,
      port: 0,
      threads: 1,
      limits: false,
      agentPolicy: false,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      shutdownTimeoutMs: SHUTDOWN_TIMEOUT_MS,
      ...options.config,
    },
    log,
    now: options.now ?? (() => TEST_NOW),
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
    ...(options.monotonicMs === undefined ? {} : { monotonicMs: options.monotonicMs }),
  });
}
