import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { HousingService } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import type { Goal } from "./harness.ts";

const MAIN = resolve(import.meta.dirname, "../src/cli/main.ts");

/** One call of each kind of work: columns, whole lists as JSON, tables, the profile. */
const CALLS: readonly [method: string, body: string][] = [
  ["FilterSuburbs", '{"stateCode":"NSW","predicates":[{"metricKey":"population","min":100}]}'],
  ["ListStateSuburbs", '{"stateCode":"NSW"}'],
  ["ListStateSuburbs", '{"stateCode":"VIC"}'],
  ["ListHousingRegions", "{}"],
  ["ListSuburbPriceDrops", "{}"],
  ["ListAddressPriceDrops", "{}"],
  ["GetDropIndexSeries", "{}"],
];

/** Resident memory of a server, started as users start it, after some work; none where the system does not tell. */
export async function measureServerMemory(dataDir: string, rounds: number): Promise<Goal[]> {
  if (process.platform !== "linux") return [];
  const flags = ["--max-semi-space-size=8", MAIN, "serve", "--port", "0", "--data-dir", dataDir];
  const env = { ...process.env, TERRACE_LIMITS: "off" };
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"], env });
  try {
    const url = await new Promise<string>((found, failed) => {
      child.stdout.on("data", (text) => {
        const ready = /"url":"([^"]+)"/.exec(String(text));
        if (ready !== null) found(ready[1]);
      });
      child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    });
    for (let round = 0; round < rounds; round++) {
      for (const [method, body] of CALLS) await call(url, method, body);
    }
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    const megabytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
    const what = "resident memory of a server after mixed calls, in MB";
    return [{ id: "M1", what, figure: megabytes, goal: 350, better: "less" }];
  } finally {
    child.kill("SIGTERM");
  }
}

async function call(url: string, method: string, body: string): Promise<void> {
  const headers = { "content-type": "application/json", "user-agent": "terrace-bench/1" };
  const response = await fetch(`${url}/${HousingService.typeName}/${method}`, {
    method: "POST",
    headers,
    body,
  });
  if (response.status !== 200) throw new Error(`${method} answered ${response.status}`);
  await response.arrayBuffer();
}
