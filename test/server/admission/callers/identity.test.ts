import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import fs, { rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Config, resolveConfig } from "../../../../src/config/config.ts";
import { DEFAULT_LIMITS } from "../../../../src/config/tier-limits.ts";
import { createCallerRule } from "../../../../src/server/admission/callers/identity.ts";
import { createCallerDigest } from "../../../../src/server/admission/callers/stored-identifier.ts";
import {
  createTierRule,
  readAllowList,
  type UserDirectory,
} from "../../../../src/server/admission/callers/tiers.ts";
import { bearerToken, mintToken, tokenSecrets } from "../../../../src/server/admission/callers/token.ts";
import { tokenCache } from "../../../../src/server/admission/callers/token-cache.ts";
import { openUsersFile } from "../../../../src/server/admission/callers/users-file.ts";
import { createAddressRule } from "../../../../src/server/wire/http/client-address.ts";
import { eventually, temporaryDirectory } from "../../../support/run/fixtures.ts";

const NOW = Date.UTC(2026, 10, 15);
const SECRETS = tokenSecrets("a secret of more than 32 characters", "");

const mint = (isSession: boolean, tier = "pro") =>
  mintToken(SECRETS[0], { userId: "u-1", tier, email: "", roles: [], isSession, days: 1, nowMs: NOW });

function rule(
  settings: Partial<Config> = {},
  isOwnPage: (headers: IncomingHttpHeaders) => boolean = () => false,
) {
  const config = resolveConfig({
    defaults: {
      webHosts: "app.example, *.preview.example",
      firstPartyMarker: "AcmeWeb",
      firstPartySecret: "shared secret",
      ...settings,
    },
  });
  return createCallerRule(config, {
    tokens: tokenCache(SECRETS, () => NOW),
    tierOf: createTierRule(new Map(), undefined),
    addressOf: createAddressRule({ trustedProxies: "", clientIpHeader: "" }),
    isOwnPage,
  });
}
const evidence = (headers: Record<string, string>) => ({ headers, peer: "192.0.2.7" });

describe("createCallerRule", () => {
  it("names strangers by address with the api numbers, browser or not", async () => {
    const caller = await rule()(evidence({ "user-agent": "Mozilla/5.0", origin: "https://app.example" }));
    const { apiPerMinute, apiPerMonth } = DEFAULT_LIMITS.anonymous;
    expect(caller).toMatchObject({
      identifier: "ip:192.0.2.7",
      tier: "anonymous",
      access: "api",
      allowance: { perMinute: apiPerMinute, perMonth: apiPerMonth },
    });
  });

  it("gives readers of its own page the browser's numbers, and lifts limits only for its own machine when told", async () => {
    const { browserPerMinute, browserPerMonth } = DEFAULT_LIMITS.anonymous;
    const isOwnPage = ({ cookie }: IncomingHttpHeaders) => cookie === "page";
    const identify = rule({ trustLoopback: true }, isOwnPage);
    expect(await identify(evidence({ cookie: "page" }))).toMatchObject({
      access: "browser",
      allowance: { perMinute: browserPerMinute, perMonth: browserPerMonth },
    });
    expect(await identify(evidence({ cookie: "other" }))).toMatchObject({ access: "api", isLoopback: false });
    const local = { peer: "127.0.0.1", headers: {} };
    expect((await identify(local)).allowance).toEqual({ perMinute: 0, perMonth: 0 });
    const withoutOption = await rule({}, isOwnPage)(local);
    expect(withoutOption.isLoopback).toBe(true);
    expect(withoutOption.allowance.perMinute).toBe(DEFAULT_LIMITS.anonymous.apiPerMinute);
  });

  it("can leave strangers' months uncounted", async () => {
    const caller = await rule({ meterAnonymousMonthly: false })(evidence({}));
    expect(caller.allowance).toEqual({ perMinute: DEFAULT_LIMITS.anonymous.apiPerMinute, perMonth: 0 });
  });

  it("names token holders by user, whatever their address and however many tokens they have", async () => {
    const identify = rule();
    for (const tier of ["pro", "free"]) {
      const authorization = `Bearer ${await mint(false, tier)}`;
      expect(await identify(evidence({ authorization }))).toMatchObject({ identifier: "user:u-1", tier });
    }
  });

  it("takes a bad, expired or foreign token for no token", async () => {
    const foreign = await mintToken(new TextEncoder().encode("x".repeat(40)), {
      userId: "u",
      tier: "pro",
      email: "",
      roles: [],
      isSession: false,
      days: 1,
      nowMs: NOW,
    });
    const bare = await mint(false);
    for (const authorization of ["Bearer junk", `Bearer ${foreign}`, "Bearer", "Basic dTpw", bare]) {
      const caller = await rule()(evidence({ authorization }));
      expect(caller, authorization).toMatchObject({ identifier: "ip:192.0.2.7", claims: undefined });
    }
  });

  it("gives browser limits to sessions from our pages or a browser only", async () => {
    const session = `Bearer ${await mint(true)}`;
    const token = `Bearer ${await mint(false)}`;
    const access = async (headers: Record<string, string>) => (await rule()(evidence(headers))).access;
    expect(await access({ authorization: session, origin: "https://APP.example:8443" })).toBe("browser");
    expect(await access({ authorization: session, origin: "https://x.preview.example" })).toBe("browser");
    expect(await access({ authorization: session, referer: "https://app.example/page" })).toBe("browser");
    expect(await access({ authorization: session, "user-agent": "Mozilla/5.0 Firefox" })).toBe("browser");
    // A stolen session in a script, and a page of another origin.
    expect(await access({ authorization: session, "user-agent": "script/1" })).toBe("api");
    expect(await access({ authorization: session, origin: "https://app.example.evil.test" })).toBe("api");
    expect(await access({ authorization: session, origin: "null" })).toBe("api");
    expect(await access({ authorization: token, origin: "https://app.example" })).toBe("api");
  });

  it("knows our own rendering by its marker and lifts the meter for the secret", async () => {
    const identify = rule();
    const agent = { "user-agent": "AcmeWeb/1.0" };
    expect(await identify(evidence(agent))).toMatchObject({
      identifier: "first-party:192.0.2.7",
      allowance: { perMinute: 0, perMonth: 200_000 },
      isProvenFirstParty: false,
    });
    expect(await identify(evidence({ ...agent, "x-first-party-secret": "shared secret" }))).toMatchObject({
      allowance: { perMinute: 0, perMonth: 0 },
      isProvenFirstParty: true,
    });
    const secretOnly = await identify(evidence({ "x-first-party-secret": "shared secret" }));
    expect(secretOnly.identifier).toBe("ip:192.0.2.7");
    const user = await identify(evidence({ ...agent, authorization: `Bearer ${await mint(false)}` }));
    expect(user.identifier).toBe("user:u-1");
  });
});

