import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadBuild } from "../../../src/domains/aggregates.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { retainSnapshots } from "../../../src/snapshot/store/retain.ts";
import type { Aggregate } from "../../../src/snapshot/tables/aggregate.ts";
import { copyKept } from "../../support/country/shared-country.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { isDeepRun } from "../../support/run/test-form.ts";
import { buildAndDiscard, changeTable, exampleCopy } from "./example-build.ts";

const exampleDirectory = async () => copyKept(await temporaryDirectory());

describe("buildSnapshot with kept results", () => {
  it("computes only what reads a changed table, and says so", async () => {
    const datasetDir = await exampleCopy();
    const dataDir = await exampleDirectory();
    const same = await buildAndDiscard({ datasetDir, dataDir });
    expect(same.computed).toEqual([]);
    await changeTable(datasetDir, "news_articles.csv");
    const { computed, reused } = await buildAndDiscard({ datasetDir, dataDir });
    expect(computed).toContainEqual({ step: "load news_articles", why: "news_articles.csv changed" });
    expect(computed.map(({ step }) => step)).not.toContain("columns suburbs");
    expect(reused).toBeGreaterThan(computed.length);
  });

  it("computes a torn, cut or foreign result again, and replaces it", async () => {
    const datasetDir = await exampleCopy();
    const dataDir = await exampleDirectory();
    const first = await buildAndDiscard({ datasetDir, dataDir });
    const kept = join(dataDir, "kept");
    const columns = first.manifest.files.find(({ path }) => path === "columns.arrow")!;
    const table = first.manifest.files.find(({ path }) => path === "tables/suburbs.parquet")!;
    await truncate(join(kept, "files", columns.sha256), 100);
    await writeFile(join(kept, "files", table.sha256), await readFile(join(kept, "files", columns.sha256)));
    const again = await buildAndDiscard({ datasetDir, dataDir });
    expect(again.manifest).toEqual(first.manifest);
    expect(again.computed.map(({ step }) => step)).toEqual(
      expect.arrayContaining(["columns suburbs", "aggregate suburbs"]),
    );
    expect(again.computed.find(({ step }) => step === "columns suburbs")?.why).toMatch(/is damaged/);
    expect((await buildAndDiscard({ datasetDir, dataDir })).computed).toEqual([]);
    const record = await readFile(join(kept, "builds", `${first.manifest.snapshotId}.json`), "utf8");
    const { key } = JSON.parse(record.slice(record.indexOf("\n"))).steps["columns suburbs"];
    await truncate(join(kept, "steps", `${key}.json`), 80);
    const third = await buildAndDiscard({ datasetDir, dataDir });
    expect(third.manifest).toEqual(first.manifest);
    expect(third.computed[0]).toEqual({
      step: "columns suburbs",
      why: "its kept result is damaged: its record is not the text that was written",
    });
  });

  it.runIf(isDeepRun)(
    "uses results that were copied from another machine, and none of other code",
    async () => {
      const datasetDir = await exampleCopy();
      const other = await exampleDirectory();
      const first = await buildAndDiscard({ datasetDir, dataDir: other });
      expect(first.computed).toEqual([]);
      const { aggregates, pages } = await loadBuild();
      const edited = aggregates.map((aggregate) =>
        aggregate.name === "search_entries" ? { ...aggregate, code: "edited" } : aggregate,
      );
      const built = await buildAndDiscard({ datasetDir, dataDir: other, aggregates: edited, pages });
      const [edit, ...others] = built.computed.toReversed();
      expect(edit).toEqual({ step: "aggregate search_entries", why: "its code or definition changed" });
      // Its inputs are loaded for it; its output is the same, so no pages are written again.
      expect(others.filter(({ why }) => !/ reads /.test(why))).toEqual([]);
      expect(built.manifest).toEqual(first.manifest);
    },
  );

  it.runIf(isDeepRun)("lets two builds run at once", async () => {
    const datasetDir = await exampleCopy();
    const dataDir = await exampleDirectory();
    await changeTable(datasetDir, "house_prices.csv");
    const [a, b] = await Promise.all([
      buildAndDiscard({ datasetDir, dataDir }),
      buildAndDiscard({ datasetDir, dataDir }),
    ]);
    expect(a.manifest).toEqual(b.manifest);
    expect([a, b].every(({ computed }) => computed.length > 0)).toBe(true);
    expect((await buildAndDiscard({ datasetDir, dataDir })).computed).toEqual([]);
  });

  it("stores equal files of two snapshots once, and removes what no snapshot uses any more", async () => {
    const datasetDir = await exampleCopy();
    const dataDir = await exampleDirectory();
    const publish = async () => {
      const built = await buildSnapshot({ datasetDir, dataDir, maxRejectShare: 1 });
      await publishSnapshot(built.directory, dataDir);
      await built.discard();
      return built.manifest;
    };
    const first = await publish();
    await changeTable(datasetDir, "news_articles.csv");
    const second = await publish();
    expect(second.snapshotId).not.toBe(first.snapshotId);
    const inode = async (id: string) =>
      (await stat(join(dataDir, "snapshots", id, "tables", "suburbs.parquet"))).ino;
    expect(await inode(first.snapshotId)).toBe(await inode(second.snapshotId));
    const elsewhere = await temporaryDirectory();
    for (const { snapshotId } of [first, second])
      await publishSnapshot(join(dataDir, "snapshots", snapshotId), elsewhere);
    const copied = (id: string) => stat(join(elsewhere, "snapshots", id, "tables", "suburbs.parquet"));
    expect((await copied(first.snapshotId)).ino).toBe((await copied(second.snapshotId)).ino);
    const only = first.files.filter(({ sha256 }) => !second.files.some((file) => file.sha256 === sha256));
    expect(only.length).toBeGreaterThan(0);
    await retainSnapshots(dataDir, 1);
    const left = await readdir(join(dataDir, "kept", "files"));
    expect(only.filter(({ sha256 }) => left.includes(sha256))).toEqual([]);
    expect((await buildAndDiscard({ datasetDir, dataDir })).computed).toEqual([]);
  });

  it("fails when a step reads what it does not declare", async () => {
    const datasetDir = await exampleCopy();
    const dataDir = await exampleDirectory();
    const { aggregates } = await loadBuild();
    const sly = (sql: string): Aggregate => ({
      name: "sly",
      tables: [],
      reads: ["main.suburb_demographics"],
      run: (db) => db.run(sql),
    });
    const failing = (aggregate: Aggregate) =>
      buildAndDiscard({ datasetDir, dataDir, aggregates: [...aggregates, aggregate], pages: [] });
    for (const [sql, read] of [
      ["SELECT * FROM main.suburb_lga", "main.suburb_lga"],
      ["SELECT * FROM serve.councils", "serve.councils"],
      ["SELECT getvariable('as_of')", "@as_of"],
    ]) {
      await expect(failing(sly(sql))).rejects.toThrow(
        `aggregate sly reads ${read}, which it does not declare`,
      );
    }
    for (const file of ["read_text('/etc/hostname')", "'/etc/hostname.csv'"]) {
      await expect(failing(sly(`SELECT * FROM ${file}`))).rejects.toThrow(
        /aggregate sly reads a file \(.*\), which it/,
      );
    }
    const curious: Aggregate = {
      ...sly(""),
      run: async (_, context) => {
        context.sources.map(({ id }) => id);
      },
    };
    await expect(failing(curious)).rejects.toThrow("aggregate sly reads @sources, which it does not declare");
  });
});
