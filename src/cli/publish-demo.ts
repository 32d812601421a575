import { join, resolve } from "node:path";
import { checkDataDirectory } from "../snapshot/store/check-data-directory.ts";
import { whileHeld } from "../snapshot/store/claims.ts";
import { claimStaging } from "../snapshot/store/staging.ts";
import { generateSyntheticDataset } from "../synthetic/generate.ts";
import type { Progress } from "./progress.ts";
import { buildAndInstall, type InstalledSnapshot } from "./snapshot/build-and-install.ts";
import type { KeptConfig } from "./snapshot/retain-after-publication.ts";
import type { Terminal } from "./terminal.ts";

export interface DemoOptions {
  readonly scale: number;
  readonly seed: number;
  /** All securities on every day since 2010, instead of a sample. */
  readonly wholeMarket: boolean;
  /** The interest register and the party returns at their real size. */
  readonly wholePolitics: boolean;
  /** Keep the generated dataset in this folder; otherwise it is removed after the build. */
  readonly datasetDir: string | undefined;
}

/** Generates and builds the synthetic country; publishes it if `isWanted` resolves true after the build. */
export async function publishDemo(
  config: KeptConfig,
  { datasetDir: keptIn, ...options }: DemoOptions,
  terminal: Terminal,
  progress: Progress = terminal.progress(),
  isWanted: (snapshotId: string) => Promise<boolean> = async () => true,
): Promise<InstalledSnapshot> {
  const dataDir = resolve(config.dataDir);
  await checkDataDirectory(dataDir);
  return whileHeld(await claimStaging(dataDir, "demo"), async ({ directory }) => {
    const datasetDir = resolve(keptIn ?? join(directory, "synthetic-australia"));
    await generateSyntheticDataset({
      ...options,
      dir: datasetDir,
      signal: terminal.signal,
      onProgress: (step, done, total) => progress.report(`generate ${step}`, done, total),
    });
    return buildAndInstall({ datasetDir, config, publish: isWanted }, terminal, progress);
  });
}
