import { Random } from "../../../src/runtime/random.ts";
import { isLongRun } from "./test-form.ts";

/** What the short and deep forms draw from, so that they find the same on every machine; long forms draw a new seed. */
const SHORT_RUN_SEED = 20_261_115;

/** Seed of this run: TERRACE_TEST_SEED when given; else one for all runs, and a new one for each long run. */
export function testSeed(): number {
  const given = process.env.TERRACE_TEST_SEED;
  if (given !== undefined) return Number(given);
  return isLongRun ? Math.floor(Math.random() * 2 ** 31) : SHORT_RUN_SEED;
}

/** The run's seed, printed, so that a failure can be replayed. */
export function runSeed(subject: string): number {
  const seed = testSeed();
  console.log(`${subject}: seed ${seed} (replay with TERRACE_TEST_SEED=${seed})`);
  return seed;
}

/** Numbers in [0, 1), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  const random = new Random(seed, "test");
  return () => random.unit();
}
