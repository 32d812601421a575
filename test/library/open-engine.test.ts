import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";
import { EconomyService } from "../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService } from "../../src/gen/terrace/v1/explorer_pb.ts";
import { buildSnapshot, openEngine, publishSnapshot, STATE_CODES, TerraceError } from "../../src/index.ts";
import { dataDirectory } from "../../src/snapshot/store/data-directory.ts";
import { copiedCountry } from "../support/country/copy-country.ts";
import { copyKept, sharedExample } from "../support/country/shared-country.ts";
import { eventually, failureOf, opened, temporaryDirectory } from "../support/run/fixtures.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";

const PREDICATES = [{ metricKey: "population", min: 500 }];

const engine = opened(() => openEngine(inject("country").dataDir));
const other = opened(anotherSnapshot, { close: ({ root }) => removeDirectory(root) });

/** The example dataset, built and published by the library in its own directory. */
async function anotherSnapshot() {
  const root = await mkdtemp(join(tmpdir(), "terrace-library-"));
  const dataDir = await copyKept(join(root, "data"));
  const { datasetDir } = await sharedExample();
  const built = await buildSnapshot({ datasetDir, dataDir });
  const { directory, snapshotId } = await publishSnapshot(built.directory, dataDir);
  await built.discard();
  return { root, dataDir, directory, snapshotId };
}

async function failure(promise: Promise<unknown>): Promise<TerraceError> {
  const error = await failureOf(promise);
  expect(error).toBeInstanceOf(TerraceError);
  return error as TerraceError;
}

