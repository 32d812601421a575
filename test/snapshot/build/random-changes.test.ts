import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BuildOptions, buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { copyKept } from "../../support/country/copy-kept.ts";
import { temporaryDirectory } from "../../support/run/temporary-directory.ts";
import { inForm } from "../../support/run/test-form.ts";

const EXAMPLE = join(import.meta.dirname, "../../../data/example");
const RUNS = inForm({ short: 1, deep: 5, long: 300 });

/** Builds and discards; what is kept stays. */
async function build(options: BuildOptions) {
  const built = await buildSnapshot({ maxRejectShare: 1, ...options });
  await built.discard();
  return built;
}

/** Takes out or repeats a line of a CSV table, as the numbers say; a table of fewer than two rows stays. */
async function changeTable(datasetDir: string, file: string, line: number, repeats: boolean): Promise<void> {
  const path = join(datasetDir, file);
  const lines = (await readFile(path, "utf8")).split("\n");
  if (lines.length < 4) return;
  const at = 1 + (line % (lines.length - 2));
  lines.splice(at, repeats ? 0 : 1, ...(repeats ? [lines[at]] : []));
  await writeFile(path, lines.join("\n"));
}

const csvFiles = async (dir: string) => (await readdir(dir)).filter((name) => name.endsWith(".csv")).sort();

describe("buildSnapshot after changes", () => {
  it("gives the bytes of a build from nothing after random changes of random tables", async () => {
    const datasetDir = join(await temporaryDirectory(), "dataset");
    await cp(EXAMPLE, datasetDir, { recursive: true });
    const dataDir = await copyKept(await temporaryDirectory());
    const files = await csvFiles(datasetDir);
    expect(files.length).toBeGreaterThan(5);
    const change = fc.record({ file: fc.constantFrom(...files), line: fc.nat(), repeats: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        for (const { file, line, repeats } of changes) await changeTable(datasetDir, file, line, repeats);
        const again = await build({ datasetDir, dataDir });
        const anew = await build({ datasetDir, dataDir: await temporaryDirectory(), reuse: false });
        expect(again.manifest).toEqual(anew.manifest);
        expect(again.report.tables).toEqual(anew.report.tables);
        expect(anew.reused).toBe(0);
      }),
      { numRuns: RUNS },
    );
  }, 3_600_000);
});
