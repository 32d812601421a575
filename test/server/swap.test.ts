import { cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { copiedCountry, setCurrent, twoCountries } from "../support/country/copy-country.ts";
import { callJson, serveCountry } from "../support/country/serve-country.ts";
import { serveForTest } from "../support/country/serve-for-test.ts";
import { eventually, sharedDirectory } from "../support/run/fixtures.ts";
import { isDeepRun, someOf } from "../support/run/test-form.ts";

const HOUSING = "shorts.v1alpha1.HousingService";

const root = sharedDirectory("swap");
let dataDir: string;
let other: string;
let ids: [string, string];

beforeAll(async () => {
  const two = await twoCountries(root);
  [dataDir, other] = [two.dataDir, two.other.directory];
  ids = [two.oldId, two.other.snapshotId];
  await publishSnapshot(other, dataDir);
});

describe("startServing", () => {
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

  const damages: [path: string, part: number, said: RegExp][] = [
    ["columns.arrow", 2, /^[0-9a-f-]+: columns\.arrow has sha256 [0-9a-f]+; manifest\.json says/],
    // The index at the end of a file of pages is read when it is opened, after the check of all files.
    ["pages/council_profiles.pages", 1, /council_profiles\.pages has an index that is damaged/],
  ];
  it.each(someOf(damages, 1))(
    "reads damaged content of %s once, not at every try, and serves it when it is mended",
    async (path, part, said) => {
      const dataDir = await copiedCountry();
      const target = join(dataDir, "snapshots", ids[1]);
      await cp(other, target, { recursive: true });
      const victim = join(target, path);
      const bytes = await readFile(victim);
      const damaged = Buffer.from(bytes);
      damaged[Math.floor(damaged.length / part) - 1] ^= 1;
      await writeFile(victim, damaged);
      const serving = await serveForTest(dataDir);
      const health = async () => (await fetch(`${serving.url}/api/health`)).json();
      await setCurrent(dataDir, ids[1]);
      await serving.check();
      expect(await health()).toMatchObject({ error: expect.stringMatching(said) });
      const readBytes = async () =>
        Number(/^rchar: (\d+)$/m.exec(await readFile("/proc/self/io", "utf8").catch(() => "rchar: 0"))![1]);
      const before = await readBytes();
      for (let i = 0; i < 20; i++) await serving.check();
      // All twenty retries together read less than the columns' size.
      const { size } = await stat(join(target, "columns.arrow"));
      expect((await readBytes()) - before).toBeLessThan(size);
      expect(serving.engine.manifest.snapshotId).toBe(ids[0]);
      await writeFile(victim, bytes);
      // By now the retry interval is seconds.
      if (!isDeepRun) await serving.check();
      await eventually(() => expect(serving.engine.manifest.snapshotId).toBe(ids[1]));
      await eventually(async () => expect(await health()).toMatchObject({ status: "healthy" }));
    },
  );

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
