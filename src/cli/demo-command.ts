import { resolve } from "node:path";
import type { Command } from "commander";
import { JSON_FLAG, numberFlag, runCommandWith, sayer } from "./configuration.ts";
import type { DemoOptions } from "./publish-demo.ts";
import type { Terminal } from "./terminal.ts";

/** Fixed, so that the demo is the same country everywhere. */
const DEMO_SEED = 1;

function addDemoOptions(command: Command): Command {
  return command
    .option(
      "--scale <number>",
      "size of the country: 1 is the demo, 0.02 builds in seconds, 16 and 100 are for benchmarks",
      "1",
    )
    .option(
      "--full-politics",
      "generate 1.2 million receipts and 60,000 declared interests, as many as the real ones",
    )
    .option("--seed <number>", "random seed; each seed gives another country", String(DEMO_SEED))
    .option(
      "--whole-market",
      "generate 1,200 securities daily since 2010, instead of a sample over one year",
    );
}

export function addDemoCommands(program: Command, terminal: Terminal): void {
  const demo = addDemoOptions(program.command("demo"))
    .description("generate a synthetic Australia, build it and make it current")
    .option("--dataset <folder>", "keep the generated dataset in this folder")
    .option(...JSON_FLAG);
  runCommandWith(demo, terminal, ["dataDir", "retainSnapshots"], async ({ config, flags, say }) => {
    const options = demoOptions(flags);
    // Loaded on use, as it needs the database driver.
    const { publishDemo } = await import("./publish-demo.ts");
    const { buildSummary } = await import("./snapshot/build-and-install.ts");
    const installed = await publishDemo(config, options, terminal);
    say(installed, buildSummary(installed));
  });
  addDemoOptions(program.command("generate"))
    .argument("<folder>", "folder to write the dataset to; overwrites an earlier one")
    .description("write only the synthetic dataset, without building it")
    .option(...JSON_FLAG)
    .action(async (folder: string, flags: Record<string, unknown>) => {
      const [dir, { datasetDir: _, ...options }] = [resolve(folder), demoOptions(flags)];
      const { generateSyntheticDataset } = await import("../synthetic/generate.ts");
      const progress = terminal.progress();
      const { tables } = await generateSyntheticDataset({
        ...options,
        dir,
        signal: terminal.signal,
        onProgress: (step, done, total) => progress.report(`generate ${step}`, done, total),
      });
      progress.finish();
      const line = ([table, rows]: [string, number]) =>
        `${rows.toLocaleString("en-AU").padStart(12)}  ${table}`;
      sayer(flags, terminal)({ folder: dir, tables }, Object.entries(tables).map(line));
    });
}

/** The options of a demo from its flags; the defaults make the standard demo. */
export function demoOptions(flags: Record<string, unknown>): DemoOptions {
  return {
    scale: numberFlag("--scale", flags.scale ?? 1, 0.001, 1000),
    seed: numberFlag("--seed", flags.seed ?? DEMO_SEED, 0, 2 ** 32 - 1),
    wholeMarket: flags.wholeMarket === true,
    wholePolitics: flags.fullPolitics === true,
    datasetDir: flags.dataset as string | undefined,
  };
}
