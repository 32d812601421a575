import { cpus } from "node:os";
import { Bench } from "tinybench";
import { Random } from "../src/runtime/random.ts";

/** Result of one measurement, in nanoseconds per call. */
export interface Figure {
  readonly name: string;
  readonly medianNs: number;
  readonly p99Ns: number;
  readonly samples: number;
}

/** A ratio measured within one run, with its target. */
export interface Goal {
  readonly id: string;
  readonly what: string;
  readonly figure: number;
  readonly goal: number;
  /** "more": at least the goal; "less": at most the goal. */
  readonly better: "more" | "less";
  /** What limits the figure, for a goal that is missed. */
  readonly bound?: string;
}

export interface Report {
  readonly subject: string;
  readonly figures: readonly (Figure & { readonly ratio?: string })[];
  readonly goals: readonly Goal[];
  readonly notes: readonly string[];
}

/** A benchmark: one function in one file. */
export interface Subject {
  readonly name: string;
  readonly what: string;
  run(options: RunOptions): Promise<Report>;
}

export interface RunOptions {
  readonly seed: number;
  /** Short runs that only check that a benchmark works; the figures mean little. */
  readonly quick: boolean;
  /** Also with 16 times the data: the countries take minutes to build, once. */
  readonly large: boolean;
  /** Also builds 64 times the data: an hour, 10 GB of disk. */
  readonly huge: boolean;
  say(text: string): void;
}

export interface MeasureOptions {
  readonly quick: boolean;
  /** Calls per sample: short calls are timed together, since reading the clock costs about 50 ns. */
  readonly inner?: number;
  readonly timeMs?: number;
}

/** Measures median and p99 of a call. A function that returns a promise is awaited. */
export async function measure(name: string, call: () => unknown, options: MeasureOptions): Promise<Figure> {
  const inner = options.inner ?? 1;
  const timeMs = options.quick ? 40 : (options.timeMs ?? 400);
  const bench = new Bench({
    time: timeMs,
    iterations: options.quick ? 3 : 10,
    warmupTime: timeMs / 4,
    warmupIterations: 2,
  });
  const isAsync = call() instanceof Promise;
  if (isAsync) {
    bench.add(name, async () => {
      for (let i = 0; i < inner; i++) await call();
    });
  } else {
    bench.add(name, () => {
      for (let i = 0; i < inner; i++) call();
    });
  }
  await bench.run();
  const [task] = bench.tasks;
  const { result } = task;
  if (result === undefined || !("latency" in result)) throw new Error(`${name} could not be measured`);
  const { p50, p99, samplesCount } = result.latency;
  return { name, medianNs: (p50 * 1e6) / inner, p99Ns: (p99 * 1e6) / inner, samples: samplesCount };
}

/** One of several implementations of the same work. */
export interface Rival {
  readonly name: string;
  run(): unknown;
  readonly inner: number;
}

/** Median and p99 of single samples, in a unit of `unitNs` nanoseconds. */
export function figureOf(name: string, samples: Iterable<number>, unitNs = 1e6): Figure {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] * unitNs;
  return { name, medianNs: at(0.5), p99Ns: at(0.99), samples: sorted.length };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** Measures rivals round-robin, a sample each, so that other load affects all alike and ratios hold. */
export function measureRoundRobin(
  rivals: readonly Rival[],
  options: { readonly quick: boolean; readonly rounds?: number },
): Figure[] {
  const rounds = options.quick ? 5 : (options.rounds ?? 400);
  const samples = rivals.map(() => new Float64Array(rounds));
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
    rivals.forEach(({ run, inner }, at) => {
      const before = performance.now();
      for (let i = 0; i < inner; i++) run();
      if (round >= 0) samples[at][round] = ((performance.now() - before) * 1e6) / inner;
    });
  }
  return rivals.map(({ name }, at) => figureOf(name, samples[at], 1));
}

export function isMet({ figure, goal, better }: Goal): boolean {
  return better === "more" ? figure >= goal : figure <= goal;
}

/** Throws when an answer is not the expected one: the speed of a wrong answer is meaningless. */
export function requireSame(name: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${name} gives ${a?.slice(0, 200)}, expected ${b?.slice(0, 200)}`);
}

export function seededRandom(seed: number): () => number {
  const random = new Random(seed, "bench");
  return () => random.unit();
}

export function machineLine(): string {
  const [first] = cpus();
  const { node, v8 } = process.versions;
  return `${cpus().length} × ${first?.model ?? "unknown"}, ${process.platform} ${process.arch}, Node ${node}, V8 ${v8}`;
}
