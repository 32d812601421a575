import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSnapshot } from "../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { generateSyntheticDataset } from "../../src/synthetic/generate.ts";
import { copyCountry } from "../support/country/copy-country.ts";
import { callJson, serveCountry } from "../support/country/serve-country.ts";
import { setCurrent } from "../support/country/set-current.ts";
import { eventually } from "../support/run/eventually.ts";

const HOUSING = "shorts.v1alpha1.HousingService";
/** Calls that are under way at once, and swaps made beneath them. */
const CALLERS = 4;
const SWAPS = process.env.TERRACE_LONG_TESTS === undefined ? 6 : 200;

let root: string;
let dataDir: string;
let other: string;
let ids: [string, string];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "terrace-swap-"));
  dataDir = join(root, "data");
  await copyCountry(dataDir);
  await generateSyntheticDataset({ dir: join(root, "dataset"), seed: 2, scale: 0.02 });
  const built = await buildSnapshot({ datasetDir: join(root, "dataset"), dataDir: join(root, "other") });
  other = join(root, "other-snapshot");
  await cp(built.directory, other, { recursive: true });
  await built.discard();
  ids = [(await readFile(join(dataDir, "CURRENT"), "utf8")).trim(), built.manifest.snapshotId];
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe("startServing", () => {
  it("switches between calls: no call fails and no answer mixes two snapshots", async () => {
    const serving = await serveCountry(dataDir);
    const state = { stateCode: "VIC" };
    const fingerprint = async (id: string) => {
      const index = await callJson(serving.url, `${HOUSING}/GetSuburbIndex`, state);
      const columns = await callJson(serving.url, `${HOUSING}/GetSuburbMetricColumns`, {
        ...state,
        metricKeys: ["population", "income"],
      });
      expect(index.headers.get("x-terrace-snapshot")).toBe(id);
      return { index: index.body, columns: columns.body };
    };
    const truth = new Map([[ids[0], await fingerprint(ids[0])]]);
    await publishSnapshot(other, dataDir);
    await serving.check();
    truth.set(ids[1], await fingerprint(ids[1]));
    expect(digest(truth.get(ids[0]))).not.toBe(digest(truth.get(ids[1])));

    let running = true;
    let calls = 0;
    const seen = new Set<string>();
    const caller = async () => {
      while (running) {
        const { status, headers, body } = await callJson(serving.url, `${HOUSING}/GetSuburbMetricColumns`, {
          ...state,
          metricKeys: ["population", "income"],
        });
        const id = headers.get("x-terrace-snapshot")!;
        expect(status).toBe(200);
        expect(body).toEqual(truth.get(id)!.columns);
        seen.add(id);
        calls++;
      }
    };
    const callers = Array.from({ length: CALLERS }, caller);
    for (let swap = 0; swap < SWAPS; swap++) {
      await publishSnapshot(swap % 2 === 0 ? join(dataDir, "snapshots", ids[0]) : other, dataDir);
      await serving.check();
      expect(serving.engine.manifest.snapshotId).toBe(ids[swap % 2]);
      await eventually(() => expect(seen).toContain(ids[swap % 2]));
    }
    running = false;
    await Promise.all(callers);
    expect([...seen].sort()).toEqual([...ids].sort());
    console.log(`${calls} calls across ${SWAPS} swaps, 0 failed, 0 mixed`);
    await serving.close();
    expect(serving.engine.openSnapshots).toBe(0);
  });

  it("refuses a damaged snapshot with a log line that names the file, and keeps serving the old one", async () => {
    await publishSnapshot(join(dataDir, "snapshots", ids[0]), dataDir);
    const lines: string[] = [];
    const serving = await serveCountry(dataDir, { logTo: (line) => lines.push(line) });
    const tables = join(dataDir, "snapshots", ids[1], "tables");
    const victim = join(tables, (await readdir(tables)).sort()[0]);
    const bytes = await readFile(victim);
    bytes[bytes.length >> 1] ^= 1;
    await writeFile(victim, bytes);
    await setCurrent(dataDir, ids[1]);
    await serving.check();
    expect(serving.engine.manifest.snapshotId).toBe(ids[0]);
    const refusal = lines.map((line) => JSON.parse(line)).find((line) => line.level === 50);
    expect(refusal.msg).toContain("refused a snapshot");
    expect(refusal.err.message).toContain(victim.slice(victim.lastIndexOf("tables")));
    const { status } = await callJson(serving.url, `${HOUSING}/GetSuburbIndex`, { stateCode: "VIC" });
    expect(status).toBe(200);
    await serving.close();
  });

  it("ends its process's reasons to live when it closes", async () => {
    await setCurrent(dataDir, ids[0]);
    const serving = await serveCountry(dataDir);
    const socket = await fetch(`${serving.url}/health`);
    expect(await socket.text()).toBe("OK");
    expect(await serving.close()).toBe(true);
    await expect(fetch(`${serving.url}/health`)).rejects.toThrow();
    expect(await readdir(join(dataDir, "leases"))).toEqual([]);
  });
});

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
