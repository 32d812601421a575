import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { figureOf, type Goal, type Report, type RunOptions, type Subject } from "./harness.ts";
import { oneAnswer, postBytes } from "./http-load.ts";
import { times } from "./print-report.ts";

const MAIN = resolve(import.meta.dirname, "../src/cli/from-source.mjs");
const AUSTRALIA = resolve(import.meta.dirname, "../data/australia");
const REQUEST = postBytes(
  "/terrace.v1.ExplorerService/RankSuburbs",
  "application/json",
  Buffer.from('{"stateCode":"ACT","k":3,"weights":[{"metricKey":"income","weight":1}]}'),
);

export const firstAnswer: Subject = {
  name: "first-answer",
  what: "from an installed package and an empty directory to the first answer",
  run,
};

interface Country {
  readonly name: string;
  /** Command that builds the whole country before serving. */
  readonly build: readonly string[];
  readonly start: readonly string[];
}

const COUNTRIES: readonly Country[] = [
  { name: "Australia", build: ["snapshot", "build", AUSTRALIA, "--publish"], start: ["start"] },
  { name: "the made-up country", build: ["demo"], start: ["start", "--synthetic"] },
];

async function run({ quick, say }: RunOptions): Promise<Report> {
  const reports: Pick<Report, "figures" | "goals">[] = [];
  for (const country of COUNTRIES) {
    say(country.name);
    reports.push(await measure(country, quick ? 1 : 3));
  }
  return {
    subject: "First answer after the installation",
    figures: reports.flatMap(({ figures }) => figures),
    goals: reports.flatMap(({ goals }) => goals),
    notes: [],
  };
}

async function measure({ name, build, start }: Country, rounds: number) {
  const whole: number[] = [];
  const starts: Started[] = [];
  for (let round = 0; round < rounds; round++) {
    whole.push((await fromNothing([build, start])).answer);
    starts.push(await fromNothing([start]));
  }
  const before = figureOf(`${name}: built first`, whole, 1);
  const after = figureOf(`${name}: terrace start, which answers from a part`, of(starts, "answer"), 1);
  const all = figureOf(`${name}: until terrace start has the whole`, of(starts, "whole"), 1);
  const later = figureOf(`${name}: a later start`, of(starts, "later"), 1);
  const less = { id: "F1", better: "less" as const };
  const goals: Goal[] = [
    {
      id: "F1",
      what: `${name}: first answer after the installation, whole country first over a part first`,
      figure: before.medianNs / after.medianNs,
      goal: 4,
      better: "more",
      bound: "what a snapshot takes to build however small: opening databases and fifty aggregates",
    },
    { ...less, what: `${name}: seconds to the first answer`, figure: after.medianNs / 1e9, goal: 10 },
    {
      ...less,
      what: `${name}: seconds until a later start is ready`,
      figure: later.medianNs / 1e9,
      goal: 1.5,
    },
  ];
  if (name === "Australia") {
    const bound = "pages, which are two thirds of the work: profiles of suburbs and what packs them";
    goals.push({
      ...less,
      what: `${name}: seconds until the whole country answers`,
      figure: all.medianNs / 1e9,
      goal: 25,
      bound,
    });
  }
  const figures: Report["figures"] = [
    { ...before, ratio: "1×" },
    { ...after, ratio: times(before, after) },
    { ...all, ratio: times(before, all) },
    later,
  ];
  return { figures, goals };
}

/** Nanoseconds to the first answer, to the whole country, and until a later start is ready. */
type Started = Readonly<Record<"answer" | "whole" | "later", number>>;

function of(starts: readonly Started[], part: keyof Started): number[] {
  return starts.map((one) => one[part]);
}

/** Runs the commands in an empty directory; measures until the last one's server answers and has all. */
async function fromNothing(commands: readonly (readonly string[])[]): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), "terrace-first-answer-"));
  const started = process.hrtime.bigint();
  try {
    for (const args of commands.slice(0, -1)) {
      const [code] = await once(start(args, dataDir), "exit");
      if (code !== 0) throw new Error(`terrace ${args.join(" ")} ended with ${code}`);
    }
    const first = await untilAnswer([...commands.at(-1)!], dataDir);
    const answer = Number(process.hrtime.bigint() - started);
    if (commands.length === 1) await first.printed(/the whole country was built/);
    const whole = Number(process.hrtime.bigint() - started);
    await first.stop();
    const again = process.hrtime.bigint();
    const later = await untilAnswer([...commands.at(-1)!], dataDir);
    await later.stop();
    return { answer, whole, later: Number(later.readyAt - again) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function start(args: readonly string[], dataDir: string) {
  const child = spawn(process.execPath, [MAIN, ...args, "--data-dir", dataDir], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout.setEncoding("utf8");
  return child;
}

/** Starts a server; resolves after its first answer. */
async function untilAnswer(args: readonly string[], dataDir: string) {
  const server = start([...args, "--port", "0"], dataDir);
  let text = "";
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((found, failed) => {
      const look = () => {
        const match = pattern.exec(text);
        if (match !== null) found(match);
      };
      server.stdout.on("data", look);
      server.once("exit", (code) => failed(new Error(`the server ended with ${code}: ${text}`)));
      look();
    });
  server.stdout.on("data", (part: string) => {
    text += part;
  });
  const [, port] = await printed(/ready at http:\/\/127\.0\.0\.1:(\d+)/);
  const readyAt = process.hrtime.bigint();
  const { head, body } = await oneAnswer(Number(port), REQUEST);
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`answered ${head}`);
  if (JSON.parse(body.toString()).rows.length !== 3) throw new Error(`no ranking: ${body}`);
  const stop = async () => {
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
  };
  return { readyAt, printed, stop };
}
