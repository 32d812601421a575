import { writeFileSync } from "node:fs";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { FILES_LEFT_TO_DEEP, TESTS_LEFT_TO_DEEP } from "./left-to-deep.ts";
import { recordedForm, recordedSeconds, SECONDS_FILE } from "./longest-first.ts";

const SHOWN = 10;
/** Files shorter than this are not recorded: their order does not matter. */
const LONG_SECONDS = 10;

/**
 * Prints the slowest files, if a run had more than it prints, and records their seconds on request. Ends a
 * run after the time that `npm run test:deep -- --within` sets and lists the files that were not run.
 */
// biome-ignore lint/style/noDefaultExport: the runner loads a reporter by its default export.
export default class SlowestFiles implements Reporter {
  #vitest: Vitest | undefined;
  #isOver = false;
  readonly #done = new Set<string>();

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(): void {
    const { TEST_ENDS_MS: ends } = process.env;
    if (ends === undefined) return;
    const end = () => {
      this.#isOver = true;
      void this.#vitest?.cancelCurrentRun("test-failure");
    };
    setTimeout(end, Math.max(0, Number(ends) - Date.now())).unref();
  }

  onTestModuleEnd({ id }: TestModule): void {
    if (!this.#isOver) this.#done.add(id);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const files = modules.map((module) => ({ module, ms: tookMs(module) })).sort((a, b) => b.ms - a.ms);
    if (files.length > SHOWN) {
      const lines = files.slice(0, SHOWN).map(({ module, ms }) => {
        return `${(ms / 1000).toFixed(1).padStart(7)} s  ${module.relativeModuleId} (${module.project.name})`;
      });
      console.log(`\nThe slowest ${SHOWN} of ${files.length} files:\n${lines.join("\n")}\n`);
    }
    if (process.env.TEST_WHOLE === "short") {
      const tests = Object.values(TESTS_LEFT_TO_DEEP).flat().length;
      console.log(
        `Left to npm run test:deep: ${FILES_LEFT_TO_DEEP.length} files and ${tests} tests of others, by test/support/run/left-to-deep.ts.\n`,
      );
    }
    if (process.env.TEST_RECORD_SECONDS === "1") {
      record(files.map(({ module, ms }) => [module.relativeModuleId, Math.round(ms / 1000)]));
    }
    if (!this.#isOver) return;
    const left = modules.filter(({ id }) => !this.#done.has(id));
    const names = left.map(({ relativeModuleId }) => relativeModuleId);
    console.log(`not run to their end, as the time was over (${names.length}):\n  ${names.join("\n  ")}`);
    // A run that is cut off has not failed because of that.
    if (errors.length === 0 && modules.every((module) => module.state() !== "failed")) process.exitCode = 0;
  }
}

function record(took: readonly (readonly [file: string, seconds: number])[]): void {
  const all = recordedSeconds();
  const kept = Object.entries(all[recordedForm]).filter(([file]) => took.every(([name]) => name !== file));
  const long = [...kept, ...took.filter(([, seconds]) => seconds >= LONG_SECONDS)].sort(
    (a, b) => b[1] - a[1],
  );
  const next = { ...all, [recordedForm]: Object.fromEntries(long) };
  writeFileSync(SECONDS_FILE, `${JSON.stringify(next, null, 2)}\n`);
}

/** Time for loading a file and running its tests and hooks. */
function tookMs(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}
