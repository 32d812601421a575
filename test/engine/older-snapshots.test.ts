import { describe, expect, it } from "vitest";
import { Engine } from "../../src/engine/engine.ts";
import type { OwnedView } from "../../src/engine/holder.ts";
import type { SnapshotView } from "../../src/engine/view.ts";
import { eventually } from "../support/run/fixtures.ts";

interface Opened {
  readonly engine: Engine;
  readonly log: string[];
  full: number;
}

/** An engine over "now" whose older snapshots have only an id, and a log of what is opened and closed. */
function engineOver(most: number, idleMs = 60_000): Opened {
  const log: string[] = [];
  const named = (snapshotId: string): OwnedView => ({
    view: {
      manifest: { snapshotId, asOf: "2026-06-30T00:00:00Z" },
    } as unknown as SnapshotView,
    close: async () => void log.push(`close ${snapshotId}`),
  });
  const opened: Opened = {
    log,
    full: 0,
    engine: new Engine(named("now"), {
      most,
      idleMs,
      pauseMs: 0,
      onFull: () => opened.full++,
      open: async (id) => {
        log.push(`open ${id}`);
        if (id === "broken") throw new Error("cannot be read");
        return named(id);
      },
    }),
  };
  return opened;
}

const idOf = (engine: Engine) => engine.manifest.snapshotId;

describe("Engine.at", () => {
  it("gives a call its own snapshot, in all that it awaits, and every other call the current one", async () => {
    const { engine } = engineOver(2);
    const past = await engine.at("a");
    const seen = await past.run(async () => {
      const first = idOf(engine);
      await new Promise((resolve) => setImmediate(resolve));
      const pin = engine.pin();
      pin.release();
      return [first, pin.view.manifest.snapshotId, await engine.use((view) => view.manifest.snapshotId)];
    });
    expect(seen).toEqual(["a", "a", "a"]);
    expect(idOf(engine)).toBe("now");
    expect(engine.hold().view.manifest.snapshotId).toBe("now");
  });

  it("never answers from the current one once it is released", async () => {
    const { engine } = engineOver(2);
    const past = await engine.at("a");
    past.release();
    past.release();
    expect(() => past.run(() => engine.pin())).toThrow("closed");
    expect(() => past.run(() => engine.manifest)).toThrow("closed");
  });

  it("stops the clock of a call at the snapshot's own instant", async () => {
    const { engine } = engineOver(2);
    const clock = engine.clock(() => new Date("2030-01-01T00:00:00Z"));
    const past = await engine.at("a");
    expect(past.run(() => clock().toISOString())).toBe("2026-06-30T00:00:00.000Z");
    expect(clock().toISOString()).toBe("2030-01-01T00:00:00.000Z");
  });

  it("opens one once for all who wait, and again after a failure", async () => {
    const { engine, log } = engineOver(2);
    await Promise.all([engine.at("a"), engine.at("a"), engine.at("a")]);
    expect(log).toEqual(["open a"]);
    await expect(engine.at("broken")).rejects.toThrow("cannot be read");
    await expect(engine.at("broken")).rejects.toThrow("cannot be read");
    expect(log.filter((line) => line === "open broken")).toHaveLength(2);
  });

  it("closes what was used longest ago to make room, and never what is in use", async () => {
    const opened = engineOver(2);
    const { engine, log } = opened;
    const [a, b] = [await engine.at("a"), await engine.at("b")];
    b.release();
    const c = await engine.at("c");
    expect(log).toEqual(["open a", "open b", "close b", "open c"]);
    let isOpen = false;
    const waiting = engine.at("d").then((d) => {
      isOpen = true;
      return d;
    });
    await eventually(() => expect(opened.full).toBe(1));
    expect(isOpen).toBe(false);
    expect(engine.openSnapshots).toBe(3);
    a.release();
    (await waiting).release();
    expect(log.slice(4)).toEqual(["close a", "open d"]);
    c.release();
    engine.letGo();
    await eventually(() => expect(engine.openSnapshots).toBe(1));
  });

  it("closes one that nobody has used for a while", async () => {
    const { engine, log } = engineOver(2, 1);
    (await engine.at("a")).release();
    await eventually(() => expect(log).toEqual(["open a", "close a"]));
  });

  it("gives up waiting with its caller, and refuses all when the engine closes", async () => {
    const { engine } = engineOver(1);
    const a = await engine.at("a");
    const stop = new AbortController();
    const waiting = engine.at("b", stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "canceled" });
    const closing = engine.close();
    await expect(engine.at("a")).rejects.toMatchObject({ code: "unavailable" });
    a.release();
    await closing;
    expect(engine.openSnapshots).toBe(0);
  });

  it("keeps a snapshot that was current for the calls that asked for it by its id", async () => {
    const { engine, log } = engineOver(1);
    const past = await engine.at("now");
    const { view } = engine.hold();
    engine.swap({
      view: { ...view, manifest: { ...view.manifest, snapshotId: "next" } },
      close: async () => {},
    });
    expect(past.run(() => idOf(engine))).toBe("now");
    expect(idOf(engine)).toBe("next");
    expect(log).toEqual([]);
  });
});
