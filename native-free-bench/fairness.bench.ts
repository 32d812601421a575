import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { FilterSuburbsRequestSchema } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { heavyRequests } from "../test/support/wire/heavy-requests.ts";
import { benchAuthorization } from "./bench-caller.ts";
import { type Figure, figureOf, type Goal, type Report, type RunOptions, type Subject } from "./harness.ts";
import { oneAnswer, postBytes } from "./http-load.ts";
import { startWireServer } from "./start-wire-server.ts";

/** Concurrent callers of a heavy method, in their own process, next to a single caller of a cheap one. */
const CALLERS = 64;
const CHEAP_CALLS = 1000;
const CHEAP = "/shorts.v1alpha1.HousingService/FilterSuburbs";

export const fairness: Subject = {
  name: "fairness",
  what: `a cheap call alongside ${CALLERS} callers of each heavy method`,
  run,
};

async function run({ quick, say }: RunOptions): Promise<Report> {
  const { dataDir } = await sharedCountry(1, quick ? 0.02 : 1);
  const server = await startWireServer("terrace with log", dataDir, { TERRACE_THREADS: "2" });
  const samples = quick ? 50 : CHEAP_CALLS;
  const figures: (Figure & { ratio?: string })[] = [];
  const goals: Goal[] = [];
  try {
    const cheap = await cheapCaller(server.port);
    // Not counted: warms up the JIT.
    await cheap("warming up", samples);
    for (const method of Object.keys(heavyRequests([]))) {
      say(method);
      const quiet = await cheap(`a cheap call, quiet before ${method}`, samples);
      const heavy = await startHeavy(server.port, method);
      try {
        const busy = await cheap(`a cheap call alongside ${CALLERS} callers of ${method}`, samples);
        figures.push(quiet, { ...busy, ratio: heavy.counts() });
        goals.push({
          id: "W3",
          what: `p99 of a cheap call alongside ${CALLERS} callers of ${method}, times its quiet p99`,
          figure: busy.p99Ns / quiet.p99Ns,
          goal: 5,
          better: "less",
          bound: "heavy threads, wire threads and both clients on the same cores",
        });
      } finally {
        await heavy.stop();
      }
    }
  } finally {
    server.child.kill("SIGKILL");
  }
  const notes = [
    "each method's callers are a process of their own; so is the server; the cheap caller has one call in progress",
  ];
  return { subject: "Fairness", figures, goals, notes };
}

/** Calls one after another, each on a new connection, and measures each. */
export async function cheapCaller(port: number): Promise<(name: string, samples: number) => Promise<Figure>> {
  const predicates = [{ metricKey: "population", min: 500 }];
  const message = create(FilterSuburbsRequestSchema, { stateCode: "NSW", predicates });
  const body = toBinary(FilterSuburbsRequestSchema, message);
  const request = postBytes(CHEAP, "application/proto", body, await benchAuthorization());
  return async (name, samples) => {
    const durations: number[] = [];
    while (durations.length < samples) {
      const started = performance.now();
      const { head } = await oneAnswer(port, request);
      durations.push(performance.now() - started);
      if (!head.startsWith("HTTP/1.1 200"))
        throw new Error(`FilterSuburbs answered ${head.split("\r\n")[0]}`);
    }
    return figureOf(name, durations);
  };
}

/** Starts the callers of a heavy method; resolves when the first call was answered. */
async function startHeavy(port: number, method: string) {
  const file = resolve(import.meta.dirname, "heavy-callers.ts");
  const child = spawn(process.execPath, [file, String(port), method, String(CALLERS)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  let text = "";
  const firstAnswer = new Promise<void>((answered, failed) => {
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      text = (text + more).slice(-200);
      answered();
    });
    child.once("exit", (code) => failed(new Error(`the callers of ${method} ended with ${code}`)));
  });
  await firstAnswer;
  return {
    counts: () => text.trimEnd().split("\n").at(-1) ?? "",
    stop: async () => {
      child.kill("SIGKILL");
      await exit;
    },
  };
}
