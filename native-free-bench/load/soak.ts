import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { listSnapshots } from "../../src/snapshot/store/list.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { machineLine } from "../harness.ts";
import { startServer } from "../start-server.ts";
import { positiveOption, refuse, say } from "./command-line.ts";
import { type Reading, soakResult } from "./soak-result.ts";
import { stolenTime } from "./stolen-time.ts";
import { readServer } from "./watch-server.ts";

const HELP = `npm run soak -- --data-dir <folder> [options]

Serves a data directory, finds the highest rate it holds, and calls it at a share of that rate for an hour, while
another of its snapshots is published each minute. Tells errors, latencies, and by the minute memory and the event
loop's delay. Exit code 1: a promise did not hold.

  --data-dir <folder>    with at least two snapshots, which take turns; nothing else may serve or publish there
  --minutes <number>     how long (default: 60)
  --share <number>       of the highest rate (default: 0.7)
  --rate <number>        calls a second, instead of looking for the highest rate
  --warm-up-seconds <n>  calls at a given rate before what is counted, as what was never called is not compiled
                         yet (default: 60)
  --from <number>        the rate that the search begins with (default: 200)
  --publish-seconds <n>  time between publications (default: 60)
  --timeout-ms <number>  a call without an answer by then is an error (default: 10000)
  --json                 print JSON

Promises: every call is answered; after the first fifth of the time memory grows by less than 1 MB a minute; the p99
of the event loop's delay stays below 20 ms between any two publications.
`;

const DRIVER = resolve(import.meta.dirname, "main.ts");

const { values } = parseArgs({
  options: {
    "data-dir": { type: "string" },
    minutes: { type: "string", default: "60" },
    share: { type: "string", default: "0.7" },
    rate: { type: "string" },
    from: { type: "string", default: "200" },
    "warm-up-seconds": { type: "string", default: "60" },
    "publish-seconds": { type: "string", default: "60" },
    "timeout-ms": { type: "string", default: "10000" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (values["data-dir"] === undefined) refuse("--data-dir is required; --help tells the rest");
const dataDir = resolve(values["data-dir"]);
const [minutes, share, from] = [
  positiveOption("minutes", values.minutes),
  positiveOption("share", values.share),
  positiveOption("from", values.from),
];
const warmUpSeconds = positiveOption("warm-up-seconds", values["warm-up-seconds"]);
const betweenMs = positiveOption("publish-seconds", values["publish-seconds"]) * 1000;
const timeoutMs = positiveOption("timeout-ms", values["timeout-ms"]);
const snapshots = await listSnapshots(dataDir);
if (snapshots.length < 2)
  refuse(`${dataDir} holds ${snapshots.length} snapshots; two are wanted, to take turns`);
const turns = snapshots.map(({ directory }) => directory);

const token = randomBytes(16).toString("hex");
const env = { TERRACE_METRICS_TOKEN: token, TERRACE_LOG_LEVEL: "info" };
const { child: server, url: ready } = startServer(dataDir, env);
const children: ChildProcess[] = [server];
process.once("exit", () => {
  for (const child of children) child.kill();
});
// Without a handler a signal would end this process without its "exit" event and leave the children running.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
const url = await ready;
const rate =
  values.rate === undefined ? Math.round(share * (await highestRate())) : positiveOption("rate", values.rate);
// The search for the highest rate warms up by itself.
if (values.rate !== undefined) await drive(["--rate", String(rate), "--seconds", String(warmUpSeconds)]);
say(`calling ${rate} times a second for ${minutes} min, with a publication every ${betweenMs / 1000} s`);
const load = drive(["--rate", String(rate), "--seconds", String(Math.round(minutes * 60))]);
const readings: Reading[] = [];
let published = 0;
let isOver = false;
load.finally(() => {
  isOver = true;
});
const started = performance.now();
const stolenSince = stolenTime();
// The first reading discards the delays of the calls before.
await readServer(url, token);
while (!isOver) {
  await Promise.race([load, new Promise((wake) => setTimeout(wake, betweenMs))]);
  if (isOver) break;
  await publishSnapshot(turns[++published % turns.length], dataDir);
  const figures = await readServer(url, token);
  if (figures === undefined) continue;
  const stolen = stolenSince();
  readings.push({ minute: (performance.now() - started) / 60_000, stolen, ...figures });
  const { residentMb, heapMb, loopDelayP99Ms, unreadMb } = figures;
  say(
    `${readings.at(-1)!.minute.toFixed(1)} min: ${residentMb?.toFixed(0)} MB resident, ${heapMb?.toFixed(0)} MB of heaps, loop delay p99 ` +
      `${loopDelayP99Ms?.toFixed(1)} ms, unread ${unreadMb?.toFixed(1)} MB, ${published} published, ${(100 * stolen).toFixed(0)} % of the processors taken by the host`,
  );
}
const report = await load;
server.kill("SIGTERM");
const [exitCode] = await once(server, "exit");
const result = soakResult({ report, readings, published, exitCode });
console.log(
  values.json
    ? JSON.stringify({ machine: machineLine(), ...result, readings, load: report }, null, 1)
    : [`machine: ${machineLine()}`, ...result.lines].join("\n"),
);
process.exitCode = result.broken.length === 0 ? 0 : 1;

async function highestRate(): Promise<number> {
  const { rate: held } = await drive(["--find-max", "--rate", String(from)]);
  say(`highest rate held: ${held}/s`);
  return held;
}

/** Runs the load driver as a child process; returns its report. */
async function drive(args: readonly string[]) {
  const common = ["--url", url, "--timeout-ms", String(timeoutMs), "--json"];
  const child = spawn(process.execPath, [DRIVER, ...common, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const [code] = await once(child, "close");
  if (code !== 0) refuse(`the load driver ended with ${code}`);
  return JSON.parse(text);
}
