import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runTerrace } from "../../support/run/run-terrace.ts";
import { temporaryDirectory } from "../../support/run/temporary-directory.ts";

const MAPPING = {
  format: "terrace-database-mapping-1",
  dataset: {
    id: "from-a-database",
    title: "From a database",
    asOf: "2026-11-13T00:00:00Z",
    synthetic: true,
    sources: [
      {
        id: "feed",
        publisher: "Nobody",
        title: "A feed",
        licence: "CC-BY-4.0",
        vintage: "2026-11-01",
        tables: ["economic_observations"],
      },
    ],
  },
  tables: {
    economic_observations: {
      table: "feed.observations",
      columns: { series_key: "series", period: "day", value: "amount" },
    },
  },
};

it.each([
  "postgres://reader:secret%ff@127.0.0.1:1/feed",
  "postgres://reader:secret@127.0.0.1:1/%ff",
  "clickhouse://reader:secret%ff@127.0.0.1:1/feed",
  "clickhouse://reader:secret@127.0.0.1:99999/feed",
])("import refuses an address that is none, without repeating what may be a password: %s", async (url) => {
  const folder = await temporaryDirectory();
  const mapping = join(folder, "mapping.json");
  await writeFile(mapping, JSON.stringify(MAPPING));
  const out = join(folder, "out");
  const { exitCode, stderr } = await runTerrace(["import", url, "--mapping", mapping, "--out", out]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("://user:password@host/database")]);
  expect(stderr).not.toContain("secret");
  expect(existsSync(out)).toBe(false);
});
