import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadAggregates, loadPageSets } from "../../../src/domains/aggregates.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import type { Aggregate } from "../../../src/snapshot/build/aggregate.ts";
import { runInLanes } from "../../../src/snapshot/build/run-in-lanes.ts";
import type { BuildDatabase } from "../../../src/snapshot/build/write-tables.ts";
import { copyExample } from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/temporary-directory.ts";

const aggregate = (name: string, group?: string, needs?: readonly string[]): Aggregate => ({
  name,
  tables: [],
  group,
  needs,
  run: async () => {},
});

/** Lanes that only note whether they were interrupted. */
function makeLanes(count: number) {
  const interrupted: number[] = [];
  const lanes = Array.from(
    { length: count },
    (_, i) => ({ interrupt: () => interrupted.push(i) }) as unknown as BuildDatabase,
  );
  return { lanes, interrupted };
}

/** Ends a few turns of the event loop later. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe("runInLanes", () => {
  it("runs each aggregate once, a group in its order and after those it needs, whatever they take", async () => {
    const group = fc.record({
      size: fc.integer({ min: 1, max: 4 }),
      needs: fc.option(fc.array(fc.nat(5)), { nil: undefined }),
      cost: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(group, { maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (drawn, count) => {
          // A group can need earlier ones only.
          const needsOf = (i: number) =>
            drawn[i].needs?.map((need) => need % (i || 1)).filter((need) => need < i);
          const aggregates = drawn.flatMap(({ size }, i) =>
            Array.from({ length: size }, (_, n) =>
              aggregate(
                `${i}.${n}`,
                `group ${i}`,
                needsOf(i)?.map((need) => `group ${need}`),
              ),
            ),
          );
          const log: string[] = [];
          let under = 0;
          await runInLanes(makeLanes(count).lanes, aggregates, async ({ name }) => {
            expect(++under).toBeLessThanOrEqual(count);
            log.push(`begin ${name}`);
            await turns(drawn[Number(name.split(".")[0])].cost);
            log.push(`end ${name}`);
            under--;
          });
          expect(log.filter((line) => line.startsWith("begin")).length).toBe(aggregates.length);
          const at = (line: string) => log.indexOf(line);
          drawn.forEach(({ size }, i) => {
            for (let n = 1; n < size; n++)
              expect(at(`begin ${i}.${n}`)).toBeGreaterThan(at(`end ${i}.${n - 1}`));
            for (const need of needsOf(i) ?? Array.from({ length: i }, (_, earlier) => earlier)) {
              expect(at(`begin ${i}.0`)).toBeGreaterThan(at(`end ${need}.${drawn[need].size - 1}`));
            }
          });
        },
      ),
      { numRuns: 100 },
    );
  });

  it("begins nothing after a failure, interrupts the other lane and throws the first error", async () => {
    const { lanes, interrupted } = makeLanes(2);
    const begun: string[] = [];
    const running = runInLanes(
      lanes,
      [aggregate("a", "a", []), aggregate("b", "b", []), aggregate("c", "b", []), aggregate("d", "d")],
      async ({ name }) => {
        begun.push(name);
        if (name === "a") throw new Error("a failed");
        await turns(3);
      },
    );
    await expect(running).rejects.toThrow("a failed");
    expect([begun, interrupted]).toEqual([["a", "b"], [1]]);
  });

  it("writes the same bytes as one lane does", async () => {
    const datasetDir = await copyExample();
    const idOf = async (aggregates: readonly Aggregate[]) => {
      const dataDir = await temporaryDirectory();
      const pages = await loadPageSets();
      const built = await buildSnapshot({ datasetDir, dataDir, maxRejectShare: 1, aggregates, pages });
      await built.discard();
      return built.manifest.snapshotId;
    };
    const inLanes = await loadAggregates();
    expect(new Set(inLanes.map(({ group }) => group)).size).toBeGreaterThan(3);
    const inOne = inLanes.map(({ group: _, needs: __, ...one }) => one);
    expect(await idOf(inOne)).toBe(await idOf(inLanes));
  });
});
