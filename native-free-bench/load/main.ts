import { parseArgs } from "node:util";
import { machineLine } from "../harness.ts";
import { positiveOption, refuse, say } from "./command-line.ts";
import { callAtFixedRate, type RateResult } from "./fixed-rate.ts";
import { watchServer } from "./watch-server.ts";
import { weightedCalls } from "./weighted-calls.ts";

const HELP = `npm run load -- --url <address> [options]

Calls a running server with a mix of methods at a fixed rate, from a process of its own, and tells throughput,
latencies, errors, and the server's memory, event-loop delay and unread bytes. A latency runs from the instant a call
was due, so that a server which stops delays every call that was due meanwhile.

  --url <address>        the server, such as http://127.0.0.1:8080 (limits off: every call comes from one address)
  --rate <number>        calls a second (default: 200)
  --seconds <number>     how long (default: 30)
  --connections <number> connections at most (default: 64)
  --timeout-ms <number>  a call without an answer by then is an error (default: 10000)
  --find-max             raise the rate by a quarter from --rate on, 10 s each, until p99 passes 50 ms or a call fails;
                         10 s at --rate come first, to warm up
  --seed <number>        seed of the requests (default: 1)
  --json                 print JSON

The server's figures come from its /metrics: set TERRACE_METRICS_TOKEN to the server's own.
`;

const MAX_STEPS = 40;
const STEP_SECONDS = 10;
const P99_LIMIT_MS = 50;

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    rate: { type: "string", default: "200" },
    seconds: { type: "string", default: "30" },
    connections: { type: "string", default: "64" },
    "timeout-ms": { type: "string", default: "10000" },
    "find-max": { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (values.url === undefined)
  refuse("--url is required, such as http://127.0.0.1:8080; --help tells the rest");
const url = values.url.replace(/\/$/, "");
const rate = positiveOption("rate", values.rate);
const seconds = positiveOption("seconds", values.seconds);
const connections = positiveOption("connections", values.connections);
const timeoutMs = positiveOption("timeout-ms", values["timeout-ms"]);
const seed = positiveOption("seed", values.seed);

say(`drawing keys from ${url}`);
const next = await weightedCalls(url, seed).catch((cause) =>
  refuse(`${url} cannot be called: ${cause.message}`),
);
if (values["find-max"]) await findMax();
else {
  const report = await measured(rate, seconds);
  console.log(values.json ? JSON.stringify(report, null, 1) : printed(report));
}

async function measured(atRate: number, forSeconds: number) {
  say(`calling ${atRate} times a second for ${forSeconds} s`);
  const watch = watchServer(url, process.env.TERRACE_METRICS_TOKEN ?? "");
  const result = await callAtFixedRate({
    url,
    rate: atRate,
    seconds: forSeconds,
    connections,
    next,
    timeoutMs,
  });
  const server = await watch.stop();
  return {
    machine: machineLine(),
    rate: atRate,
    seconds: forSeconds,
    sent: result.sent,
    answered: result.answered,
    throughput: round(result.throughput),
    megabytes: round(result.bytes / 1e6),
    errors: Object.fromEntries(result.errors),
    latencyMs: rounded(result.latencies.summary()),
    methods: byMethod(result),
    server,
  };
}

type LoadReport = Awaited<ReturnType<typeof measured>>;

async function findMax(): Promise<void> {
  let best: LoadReport | undefined;
  say("warming up: what a server loads with its first calls is not a measure of its rate");
  await measured(rate, STEP_SECONDS);
  for (let step = 0, tried = rate; step < MAX_STEPS; step++, tried = Math.round(tried * 1.25)) {
    const report = await measured(tried, STEP_SECONDS);
    const isHeld = report.sent === report.answered && (report.latencyMs.p99 ?? 0) <= P99_LIMIT_MS;
    say(`  ${tried}/s: p99 ${report.latencyMs.p99} ms, ${report.sent - report.answered} errors`);
    if (!isHeld) break;
    best = report;
  }
  if (best === undefined) refuse(`${rate} calls a second are not held; try a lower --rate`);
  console.log(
    values.json ? JSON.stringify(best, null, 1) : `highest rate held: ${best.rate}/s\n${printed(best)}`,
  );
}

function byMethod({ byMethod: all }: RateResult) {
  return Object.fromEntries(
    [...all]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([method, latencies]) => [method, { calls: latencies.count, ...rounded(latencies.summary()) }]),
  );
}

function printed(report: LoadReport): string {
  const { latencyMs, server, errors } = report;
  const lines = [
    `machine: ${report.machine}`,
    `${report.answered} of ${report.sent} calls answered, ${report.throughput}/s, ${report.megabytes} MB`,
    `latency from the due instant: p50 ${latencyMs.p50} ms, p99 ${latencyMs.p99} ms, p99.9 ${latencyMs.p999} ms, most ${latencyMs.max} ms`,
    `errors: ${
      Object.entries(errors)
        .map(([name, count]) => `${count} × ${name}`)
        .join(", ") || "none"
    }`,
    `server at first: ${figures(server.first)}`,
    `server at most: ${figures(server.greatest)}`,
    "",
    ...Object.entries(report.methods).map(
      ([method, { calls, p50, p99, max }]) =>
        `${String(calls).padStart(8)}  p50 ${p50}  p99 ${p99}  most ${max} ms  ${method}`,
    ),
  ];
  return lines.join("\n");
}

function figures({ residentMb, loopDelayP99Ms, unreadMb }: LoadReport["server"]["first"]): string {
  const shown = (value: number | null, unit: string) =>
    value === null ? "unknown" : `${round(value)} ${unit}`;
  return `${shown(residentMb, "MB resident")}, loop delay p99 ${shown(loopDelayP99Ms, "ms")}, unread ${shown(unreadMb, "MB")}`;
}

function rounded<T extends Record<string, number | null>>(figuresOf: T): T {
  return Object.fromEntries(
    Object.entries(figuresOf).map(([name, value]) => [name, value === null ? null : round(value)]),
  ) as T;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
