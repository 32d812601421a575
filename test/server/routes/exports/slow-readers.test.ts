import { once } from "node:events";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { type ExportSlots, exportSlots } from "../../../../src/server/admission/export-slots.ts";
import { ThreadMetrics } from "../../../../src/server/telemetry/thread-metrics.ts";
import { AGENT, asking } from "../../../support/country/ask-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { lazyReaders } from "../../../support/wire/lazy-readers.ts";

const LARGE = "/v1/suburbs/AU.ndjson";

function slotsForTest(most: number): ExportSlots {
  const metrics = new ThreadMetrics(1);
  onTestFinished(() => metrics.close());
  return exportSlots(most, metrics.exports);
}

/** Takes a slot per caller, released when it is cut off; `cut` lists who was. */
function placesOf(slots: ExportSlots, callers: readonly string[]) {
  const cut: string[] = [];
  const places = callers.map((caller) => {
    const place = slots.take(caller);
    place.mayBeCut(() => {
      cut.push(caller);
      place.release();
    });
    return place;
  });
  return { places, cut };
}

describe("exportSlots", () => {
  it("lets the slowest reader give way to others who wait, and leaves fast ones alone", () => {
    const slots = slotsForTest(4);
    const { places, cut } = placesOf(slots, ["a", "b", "c", "d"]);
    const second = (rates: readonly number[]) => {
      for (const [i, rate] of rates.entries()) places[i].taken(rate);
      slots.look();
    };
    // Nobody waits: they may be as slow as they like.
    for (let i = 0; i < 10; i++) second([1000, 10, 100_000, 0]);
    expect(cut).toEqual([]);
    const wait = () => expect(() => slots.take("e")).toThrow("4 files are being sent");
    wait();
    second([1000, 10, 100_000, 0]);
    expect(cut).toEqual(["d"]);
    slots.take("e");
    wait();
    second([1000, 10, 100_000]);
    expect(cut).toEqual(["d", "b"]);
    slots.take("f");
    for (let i = 0; i < 10; i++) second([100_000, 0, 100_000]);
    for (let i = 0; i < 10; i++) {
      wait();
      second([100_000, 0, 100_000]);
    }
    expect(cut).toEqual(["d", "b"]);
  });

  it("lets a caller who has more than its share give way, however fast it reads", () => {
    const slots = slotsForTest(8);
    const { places, cut } = placesOf(slots, ["a", "a", "a", "a", "b", "b", "c", "d"]);
    for (let i = 0; i < 20; i++) {
      for (const place of places) place.taken(1e6);
      try {
        slots.take(`waiting ${i}`);
      } catch {
        // All slots are taken.
      }
      slots.look();
    }
    expect(cut).toEqual(["a", "a"]);
  });
});

describe("callers who read nothing of their files", () => {
  it("do not keep others from theirs", async () => {
    const config = { exportsAtOnce: 4, trustedProxies: "127.0.0.1" };
    const serving = await serveForTest(inject("country").dataDir, { config });
    const slow = (
      await Promise.all(
        ["192.0.2.1", "192.0.2.2"].map((address) =>
          lazyReaders(serving.url, LARGE, 2, { "x-forwarded-for": address }),
        ),
      )
    ).flat();
    expect(slow.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ended = Promise.race(slow.map(({ call }) => once(call, "close")));
    await eventually(async () => {
      const other = asking(serving, { ...AGENT, "x-forwarded-for": "192.0.2.3" });
      expect((await other.text("/v1/suburbs/ACT.csv")).length).toBeGreaterThan(1000);
    });
    await ended;
  });
});
