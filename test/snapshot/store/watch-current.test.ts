import fs from "node:fs";
import { rm } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { watchCurrent } from "../../../src/snapshot/store/watch-current.ts";
import { setCurrent } from "../../support/country/copy-country.ts";
import { writeSmallSnapshot } from "../../support/country/small-snapshot.ts";
import { eventually, temporaryDirectory } from "../../support/run/fixtures.ts";
import { systemError } from "../../support/run/watched-files.ts";

const HOUR_MS = 3_600_000;

async function dataDirectory() {
  const dataDir = await temporaryDirectory();
  const publish = async (number: number) => {
    const directory = await temporaryDirectory();
    await writeSmallSnapshot(directory, number);
    return publishSnapshot(directory, dataDir);
  };
  return { dataDir, publish };
}

async function published() {
  const { dataDir, publish } = await dataDirectory();
  const first = await publish(1);
  return { dataDir, publish, first, snapshotId: first.snapshotId };
}

/** Watches until the test ends, by default through events only: polls are an hour apart. */
function watching(dataDir: string, options: Partial<Parameters<typeof watchCurrent>[1]>) {
  const watch = watchCurrent(dataDir, { pollMs: HOUR_MS, onChange: () => {}, ...options });
  onTestFinished(() => watch.close());
  return watch;
}

/** Makes fs.watch fail until the test ends. */
function withoutEvents(): void {
  const { watch } = fs;
  fs.watch = () => {
    throw systemError("ENOSPC");
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.watch = watch;
    syncBuiltinESMExports();
  });
}

