import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { readCurrent } from "../../snapshot/store/read-current.ts";
import { addSettings, configurationOf } from "../configuration.ts";
import { demoOptions } from "../demo-command.ts";
import type { Terminal } from "../terminal.ts";
import { bundledCountry } from "./bundled-country.ts";
import { earlierDemoVersion } from "./earlier-demo.ts";
import { markToGrow, scaleToGrowTo } from "./growth-mark.ts";
import { parentExit } from "./parent-exit.ts";
import { accessLines } from "./welcome.ts";

/** A country of some hundred suburbs, which is built in seconds: the first answers come from it. */
const FIRST_SCALE = 0.02;

/** A person who tries the demo is at home: neither limited nor asked who they are, and told of every mistake. */
const DEMO_DEFAULTS: Partial<Config> = { trustLoopback: true, strictFields: true };

/** Where the real country is kept unless a data directory is named. */
const REAL_DIR = ".terrace-australia";

/** Adds `start`. */
export function addStartCommand(program: Command, processTerminal: Terminal): void {
  const start = program
    .command("start")
    .description("build the demo snapshot if there is none, then serve")
    .option("--real", "Australia from open data instead, as far as it is published; nothing in it is made up")
    .option(
      "--scale <number>",
      "how much of the country is built: a small one answers first, this one takes its place",
      "1",
    );
  addSettings(start).action(async (flags: Record<string, unknown>) => {
    // A demo that npm started ends with npm; anything else that starts one may go and leave it running.
    const isChildOfNpm = processTerminal.env.npm_lifecycle_event !== undefined;
    const signal = isChildOfNpm
      ? AbortSignal.any([processTerminal.signal, parentExit()])
      : processTerminal.signal;
    const terminal = { ...processTerminal, signal };
    const bundle = flags.real === true ? bundledCountry() : undefined;
    // Next to the made-up country, so that each is built once.
    const home = bundle === undefined ? {} : { dataDir: REAL_DIR };
    const config = configurationOf(flags, terminal, { ...DEMO_DEFAULTS, ...home });
    const { scale } = demoOptions(flags);
    const release = await takePort(config, terminal);
    if (release === undefined) return;
    try {
      const reason = await reasonToMake(config.dataDir);
      if (reason !== undefined && bundle !== undefined) await makeReal(config, bundle, terminal, reason);
      else if (reason !== undefined) await makeFirst(config, scale, terminal, reason);
    } finally {
      await release();
    }
    const { isReadable, serve } = await import("../serve.ts");
    if (!isReadable(config, terminal)) for (const line of accessLines(config)) terminal.err(line);
    const growth = await scaleToGrowTo(config.dataDir);
    if (growth === undefined) return serve(config, terminal);
    const { growDemo } = await import("./grow-demo.ts");
    await serve(config, terminal, (log, signal) => growDemo({ ...config, scale: growth }, log, signal));
  });
}

/** Takes the port until it is released; undefined, with a word to the terminal, where another Terrace has it. */
async function takePort(config: Config, terminal: Terminal): Promise<(() => Promise<void>) | undefined> {
  const { holdPort } = await import("./hold-port.ts");
  try {
    return await holdPort(config);
  } catch (error) {
    const { describeRunning } = await import("./running-server.ts");
    const running = await describeRunning(config);
    if (running === undefined) throw error;
    terminal.err(running);
    return undefined;
  }
}

/** Why there is nothing to serve yet; undefined when there is. */
async function reasonToMake(dataDir: string): Promise<string | undefined> {
  const current = await readCurrent(dataDir);
  if (current === undefined) return "holds no snapshot yet";
  const version = await earlierDemoVersion(dataDir, current);
  return version === undefined
    ? undefined
    : `holds synthetic data that an earlier version built (schema ${version})`;
}

async function makeReal(
  config: Config,
  datasetDir: string,
  terminal: Terminal,
  reason: string,
): Promise<void> {
  const { checkPort } = await import("../../server/wire/port/check-port.ts");
  await checkPort(config.host, config.metricsPort);
  const { checkDataDirectory } = await import("../../snapshot/store/check-data-directory.ts");
  await checkDataDirectory(resolve(config.dataDir));
  terminal.err(`${config.dataDir} ${reason}: building Australia from open data, once`);
  const { buildAndInstall } = await import("../snapshot/build-and-install.ts");
  const { dataDir, retainSnapshots } = config;
  const progress = terminal.progress({ isBrief: true });
  await buildAndInstall({ datasetDir, dataDir, publish: true, retainSnapshots }, terminal, progress);
}

async function makeFirst(config: Config, scale: number, terminal: Terminal, reason: string): Promise<void> {
  const { checkPort } = await import("../../server/wire/port/check-port.ts");
  await checkPort(config.host, config.metricsPort);
  const isSmall = scale <= FIRST_SCALE;
  const what = isSmall
    ? `a synthetic Australia at scale ${scale}`
    : "a small synthetic Australia first, the whole one while that answers";
  terminal.err(`${config.dataDir} ${reason}: making ${what}`);
  const { publishDemo } = await import("../publish-demo.ts");
  const options = demoOptions({ scale: Math.min(scale, FIRST_SCALE) });
  await publishDemo(config, options, terminal, terminal.progress({ isBrief: true }), async (snapshotId) => {
    // Before it is current: a start that ended in between would leave the small country for good.
    if (!isSmall) await markToGrow(config.dataDir, { snapshotId, scale });
    return true;
  });
}