describe("createTierRule", () => {
  const table = new Map([
    ["paid", { tier: "pro", status: "active" }],
    ["trial", { tier: "enterprise", status: "trialing" }],
    ["lapsed", { tier: "pro", status: "canceled" }],
    ["odd", { tier: "gôld\n", status: "active" }],
  ]);
  const users: UserDirectory = { find: (userId) => table.get(userId), close: async () => {} };

  it("believes the users table and never the token where there is one", () => {
    const tierOf = createTierRule(new Map(), users);
    expect(["paid", "trial", "lapsed", "nobody"].map((id) => tierOf(id, "enterprise"))).toEqual([
      "pro",
      "enterprise",
      "free",
      "free",
    ]);
    expect(tierOf("odd", "")).toBe("anonymous");
  });

  it("believes the token without a table, and takes no claim for free", () => {
    const tierOf = createTierRule(new Map(), undefined);
    expect([tierOf("u", "pro"), tierOf("u", "")]).toEqual(["pro", "free"]);
  });

  it("asks the allow-list before everything else", () => {
    const tierOf = createTierRule(readAllowList(" paid , lapsed=premium,"), users);
    expect([tierOf("paid", ""), tierOf("lapsed", ""), tierOf("nobody", "")]).toEqual([
      "enterprise",
      "premium",
      "free",
    ]);
    expect(() => readAllowList("a=gold")).toThrow('"a=gold" names no tier; allowed are anonymous, free');
  });
});

/** A users file with one user, polled all the time, and the events about it. */
function followUsers(path: string) {
  writeFileSync(path, '[{"user_id":"a","tier":"pro"}]');
  const events: string[] = [];
  const users = openUsersFile({
    path,
    pollMs: 5,
    onReload: (count) => void events.push(`read ${count}`),
    onError: (error) => void events.push(((error as Error).cause as NodeJS.ErrnoException).code!),
  });
  return { users, events };
}

