import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { SharedLocks } from "../../src/runtime/shared/shared-locks.ts";
import { sharedClockMs } from "../../src/server/start/shared-clock.ts";

const HOLDER = new URL("../support/run/lock-holder.ts", import.meta.url);

describe("SharedLocks", () => {
  it("says who holds a lock that nobody gives back, and frees it when that thread has ended", async () => {
    const memory = new SharedArrayBuffer(16);
    const locks = new SharedLocks(new Int32Array(memory));
    const thread = new Worker(HOLDER, { workerData: { memory } });
    const { threadId } = thread;
    await once(thread, "exit");
    expect(() => locks.acquire(1)).toThrow(`thread ${threadId} holds lock 1`);
    const mended: number[] = [];
    locks.releaseDead(threadId + 1, (index) => mended.push(index));
    expect(mended).toEqual([]);
    locks.releaseDead(threadId, (index) => mended.push(index));
    expect(mended).toEqual([1]);
    locks.acquire(1);
    locks.acquire(0);
    locks.release(1);
    locks.acquire(1);
  });
});

describe("sharedClockMs", () => {
  it("is one clock in every thread", async () => {
    const before = sharedClockMs();
    const thread = new Worker(HOLDER, { workerData: { memory: new SharedArrayBuffer(16) } });
    const [there] = await once(thread, "message");
    const after = sharedClockMs();
    expect(there).toBeGreaterThanOrEqual(before - 1);
    expect(there).toBeLessThanOrEqual(after + 1);
    await thread.terminate();
  });
});
