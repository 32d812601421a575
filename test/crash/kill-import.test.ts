import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import promises, { readdir, utimes } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type DatabaseImport, importDatabase } from "../../src/importers/databases/import-database.ts";
import { tableRows } from "../support/data/read-csv.ts";
import { figureOf } from "../support/data/read-small-dataset.ts";
import { writeSmallDataset } from "../support/data/write-small-dataset.ts";
import { failureOf, opened, temporaryDirectory } from "../support/run/fixtures.ts";
import { HAS_POSTGRES, startPostgres } from "../support/run/postgres-server.ts";
import { inForm, someOf } from "../support/run/test-form.ts";

const PROGRAM = resolve(import.meta.dirname, "../support/data/write-small-dataset.ts");
const CHANGES = [
  "rename",
  "rm",
  "mkdir",
  "mkdtemp",
  "rmdir",
  "unlink",
  "open",
  "writeFile",
  "truncate",
] as const;
const LONG_AGO = new Date(Date.now() - 2 * 3_600_000);
const originals = Object.fromEntries(CHANGES.map((name) => [name, promises[name]]));

/** An import from a database makes about a hundred changes; the test dies at every n-th. */
const EVERY = inForm({ short: 5, deep: 1, long: 1 });

/** From the given file system change on, no change takes effect, as after the death of the process. */
function dieAtChange(number: number): () => number {
  let changes = 0;
  for (const name of CHANGES) {
    const change = originals[name] as (...args: unknown[]) => Promise<unknown>;
    const isRead = (args: unknown[]) => name === "open" && typeof args[1] !== "string";
    const dying = async (...args: unknown[]) => {
      if (!isRead(args) && ++changes >= number) throw Object.assign(new Error("dead"), { code: "EDEAD" });
      return change(...args);
    };
    Object.assign(promises, { [name]: dying });
  }
  syncBuiltinESMExports();
  return () => changes;
}

function live(): void {
  Object.assign(promises, originals);
  syncBuiltinESMExports();
}

/** Repeats work until it completes, dying `every` changes later each time; `after` checks what it leaves. */
async function dieAtEach(work: () => Promise<unknown>, after = async (_number: number) => {}, every = 1) {
  for (let number = 1, isDone = false; !isDone; number += every) {
    const counted = dieAtChange(number);
    const error = await failureOf(work());
    isDone = error === undefined && counted() < number;
    live();
    await after(number);
  }
}

afterEach(live);

const KILLS = someOf(
  [
    [1, "before", 100],
    [1, "after", 100],
    [2, "before", 100],
    [2, "after", 200],
  ] as const,
  2,
);

describe("an import that dies", () => {
  it("at any change of the file system leaves the old dataset or the new one, whole", async () => {
    const out = join(await temporaryDirectory(), "australia");
    await writeSmallDataset(out, 100);
    const seen = new Set<number>();
    await dieAtEach(
      () => writeSmallDataset(out, 200),
      async (number) => {
        const figure = await figureOf(out);
        expect([100, 200], `killed at change ${number}`).toContain(figure);
        seen.add(figure);
        if (figure === 200) await writeSmallDataset(out, 100);
      },
    );
    expect(seen).toEqual(new Set([100, 200]));
  });

  it("by a kill before or after any rename leaves a whole dataset, and the next import cleans up", async () => {
    for (const [count, moment, expected] of KILLS) {
      const root = await temporaryDirectory();
      const out = join(root, "australia");
      await writeSmallDataset(out, 100);
      const signal = await new Promise((done) => {
        execFile(process.execPath, [PROGRAM, out, "200", moment, String(count)], (error) =>
          done(error?.signal),
        );
      });
      expect(signal).toBe("SIGKILL");
      expect(await figureOf(out), `${moment} rename ${count}`).toBe(expected);
      // The folder that it wrote into stays for an hour: its process might still be running on another host.
      const left = (await readdir(root)).filter((name) => name !== "australia");
      expect(left).toEqual([expect.stringMatching(/^\.australia\.importing-/)]);
      await writeSmallDataset(out, 300);
      expect(await figureOf(out)).toBe(300);
      expect(await readdir(root)).toEqual(expect.arrayContaining(left));
      for (const name of [left[0], join(left[0], "new")]) {
        await utimes(join(root, name), LONG_AGO, LONG_AGO).catch(() => {});
      }
      await writeSmallDataset(out, 400);
      expect(await readdir(root)).toEqual(["australia"]);
    }
  });

  it("before the first dataset is leaves a folder that the next import may use", async () => {
    const out = join(await temporaryDirectory(), "australia");
    await dieAtEach(() => writeSmallDataset(out, 100));
    expect(await figureOf(out)).toBe(100);
    expect((await readdir(out)).filter((name) => name.startsWith("tables-"))).toHaveLength(1);
  });
});

/** Records file system steps in order: flushed names, and what was renamed or removed. */
function watchFlushes(): string[] {
  const steps: string[] = [];
  promises.open = async (path, ...rest) => {
    const handle = await (originals.open as typeof promises.open)(path, ...rest);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      steps.push(`flush ${path}`);
    };
    return handle;
  };
  promises.rename = async (from, to) => {
    await (originals.rename as typeof promises.rename)(from, to);
    steps.push(`rename ${to}`);
  };
  promises.rm = async (path, options) => {
    if (existsSync(path)) steps.push(`rm ${path}`);
    await (originals.rm as typeof promises.rm)(path, options);
  };
  syncBuiltinESMExports();
  return steps;
}

