import { constants, setPriority } from "node:os";
import { demoOptions } from "../demo-command.ts";
import { publishDemo } from "../publish-demo.ts";
import type { Terminal } from "../terminal.ts";
import { removeMark, scaleToGrowTo } from "./growth-mark.ts";

/** What the process is asked to do. */
export interface GrowthTask {
  readonly dataDir: string;
  readonly retainSnapshots: number;
  readonly scale: number;
}

/** What it says in the end. */
export interface GrowthMessage {
  readonly failure?: string;
}

const controller = new AbortController();
const stop = () => controller.abort();
// ctrl-C reaches every process of the terminal; without the server nobody waits for the result.
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, stop);
process.once("disconnect", stop);

process.once("message", async (task: GrowthTask) => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    await grow(task);
    process.send!({} satisfies GrowthMessage);
  } catch (error) {
    if (!controller.signal.aborted) process.send!({ failure: String((error as Error).message) });
  } finally {
    if (process.connected) process.disconnect();
  }
});

async function grow({ dataDir, retainSnapshots, scale }: GrowthTask): Promise<void> {
  const silent = { report: () => {}, finish: () => {} };
  const terminal: Terminal = {
    env: process.env,
    out: () => {},
    err: () => {},
    progress: () => silent,
    isTerminal: false,
    signal: controller.signal,
    now: () => Date.now(),
  };
  // Somebody may have published another one meanwhile, which must stay current.
  const isWanted = async () => (await scaleToGrowTo(dataDir)) === scale;
  await publishDemo({ dataDir, retainSnapshots }, demoOptions({ scale }), terminal, silent, isWanted);
  await removeMark(dataDir);
}
