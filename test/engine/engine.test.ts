import { describe, expect, it } from "vitest";
import { Engine } from "../../src/engine/engine.ts";
import type { OwnedView } from "../../src/engine/holder.ts";
import type { SnapshotView } from "../../src/engine/view.ts";
import { eventually } from "../support/run/fixtures.ts";

/** A view with only an id, which records its closing. */
function named(snapshotId: string, closed: string[]): OwnedView {
  return {
    view: { manifest: { snapshotId } } as unknown as SnapshotView,
    close: async () => void closed.push(snapshotId),
  };
}

describe("Engine", () => {
  it("keeps a pinned snapshot open across swaps and closes it with its last pin", async () => {
    const closed: string[] = [];
    const engine = new Engine(named("a", closed));
    const [first, second] = [engine.pin(), engine.pin()];
    engine.swap(named("b", closed));
    expect(engine.manifest.snapshotId).toBe("b");
    expect(first.view.manifest.snapshotId).toBe("a");
    first.release();
    first.release();
    expect(closed).toEqual([]);
    second.release();
    expect(closed).toEqual(["a"]);
    await eventually(() => expect(engine.openSnapshots).toBe(1));
    await engine.close();
    expect(closed).toEqual(["a", "b"]);
    expect(engine.openSnapshots).toBe(0);
  });

  it("closes only when the calls under way have ended, and refuses new ones meanwhile", async () => {
    const closed: string[] = [];
    const engine = new Engine(named("a", closed));
    const work = Promise.withResolvers<string>();
    const call = engine.use(() => work.promise);
    const closing = engine.close();
    await expect(engine.use(() => 1)).rejects.toMatchObject({ code: "unavailable" });
    expect(() => engine.swap(named("b", closed))).toThrow("closed");
    // A view that comes too late is closed at once.
    expect(closed).toEqual(["b"]);
    work.resolve("done");
    expect(await call).toBe("done");
    await closing;
    await engine.close();
    expect(closed).toEqual(["b", "a"]);
  });

  it("changes over at the instant that another thread says so, for whoever asks next", async () => {
    const closed: string[] = [];
    const engine = new Engine(named("a", closed));
    let isDue = false;
    engine.swapWhen(named("b", closed), () => isDue);
    engine.settle();
    const pin = engine.pin();
    expect(pin.view.manifest.snapshotId).toBe("a");
    isDue = true;
    expect(engine.pin().view.manifest.snapshotId).toBe("b");
    expect(pin.view.manifest.snapshotId).toBe("a");
    pin.release();
    expect(closed).toEqual(["a"]);
    // A prepared view that is dropped is closed; so is one that waits when the engine closes.
    engine.swapWhen(named("c", closed), () => false);
    engine.dropNext();
    expect(closed).toEqual(["a", "c"]);
    engine.swapWhen(named("d", closed), () => false);
    void engine.close();
    expect(closed).toEqual(["a", "c", "d"]);
  });

  it("releases the pin of a call that fails", async () => {
    const closed: string[] = [];
    const engine = new Engine(named("a", closed));
    await expect(engine.use(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    engine.swap(named("b", closed));
    await Promise.resolve();
    expect(closed).toEqual(["a"]);
    await engine.close();
  });

  it("holds nothing when what it shows cannot be made, and the whole view for whoever shows nothing", async () => {
    const closed: string[] = [];
    const engine = new Engine(named("a", closed));
    engine.showAs(() => {
      throw new Error("of the switches");
    });
    expect(() => engine.pin()).toThrow("of the switches");
    expect(engine.callsInFlight).toBe(0);
    const held = engine.hold();
    expect([held.view.manifest.snapshotId, engine.callsInFlight]).toEqual(["a", 1]);
    held.release();
    await engine.close();
    expect(closed).toEqual(["a"]);
  });
});
