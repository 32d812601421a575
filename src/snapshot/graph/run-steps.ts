import { TerraceError } from "../../runtime/errors.ts";
import { remembered } from "../../runtime/lazy.ts";
import type { BuildRecord, KeptResults, KeptSearch, StepResult } from "../store/kept-results.ts";
import { checksumOf, type Inputs, type Step, type StepKind, stepKey, stepName } from "./step.ts";
import { TimeLeft } from "./time-left.ts";

type EarlierStep = BuildRecord["steps"][string];

/** Explains why a step is computed again after an earlier build. */
function whyComputed(earlier: EarlierStep | undefined, now: EarlierStep): string {
  if (earlier === undefined) return "it was not built here before";
  if (earlier.key === now.key) return "its kept result is missing";
  const reasons = earlier.definition === now.definition ? [] : ["its code or definition changed"];
  for (const [name, checksum] of Object.entries(now.inputs)) {
    if (earlier.inputs[name] === undefined) reasons.push(`${name} is read now`);
    else if (earlier.inputs[name] !== checksum) reasons.push(`${name} changed`);
  }
  for (const name of Object.keys(earlier.inputs)) {
    if (now.inputs[name] === undefined) reasons.push(`${name} is not read any more`);
  }
  return reasons.join(", ") || "the version of kept results changed";
}

export interface StepOutcome {
  readonly kind: StepKind;
  readonly name: string;
  readonly key: string;
  readonly definition: string | undefined;
  readonly inputs: Inputs;
  readonly result: StepResult;
  /** Why it was computed; undefined if its cached result was used, or it was not needed. */
  readonly why: string | undefined;
  /** CPU seconds, now or when its cached result was computed; undefined if it never ran. */
  readonly seconds: number | undefined;
}

export interface RunOptions<Lane> {
  /** Directory that result paths are relative to. */
  readonly root: string;
  /** Checksums by name of the dataset files and facts that steps read. */
  readonly facts: Inputs;
  readonly lanes: readonly Lane[];
  readonly kept: KeptResults;
  /** False to compute everything; the results are cached anyway. */
  readonly reuse: boolean;
  /** Steps of the dataset's last build, by name, to explain why a step is computed again. */
  readonly earlier: BuildRecord["steps"];
  readonly costOf: (name: string) => number;
  readonly processorSeconds: () => number;
  readonly clockSeconds: () => number;
  /** Called when a step starts or ends, until one fails. `secondsLeft` is undefined until it is known. */
  readonly onStep: (step: Step<Lane>, isDone: boolean, secondsLeft: number | undefined) => void;
  /** Called once, when the first step fails; must interrupt those in progress. */
  readonly onFailure: (step: Step<Lane>) => void;
}

/**
 * Runs steps on lanes, each as soon as its inputs are there, unless its result is cached. A result depends
 * only on what the step reads, so lanes and cache do not change a byte. After a failure no step starts,
 * running ones are interrupted, and the first error is thrown once all have ended.
 */
export async function runSteps<Lane>(
  steps: readonly Step<Lane>[],
  options: RunOptions<Lane>,
): Promise<ReadonlyMap<string, StepOutcome>> {
  const run = new Run(steps, options);
  const settled = await Promise.allSettled(steps.map((step) => run.outcome(step)));
  if (run.failure !== undefined) throw run.failure.error;
  const failed = settled.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return new Map(
    await Promise.all(steps.map(async (step) => [stepName(step), await run.finished(step)] as const)),
  );
}

type Found = Omit<StepOutcome, "why" | "seconds"> & {
  /** Why its cached result was not used. */
  readonly why: string | undefined;
  readonly keptSeconds: number | undefined;
};

class Run<Lane> {
  failure: { readonly error: unknown } | undefined;
  readonly #options: RunOptions<Lane>;
  readonly #creators = new Map<string, Step<Lane>>();
  readonly #outcomes = new Map<Step<Lane>, Promise<Found>>();
  readonly #computations = new Map<Step<Lane>, Promise<StepResult>>();
  readonly #why = new Map<Step<Lane>, string>();
  readonly #seconds = new Map<Step<Lane>, number>();
  readonly #running = new Set<Step<Lane>>();
  readonly #timeLeft: TimeLeft<Lane>;
  readonly #urgency: (step: Step<Lane>) => number;
  readonly #onLane;
  #secondsSeen: number;

  constructor(steps: readonly Step<Lane>[], options: RunOptions<Lane>) {
    this.#options = options;
    this.#onLane = createLanes(options.lanes);
    this.#secondsSeen = options.processorSeconds();
    for (const step of steps) for (const name of step.creates.keys()) this.#creators.set(name, step);
    this.#urgency = criticalPath(steps, this.#creators, options.costOf);
    this.#timeLeft = new TimeLeft(steps, options.lanes.length, options.costOf, this.#urgency);
  }

