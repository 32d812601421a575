import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/config/tier-limits.ts";
import { quotaMonth } from "../../src/server/admission/limits/quota-month.ts";
import { callJson } from "../support/country/serve-country.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { openQuotaFile } from "../support/run/quota-file.ts";
import { readyServer, runHere, startServer } from "../support/run/run-terrace.ts";

const METHOD = "shorts.v1alpha1.HousingService/GetSuburbIndex";

const start = (quotaFile: string, env: Record<string, string> = {}) =>
  startServer(`--data-dir ${inject("country").dataDir} --quota-file ${quotaFile}`, {
    TERRACE_LIMITS: "",
    ...env,
  });

/** The month in which this file started; if a new month begins meanwhile, both are counted. */
const firstMonth = quotaMonth(Date.now()).key;

async function countedIn(quotaFile: string, identifier: string): Promise<number> {
  const store = openQuotaFile(quotaFile);
  try {
    let counted = 0;
    for (const key of new Set([firstMonth, quotaMonth(Date.now()).key])) {
      counted += (await store.readTotals(key, [identifier])).get(identifier) ?? 0;
    }
    return counted;
  } finally {
    await store.close();
  }
}

describe("terrace serve", () => {
  it("limits by default, writes the last counts when it is stopped, and goes on from them", async () => {
    const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
    const first = await start(quotaFile);
    // Exists before the first call: counts that wait for it would be lost in a kill.
    await eventually(() => expect(existsSync(quotaFile)).toBe(true));
    for (let i = 1; i <= 5; i++) {
      const { headers } = await callJson(first.url, METHOD, { stateCode: "ACT" });
      expect(headers.get("x-ratelimit-limit")).toBe(String(DEFAULT_LIMITS.anonymous.apiPerMinute));
      expect(headers.get("x-ratelimit-monthly-used")).toBe(String(i));
    }
    expect((await first.stop()).exitCode).toBe(0);
    expect(await countedIn(quotaFile, "ip:127.0.0.1")).toBe(5);
    const second = await start(quotaFile);
    await callJson(second.url, METHOD, { stateCode: "ACT" });
    await second.stop();
    expect(await countedIn(quotaFile, "ip:127.0.0.1")).toBe(6);
  });

  it("serves on a Node without SQLite, says once that months are not kept and why, and refuses nobody", async () => {
    const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
    const env = {
      NODE_OPTIONS: "--no-experimental-sqlite",
      TERRACE_TIER_LIMITS: '{"anonymous":{"apiPerMonth":2}}',
    };
    const { stop, url } = await start(quotaFile, env);
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await callJson(url, METHOD, { stateCode: "ACT" });
      expect(status).toBe(200);
      expect(headers.get("x-ratelimit-limit")).toBe(String(DEFAULT_LIMITS.anonymous.apiPerMinute));
    }
    const { stdout, exitCode } = await stop();
    expect(exitCode).toBe(0);
    expect(stdout.split("node:sqlite is missing in this Node")).toHaveLength(2);
    expect(stdout).toContain("use Node 22.13 or later");
    expect(existsSync(quotaFile)).toBe(false);
  });

  it("says once that limits are off", async () => {
    const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
    const { stop, url } = await start(quotaFile, { TERRACE_LIMITS: "off" });
    const { headers } = await callJson(url, METHOD, { stateCode: "ACT" });
    expect(headers.get("x-ratelimit-limit")).toBeNull();
    const { stdout } = await stop();
    expect(stdout.split("limits are off")).toHaveLength(2);
  });
});

describe("terrace serve with settings that cannot count", () => {
  it.each([
    [
      { TERRACE_QUOTA_DATABASE_URL: "mysql://u:hidden@db/quota" },
      'begins with "mysql:" and is not an address',
    ],
    [{ TERRACE_QUOTA_DATABASE_URL: "postgres://u:hidden%ff@db/quota" }, "has a % that begins no character"],
    [{ TERRACE_CALLER_KEY: "short" }, "TERRACE_CALLER_KEY has 5 characters"],
    [{ TERRACE_TRUSTED_PROXIES: "10.0.0.0/33" }, 'TERRACE_TRUSTED_PROXIES: "10.0.0.0/33"'],
  ])("refuses to start with %j", async (env, problem) => {
    const command = `serve --data-dir ${inject("country").dataDir} --port 0`;
    const { exitCode, stdout, stderr } = await runHere(command, { TERRACE_LIMITS: "on", ...env });
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain(problem);
    expect(stdout + stderr).not.toContain("hidden");
  });
});

describe("terrace start", () => {
  const start = () => `start --data-dir ${inject("country").dataDir} --port 0`;

  it("says before the first call what the limits are and how to lift them", async () => {
    const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
    const running = await readyServer(`${start()} --quota-file ${quotaFile}`, {
      TERRACE_LIMITS: "",
      TERRACE_TIER_LIMITS: '{"anonymous":{"apiPerMinute":33}}',
    });
    const { stderr } = await running.stop();
    expect(stderr).toContain("Calls from this machine have no rate limits and need no User-Agent.");
    expect(stderr).toContain(
      "get 33 calls a minute and 500 a month without a token (--limits off removes the limit)",
    );
    expect(stderr).toContain("must send a User-Agent that names them (--agent-policy off removes the check)");
  });

  it("limits nobody with --limits off, and says nothing of limits that are on", async () => {
    const { stop, url } = await readyServer(`${start()} --limits off`, { TERRACE_LIMITS: "" });
    for (let i = 0; i <= DEFAULT_LIMITS.anonymous.apiPerMinute; i++) {
      const { status, headers } = await callJson(url, METHOD, { stateCode: "ACT" });
      expect([status, headers.get("x-ratelimit-limit")]).toEqual([200, null]);
    }
    expect((await stop()).stderr).not.toContain("calls a minute");
  });
});
