import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    // Plain loops over a whole country are slow: second opinions at full scale have more time.
    testTimeout: process.env.TERRACE_OPINION_SCALE === undefined ? 60_000 : 900_000,
    hookTimeout: process.env.TERRACE_OPINION_SCALE === undefined ? 180_000 : 900_000,
  },
});
