import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Config, resolveConfig } from "../../../../src/config/config.ts";
import { DEFAULT_LIMITS } from "../../../../src/config/tier-limits.ts";
import type { Caller } from "../../../../src/server/admission/callers/identity.ts";
import { openAccessControl } from "../../../../src/server/admission/owned-access.ts";
import { eventually, temporaryDirectory } from "../../../support/run/fixtures.ts";
import { logInto } from "../../../support/run/log-lines.ts";
import { inForm, someOf } from "../../../support/run/test-form.ts";
import { bearer, TOKEN_SECRET, testClock } from "../../../support/wire/access-server.ts";

/** More strangers than any table holds. */
const INVENTED = inForm({ short: 60_000, deep: 110_000, long: 1_000_000 });
const AGENT = { "user-agent": "terrace-tests/1" };
const inventedAddress = (i: number) => `${11 + (i >> 24)}.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`;

async function openTestAccess(config: Partial<Config>) {
  const clock = testClock();
  const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
  const accessControl = await openAccessControl({
    config: { ...resolveConfig(), tokenSecret: TOKEN_SECRET, quotaFile, ...config },
    log: logInto([]),
    now: () => clock.nowMs,
    monotonicMs: () => clock.nowMs,
  });
  onTestFinished(async () => {
    await accessControl.close();
  });
  const token = async (userId: string) => ({
    ...AGENT,
    ...(await bearer(clock.nowMs, { userId, tier: "free" })),
  });
  return { accessControl, clock, token };
}

/** Requests of one peer, each with another invented address: number admitted, and number of identifiers. */
async function invent(
  accessControl: Awaited<ReturnType<typeof openTestAccess>>["accessControl"],
  peer: string,
) {
  const names = new Set<string>();
  let admitted = 0;
  for (let i = 0; i < INVENTED; i++) {
    const headers = { ...AGENT, "x-forwarded-for": inventedAddress(i) };
    const caller = accessControl.identify({ peer, headers }) as Caller;
    names.add(caller.identifier);
    if (accessControl.admit(caller, 1).isAdmitted) admitted++;
  }
  return { names: names.size, admitted };
}

describe("invented callers", () => {
  it.each(
    someOf<[string, string]>(
      [
        ["by default", ""],
        ["with other proxies trusted", "198.51.100.0/24"],
      ],
      1,
    ),
  )("are one caller when their peer is not trusted: %s", async (_, trustedProxies) => {
    const { accessControl } = await openTestAccess({ trustedProxies });
    const { names, admitted } = await invent(accessControl, "203.0.113.50");
    expect([names, admitted]).toEqual([1, DEFAULT_LIMITS.anonymous.apiPerMinute]);
    console.log(`${INVENTED} invented addresses of an untrusted peer: ${names} caller, ${admitted} admitted`);
  });

  it("of a trusted peer leave memory bounded and tokens counted, in the minute and in the month", async () => {
    const { accessControl, clock, token } = await openTestAccess({ trustedProxies: "198.51.100.0/24" });
    const known = await token("known");
    const early = await accessControl.identify({ peer: "198.51.100.7", headers: known });
    for (let i = 0; i < 40; i++) expect(accessControl.admit(early, 1).isAdmitted).toBe(true);
    const { names } = await invent(accessControl, "198.51.100.7");
    expect(names).toBe(INVENTED);
    const { tracked_identifiers, max_identifiers } = accessControl.health()!;
    expect(tracked_identifiers).toBeLessThanOrEqual(max_identifiers);
    // A user counted before the flood is still counted, and one that comes after it too.
    expect(Object.values(accessControl.admit(early, 1).headers)).toContain("41");
    const late = await accessControl.identify({ peer: "198.51.100.7", headers: await token("late") });
    const { apiPerMinute, apiPerMonth } = DEFAULT_LIMITS.free;
    let admitted = 0;
    while (accessControl.admit(late, 1).isAdmitted) admitted++;
    // A rejection has the month's headers only after the store has answered.
    await eventually(() =>
      expect(Object.keys(accessControl.admit(late, 1).headers)).toContain("x-ratelimit-monthly-used"),
    );
    expect(admitted).toBe(apiPerMinute);
    for (let minute = 1; minute < 20; minute++) {
      clock.nowMs += 60_000;
      for (let i = 0; i < apiPerMinute + 10; i++) if (accessControl.admit(late, 1).isAdmitted) admitted++;
    }
    expect(admitted).toBe(apiPerMonth);
    console.log(
      `${INVENTED} invented addresses of a trusted peer: ${tracked_identifiers} tracked, ${admitted} of ${apiPerMonth} admitted to a late token`,
    );
  }, 300_000);
});