describe("suburbOutlines", () => {
  it("gives the outlines of a state in the order of their codes, and of no other", async () => {
    const index = await engine.housing.getSuburbIndex({ stateCode: "TAS" });
    const suburbs = index.suburbs.toSorted((a, b) => (a.salCode < b.salCode ? -1 : 1));
    const outlines = await Array.fromAsync(engine.suburbOutlines("TAS"));
    expect(outlines.map(({ salCode }) => salCode)).toEqual(suburbs.map(({ salCode }) => salCode));
    expect(outlines.map(({ salName }) => salName)).toEqual(suburbs.map(({ salName }) => salName));
    for (const { outline } of outlines) {
      if (outline.type === "Point") throw new Error("a suburb has no outline");
      const rings = outline.type === "Polygon" ? outline.coordinates : outline.coordinates.flat();
      for (const ring of rings) expect(ring.at(-1)).toEqual(ring[0]);
    }
  });

  it("leaves nothing pinned when the reader stops early", async () => {
    const held = await openEngine(inject("country").dataDir);
    for await (const { salCode } of held.suburbOutlines("NSW")) {
      expect(salCode).toMatch(/^1/);
      break;
    }
    await held.swap(other.directory);
    await eventually(() => expect(held.openSnapshots).toBe(1));
    await held.close();
  });

  it("names the states when asked for something else", async () => {
    const error = await failure(Array.fromAsync(engine.suburbOutlines("AU" as "ACT")));
    expect(error.code).toBe("invalid_argument");
    expect(error.message).toBe('stateCode: "AU" is not one of NSW, VIC, QLD, SA, WA, TAS, NT, ACT');
  });

  it("ends half way when its signal fires, with an error of the catalogue", async () => {
    const controller = new AbortController();
    const outlines = engine.suburbOutlines("NSW", { signal: controller.signal });
    expect((await outlines.next()).done).toBe(false);
    controller.abort();
    await expect(outlines.next()).rejects.toMatchObject({ name: "TerraceError", code: "canceled" });
    expect((await outlines.next()).done).toBe(true);
  });

  it("is ended by a timer, though its reader never waits for anything else", async () => {
    const total = (await Array.fromAsync(engine.suburbOutlines("NSW"))).length;
    const began = performance.now();
    const outlines = engine.suburbOutlines("NSW", { signal: AbortSignal.timeout(5) });
    let read = 0;
    const reading = (async () => {
      for await (const _ of outlines) {
        read++;
        // Exceeds the deadline at the first outline: the signal needs only one more turn to fire.
        while (performance.now() - began < 20);
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: "TerraceError", code: "deadline_exceeded" });
    expect(read).toBeLessThan(total);
  });

  it("is not begun when its signal has fired, and tells a timeout from a change of mind", async () => {
    const timeout = AbortSignal.abort(new DOMException("too late", "TimeoutError"));
    const outlines = engine.suburbOutlines("NSW", { signal: timeout });
    await expect(outlines.next()).rejects.toMatchObject({ name: "TerraceError", code: "deadline_exceeded" });
  });
});

describe("openEngine", () => {
  it("has a function for every method and no other", () => {
    const groups = new Map<string, object>([
      [HousingService.typeName, engine.housing],
      [EconomyService.typeName, engine.economy],
      [ExplorerService.typeName, engine.explorer],
    ]);
    for (const service of productServices) {
      const group = groups.get(service.typeName) ?? engine.service(service);
      const expected = service.methods.map(({ localName }) => localName);
      expect([service.typeName, ...Object.keys(group).sort()]).toEqual([
        service.typeName,
        ...expected.sort(),
      ]);
    }
  });

  it("filters synchronously with the same answer, in threads or without", async () => {
    await using threaded = await openEngine(inject("country").dataDir, { filterThreads: 1 });
    for (const stateCode of [...STATE_CODES, "nsw ", "ZZ"]) {
      const request = { stateCode, predicates: PREDICATES };
      const now = engine.filterSuburbsSync(request);
      expect(now).toEqual(await engine.housing.filterSuburbs(request));
      expect(now).toEqual(await threaded.housing.filterSuburbs(request));
    }
  });

  it("gives each caller an answer of its own", async () => {
    const request = { stateCode: "ACT", metricKeys: ["population"] };
    const first = await engine.housing.getSuburbMetricColumns(request);
    const [before] = first.columns[0].values;
    first.columns[0].values.fill(-1);
    (await engine.housing.getSuburbIndex({ stateCode: "ACT" })).suburbs.length = 0;
    expect((await engine.housing.getSuburbMetricColumns(request)).columns[0].values[0]).toBe(before);
    expect((await engine.housing.getSuburbIndex({ stateCode: "ACT" })).suburbs.length).toBeGreaterThan(0);
  });

  it("opens a snapshot's own directory, next to another engine that answers from another one", async () => {
    await using second = await openEngine(other.directory);
    expect(second.manifest.snapshotId).toBe(other.snapshotId);
    const [here, there] = await Promise.all(
      [engine, second].map((one) => one.explorer.explore({ stateCode: "AU" })),
    );
    expect(here.totalCount).toBe(engine.manifest.national.suburbs);
    expect(there.totalCount).toBe(second.manifest.national.suburbs);
    expect(there.totalCount).not.toBe(here.totalCount);
  });

  it("swaps between calls and lets a call end on the snapshot it began with", async () => {
    const swapped: string[] = [];
    await using moving = await openEngine(inject("country").dataDir, {
      onSwap: (snapshotId) => swapped.push(snapshotId),
    });
    const before = moving.manifest.national.suburbs;
    const answers: number[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        answers.push((await moving.explorer.explore({})).totalCount);
        await nextTick();
      }
    })();
    const manifest = await moving.swap(other.directory);
    await eventually(() => expect(answers).toContain(manifest.national.suburbs));
    isOver = true;
    await asking;
    expect(manifest.snapshotId).toBe(other.snapshotId);
    expect(swapped).toEqual([other.snapshotId]);
    expect(new Set(answers)).toEqual(new Set([before, manifest.national.suburbs]));
    expect(answers).toEqual(answers.toSorted((a, b) => b - a));
    await eventually(() => expect(moving.openSnapshots).toBe(1));
  });

  it("follows a data directory when asked to", async () => {
    const dataDir = await copiedCountry();
    await using following = await openEngine(dataDir, { follow: true });
    await publishSnapshot(other.directory, dataDir);
    await following.check();
    expect(following.manifest.snapshotId).toBe(other.snapshotId);
    expect((await failure(following.swap(other.directory))).message).toContain(
      `this engine follows ${dataDir}`,
    );
    expect((await failure(openEngine(other.directory, { follow: true }))).message).toContain(
      "single snapshot",
    );
  });

  it("takes listing answers offline by a switch that is asked on every call", async () => {
    let dropListings = true;
    const switches = () => ({ dropListings, valuations: true, interestRegister: true, partyFunding: true });
    await using engine = await openEngine(inject("country").dataDir, { switches });
    expect((await engine.housing.getPriceDropsOverview({})).withheld).toBe(false);
    dropListings = false;
    expect((await engine.housing.getPriceDropsOverview({})).withheld).toBe(true);
  });
});

