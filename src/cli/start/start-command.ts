import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { type Config, resolveConfig } from "../../config/config.ts";
import { failedPrecondition, invalidArgument } from "../../runtime/errors.ts";
import { MANIFEST_FILE, SNAPSHOT_SCHEMA_VERSION } from "../../snapshot/manifest/manifest.ts";
import { dataDirectory } from "../../snapshot/store/data-directory.ts";
import { readCurrent } from "../../snapshot/store/read-current.ts";
import { addSettings, configurationOf } from "../configuration.ts";
import { demoOptions } from "../demo-command.ts";
import type { Terminal } from "../terminal.ts";
import { bundledCountry } from "./bundled-country.ts";
import { type Growth, growthOf, markToGrow } from "./growth-mark.ts";
import { SESSION_END_MS, StartTerminal } from "./hang-ups.ts";
import { accessLines } from "./welcome.ts";

/** Scale of the made-up country that answers first: some hundred suburbs, built in seconds. */
const FIRST_SCALE = 0.02;

/** Defaults for trying Terrace at home: no limits for this machine, and unknown fields are errors. */
const HOME_DEFAULTS: Partial<Config> = { trustLoopback: true, strictFields: true };

/** Default data directory of the made-up country, next to the real one's. */
const SYNTHETIC_DIR = ".terrace-demo";

export function addStartCommand(program: Command, processTerminal: Terminal): void {
  const start = program
    .command("start")
    .description("serve Australia from open data, building it first if there is no snapshot yet")
    .option("--dataset <folder>", "dataset to build instead, if there is no snapshot yet")
    .option("--synthetic", "serve a synthetic country instead, with data for every feature")
    .option(
      "--scale <number>",
      "size of the synthetic country (default: 1); a small one is served until it is built",
    );
  addSettings(start).action(async (flags: Record<string, unknown>) => {
    // A demo that npm started ends with npm; any other parent may exit and leave it running.
    const isChildOfNpm = processTerminal.env.npm_lifecycle_event !== undefined;
    const signal = isChildOfNpm
      ? AbortSignal.any([processTerminal.signal, parentExit()])
      : processTerminal.signal;
    const terminal = { ...processTerminal, signal };
    const growth = wantedCountry(flags);
    const isSynthetic = growth.scale !== undefined;
    const home = isSynthetic ? { dataDir: SYNTHETIC_DIR } : {};
    const config = configurationOf(flags, terminal, { ...HOME_DEFAULTS, ...home });
    const release = await takePort(config, terminal);
    if (release === undefined) return;
    try {
      const reason = await reasonToMake(config.dataDir, isSynthetic);
      if (reason !== undefined) await makeFirst(config, growth, terminal, reason);
    } finally {
      await release();
    }
    const { isReadable, serve } = await import("../serve.ts");
    if (!isReadable(config, terminal)) for (const line of accessLines(config)) terminal.err(line);
    const rest = await growthOf(config.dataDir);
    if (rest === undefined) return serve(config, terminal);
    const { growSnapshot } = await import("./grow-snapshot.ts");
    const { dataDir, retainSnapshots, dropListings, valuations, interestRegister, partyFunding } = config;
    const switches = { dropListings, valuations, interestRegister, partyFunding };
    const task = { config: { dataDir, retainSnapshots, ...switches }, growth: rest };
    await serve(config, terminal, (log, signal) => growSnapshot(task, log, signal));
  });
}

/** What to build when there is no snapshot; a missing bundle is only an error when it is needed. */
function wantedCountry(flags: Record<string, unknown>): Growth {
  if (flags.synthetic === true) {
    if (flags.dataset === undefined) return { scale: demoOptions(flags).scale };
    throw invalidArgument("--dataset and --synthetic exclude each other");
  }
  if (flags.scale !== undefined) {
    throw invalidArgument("--scale needs --synthetic");
  }
  return flags.dataset === undefined ? {} : { datasetDir: resolve(String(flags.dataset)) };
}

/** Holds the port until the returned function is called; undefined, with a message, if a Terrace has it. */
async function takePort(config: Config, terminal: Terminal): Promise<(() => Promise<void>) | undefined> {
  const { describeRunning, holdPort } = await import("./hold-port.ts");
  try {
    return await holdPort(config);
  } catch (error) {
    const running = await describeRunning(config);
    if (running === undefined) throw error;
    terminal.err(running);
    return undefined;
  }
}

