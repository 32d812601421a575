import { create, toBinary } from "@bufbuild/protobuf";
import { METRICS } from "../src/domains/suburbs/metrics/metric-registry.ts";
import { FilterSuburbsRequestSchema } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { benchAuthorization } from "./bench-caller.ts";
import {
  type Figure,
  figureOf,
  type Goal,
  median,
  type Report,
  type RunOptions,
  type Subject,
} from "./harness.ts";
import { furtherThreadMemory } from "./server-memory.ts";
import { processorSeconds, startWireServer, type WireServer } from "./start-wire-server.ts";
import { hasWrk, wrkLoad } from "./wrk-load.ts";

const CONNECTIONS = 32;
const ROUNDS = 5;
const CHEAP = "shorts.v1alpha1.HousingService/FilterSuburbs";
const REQUEST = {
  stateCode: "NSW",
  predicates: [
    { metricKey: "population", min: 500 },
    { metricKey: "income", min: 1000, max: 3000 },
    { metricKey: "age", max: 45 },
  ],
};

/** Callers of heavy methods, and cheap calls measured meanwhile. */
const HEAVY_CALLERS = 16;
const CHEAP_CALLS = 3000;

export const threads: Subject = {
  name: "threads",
  what: "two wire threads against one, over wrk, and heavy work next to cheap calls",
  run,
};

async function run(options: RunOptions): Promise<Report> {
  const { dataDir } = await sharedCountry(1, options.quick ? 0.02 : 1);
  const memory = await furtherThreadMemory(dataDir, options.quick ? 100 : 4000);
  if (!hasWrk() || process.platform !== "linux") {
    const notes = ["wrk is not installed (Debian: apt-get install wrk): nothing else was measured"];
    return { subject: "Wire threads", figures: [], goals: memory, notes };
  }
  const one = await startWireServer("terrace with log", dataDir, { TERRACE_THREADS: "1" });
  const two = await startWireServer("terrace with log", dataDir, { TERRACE_THREADS: "2" });
  try {
    return await compare(one, two, memory, options);
  } finally {
    for (const { child } of [one, two]) child.kill("SIGKILL");
  }
}

async function compare(
  one: WireServer,
  two: WireServer,
  memory: readonly Goal[],
  options: RunOptions,
): Promise<Report> {
  const rounds = { one: [] as Round[], two: [] as Round[] };
  for (const server of [one, two]) {
    await untilServing(server);
    // Not counted: warms up the JIT.
    await load(server, options);
  }
  for (let round = 0; round < (options.quick ? 1 : ROUNDS); round++) {
    options.say(`round ${round + 1}`);
    // Round-robin: disturbances affect both.
    rounds.one.push(await load(one, options));
    rounds.two.push(await load(two, options));
  }
  options.say("cheap calls, quiet and next to heavy work");
  const quiet = await cheapCalls(two, options, false);
  const busy = await cheapCalls(two, options, true);
  const cost = (all: readonly Round[]) => median(all.map(({ processorUs }) => processorUs));
  const rate = (all: readonly Round[]) => median(all.map(({ perSecond }) => perSecond));
  const figure = (name: string, all: readonly Round[]): Figure & { ratio: string } => ({
    name: `FilterSuburbs binary, ${name}, processor time a request`,
    medianNs: cost(all) * 1000,
    p99Ns: Math.max(...all.map(({ processorUs }) => processorUs)) * 1000,
    samples: all.length,
    ratio: `${Math.round(rate(all)).toLocaleString("en-AU")} requests/s`,
  });
  const bound = "the client shares the cores; the kernel spreads connections by chance";
  return {
    subject: "Wire threads",
    figures: [figure("one thread", rounds.one), figure("two threads", rounds.two), quiet, busy],
    goals: [
      {
        id: "W3",
        what: "processor time a request, two wire threads to one",
        figure: cost(rounds.two) / cost(rounds.one),
        goal: 1.1,
        better: "less",
        bound: "caches and memory that the cores share",
      },
      {
        id: "W3",
        what: "requests a second, two wire threads to one, wrk on the same cores",
        figure: rate(rounds.two) / rate(rounds.one),
        goal: 1.5,
        better: "more",
        bound,
      },
      {
        id: "W3",
        what: "p99 of a cheap call alongside heavy work, times its quiet p99",
        figure: busy.p99Ns / quiet.p99Ns,
        goal: 5,
        better: "less",
        bound: "heavy threads, wire threads and the client on the same cores",
      },
      ...memory,
    ],
    notes: [
      `${CONNECTIONS} connections of wrk on the server's own cores, request log on; p99 of the first two is the slowest round`,
    ],
  };
}

interface Round {
  readonly processorUs: number;
  readonly perSecond: number;
}

const authorization = await benchAuthorization();
const body = toBinary(FilterSuburbsRequestSchema, create(FilterSuburbsRequestSchema, REQUEST));
const headers = {
  "content-type": "application/proto",
  "connect-protocol-version": "1",
  "user-agent": "terrace-bench/1",
  authorization,
};

async function load(server: WireServer, { quick }: RunOptions): Promise<Round> {
  const before = processorSeconds(server);
  const url = `http://127.0.0.1:${server.port}/${CHEAP}`;
  const { requests, requestsPerSecond } = await wrkLoad(url, body, headers, {
    connections: CONNECTIONS,
    seconds: quick ? 1 : 4,
  });
  return {
    processorUs: ((processorSeconds(server) - before) / requests) * 1e6,
    perSecond: requestsPerSecond,
  };
}

/** Resolves when /api/health answers 200, from when on every thread serves. */
async function untilServing({ port }: WireServer): Promise<void> {
  while ((await fetch(`http://127.0.0.1:${port}/api/health`)).status !== 200) {
    await new Promise((later) => setTimeout(later, 50));
  }
}

/** Measures cheap calls on four connections, with or without concurrent heavy ones. */
async function cheapCalls(server: WireServer, { quick }: RunOptions, isBusy: boolean): Promise<Figure> {
  const url = `http://127.0.0.1:${server.port}`;
  const post = (path: string, request: string | Uint8Array<ArrayBuffer>, contentType: string) =>
    fetch(`${url}/${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": contentType },
      body: request,
    });
  let isOver = !isBusy;
  const quantities = METRICS.filter(({ kind, unit }) => kind === "numeric" && unit !== "code");
  const heavy = async (caller: number) => {
    for (let call = caller; !isOver; call += HEAVY_CALLERS) {
      const request = {
        filter: { range: { metricKey: "population", min: call } },
        histograms: quantities.slice(0, 40).map(({ key }) => ({ metricKey: key, binCount: 200 })),
      };
      const answer = await post(
        "terrace.v1.ExplorerService/Explore",
        JSON.stringify(request),
        "application/json",
      );
      await answer.arrayBuffer();
      if (answer.status !== 200 && answer.status !== 503)
        throw new Error(`Explore answered ${answer.status}`);
    }
  };
  const callers = Array.from({ length: HEAVY_CALLERS }, (_, caller) => heavy(caller));
  const durations: number[] = [];
  const cheap = async () => {
    while (durations.length < (quick ? 100 : CHEAP_CALLS)) {
      const started = performance.now();
      const answer = await post(CHEAP, body, "application/proto");
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`FilterSuburbs answered ${answer.status}`);
      durations.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: 4 }, cheap)).finally(() => {
    isOver = true;
  });
  await Promise.all(callers);
  return figureOf(
    `a cheap call, ${isBusy ? `beside ${HEAVY_CALLERS} callers of heavy work` : "quiet"}`,
    durations,
  );
}