describe("openEngine used badly", () => {
  it("names a directory that does not exist or is not a snapshot", async () => {
    const empty = await temporaryDirectory();
    const none = await failure(openEngine(join(empty, "none")));
    expect([none.code, none.message]).toEqual(["bad_snapshot", `${join(empty, "none")} does not exist`]);
    const error = await failure(openEngine(empty, { filterThreads: 1 }));
    expect(error.message).toBe(
      `${empty} is neither a snapshot (it has no manifest.json) nor a data directory (it has no CURRENT)`,
    );
    await mkdir(join(empty, "snapshots"));
    expect((await failure(openEngine(empty))).message).toContain("holds no published snapshot");
  });

  it("refuses calls of every kind once it is closed, and closes twice", async () => {
    const closed = await openEngine(other.directory, { filterThreads: 1 });
    await closed.close();
    await closed.close();
    const request = { stateCode: "NSW", predicates: PREDICATES };
    const errors = await Promise.all([
      failure(closed.housing.filterSuburbs(request)),
      failure(closed.economy.listEconomicSeries({})),
      failure(closed.swap(other.directory)),
      failure((async () => closed.filterSuburbsSync(request))()),
    ]);
    for (const error of errors) {
      expect([error.code, error.message]).toEqual(["unavailable", "the engine is closed"]);
    }
  });

  it("refuses calls at once, also while a swap is under way", async () => {
    const { dataDir } = inject("country");
    const swapping = await openEngine(dataDir);
    const swapped = swapping.swap(dataDir).catch((error: unknown) => error);
    const isClosed = swapping.close();
    await expect(swapping.housing.getPriceDropsOverview({})).rejects.toMatchObject({ code: "unavailable" });
    expect(() =>
      swapping.filterSuburbsSync({ stateCode: "ACT", predicates: [{ metricKey: "age", min: 1 }] }),
    ).toThrow("the engine is closed");
    await isClosed;
    expect(await swapped).toMatchObject({ code: "unavailable" });
    expect(swapping.openSnapshots).toBe(0);
  });

  it("rejects an aborted call as canceled and a late one as deadline_exceeded, and leaves no listener", async () => {
    const aborted = await failure(
      engine.economy.listEconomicSeries({}, { signal: AbortSignal.abort("why") }),
    );
    expect([aborted.code, aborted.message, aborted.cause]).toEqual([
      "canceled",
      "the call was canceled",
      "why",
    ]);
    const controller = new AbortController();
    const pending = failure(engine.housing.getPriceDropsOverview({}, { signal: controller.signal }));
    controller.abort();
    expect((await pending).code).toBe("canceled");
    const timeout = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    const late = await failure(engine.housing.getPriceDropsOverview({}, { signal: timeout }));
    expect([late.code, late.message]).toEqual(["deadline_exceeded", "the operation timed out"]);
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    await engine.housing.getPriceDropsOverview({}, { signal });
    expect(listeners).toBe(0);
  });
});

describe("the library", () => {
  it("changes nothing in the data directory but its leases", async () => {
    const { dataDir } = inject("country");
    const digest = async () => {
      const hash = createHash("sha256");
      for (const file of (await readdir(dataDirectory(dataDir).snapshots, { recursive: true })).sort()) {
        hash.update(file);
      }
      return hash.update(await readFile(join(dataDir, "CURRENT"))).digest("hex");
    };
    const before = await digest();
    await using engine = await openEngine(dataDir);
    await engine.housing.getHousingOverview({});
    expect(await digest()).toBe(before);
  });

  it("installs no signal handler and no handler of failures", async () => {
    const names = ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtException", "unhandledRejection", "exit"];
    const count = () => names.map((name) => process.listenerCount(name));
    const before = count();
    await using engine = await openEngine(inject("country").dataDir, { filterThreads: 1, follow: true });
    await engine.housing.filterSuburbs({ stateCode: "NSW", predicates: PREDICATES });
    expect(count()).toEqual(before);
  });
});
