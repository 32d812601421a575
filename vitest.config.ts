import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import LongestFirst from "./test/support/run/longest-first.ts";
import { filesOf, type ProjectName } from "./test/support/run/projects.ts";
import { isDeepRun, isLongRun } from "./test/support/run/test-form.ts";

const hasOpinionScale = process.env.TERRACE_OPINION_SCALE !== undefined;

/** Seconds that a test may take: plain loops over a whole country are slow, and long forms take the time they take. */
function testSeconds(): number {
  if (isLongRun) return 3600;
  return hasOpinionScale || isDeepRun ? 900 : 300;
}

/**
 * V8 of the processes that ask services in the short form: what they run is young, and collected or optimized for nothing
 * otherwise. A seventh of the processor time of `npm test`. Deep forms run the same loops long enough.
 */
const SERVICE_FLAGS = isDeepRun ? [] : ["--no-opt", "--max-semi-space-size=64"];

/** A project of the suite; the files of `unit` share processes. */
function project(name: ProjectName) {
  return {
    extends: true as const,
    test: {
      name,
      include: filesOf(name),
      isolate: name === "proof",
      execArgv: name === "service" ? SERVICE_FLAGS : [],
      globalSetup:
        name === "unit" ? [] : ["test/support/run/end-with-run.ts", "test/support/country/global-setup.ts"],
    },
  };
}

export default defineConfig({
  test: {
    projects: [project("unit"), project("service"), project("proof")],
    setupFiles: ["seed-properties", "leave-to-deep", "compile-little"].map(
      (name) => `test/support/run/${name}.ts`,
    ),
    reporters: ["default", "test/support/run/slowest-files.ts"],
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    // Threads and processes that tests start find their code stripped of types and compiled: half of what a start costs.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") },
    // Tests wait for processes, timeouts and disks a third of their time: two workers more than cores keep the cores busy.
    maxWorkers: Math.max(2, availableParallelism()) + 2,
    // Ceilings for a slow and busy machine, where the longest short test takes ten times its seconds; no test is about
    // them.
    testTimeout: testSeconds() * 1000,
    teardownTimeout: 120_000,
    hookTimeout: hasOpinionScale ? 900_000 : 600_000,
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
