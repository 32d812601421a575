import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NODE_FILES } from "../../../src/snapshot/files/file-operations.ts";
import { beat } from "../../../src/snapshot/files/heartbeat.ts";
import { systemError } from "../../support/run/watched-files.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("beat", () => {
  it("writes the file again at each beat, makes it anew when it is gone, and leaves no timer when it stops", async () => {
    const calls: string[] = [];
    let isGone = false;
    const files = {
      ...NODE_FILES,
      rewriteText: async (path: string) => {
        calls.push(`rewrite ${path}`);
        if (isGone) throw systemError("ENOENT");
      },
      createText: async (path: string) => void calls.push(`create ${path}`),
    };
    const stop = beat(files, "claim", "text", 1000);
    await vi.advanceTimersByTimeAsync(2500);
    expect(calls).toEqual(["rewrite claim", "rewrite claim"]);
    isGone = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls.slice(2)).toEqual(["rewrite claim", "create claim"]);
    await stop();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toHaveLength(4);
  });

  it("makes no beat that was due when it stopped: what is released then stays so", async () => {
    const written = Promise.withResolvers<void>();
    let writes = 0;
    const rewriteText = async () => {
      writes++;
      await written.promise;
    };
    const stop = beat({ ...NODE_FILES, rewriteText }, "claim", "text", 1000);
    await vi.advanceTimersByTimeAsync(3000);
    const stopped = stop();
    written.resolve();
    await stopped;
    expect(writes).toBe(1);
  });
});
