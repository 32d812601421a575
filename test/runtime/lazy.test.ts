import { describe, expect, it } from "vitest";
import { lazy } from "../../src/runtime/lazy.ts";

describe("lazy", () => {
  it("loads once for callers that come together and later", async () => {
    let loads = 0;
    const load = lazy(async () => ++loads);
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
    expect(await load()).toBe(1);
  });

  it("tries again after a failure", async () => {
    let loads = 0;
    const load = lazy(async () => {
      if (++loads === 1) throw new Error("not yet");
      return loads;
    });
    await expect(load()).rejects.toThrow("not yet");
    expect(await load()).toBe(2);
  });
});
