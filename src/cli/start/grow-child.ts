import { setPriority } from "node:os";
import { tagSnapshot } from "../../snapshot/store/addresses.ts";
import { demoOptions } from "../demo-command.ts";
import type { Progress } from "../progress.ts";
import { publishDemo } from "../publish-demo.ts";
import { buildAndInstall } from "../snapshot/build-and-install.ts";
import type { KeptConfig } from "../snapshot/retain-after-publication.ts";
import type { Terminal } from "../terminal.ts";
import { bundledCountry } from "./bundled-country.ts";
import { type Growth, growthOf, markToGrow, removeMark } from "./growth-mark.ts";

/** Message from the server that starts the work. */
export interface GrowthTask {
  readonly config: KeptConfig;
  readonly growth: Growth;
}

/** Messages to the server: the estimated seconds left (once), each thing that was built, and a failure. */
export interface GrowthMessage {
  readonly secondsLeft?: number;
  readonly made?: "country" | "demo";
  readonly failure?: string;
}

/** A third of the server's CPU share under contention; with less, other busy programs would starve it. */
const CHILD_PRIORITY = 5;

/** Some hundred suburbs with all figures; builds in seconds. */
const DEMO_SCALE = 0.02;

const controller = new AbortController();
const stop = () => controller.abort();
// ctrl-C reaches every process of the terminal; without the server nobody needs the result.
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, stop);
process.once("disconnect", stop);

process.once("message", async (task: GrowthTask) => {
  setPriority(CHILD_PRIORITY);
  try {
    await grow(task);
  } catch (error) {
    if (!controller.signal.aborted) process.send!({ failure: String((error as Error).message) });
  } finally {
    if (process.connected) process.disconnect();
  }
});

async function grow({ config, growth }: GrowthTask): Promise<void> {
  const { dataDir } = config;
  let isEstimated = false;
  const progress: Progress = {
    report: (step, _done, _total, secondsLeft) => {
      if (isEstimated || step !== "build" || typeof secondsLeft !== "number") return;
      isEstimated = true;
      if (process.connected) process.send!({ secondsLeft } satisfies GrowthMessage);
    },
    finish: () => {},
  };
  const terminal: Terminal = {
    env: process.env,
    out: () => {},
    err: () => {},
    progress: () => progress,
    isTerminal: false,
    signal: controller.signal,
    now: () => Date.now(),
  };
  // Another snapshot may have been published meanwhile; it must stay current.
  const publish = async () => JSON.stringify(await growthOf(dataDir)) === JSON.stringify(growth);
  const { scale, datasetDir } = growth;
  const isBundled = datasetDir !== undefined && datasetDir === bundledCountry();
  const sendMade = (made: "country" | "demo") => {
    if (process.connected) process.send!({ made } satisfies GrowthMessage);
  };
  if (growth.demo !== true) {
    if (datasetDir === undefined) {
      await publishDemo(config, demoOptions({ scale }), terminal, progress, publish);
    } else {
      const { manifest } = await buildAndInstall({ datasetDir, publish, config }, terminal, progress);
      // If the process ends after this, the next start builds the demo.
      if (isBundled) await markToGrow(dataDir, { snapshotId: manifest.snapshotId, demo: true });
    }
    sendMade("country");
  }
  if (growth.demo === true || isBundled) {
    isEstimated = true;
    const options = demoOptions({ scale: DEMO_SCALE });
    const { manifest } = await publishDemo(config, options, terminal, progress, async () => false);
    await tagSnapshot(dataDir, manifest.snapshotId, "demo");
    sendMade("demo");
  }
  await removeMark(dataDir);
}