describe("an import whose machine loses its power", () => {
  it("has every table on the disk before the dataset names them, and that name before the old ones go", async () => {
    const out = join(await temporaryDirectory(), "australia");
    await writeSmallDataset(out, 100);
    const [old] = (await readdir(out)).filter((name) => name.startsWith("tables-"));
    const steps = watchFlushes();
    await writeSmallDataset(out, 200);
    live();
    const named = steps.indexOf(`rename ${join(out, "dataset.json")}`);
    const gone = steps.indexOf(`rm ${join(out, old)}`);
    expect(named).toBeGreaterThan(0);
    expect(gone).toBeGreaterThan(named);
    expect(steps.slice(named, gone)).toContain(`flush ${out}`);
    const [made] = (await readdir(out)).filter((name) => name.startsWith("tables-"));
    const inside = await readdir(join(out, made), { recursive: true });
    expect(inside.length).toBeGreaterThan(3);
    const flushed = steps.slice(0, named).filter((step) => step.startsWith("flush "));
    const isFlushed = (name: string) => flushed.some((step) => step.endsWith(`/${name}`));
    expect(inside.filter((name) => !isFlushed(name))).toEqual([]);
    const moved = steps.indexOf(`rename ${join(out, made)}`);
    expect(steps.slice(moved, named)).toContain(`flush ${out}`);
  });
});

describe("two imports at once", () => {
  it("leave one of both datasets, whole, and nothing aside", async () => {
    const out = join(await temporaryDirectory(), "australia");
    for (let round = 0; round < inForm({ short: 3, deep: 10, long: 10 }); round++) {
      const figures = [1000 + round, 2000 + round, 2000 + round];
      await Promise.all(figures.map((figure) => writeSmallDataset(out, figure)));
      expect(figures).toContain(await figureOf(out));
      expect(await readdir(dirname(out))).toEqual(["australia"]);
    }
  });

  it("leave the tables that are named, though the one that replaced them ends last", async () => {
    const out = join(await temporaryDirectory(), "australia");
    await writeSmallDataset(out, 100);
    const { rename } = originals as unknown as typeof promises;
    const [isNear, mayName, hasNamed] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    let again: Promise<void> | undefined;
    // Both have read the old tables: the one that makes other tables names them first, then the one that
    // makes the same again, and only then does the first remove what it replaced.
    promises.rename = async (from, to) => {
      if (to !== join(out, "dataset.json")) return rename(from, to);
      if (again !== undefined) {
        isNear.resolve();
        await mayName.promise;
        await rename(from, to);
        return hasNamed.resolve();
      }
      again = writeSmallDataset(out, 100);
      await isNear.promise;
      await rename(from, to);
      mayName.resolve();
      await hasNamed.promise;
    };
    syncBuiltinESMExports();
    await writeSmallDataset(out, 200);
    await again;
    expect(await figureOf(out)).toBe(100);
  });
});

describe.skipIf(!HAS_POSTGRES)("an import from a database that dies", () => {
  const postgres = opened(() => startPostgres());

  async function importOf(value: number, root: string): Promise<DatabaseImport> {
    const mappingPath = join(root, `mapping-${value}.json`);
    const query = `SELECT 'a.series' AS series_key, DATE '2026-01-01' + i AS period, ${value} AS value FROM generate_series(1, 3) i`;
    const columns = { series_key: "series_key", period: "period", value: "value" };
    const dataset = { id: "d", title: "D", asOf: "2026-11-13T00:00:00Z", synthetic: true, sources: [] };
    const tables = { economic_observations: { query, columns } };
    await promises.writeFile(
      mappingPath,
      JSON.stringify({ format: "terrace-database-mapping-1", dataset, tables }),
    );
    const { signal } = new AbortController();
    return { url: postgres.url, mappingPath, out: join(root, "dataset"), resume: false, signal };
  }

  /** The dataset's figure; rejects if the dataset is incomplete. */
  async function figureIn(out: string): Promise<number> {
    const rows = await tableRows(out, "economic_observations");
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ value }) => value)).size).toBe(1);
    return Number(rows[0].value);
  }

  it.each([
    ["from the beginning", false],
    ["where it stopped", true],
  ])("leaves the old dataset or the new one, whole, and the next one goes on %s", async (_, resume) => {
    const root = await temporaryDirectory();
    const [before, after] = [await importOf(100, root), await importOf(200, root)];
    const seen = new Set<number>();
    let resumed = 0;
    const check = async (number: number) => {
      const value = await figureIn(after.out);
      expect([100, 200], `killed at change ${number}`).toContain(value);
      seen.add(value);
      const error = await failureOf(importDatabase({ ...after, resume }));
      if (error === undefined) resumed++;
      else {
        // Killed before it had recorded anything, or after it was done.
        expect([resume, error.message]).toEqual([true, expect.stringContaining("nothing to resume")]);
        await importDatabase(after);
      }
      expect(await figureIn(after.out)).toBe(200);
      expect((await readdir(root)).filter((name) => name.includes("importing"))).toEqual([]);
      // Replaced tables that were not yet removed stay for an hour, as those of other imports do.
      const left = (await readdir(after.out)).filter((name) => !name.startsWith("tables-"));
      expect(left.sort()).toEqual(["dataset.json", "imported-from-database.json"]);
      await importDatabase(before);
    };
    await importDatabase(before);
    await dieAtEach(() => importDatabase(after), check, EVERY);
    expect(seen).toEqual(new Set([100, 200]));
    expect(resumed).toBeGreaterThan(5 / EVERY);
  });

  it("the first time leaves nothing that the next one takes for something else", async () => {
    const root = await temporaryDirectory();
    const task = await importOf(100, root);
    await dieAtEach(() => importDatabase(task));
    expect(await figureIn(task.out)).toBe(100);
  });
});
