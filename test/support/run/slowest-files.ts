import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 10;

/** Prints the files that took longest, where a run had more than it prints. */
// biome-ignore lint/style/noDefaultExport: the runner loads a reporter by its default export.
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const files = modules.map((module) => ({ module, ms: tookMs(module) })).sort((a, b) => b.ms - a.ms);
    const lines = files.slice(0, SHOWN).map(({ module, ms }) => {
      return `${(ms / 1000).toFixed(1).padStart(7)} s  ${module.relativeModuleId} (${module.project.name})`;
    });
    console.log(`\nThe slowest ${SHOWN} of ${modules.length} files:\n${lines.join("\n")}\n`);
  }
}

/** Loading a file and running its tests and hooks. */
function tookMs(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}
