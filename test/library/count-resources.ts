import { readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { openEngine } from "../../src/index.ts";

/** Prints the resources of a process after each of several rounds that open, use and close two engines. */
interface Held {
  readonly threads: number;
  readonly files: number;
  readonly resources: number;
  /** Shared memories that were made and not yet collected. */
  readonly memories: number;
}

type MemoryClass = new (descriptor: unknown) => { readonly buffer: SharedArrayBuffer };
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: { Memory: MemoryClass } };
const made: WeakRef<object>[] = [];
const PlainMemory = wasm.Memory;
wasm.Memory = class extends PlainMemory {
  constructor(descriptor: unknown) {
    super(descriptor);
    made.push(new WeakRef(this), new WeakRef(this.buffer));
  }
};

const [, , dataDir, rounds] = process.argv;

async function round(): Promise<number> {
  const engines = await Promise.all([
    openEngine(dataDir, { filterThreads: 2 }),
    openEngine(dataDir, { filterThreads: 1, follow: true }),
  ]);
  for (const engine of engines) {
    const predicates = [{ metricKey: "population", min: 100 }];
    for (let i = 0; i < 20; i++) await engine.housing.filterSuburbs({ stateCode: "NSW", predicates });
    await engine.explorer.explore({ stateCode: "AU" });
    const { series } = await engine.economy.listEconomicSeries({});
    // Enough work to run on a thread.
    const baseSeriesKeys = series.slice(0, 10).map((one) => one.seriesKey);
    await engine.explorer.correlateSeries({ baseSeriesKeys, minLagMonths: -12, maxLagMonths: 12 });
    await engine.housing.getPriceDropsOverview({});
  }
  const memories = countMemories();
  await Promise.all(engines.map((engine) => engine.close()));
  return memories;
}

function countMemories(): number {
  return made.filter((memory) => memory.deref() !== undefined).length;
}

/** Current resources. Inspecting a memory keeps it alive for the turn, so garbage is collected first. */
function heldNow(): Held {
  globalThis.gc!();
  return {
    threads: readdirSync("/proc/self/task").length,
    files: readdirSync("/proc/self/fd").length,
    resources: process.getActiveResourcesInfo().length,
    memories: countMemories(),
  };
}

/**
 * Polls until no more is held than after the first round, or until nothing has changed for a while: a thread
 * ends a moment after it is terminated.
 */
async function held(first: Held | undefined): Promise<Held> {
  let last = heldNow();
  for (let looks = 0, still = 0; looks < 3000 && still < 200; looks++) {
    const isBack =
      first === undefined
        ? still >= 20
        : last.threads <= first.threads && last.files <= first.files && last.resources <= first.resources;
    if (isBack && last.memories === 0) break;
    await setTimeout(5);
    const now = heldNow();
    still = JSON.stringify(now) === JSON.stringify(last) ? still + 1 : 0;
    last = now;
  }
  return last;
}

export type Round = Held & { readonly memoriesInUse: number };

const counts: Round[] = [];
for (let i = 0; i < Number(rounds); i++) {
  const memoriesInUse = await round();
  counts.push({ ...(await held(counts[0])), memoriesInUse });
}
process.stdout.write(JSON.stringify(counts));
