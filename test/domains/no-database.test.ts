import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { STATE_CODES } from "../../src/dataset/states.ts";
import { SAMPLE_REQUESTS } from "../../src/domains/samples.ts";
import { copyCountry } from "../support/country/copy-country.ts";
import { callJson } from "../support/country/serve-country.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { startTerrace } from "../support/run/run-terrace.ts";

async function hasDatabase(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/maps`, "utf8")).includes("duckdb");
}

describe.runIf(process.platform === "linux")("a server before the first file of rows", () => {
  it("answers every method, the outlines and the publication state without a database", async () => {
    const dataDir = join(await temporaryDirectory(), "data");
    await copyCountry(dataDir);
    const running = startTerrace(["serve", "--data-dir", dataDir, "--port", "0", "--limits", "off"]);
    onTestFinished(() => void running.child.kill("SIGKILL"));
    const [, url] = /ready at (http:[^:]+:\d+)/.exec(await running.said(/ready at http/))!;
    expect(SAMPLE_REQUESTS.size).toBeGreaterThanOrEqual(25);
    for (const [method, request] of SAMPLE_REQUESTS) {
      // The only method that requires a token rejects the call first.
      const expected = method === "shorts.v1alpha1.CoreStocksService/GetStockData" ? 401 : 200;
      expect([method, (await callJson(url, method, request)).status]).toEqual([method, expected]);
    }
    const plain = ["/v1/latest", ...[...STATE_CODES, "AU"].map((code) => `/v1/outlines/${code}.geojson`)];
    const expectText = async (path: string) => {
      const response = await fetch(`${url}${path}`, { headers: { "user-agent": "terrace-tests/1" } });
      expect([path, response.status, (await response.text()).length > 100]).toEqual([path, 200, true]);
    };
    for (const path of plain) await expectText(path);
    expect(await hasDatabase(running.child.pid!)).toBe(false);
    await expectText("/v1/drops/suburbs/AU.csv");
    expect(await hasDatabase(running.child.pid!)).toBe(true);
  });
});