describe("watchCurrent", () => {
  it("calls back when another process's publish would, by the file event alone", async () => {
    const { dataDir, publish, snapshotId } = await published();
    const changed = Promise.withResolvers<string>();
    watching(dataDir, { initialId: snapshotId, onChange: changed.resolve });
    const second = await publish(2);
    expect(await changed.promise).toBe(second.snapshotId);
  });

  it("reports each id once, also when asked to look", async () => {
    const { dataDir, snapshotId } = await published();
    const seen: string[] = [];
    const watch = watching(dataDir, { onChange: (id) => void seen.push(id) });
    await watch.check();
    await publishSnapshot(join(dataDir, "snapshots", snapshotId), dataDir);
    await watch.check();
    expect(seen).toEqual([snapshotId]);
  });

  it("finds a change by polling", async () => {
    const { dataDir, snapshotId } = await published();
    const changed = Promise.withResolvers<string>();
    watching(dataDir, { pollMs: 5, onChange: changed.resolve });
    expect(await changed.promise).toBe(snapshotId);
  });

  it("tells a CURRENT that holds no id, and is silent once closed", async () => {
    const { dataDir, publish } = await dataDirectory();
    const errors: unknown[] = [];
    const seen: string[] = [];
    const watch = watching(dataDir, {
      onChange: (id) => void seen.push(id),
      onRefuse: (_id, error) => errors.push(error),
    });
    // By rename, as publishing does: a watcher never reads a partial file.
    await setCurrent(dataDir, "rubbish");
    await watch.check();
    expect(String(errors[0])).toMatch(/holds "rubbish\\n"/);
    watch.close();
    const count = errors.length;
    await publish(1);
    await watch.check();
    expect(seen).toEqual([]);
    expect(errors).toHaveLength(count);
  });

  it("asks again at growing distances, four seconds at most, until a refused snapshot is accepted", async () => {
    const { dataDir, snapshotId } = await published();
    const waits: number[] = [];
    const realTimeout = globalThis.setTimeout;
    // Records the delays without waiting for them.
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms: number) => {
      waits.push(ms);
      return realTimeout(run, 0);
    }) as typeof setTimeout);
    onTestFinished(() => void vi.restoreAllMocks());
    const recovered = Promise.withResolvers<void>();
    const refusals: (string | undefined)[] = [];
    const watch = watching(dataDir, {
      onChange: () => {
        if (refusals.length < 8) throw new Error("not yet");
      },
      onRefuse: (id) => refusals.push(id),
      onRecover: recovered.resolve,
    });
    await watch.check();
    await recovered.promise;
    expect(refusals).toEqual(Array(8).fill(snapshotId));
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000, 4000]);
  });

  it("leaves a refused snapshot to its timer when it polls, and starts afresh with another id", async () => {
    const { dataDir, publish, first } = await published();
    const asked: string[] = [];
    let isGood = false;
    const polled = Promise.withResolvers<void>();
    const recovered = Promise.withResolvers<void>();
    watching(dataDir, {
      pollMs: 1,
      onChange: (id) => {
        asked.push(id);
        if (!isGood) throw new Error("not yet");
      },
      onRefuse: () => polled.resolve(),
      onRecover: recovered.resolve,
    });
    await polled.promise;
    isGood = true;
    const second = await publish(2);
    await recovered.promise;
    await eventually(() => expect(asked).toContain(second.snapshotId));
    expect(asked.filter((id) => id === second.snapshotId)).toHaveLength(1);
    expect(asked[0]).toBe(first.snapshotId);
    // Polling every millisecond would have tried the first one a hundred times.
    expect(asked.length).toBeLessThan(10);
  });

  it("tells nothing more once it is closed, not even of a snapshot that was being opened", async () => {
    const { dataDir } = await published();
    const opened = Promise.withResolvers<void>();
    const events: string[] = [];
    let asked = 0;
    const watch = watching(dataDir, {
      onChange: async () => {
        if (asked++ === 0) throw new Error("not yet");
        await opened.promise;
      },
      onRefuse: () => events.push("refused"),
      onRecover: () => events.push("recovered"),
    });
    await watch.check();
    const looking = watch.check();
    await eventually(() => expect(asked).toBe(2));
    const closed = watch.close();
    opened.resolve();
    await Promise.all([closed, looking]);
    expect(events).toEqual(["refused"]);
  });

  it("goes back to a snapshot that was refused once, also where the system tells of no change", async () => {
    withoutEvents();
    const { dataDir, publish, first } = await published();
    const seen: string[] = [];
    let asked = 0;
    watching(dataDir, {
      pollMs: 1,
      onChange: (id) => {
        if (asked++ === 0) throw new Error("not yet");
        seen.push(id);
      },
    });
    await eventually(() => expect(seen).toEqual([first.snapshotId]));
    const second = await publish(2);
    await eventually(() => expect(seen).toEqual([first.snapshotId, second.snapshotId]));
    await publishSnapshot(first.directory, dataDir);
    await eventually(() => expect(seen).toEqual([first.snapshotId, second.snapshotId, first.snapshotId]));
  });

  it("tries a refused snapshot again though CURRENT could not be read when its time had come", async () => {
    const { dataDir, snapshotId } = await published();
    let isGood = false;
    const seen: string[] = [];
    const refused: (string | undefined)[] = [];
    // Polls and the timer only: there is no event for the returning file.
    withoutEvents();
    watching(dataDir, {
      initialId: "another",
      pollMs: 20,
      onChange: (id) => {
        if (!isGood) throw new Error("no descriptor left");
        seen.push(id);
      },
      onRefuse: (id) => refused.push(id),
    });
    await eventually(() => expect(refused).toContain(snapshotId));
    await rm(join(dataDir, "CURRENT"));
    // Longer than the retry timer: its retry finds no CURRENT.
    await eventually(() => expect(refused.filter((id) => id === undefined).length).toBeGreaterThan(20));
    isGood = true;
    await setCurrent(dataDir, snapshotId);
    await eventually(() => expect(seen).toEqual([snapshotId]));
  });

  it("goes on when whoever is told of a failure throws", async () => {
    withoutEvents();
    const { dataDir, publish, first } = await published();
    const seen: string[] = [];
    const watch = watching(dataDir, {
      initialId: first.snapshotId,
      onChange: (id) => void seen.push(id),
      onRefuse: () => {
        throw new Error("of the one who is told");
      },
    });
    await setCurrent(dataDir, "no id");
    await expect(watch.check()).rejects.toThrow("of the one who is told");
    const second = await publish(2);
    await watch.check();
    expect(seen).toEqual([second.snapshotId]);
  });

  it("tells that CURRENT is gone and that it came back, with the same snapshot", async () => {
    const { dataDir, snapshotId } = await published();
    const events: string[] = [];
    const watch = watching(dataDir, {
      initialId: snapshotId,
      onChange: (id) => void events.push(id),
      onRefuse: (id, error) => events.push(`${id}: ${(error as Error).message}`),
      onRecover: () => events.push("recovered"),
    });
    await rm(join(dataDir, "CURRENT"));
    await watch.check();
    expect(new Set(events)).toEqual(new Set([`undefined: ${join(dataDir, "CURRENT")} is gone`]));
    await setCurrent(dataDir, snapshotId);
    await watch.check();
    expect(events.at(-1)).toBe("recovered");
    expect(events.filter((line) => line === "recovered")).toHaveLength(1);
  });
});
