import { describe, expect, it, onTestFinished } from "vitest";
import { TerraceError } from "../../src/runtime/errors.ts";
import { workerThread } from "../../src/runtime/worker-thread.ts";
import { eventually } from "../support/run/fixtures.ts";

function thread(maxWaiting = 8) {
  const file = new URL("../support/run/odd-worker.ts", import.meta.url);
  const opened = workerThread<number | "throw" | "exit" | "later", number>({ file, name: "odd", maxWaiting });
  onTestFinished(() => opened.close());
  return opened;
}

describe("workerThread", () => {
  it("starts with its first task and answers in order", async () => {
    const odd = thread();
    expect(odd.isStarted).toBe(false);
    expect(await Promise.all([1, 2, 3].map((task) => odd.perform(task)))).toEqual([2, 4, 6]);
    expect(odd.isStarted).toBe(true);
  });

  it("tells of an exception as internal, of an ended thread as unavailable, and takes a new one for the next", async () => {
    const odd = thread();
    const tasks = ["throw", 1, "exit", 2] as const;
    const asked = await Promise.allSettled(tasks.map((task) => odd.perform(task)));
    expect(asked).toMatchObject([
      { reason: { code: "internal", message: "the odd thread failed" } },
      { value: 2 },
      { reason: { code: "unavailable", message: "the odd thread ended; try again" } },
      { value: 4 },
    ]);
  });

  it("takes a new thread after one has failed between two tasks", async () => {
    const odd = thread();
    expect(await odd.perform("later")).toBe(0);
    const channel = new BroadcastChannel("later");
    channel.postMessage("now");
    channel.close();
    await eventually(() => expect(odd.isStarted).toBe(false));
    expect(await odd.perform(4)).toBe(8);
  });

  it("takes no task for a slow one because its thread had to start first", async () => {
    const odd = thread();
    // A fake clock on which the start takes a minute and everything else no time.
    let now = 0;
    const time = { now: () => now, endsAtMs: 10_000_000 };
    const first = odd.perform(1, undefined, { cost: 1000, time });
    now += 60_000;
    await first;
    const running = odd.perform(2, undefined, { cost: 1000, time });
    const hasASecond = { now: () => now, endsAtMs: now + 1000 };
    const next = odd.perform(3, undefined, { cost: 1000, time: hasASecond });
    expect(await Promise.all([running, next])).toEqual([4, 6]);
    // The estimate adapts to what later tasks take.
    const slow = odd.perform(4, undefined, { cost: 1000, time });
    now += 60_000;
    await slow;
    const [, refused] = await Promise.allSettled([
      odd.perform(5, undefined, { cost: 1000, time }),
      odd.perform(6, undefined, { cost: 1000, time: { now: () => now, endsAtMs: now + 1000 } }),
    ]);
    expect(refused).toMatchObject({ reason: { code: "unavailable" } });
  });

  it("refuses tasks past those that may wait", async () => {
    const odd = thread(0);
    const [first, second] = await Promise.allSettled([odd.perform(1), odd.perform(2)]);
    expect(first).toMatchObject({ value: 2 });
    expect(second).toMatchObject({ reason: { code: "unavailable" } });
  });

  it("leaves an aborted caller at once and serves the next", async () => {
    const odd = thread();
    const controller = new AbortController();
    const reason = new TerraceError("deadline_exceeded", "too late");
    const aborted = odd.perform(1, controller.signal);
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    expect(await odd.perform(2)).toBe(4);
  });

  it("waits for the task under way when it closes", async () => {
    const odd = thread();
    const answer = odd.perform(21);
    await odd.close();
    expect(await answer).toBe(42);
    expect(odd.isStarted).toBe(false);
  });
});
