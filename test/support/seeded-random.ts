/** Seed of this run: TERRACE_TEST_SEED when given, else a new one. Printed, so that a failure can be replayed. */
export function runSeed(subject: string): number {
  const given = process.env.TERRACE_TEST_SEED;
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  console.log(`${subject}: seed ${seed} (replay with TERRACE_TEST_SEED=${seed})`);
  return seed;
}

/** Numbers in [0, 1), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // A 32-bit counter, scrambled by multiply and shift.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** True when the long forms of the tests were asked for. */
export const isLongRun = process.env.TERRACE_LONG_TESTS === "1";
