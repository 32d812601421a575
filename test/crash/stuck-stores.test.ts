import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { callJson } from "../support/country/serve-country.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { HAS_POSTGRES, startPostgres } from "../support/run/postgres-server.ts";
import { MAX_STOP_MS, oneInOrder, startServer, stopProcess } from "../support/run/run-terrace.ts";
import { isDeepRun } from "../support/run/test-form.ts";

const METHOD = "shorts.v1alpha1.HousingService/GetSuburbIndex";
const SHUTDOWN_MS = 1500;

async function serve(env: Record<string, string>) {
  const args = ["--data-dir", inject("country").dataDir, "--shutdown-timeout-ms", String(SHUTDOWN_MS)];
  const running = await startServer(args, { TERRACE_LIMITS: "on", ...env });
  const call = async () =>
    expect((await callJson(running.url, METHOD, { stateCode: "ACT" })).status).toBe(200);
  return { ...running, call };
}

/** Stops a server whose store hangs and checks that it exits in time. Returns whether it ended in order. */
async function stopped(running: Awaited<ReturnType<typeof serve>>): Promise<boolean> {
  const { tookMs, exitCode, signal } = await stopProcess(running.child);
  const { stdout } = await running.finished;
  console.log(`stopped in ${tookMs} ms of ${SHUTDOWN_MS}: ${signal ?? exitCode}`);
  expect(tookMs).toBeLessThan(MAX_STOP_MS);
  // On a busy machine the stop may not get this far; then the process kills itself.
  if (signal === "SIGKILL") return false;
  expect(exitCode, stdout).toBe(0);
  expect(stdout).toContain("the quota store did not take the last counts");
  expect(stdout).toContain('"msg":"stopped"');
  return true;
}

describe("terrace serve with a stuck quota store", () => {
  it("stops in time while another process holds the quota file", async () => {
    await oneInOrder(async () => {
      const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
      const running = await serve({ TERRACE_QUOTA_FILE: quotaFile });
      await running.call();
      const other = new DatabaseSync(quotaFile);
      onTestFinished(() => other.close());
      await eventually(() => other.exec("BEGIN IMMEDIATE"));
      for (let i = 0; i < 20; i++) await running.call();
      const isInOrder = await stopped(running);
      // The lock was held to the end.
      expect(other.isTransaction).toBe(true);
      return isInOrder;
    });
  });

  it.skipIf(!isDeepRun || !HAS_POSTGRES)("stops in time while PostgreSQL is frozen", async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.close());
    await oneInOrder(async () => {
      const running = await serve({ TERRACE_QUOTA_DATABASE_URL: postgres.url });
      await running.call();
      await eventually(async () =>
        expect(await postgres.query("SELECT * FROM api_usage_monthly")).toHaveLength(1),
      );
      postgres.freeze(true);
      try {
        for (let i = 0; i < 20; i++) await running.call();
        return await stopped(running);
      } finally {
        postgres.freeze(false);
      }
    });
  });
});
