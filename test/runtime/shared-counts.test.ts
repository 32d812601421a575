import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { OTHER_NAME, SharedCounts } from "../../src/runtime/shared/shared-counts.ts";

const COUNTER = new URL("../support/run/counting-worker.ts", import.meta.url);

describe("SharedCounts", () => {
  it("sums up what several threads count, under the names that any of them uses", async () => {
    const rounds = 30_000;
    const counts = new SharedCounts({ threads: 3, names: 8, width: 2 });
    const { memory } = counts;
    const threads = [1, 2].map((thread) => new Worker(COUNTER, { workerData: { memory, thread, rounds } }));
    const ended = Promise.all(threads.map((thread) => once(thread, "exit")));
    for (let i = 0; i < rounds; i++) counts.of("all")[0]++;
    await ended;
    const sums = Object.fromEntries([...counts.sums()].map(([name, numbers]) => [name, [...numbers]]));
    expect(sums).toEqual({
      [OTHER_NAME]: [0, 0],
      all: [3 * rounds, 0],
      "thread 1": [0, rounds / 2],
      "thread 2": [0, rounds / 2],
      "é 0": [(2 * rounds) / 3, 0],
      "é 1": [(2 * rounds) / 3, 0],
      "é 2": [(2 * rounds) / 3, 0],
    });
  });

  it("counts as other what is beyond its bound or too long a name", () => {
    const counts = new SharedCounts({ threads: 1, names: 3, width: 1 });
    for (const name of ["a", "b", "c", "d", "x".repeat(300), "a"]) counts.of(name)[0]++;
    expect([...counts.sums()].map(([name, [value]]) => [name, value])).toEqual([
      [OTHER_NAME, 3],
      ["a", 2],
      ["b", 1],
    ]);
  });

  it("lets a thread take over the stretch of one that has ended, without what that had under way", () => {
    const first = new SharedCounts({ threads: 2, names: 4, width: 2 });
    const ended = new SharedCounts(first.memory, 1);
    ended.of("route").set([5, 7]);
    first.clear(1, 0);
    const next = new SharedCounts(first.memory, 1);
    next.of("route")[1]++;
    expect([...first.sums().get("route")!]).toEqual([0, 8]);
  });
});