  /** The result of a step, cached or computed; a lazy step has an empty one. */
  outcome(step: Step<Lane>): Promise<Found> {
    return remembered(this.#outcomes, step, () => this.#find(step));
  }

  /** The outcome of a step, once all steps have ended. */
  async finished(step: Step<Lane>): Promise<StepOutcome> {
    const { keptSeconds, ...found } = await this.outcome(step);
    if (step.isLazy && !this.#computations.has(step)) this.#end(step);
    return { ...found, why: this.#why.get(step), seconds: this.#seconds.get(step) ?? keptSeconds };
  }

  async #find(step: Step<Lane>): Promise<Found> {
    const inputs: Record<string, string> = {};
    for (const name of step.reads) inputs[name] = await this.#checksum(step, name);
    const { kind, name, definition } = step;
    const key = stepKey(step, definition ?? "", inputs);
    const found = { kind, name, key, definition, inputs };
    if (step.isLazy) {
      return { ...found, result: { files: [], facts: null }, why: undefined, keptSeconds: undefined };
    }
    const { root, kept, reuse, earlier } = this.#options;
    const search: KeptSearch =
      definition === undefined
        ? { problem: "its code is not known" }
        : reuse
          ? await kept.find(key, root, (facts) => step.accepts?.(facts) ?? true)
          : { problem: "kept results are not used" };
    if (search.result !== undefined) {
      this.#end(step);
      return { ...found, result: search.result, why: undefined, keptSeconds: search.seconds };
    }
    const why = search.problem ?? whyComputed(earlier[stepName(step)], { key, definition, inputs });
    const result = await this.#compute(step, why, false);
    if (definition !== undefined) {
      await kept.keep(key, root, result, this.#seconds.get(step) ?? 0).catch((error: unknown) => {
        this.#fail(step, error);
        throw error;
      });
    }
    return { ...found, result, why, keptSeconds: undefined };
  }

  async #checksum(reader: Step<Lane>, name: string): Promise<string> {
    const creator = this.#creators.get(name);
    if (creator === undefined) {
      const fact = this.#options.facts[name];
      if (fact !== undefined) return fact;
      throw new TerraceError("internal", `${stepName(reader)} reads ${name}, which nothing creates`);
    }
    const { key, result } = await this.outcome(creator);
    const path = creator.creates.get(name);
    return path === null ? checksumOf([key, name]) : result.files.find((file) => file.path === path)!.sha256;
  }

  #compute(step: Step<Lane>, why: string, isAgain: boolean): Promise<StepResult> {
    return remembered(this.#computations, step, async () => {
      await Promise.all(step.reads.map((name) => this.#provide(step, name)));
      return this.#onLane(this.#urgency(step), async (lane) => {
        if (this.failure !== undefined) throw this.failure.error;
        try {
          this.#why.set(step, why);
          this.#account();
          this.#running.add(step);
          this.#options.onStep(step, false, this.#timeLeft.seconds());
          const started = this.#options.clockSeconds();
          const result = await step.run(lane, isAgain);
          this.#account();
          this.#end(step, this.#options.clockSeconds() - started);
          return result;
        } catch (error) {
          this.#fail(step, error);
          throw error;
        } finally {
          this.#running.delete(step);
        }
      });
    });
  }

  /** Makes sure that a table exists which is not in a file, by running the step that creates it. */
  async #provide(reader: Step<Lane>, name: string): Promise<void> {
    const creator = this.#creators.get(name);
    if (creator === undefined || creator.creates.get(name) !== null) return;
    await this.outcome(creator);
    await this.#compute(creator, `${stepName(reader)} reads ${name}`, !creator.isLazy);
  }

  #fail(step: Step<Lane>, error: unknown): void {
    if (this.failure !== undefined) return;
    this.failure = { error };
    this.#options.onFailure(step);
  }

  /** Divides the CPU time since the last call among the steps that were running. */
  #account(): void {
    const seen = this.#options.processorSeconds();
    const share = (seen - this.#secondsSeen) / Math.max(1, this.#running.size);
    this.#secondsSeen = seen;
    for (const step of this.#running) this.#seconds.set(step, (this.#seconds.get(step) ?? 0) + share);
  }

  /** Ends a step; `seconds` is undefined if it did not run. */
  #end(step: Step<Lane>, seconds?: number): void {
    this.#timeLeft.end(step, seconds);
    if (this.failure === undefined) this.#options.onStep(step, true, this.#timeLeft.seconds());
  }
}

/** Expected seconds of a step and of the longest chain that waits for it: critical steps start first. */
function criticalPath<Lane>(
  steps: readonly Step<Lane>[],
  creators: ReadonlyMap<string, Step<Lane>>,
  costOf: (name: string) => number,
): (step: Step<Lane>) => number {
  const readers = new Map<Step<Lane>, Set<Step<Lane>>>(steps.map((step) => [step, new Set()]));
  for (const step of steps) {
    for (const name of step.reads) {
      const creator = creators.get(name);
      if (creator !== undefined) readers.get(creator)?.add(step);
    }
  }
  const paths = new Map<Step<Lane>, number>();
  const path = (step: Step<Lane>): number => {
    const known = paths.get(step);
    if (known !== undefined) return known;
    // Breaks cycles, which would recurse forever: steps in one are reported where they are planned.
    paths.set(step, 0);
    const longest = costOf(stepName(step)) + Math.max(0, ...[...readers.get(step)!].map(path));
    paths.set(step, longest);
    return longest;
  };
  return path;
}

/** A priority queue over a few lanes: the most urgent work gets the next free lane. */
function createLanes<Lane>(all: readonly Lane[]) {
  const free = [...all].reverse();
  const waiting: { readonly urgency: number; readonly start: (lane: Lane) => void }[] = [];
  const give = (lane: Lane) => {
    const next = waiting.reduce((best, one, i) => (one.urgency > waiting[best].urgency ? i : best), 0);
    if (waiting.length === 0) free.push(lane);
    else waiting.splice(next, 1)[0].start(lane);
  };
  return async <T>(urgency: number, work: (lane: Lane) => Promise<T>): Promise<T> => {
    const lane = free.pop() ?? (await new Promise<Lane>((start) => waiting.push({ urgency, start })));
    try {
      return await work(lane);
    } finally {
      give(lane);
    }
  };
}
