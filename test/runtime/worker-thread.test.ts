import { describe, expect, it, onTestFinished } from "vitest";
import { workerThread } from "../../src/runtime/worker-thread.ts";
import { eventually } from "../support/run/eventually.ts";

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
    const asked = await Promise.allSettled([
      odd.perform("throw"),
      odd.perform(1),
      odd.perform("exit"),
      odd.perform(2),
    ]);
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

  it("refuses tasks past those that may wait", async () => {
    const odd = thread(0);
    const [first, second] = await Promise.allSettled([odd.perform(1), odd.perform(2)]);
    expect(first).toMatchObject({ value: 2 });
    expect(second).toMatchObject({ reason: { code: "unavailable" } });
  });

  it("waits for the task under way when it closes", async () => {
    const odd = thread();
    const answer = odd.perform(21);
    await odd.close();
    expect(await answer).toBe(42);
    expect(odd.isStarted).toBe(false);
  });
});
