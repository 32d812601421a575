import { readdir } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyKept } from "../../support/country/shared-country.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { inForm } from "../../support/run/test-form.ts";
import { buildAndDiscard, changeTable, exampleCopy } from "./example-build.ts";

const RUNS = inForm({ short: 1, deep: 5, long: 300 });

const csvFiles = async (dir: string) => (await readdir(dir)).filter((name) => name.endsWith(".csv")).sort();

describe("buildSnapshot after changes", () => {
  it("gives the bytes of a build from nothing after random changes of random tables", async () => {
    const datasetDir = await exampleCopy();
    const dataDir = await copyKept(await temporaryDirectory());
    const files = await csvFiles(datasetDir);
    expect(files.length).toBeGreaterThan(5);
    const change = fc.record({ file: fc.constantFrom(...files), line: fc.nat(), repeats: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        for (const { file, line, repeats } of changes) await changeTable(datasetDir, file, line, repeats);
        const again = await buildAndDiscard({ datasetDir, dataDir });
        const fresh = { datasetDir, dataDir: await temporaryDirectory(), reuse: false };
        const fromScratch = await buildAndDiscard(fresh);
        expect(again.manifest).toEqual(fromScratch.manifest);
        expect(again.report.tables).toEqual(fromScratch.report.tables);
        expect(fromScratch.reused).toBe(0);
      }),
      { numRuns: RUNS },
    );
  }, 3_600_000);
});
