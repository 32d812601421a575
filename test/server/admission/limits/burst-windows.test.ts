import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BurstWindows } from "../../../../src/server/admission/limits/burst-windows.ts";

const LIMITS = { per10s: 3, per60s: 7 };

/** Reference with a plain log: a window starts with the first request after the previous one is over. */
function plainTake() {
  let burst: number[] = [];
  let minute: number[] = [];
  let [burstFrom, minuteFrom] = [0, 0];
  return (now: number) => {
    if (burst.length === 0 || now - burstFrom >= 10_000) [burst, burstFrom] = [[], now];
    if (minute.length === 0 || now - minuteFrom >= 60_000) [minute, minuteFrom] = [[], now];
    if (burst.length >= LIMITS.per10s) return "10s";
    if (minute.length >= LIMITS.per60s) return "60s";
    burst.push(now);
    minute.push(now);
    return undefined;
  };
}

describe("BurstWindows", () => {
  it("agrees with a plain log of requests", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 15_000 }), { maxLength: 60 }), (gaps) => {
        const windows = new BurstWindows(10);
        const plain = plainTake();
        let now = 1000;
        for (const gap of gaps) {
          now += gap;
          expect(windows.take("a", LIMITS, now)).toBe(plain(now));
        }
      }),
    );
  });

  it("counts each key apart, and none whose limit is 0", () => {
    const windows = new BurstWindows(10);
    for (let i = 0; i < 3; i++) expect(windows.take("a", LIMITS, 0)).toBeUndefined();
    expect([windows.take("a", LIMITS, 0), windows.take("b", LIMITS, 0)]).toEqual(["10s", undefined]);
    for (let i = 0; i < 50; i++) expect(windows.take("c", { per10s: 0, per60s: 0 }, 0)).toBeUndefined();
  });

  it("forgets the key seen longest ago when there are too many, and lets none pass uncounted", () => {
    const one = { per10s: 1, per60s: 1 };
    const windows = new BurstWindows(64);
    for (let i = 0; i < 500; i++) {
      expect(windows.take(`key-${i}`, one, i)).toBeUndefined();
      expect(windows.take(`key-${i}`, one, i)).toBe("10s");
    }
    expect(windows.size).toBe(64);
    expect(windows.take("key-499", one, 500)).toBe("10s");
    expect(windows.take("key-0", one, 500)).toBeUndefined();
  });
});
