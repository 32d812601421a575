import { defineConfig } from "vitest/config";

/** Seconds that a test may take: plain loops over a whole country are slow, and long forms take the time they take. */
function testSeconds(): number {
  if (process.env.TERRACE_LONG_TESTS === "1") return 3600;
  return process.env.TERRACE_OPINION_SCALE === undefined ? 300 : 900;
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/country/global-setup.ts"],
    setupFiles: ["test/support/run/seed-properties.ts"],
    pool: "forks",
    maxWorkers: 2,
    // Ceilings for a slow and busy machine, where the longest short test takes ten times its seconds; no test is about
    // them.
    testTimeout: testSeconds() * 1000,
    teardownTimeout: 120_000,
    hookTimeout: process.env.TERRACE_OPINION_SCALE === undefined ? 600_000 : 900_000,
    // By `npm run coverage`. What threads and other processes run is not seen, though tests ask it, and the page runs in a
    // browser: the share of lines that tests reach is higher.
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/gen/**", "src/web/**"],
      reporter: ["text-summary", "json-summary"],
      reportOnFailure: true,
      thresholds: { lines: 90 },
    },
  },
});