/** Why data must be built first; undefined when the current snapshot can be served. */
async function reasonToMake(dataDir: string, isSynthetic: boolean): Promise<string | undefined> {
  const current = await readCurrent(dataDir);
  if (current === undefined) return "holds no snapshot yet";
  const made = await syntheticVersion(dataDir, current);
  if (made === undefined) return undefined;
  if (made < SNAPSHOT_SCHEMA_VERSION) {
    return `holds synthetic data that an earlier version built (schema ${made})`;
  }
  // A directory named by the user is kept; in the default one the bundled real country replaces a made-up
  // one.
  const isUsual = resolve(dataDir) === resolve(resolveConfig().dataDir);
  const isReplaced = isUsual && !isSynthetic && bundledCountry() !== undefined;
  return isReplaced ? "holds a synthetic country, which is now served with --synthetic only" : undefined;
}

async function makeFirst(config: Config, wanted: Growth, terminal: Terminal, reason: string): Promise<void> {
  const { checkPort } = await import("../../server/wire/port/port-error.ts");
  await checkPort(config.host, config.metricsPort);
  if (wanted.scale === undefined) return makeReal(config, wanted.datasetDir, terminal, reason);
  const { scale } = wanted;
  const isSmall = scale <= FIRST_SCALE;
  const what = isSmall
    ? `a synthetic Australia at scale ${scale}`
    : "a small synthetic Australia first, then the whole one in the background";
  terminal.err(`${config.dataDir} ${reason}: making ${what}`);
  const { publishDemo } = await import("../publish-demo.ts");
  const options = demoOptions({ scale: Math.min(scale, FIRST_SCALE) });
  await publishDemo(config, options, terminal, terminal.progress({ isBrief: true }), async (snapshotId) => {
    // Marked before it is current: if the start ended in between, the small country would stay for good.
    if (!isSmall) await markToGrow(config.dataDir, { snapshotId, scale });
    return true;
  });
}

/** Builds one territory for the first answers and marks the rest to be built; small datasets at once. */
async function makeReal(
  config: Config,
  datasetDir = bundledCountry() ?? noCountry(),
  terminal: Terminal,
  reason: string,
): Promise<void> {
  const { checkDataDirectory } = await import("../../snapshot/store/check-data-directory.ts");
  const { claimStaging } = await import("../../snapshot/store/staging.ts");
  const { whileHeld } = await import("../../snapshot/store/claims.ts");
  const { writeFirstPart } = await import("./first-part.ts");
  const { buildAndInstall } = await import("../snapshot/build-and-install.ts");
  const dataDir = resolve(config.dataDir);
  await checkDataDirectory(dataDir);
  await whileHeld(await claimStaging(dataDir, "first"), async ({ directory }) => {
    const part = join(directory, "part");
    const place = await writeFirstPart(datasetDir, part);
    const what =
      place === undefined
        ? `${datasetDir}, once`
        : `the ${place} first, then the whole country in the background`;
    terminal.err(`${config.dataDir} ${reason}: building ${what}`);
    const publish = async (snapshotId: string) => {
      if (place !== undefined) await markToGrow(dataDir, { snapshotId, datasetDir });
      return true;
    };
    const progress = terminal.progress({ isBrief: place !== undefined });
    const from = place === undefined ? datasetDir : part;
    await buildAndInstall({ datasetDir: from, config, publish }, terminal, progress);
  });
}

function noCountry(): never {
  throw failedPrecondition(
    "this package does not include the open data of Australia; " +
      "name data/australia of the source tree, or any dataset, with --dataset <folder>, or use --synthetic",
  );
}

/**
 * Aborts when the parent exits, by any signal: npm forwards SIGINT and SIGTERM only. Does not abort when the
 * terminal has closed under `nohup`, which ends npm alone.
 */
function parentExit(): AbortSignal {
  const controller = new AbortController();
  const terminal = new StartTerminal();
  const parent = process.ppid;
  let isNoticed = false;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    // Decided at the second look: if the closed terminal was the reason, this process has lost it too by
    // then.
    if (!isNoticed) {
      isNoticed = true;
      return;
    }
    clearInterval(timer);
    if (terminal.state !== "stay") controller.abort();
  }, SESSION_END_MS).unref();
  return controller.signal;
}

/** The schema version of a synthetic snapshot, which can be rebuilt; undefined for all others. */
async function syntheticVersion(dataDir: string, snapshotId: string): Promise<number | undefined> {
  const path = join(dataDirectory(dataDir).snapshots, snapshotId, MANIFEST_FILE);
  try {
    const { schemaVersion, synthetic } = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
    return synthetic === true && typeof schemaVersion === "number" ? schemaVersion : undefined;
  } catch {
    return undefined;
  }
}
