import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { followCurrent } from "../../src/engine/follow-current.ts";
import { statement } from "../../src/engine/sql/statement.ts";
import { copiedCountry } from "../support/country/copy-country.ts";
import { startTerrace } from "../support/run/run-terrace.ts";

async function damagedCountry(table: string): Promise<string> {
  const dataDir = await copiedCountry();
  const [id] = await readdir(join(dataDir, "snapshots"));
  const path = join(dataDir, "snapshots", id, "tables", `${table}.parquet`);
  const bytes = await readFile(path);
  bytes[bytes.byteLength >> 1] ^= 1;
  await writeFile(path, bytes);
  return dataDir;
}

describe("a damaged table of the snapshot that a server starts with", () => {
  it("ends the start, and is named", async () => {
    const dataDir = await damagedCountry("suburb_price_drops");
    const { child, finished } = startTerrace(["serve", "--data-dir", dataDir, "--port", "0"]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const { exitCode, stdout, stderr } = await finished;
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toContain("tables/suburb_price_drops.parquet has sha256");
    expect(stdout).not.toContain("ready at");
  });

  it("is not read by a question that comes before it is found", async () => {
    const dataDir = await damagedCountry("drop_index_daily");
    const follower = await followCurrent({ dataDir, metrics: METRICS, sqlConnections: 1, sqlWaiting: 4 });
    try {
      const sql = "SELECT count(*) AS rows FROM suburb_price_drops";
      const count = statement<{ rows: number }>("count", {}, sql);
      const asked = follower.engine.use((view) => view.database.query(count, {}));
      await expect(asked).rejects.toMatchObject({ code: "bad_snapshot" });
      await expect(asked).rejects.toThrow("tables/drop_index_daily.parquet has sha256");
      await expect(follower.checkTables()).rejects.toThrow("tables/drop_index_daily.parquet has sha256");
    } finally {
      await follower.close();
    }
  });
});
