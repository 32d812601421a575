import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RunOptions, runSteps } from "../../../src/snapshot/graph/run-steps.ts";
import { checksumOf, type Step } from "../../../src/snapshot/graph/step.ts";
import type { KeptResults, StepResult } from "../../../src/snapshot/store/kept-results.ts";

function memoryKept(): KeptResults & { readonly results: Map<string, StepResult> } {
  const results = new Map<string, StepResult>();
  return {
    results,
    find: async (key) => {
      const result = results.get(key);
      return result === undefined ? {} : { result, seconds: 1 };
    },
    keep: async (key, _root, result) => void results.set(key, result),
    lastBuild: async () => undefined,
    noteBuild: async () => {},
  };
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

interface Drawn {
  readonly reads: readonly number[];
  readonly cost: number;
  readonly isLazy: boolean;
  /** The result does not depend on the inputs, so that steps that read it are not recomputed. */
  readonly isBlunt: boolean;
}

const drawnSteps = fc.array(
  fc.record({
    reads: fc.array(fc.nat(9), { maxLength: 4 }),
    cost: fc.nat(3),
    isLazy: fc.boolean(),
    isBlunt: fc.boolean(),
  }),
  { minLength: 1, maxLength: 10 },
);

/** Steps over one fact each; a step logs what it does, and its result depends on what it reads. */
function stepsOf(drawn: readonly Drawn[], facts: Record<string, string>, log: string[]): Step<number>[] {
  const readBy = (i: number) =>
    [...new Set(drawn[i].reads.map((read) => read % (i || 1)))].filter((read) => read < i);
  const textOf = (i: number): string =>
    drawn[i].isBlunt ? `${i}` : checksumOf([facts[`@${i}`], readBy(i).map(textOf)]);
  return drawn.map(({ cost, isLazy }, i) => {
    const from = readBy(i);
    return {
      kind: "aggregate",
      name: `${i}`,
      reads: [`@${i}`, ...from.map((read) => `serve.${read}`)],
      creates: new Map([[`serve.${i}`, isLazy ? null : `file ${i}`]]),
      definition: "same",
      isLazy,
      run: async () => {
        log.push(`begin ${i}`);
        await turns(cost);
        for (const read of from) {
          if (drawn[read].isLazy && !log.includes(`end ${read}`)) throw new Error(`${read} is not there`);
        }
        const text = textOf(i);
        log.push(`end ${i}`);
        return isLazy
          ? { files: [], facts: null }
          : { files: [{ path: `file ${i}`, bytes: 1, sha256: text }], facts: text };
      },
    } satisfies Step<number>;
  });
}

function options(over: Partial<RunOptions<number>> & Pick<RunOptions<number>, "facts">): RunOptions<number> {
  return {
    root: "",
    lanes: [0, 1],
    kept: memoryKept(),
    reuse: true,
    earlier: {},
    costOf: () => 1,
    processorSeconds: () => 0,
    clockSeconds: () => 0,
    onStep: () => {},
    onFailure: () => {},
    ...over,
  };
}

describe("runSteps", () => {
  it("runs each step once, after what it reads, on no more lanes than there are", async () => {
    await fc.assert(
      fc.asyncProperty(drawnSteps, fc.integer({ min: 1, max: 3 }), async (drawn, lanes) => {
        const facts = Object.fromEntries(drawn.map((_, i) => [`@${i}`, "a"]));
        const log: string[] = [];
        const steps = stepsOf(drawn, facts, log);
        await runSteps(steps, options({ facts, lanes: Array.from({ length: lanes }, (_, i) => i) }));
        let running = 0;
        for (const line of log) {
          running += line.startsWith("begin") ? 1 : -1;
          expect(running).toBeLessThanOrEqual(lanes);
        }
        drawn.forEach(({ isLazy }, i) => {
          const times = log.filter((line) => line === `begin ${i}`).length;
          expect(times).toBeLessThanOrEqual(1);
          if (!isLazy) expect(times).toBe(1);
          for (const read of steps[i].reads.filter((name) => name.startsWith("serve."))) {
            const before = log.indexOf(`end ${read.slice("serve.".length)}`);
            if (times === 1 && before >= 0) expect(log.indexOf(`begin ${i}`)).toBeGreaterThan(before);
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  it("gives the results of a run from nothing when facts change, and computes no step that reads what it read", async () => {
    await fc.assert(
      fc.asyncProperty(drawnSteps, fc.array(fc.nat(9)), async (drawn, changed) => {
        const facts = Object.fromEntries(drawn.map((_, i) => [`@${i}`, "a"]));
        const kept = memoryKept();
        await runSteps(stepsOf(drawn, facts, []), options({ facts, kept }));
        const after = { ...facts };
        for (const i of changed) if (after[`@${i}`] !== undefined) after[`@${i}`] = "b";
        const log: string[] = [];
        const again = await runSteps(stepsOf(drawn, after, log), options({ facts: after, kept }));
        const fromScratch = await runSteps(
          stepsOf(drawn, after, []),
          options({ facts: after, reuse: false }),
        );
        const texts = (outcomes: typeof again) => [...outcomes].map(([name, { result }]) => [name, result]);
        expect(texts(again)).toEqual(texts(fromScratch));
        for (const [name, { inputs, why }] of again) {
          if (why === undefined) expect(log).not.toContain(`begin ${name.split(" ")[1]}`);
          const isSame = Object.values(inputs).every((checksum) => checksum !== "b");
          if (isSame && changed.length === 0) expect(why).toBeUndefined();
        }
      }),
      { numRuns: 200 },
    );
  });

  it("says why a step is computed", async () => {
    const facts = { "@0": "a", "@1": "a" };
    const drawn = [0, 1].map((i) => ({ reads: i === 0 ? [] : [0], cost: 0, isLazy: false, isBlunt: false }));
    const kept = memoryKept();
    const first = await runSteps(stepsOf(drawn, facts, []), options({ facts, kept }));
    expect([...first.values()].map(({ why }) => why)).toEqual([
      "it was not built here before",
      "it was not built here before",
    ]);
    const earlier = Object.fromEntries(first);
    const changed = { ...facts, "@0": "b" };
    const second = await runSteps(stepsOf(drawn, changed, []), options({ facts: changed, kept, earlier }));
    expect([...second.values()].map(({ why }) => why)).toEqual(["@0 changed", "serve.0 changed"]);
    const steps = stepsOf(drawn, facts, []).map((step) => ({ ...step, definition: "another" }));
    const third = await runSteps(steps, options({ facts, kept, earlier }));
    expect(third.get("aggregate 0")?.why).toBe("its code or definition changed");
    kept.results.clear();
    const fourth = await runSteps(stepsOf(drawn, facts, []), options({ facts, kept, earlier }));
    expect(fourth.get("aggregate 0")?.why).toBe("its kept result is missing");
    const fifth = await runSteps(stepsOf(drawn, facts, []), options({ facts, kept, earlier, reuse: false }));
    expect(fifth.get("aggregate 1")?.why).toBe("kept results are not used");
  });

  it("starts nothing after a failure, names the step and throws the first error", async () => {
    const facts = { "@0": "a", "@1": "a", "@2": "a", "@3": "a" };
    const log: string[] = [];
    const drawn = [0, 1, 2, 3].map((i) => ({ reads: [], cost: 3, isLazy: false, isBlunt: false, i }));
    const steps = stepsOf(drawn, facts, log);
    steps[0] = {
      ...steps[0],
      run: async () => {
        throw new Error("0 failed");
      },
    };
    const failed: string[] = [];
    const running = runSteps(steps, options({ facts, onFailure: ({ name }) => failed.push(name) }));
    await expect(running).rejects.toThrow("0 failed");
    expect(failed).toEqual(["0"]);
    expect(log).toEqual(["begin 1", "end 1"]);
  });

  it("rejects a step that reads what nothing creates", async () => {
    const [step] = stepsOf([{ reads: [], cost: 0, isLazy: false, isBlunt: false }], {}, []);
    const running = runSteps([{ ...step, reads: ["serve.nowhere"] }], options({ facts: {} }));
    await expect(running).rejects.toThrow("aggregate 0 reads serve.nowhere, which nothing creates");
  });
});
