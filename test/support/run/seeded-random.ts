import { Random } from "../../../src/runtime/random.ts";

/** True when the long forms of the tests were asked for. */
export const isLongRun = process.env.TERRACE_LONG_TESTS === "1";

/** What `npm test` draws from, so that it finds the same on every machine; the long forms look elsewhere each time. */
const SHORT_RUN_SEED = 20_261_115;

/** Seed of this run: TERRACE_TEST_SEED when given; else one for all short runs, and a new one for each long run. */
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
