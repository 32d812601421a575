import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { openFile } from "../../src/importers/files/find-files.ts";
import { IMPORTERS } from "../../src/importers/registry.ts";
import type { ImportOutcome } from "../../src/importers/run/import-outcome.ts";
import { UNFORESEEN } from "../../src/importers/run/refusals.ts";
import { runImport } from "../../src/importers/run/run-import.ts";
import { openBuildDatabase } from "../../src/snapshot/tables/write-tables.ts";
import { EVERY_SOURCE, textFile } from "../support/data/import-files.ts";
import { type MadeFile, mutatedFiles } from "../support/data/mutated-files.ts";
import { temporaryMemoryDirectory } from "../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { inForm, isLongRun } from "../support/run/test-form.ts";

const FILES = inForm({ short: 300, deep: 400, long: 50_000 });
const WARM_UP = 200;
const MEBIBYTE = 2 ** 20;
const MAX_GROWTH_MB = 32;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const SUBURBS = textFile(
  "suburbs.csv",
  "SAL_CODE_2021,SAL_NAME_2021\n10001,Aldgrove (NSW)\n10002,Birchmoor\n20001,Aldgrove (Vic.)\n40001,Glenelg\n",
);

async function parquetFeed(directory: string): Promise<MadeFile> {
  const name = "feed.parquet";
  const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 200, tempDirectory: directory });
  try {
    await db.run(
      `COPY (SELECT 'portal-a' AS source, DATE '2026-08-01' + CAST(sweep AS INTEGER) AS sweep, advert AS listing_id,
        'Aldgrove' AS suburb, 'NSW' AS state_code, 900000 - 1000 * advert AS price
        FROM range(3) AS sweeps(sweep), range(20) AS adverts(advert)) TO '${join(directory, name)}' (FORMAT parquet)`,
    );
  } finally {
    db.close();
  }
  return { kind: "listing-feed", name, bytes: await readFile(join(directory, name)) };
}

/** Writes the file to disk and imports it as the CLI does. */
async function importAs(path: string, { bytes }: MadeFile): Promise<ImportOutcome> {
  await writeFile(path, bytes);
  const files = (async function* () {
    yield { file: SUBURBS };
    yield* openFile(path);
  })();
  return runImport({ importers: IMPORTERS, files, allowedSources: EVERY_SOURCE });
}

/** Cells that no file may bring into a dataset: non-finite numbers, and objects with a changed prototype. */
function oddCells({ tables }: ImportOutcome): string[] {
  return tables.flatMap(({ table, rows }) =>
    rows.flatMap((row) =>
      Object.entries(row)
        .filter(
          ([, cell]) =>
            (typeof cell === "number" && !Number.isFinite(cell)) ||
            (typeof cell === "object" && cell !== null),
        )
        .map(([column, cell]) => `${table}.${column} is ${String(cell)}`),
    ),
  );
}

function keptMb(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEBIBYTE;
}

describe("an import of hostile files of every kind", () => {
  it(
    "reads, reports or refuses each: it does not fail, keeps no odd figure and does not grow",
    async () => {
      const directory = await temporaryMemoryDirectory();
      const seed = runSeed("hostile files");
      const next = mutatedFiles(seededRandom(seed), [await parquetFeed(directory)]);
      const names = Object.getOwnPropertyNames(Object.prototype);
      const outcomes: Record<string, number> = {};
      const faults: string[] = [];
      let slowest = { kind: "", ms: 0 };
      let before = 0;
      for (let i = 0; i < FILES; i++) {
        if (i === WARM_UP) before = keptMb();
        const file = next();
        const started = performance.now();
        try {
          const outcome = await importAs(join(directory, file.name), file);
          for (const one of outcome.files.slice(1)) {
            outcomes[one.status] = (outcomes[one.status] ?? 0) + 1;
            if (one.status === "refused" && one.reason.includes(UNFORESEEN))
              faults.push(`file ${i}: ${one.reason}`);
          }
          for (const odd of oddCells(outcome)) faults.push(`file ${i} (${file.kind}, ${file.name}): ${odd}`);
        } catch (error) {
          faults.push(`file ${i} (${file.kind}, ${file.name}): ${(error as Error).stack?.slice(0, 400)}`);
        }
        const ms = performance.now() - started;
        if (ms > slowest.ms) slowest = { kind: file.kind, ms };
      }
      const growth = keptMb() - before;
      console.log(
        `${FILES} hostile files: ${JSON.stringify(outcomes)}; slowest ${slowest.kind} ${slowest.ms.toFixed(0)} ms; ` +
          `${growth.toFixed(1)} MiB more kept`,
      );
      expect(faults.slice(0, 10)).toEqual([]);
      expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(names);
      expect(growth).toBeLessThan(MAX_GROWTH_MB);
      for (const status of ["read", "refused", "unknown"]) expect(outcomes[status]).toBeGreaterThan(0);
    },
    isLongRun ? 7_200_000 : 300_000,
  );
});
