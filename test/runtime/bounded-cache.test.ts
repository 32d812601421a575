import { describe, expect, it } from "vitest";
import { BoundedCache } from "../../src/runtime/bounded-cache.ts";

describe("BoundedCache", () => {
  it.each([false, true])(
    "keeps the most recently used entries and tells of those that make room (sparse: %s)",
    (isSparse) => {
      const gone: string[] = [];
      const cache = new BoundedCache<number>({
        maxEntries: 2,
        isSparse,
        onEvict: (key, value) => gone.push(`${key}${value}`),
      });
      cache.set("a", 1);
      cache.set("b", 2);
      cache.get("a");
      cache.set("a", 3);
      cache.set("c", 4);
      expect([cache.peek("a"), cache.peek("b"), cache.peek("c"), cache.size]).toEqual([3, undefined, 4, 2]);
      cache.clear();
      expect([gone, cache.size]).toEqual([["b2"], 0]);
    },
  );

  it("believes an entry for as long as it was told, by the clock it was given", () => {
    let nowMs = 1000;
    const cache = new BoundedCache<number>({ maxEntries: 2, freshMs: 60_000, now: () => nowMs });
    cache.set("a", 1);
    nowMs += 59_999;
    expect(cache.get("a")).toBe(1);
    nowMs += 1;
    expect(cache.get("a")).toBeUndefined();
  });

  it("loads once for all who ask meanwhile, at once afterwards, and again after a failure", async () => {
    const cache = new BoundedCache<string>({ maxEntries: 10 });
    const gate = Promise.withResolvers<string>();
    let loads = 0;
    const load = () => {
      loads++;
      return gate.promise;
    };
    const asked = [cache.load("a", load), cache.load("a", load), cache.load("a", load)];
    gate.resolve("value");
    expect(await Promise.all(asked)).toEqual(["value", "value", "value"]);
    expect([loads, cache.load("a", load)]).toEqual([1, "value"]);
    await expect(cache.load("b", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await cache.load("b", async () => "yes")).toBe("yes");
  });

  it("answers those who wait for a load that was pushed out meanwhile", async () => {
    const cache = new BoundedCache<string>({ maxEntries: 1 });
    const gate = Promise.withResolvers<string>();
    const first = cache.load("a", () => gate.promise);
    expect(await cache.load("b", async () => "b")).toBe("b");
    gate.resolve("a");
    expect(await first).toBe("a");
    expect(cache.size).toBe(1);
  });
});
