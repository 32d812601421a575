import { join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { checkDataDirectory } from "../snapshot/store/check-data-directory.ts";
import { claimStaging } from "../snapshot/store/staging.ts";
import { generateSyntheticDataset } from "../synthetic/generate.ts";
import { buildAndInstall, type InstalledSnapshot } from "./snapshot/build-and-install.ts";
import type { Terminal } from "./terminal.ts";

export interface DemoOptions {
  readonly scale: number;
  readonly seed: number;
  /** The register and the returns at their real size. */
  readonly wholePolitics?: boolean | undefined;
  /** Keep the generated dataset here; otherwise it is removed once the snapshot is built. */
  readonly datasetDir?: string | undefined;
}

/** Generates the synthetic country, builds it and makes it current. */
export async function publishDemo(
  config: Pick<Config, "dataDir" | "retainSnapshots">,
  options: DemoOptions,
  terminal: Terminal,
): Promise<InstalledSnapshot> {
  const progress = terminal.progress();
  const dataDir = resolve(config.dataDir);
  await checkDataDirectory(dataDir);
  const slot = await claimStaging(dataDir, "demo");
  try {
    const datasetDir = resolve(options.datasetDir ?? join(slot.directory, "synthetic-australia"));
    await generateSyntheticDataset({
      dir: datasetDir,
      seed: options.seed,
      scale: options.scale,
      wholePolitics: options.wholePolitics === true,
      signal: terminal.signal,
      onProgress: (step, done, total) => progress.report(`generate ${step}`, done, total),
    });
    const { retainSnapshots } = config;
    return await buildAndInstall({ datasetDir, dataDir, publish: true, retainSnapshots }, terminal, progress);
  } finally {
    await slot.release();
  }
}
