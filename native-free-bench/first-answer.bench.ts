import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Figure, Report, RunOptions, Subject } from "./harness.ts";
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

async function run({ quick }: RunOptions): Promise<Report> {
  const rounds = quick ? 1 : 3;
  const figures: Record<"whole" | "small", number[]> = { whole: [], small: [] };
  for (let round = 0; round < rounds; round++) {
    figures.whole.push(await fromNothing([["snapshot", "build", AUSTRALIA, "--publish"], ["start"]]));
    figures.small.push(await fromNothing([["start"]]));
  }
  const before = figureOf("the whole country built first", figures.whole);
  const after = figureOf("terrace start, which answers from a territory", figures.small);
  return {
    subject: "First answer after the installation",
    figures: [
      { ...before, ratio: "1×" },
      { ...after, ratio: times(before, after) },
    ],
    goals: [
      {
        id: "F1",
        what: "first answer after the installation, whole country first over a territory first",
        figure: before.medianNs / after.medianNs,
        goal: 4,
        better: "more",
        bound: "what a snapshot takes to build however small: opening databases and fifty aggregates",
      },
    ],
    notes: [],
  };
}

/** Nanoseconds that the commands take from an empty directory to the answer of the server that the last one starts. */
async function fromNothing(commands: readonly (readonly string[])[]): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), "terrace-first-answer-"));
  const started = process.hrtime.bigint();
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [MAIN, ...args, "--data-dir", dataDir], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    for (const args of commands.slice(0, -1)) {
      const [code] = await once(start(args), "exit");
      if (code !== 0) throw new Error(`terrace ${args.join(" ")} ended with ${code}`);
    }
    const server = start([...commands.at(-1)!, "--port", "0"]);
    const port = await new Promise<number>((found, failed) => {
      let text = "";
      server.stdout.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        const [, digits] = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(text) ?? [];
        if (digits !== undefined) found(Number(digits));
      });
      server.once("exit", (code) => failed(new Error(`the server ended with ${code}: ${text}`)));
    });
    const { head, body } = await oneAnswer(port, REQUEST);
    const elapsed = Number(process.hrtime.bigint() - started);
    if (!head.startsWith("HTTP/1.1 200")) throw new Error(`answered ${head}`);
    if (JSON.parse(body.toString()).rows.length !== 3) throw new Error(`no ranking: ${body}`);
    server.kill("SIGTERM");
    await once(server, "exit");
    return elapsed;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function figureOf(name: string, ns: readonly number[]): Figure {
  const sorted = ns.toSorted((a, b) => a - b);
  return { name, medianNs: sorted[sorted.length >> 1], p99Ns: sorted.at(-1)!, samples: ns.length };
}