describe("openUsersFile", () => {
  it("reads JSON and CSV and follows changes, leaving a bad one aside", async () => {
    const directory = await temporaryDirectory();
    const path = join(directory, "users.json");
    writeFileSync(path, '[{"user_id":"a","tier":"pro"},{"user_id":"b","tier":"pro","status":"Canceled"}]');
    const events: string[] = [];
    let wake = () => {};
    const next = () => new Promise<void>((resolve) => (wake = resolve));
    const note = (text: string) => {
      events.push(text);
      wake();
    };
    const users = openUsersFile({
      path,
      pollMs: 20,
      onReload: (count) => note(`read ${count}`),
      onError: (error) => note((error as Error).message),
    });
    expect(users.find("a")).toEqual({ tier: "pro", status: "active" });
    expect(users.find("b")).toEqual({ tier: "pro", status: "canceled" });
    let event = next();
    writeFileSync(path, "[{]");
    await event;
    expect(events[0]).toContain("is not JSON");
    expect(users.find("a")).toBeDefined();
    event = next();
    writeFileSync(path, '[{"user_id":"c","tier":"premium","status":"trialing"}]');
    await event;
    expect(events.at(-1)).toBe("read 1");
    expect([users.find("a"), users.find("c")]).toEqual([undefined, { tier: "premium", status: "trialing" }]);
    await users.close();
    const csv = join(directory, "users.csv");
    writeFileSync(csv, 'user_id,tier,status\r\n"x",pro,\r\ny,free,active\r\n');
    const table = openUsersFile({ path: csv, onError: () => {} });
    expect([table.find("x"), table.find("y")]).toEqual([
      { tier: "pro", status: "active" },
      { tier: "free", status: "active" },
    ]);
    await table.close();
  });

  it("outlives a file that cannot even be looked at, tells of it once, and reads it when it is back", async () => {
    const path = join(await temporaryDirectory(), "users.json");
    const { users, events } = followUsers(path);
    rmSync(path);
    await eventually(() => expect(events).toEqual(["ENOENT"]));
    symlinkSync(path, path);
    await eventually(() => expect(events).toEqual(["ENOENT", "ELOOP"]));
    expect(users.find("a")).toEqual({ tier: "pro", status: "active" });
    rmSync(path);
    await eventually(() => expect(events).toEqual(["ENOENT", "ELOOP", "ENOENT"]));
    writeFileSync(path, '[{"user_id":"a","tier":"free"},{"user_id":"b","tier":"pro"}]');
    await eventually(() => expect(events.at(-1)).toBe("read 2"));
    expect(users.find("a")).toEqual({ tier: "free", status: "active" });
    await users.close();
  });

  it("reads again what the system would not read, though the file has not changed, and tells of it once", async () => {
    const path = join(await temporaryDirectory(), "users.json");
    const { users, events } = followUsers(path);
    const { readFileSync } = fs;
    const restore = () => {
      fs.readFileSync = readFileSync;
      syncBuiltinESMExports();
    };
    onTestFinished(restore);
    let refusals = 0;
    fs.readFileSync = ((...given: Parameters<typeof readFileSync>) => {
      if (given[0] !== path) return readFileSync(...given);
      refusals++;
      throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    }) as typeof readFileSync;
    syncBuiltinESMExports();
    writeFileSync(path, '[{"user_id":"a","tier":"free"},{"user_id":"b","tier":"pro"}]');
    await eventually(() => expect(refusals).toBeGreaterThan(3));
    expect(events).toEqual(["EMFILE"]);
    restore();
    await eventually(() => expect(events).toEqual(["EMFILE", "read 2"]));
    expect(users.find("a")).toEqual({ tier: "free", status: "active" });
    await users.close();
  });

  it("names a file that is a pipe, and waits for no writer", async () => {
    const path = join(await temporaryDirectory(), "users.json");
    execFileSync("mkfifo", [path]);
    expect(() => openUsersFile({ path, onError: () => {} })).toThrow("users.json cannot be read");
  });

  it("names a file that is missing, leads to itself or has a row without a user", async () => {
    const directory = await temporaryDirectory();
    const open = (name: string) => openUsersFile({ path: join(directory, name), onError: () => {} });
    expect(() => open("none.json")).toThrow("none.json cannot be read");
    symlinkSync("loop.json", join(directory, "loop.json"));
    expect(() => open("loop.json")).toThrow("loop.json cannot be read");
    writeFileSync(join(directory, "bad.csv"), "user,tier\na,pro\n");
    expect(() => open("bad.csv")).toThrow("row 1 needs user_id and tier");
  });
});

describe("createCallerDigest", () => {
  const digestOf = createCallerDigest(() => new Uint8Array(32).fill(1));

  it("shows the class and eight digits, never the rest", () => {
    expect(digestOf("ip:192.0.2.7")).toMatch(/^ip:[0-9a-f]{8}$/);
    expect(digestOf("user:alice")).toMatch(/^user:[0-9a-f]{8}$/);
    expect(digestOf("ip:192.0.2.7")).not.toBe(digestOf("ip:192.0.2.8"));
  });

  it("cannot be turned back by trying addresses without the key of the installation", () => {
    const elsewhere = createCallerDigest(() => new Uint8Array(32).fill(2));
    const plain = (identifier: string) => `ip:${hash("sha256", identifier.slice(3)).slice(0, 8)}`;
    const addresses = Array.from({ length: 256 }, (_, i) => `ip:192.0.2.${i}`);
    expect(addresses.filter((one) => digestOf(one) === elsewhere(one))).toEqual([]);
    expect(addresses.filter((one) => digestOf(one) === plain(one))).toEqual([]);
    expect(new Set(addresses.map(digestOf)).size).toBe(256);
    expect(digestOf("ip:192.0.2.7")).toBe(digestOf("ip:192.0.2.7"));
  });
});

describe("bearerToken", () => {
  it("takes the Bearer scheme in any case and nothing else", () => {
    expect(["Bearer a.b.c", "bearer a.b.c", "BEARER   a.b.c "].map(bearerToken)).toEqual(
      Array(3).fill("a.b.c"),
    );
    expect([undefined, "", "a.b.c", "Bearer", "Bearer a b", "Token a"].map(bearerToken)).toEqual(
      Array(6).fill(undefined),
    );
  });
});
