import { Random } from "../../../src/runtime/random.ts";
import { isLongRun } from "./test-form.ts";

/** Seed of the short and deep forms, which find the same on every machine. Long forms draw a new seed. */
const SHORT_RUN_SEED = 20_261_115;

/** Seed of this run: TERRACE_TEST_SEED if set, otherwise fixed, or random in a long run. */
export function testSeed(): number {
  const given = process.env.TERRACE_TEST_SEED;
  if (given !== undefined) return Number(given);
  return isLongRun ? Math.floor(Math.random() * 2 ** 31) : SHORT_RUN_SEED;
}

/** The run's seed, printed so that a failure can be replayed. */
export function runSeed(subject: string): number {
  const seed = testSeed();
  console.log(`${subject}: seed ${seed} (replay with TERRACE_TEST_SEED=${seed})`);
  return seed;
}

/** Deterministic numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  const random = new Random(seed, "test");
  return () => random.unit();
}

export function draws(seed: number) {
  const random = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  return {
    random,
    below,
    between: (low: number, high: number) => low + below(high - low + 1),
    chance: (probability: number) => random() < probability,
    pick: <T>(items: readonly T[]): T => items[below(items.length)],
  };
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}
