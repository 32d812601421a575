import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  FilterSuburbsRequestSchema,
  FilterSuburbsResponseSchema,
  GetSuburbMetricColumnsRequestSchema,
  GetSuburbMetricColumnsResponseSchema,
} from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { benchAuthorization } from "./bench-caller.ts";
import {
  type Figure,
  type Goal,
  median,
  type Report,
  type RunOptions,
  requireSame,
  type Subject,
} from "./harness.ts";
import { httpLoad, oneAnswer, postBytes } from "./http-load.ts";
import { startWireServer, type WireServer } from "./start-wire-server.ts";

const CONNECTIONS = 16;
const ROUNDS = 5;
/** Load before each measurement: a server that was idle, or the garbage of the one before, costs the first calls. */
const WARM_UP_MS = 300;
const SERVICE = "/shorts.v1alpha1.HousingService";
const FILTER = {
  stateCode: "NSW",
  predicates: [
    { metricKey: "population", min: 500 },
    { metricKey: "income", min: 1000, max: 3000 },
    { metricKey: "age", max: 45 },
  ],
};
const COLUMNS = { stateCode: "NSW", metricKeys: ["price", "population", "income", "unemployment_rate"] };

export const wire: Subject = {
  name: "wire",
  what: "whole calls over HTTP/1.1, server and load each on a core",
  run,
};

async function run(options: RunOptions): Promise<Report> {
  options.say("building the demo country, once");
  const { dataDir } = await sharedCountry(1, options.quick ? 0.02 : 1);
  const servers: Record<string, WireServer> = {};
  try {
    // A single thread, which filters in place.
    for (const kind of ["terrace", "terrace with log", "connect-fastify", "fastify", "node:http"])
      servers[kind] = await startWireServer(kind, dataDir, {
        TERRACE_THREADS: "1",
        TERRACE_FILTER_THREADS: "0",
      });
    await checkAnswers(servers.terrace.port);
    return await compare(servers, options);
  } finally {
    for (const { child } of Object.values(servers)) child.kill("SIGKILL");
  }
}

const authorization = await benchAuthorization();
const post = (path: string, contentType: string, body: Uint8Array) =>
  postBytes(`${SERVICE}/${path}`, contentType, body, authorization);
const json = (path: string, body: object) =>
  post(path, "application/json", Buffer.from(JSON.stringify(body)));
const requests = {
  filterJson: json("FilterSuburbs", FILTER),
  filterBinary: post(
    "FilterSuburbs",
    "application/proto",
    toBinary(FilterSuburbsRequestSchema, create(FilterSuburbsRequestSchema, FILTER)),
  ),
  columnsJson: json("GetSuburbMetricColumns", COLUMNS),
  columnsBinary: post(
    "GetSuburbMetricColumns",
    "application/proto",
    toBinary(GetSuburbMetricColumnsRequestSchema, create(GetSuburbMetricColumnsRequestSchema, COLUMNS)),
  ),
};
type RequestName = keyof typeof requests;

/** Checks before measuring that JSON and binary answers agree and are not empty. */
async function checkAnswers(port: number): Promise<void> {
  const filterBinary = fromBinary(
    FilterSuburbsResponseSchema,
    (await oneAnswer(port, requests.filterBinary)).body,
  );
  const filterJson = JSON.parse((await oneAnswer(port, requests.filterJson)).body.toString());
  requireSame("FilterSuburbs", filterJson.matchMask, Buffer.from(filterBinary.matchMask).toString("base64"));
  if (filterBinary.matchCount === 0) throw new Error("the filter matches nothing");
  const columnsBinary = fromBinary(
    GetSuburbMetricColumnsResponseSchema,
    (await oneAnswer(port, requests.columnsBinary)).body,
  );
  const columnsJson = JSON.parse((await oneAnswer(port, requests.columnsJson)).body.toString());
  columnsBinary.columns.forEach(({ values }, c) => {
    requireSame(
      `column ${c}`,
      columnsJson.columns[c].values.map(Math.fround),
      Array.from(values, Math.fround),
    );
  });
}

async function compare(servers: Record<string, WireServer>, options: RunOptions): Promise<Report> {
  const cells: [string, RequestName][] = [
    ["terrace", "filterJson"],
    ["terrace", "filterBinary"],
    ["terrace with log", "filterBinary"],
    ["connect-fastify", "filterJson"],
    ["connect-fastify", "filterBinary"],
    ["fastify", "filterBinary"],
    ["node:http", "filterBinary"],
    ["terrace", "columnsBinary"],
    ["connect-fastify", "columnsBinary"],
    ["terrace", "columnsJson"],
    ["connect-fastify", "columnsJson"],
  ];
  const rates = new Map<string, number[]>(cells.map(([kind, name]) => [`${kind} ${name}`, []]));
  const ms = options.quick ? 150 : 1500;
  for (let round = 0; round < (options.quick ? 1 : ROUNDS); round++) {
    options.say(`round ${round + 1}`);
    // All contestants in every round: disturbances affect each of them.
    for (const [kind, name] of cells) {
      const { port } = servers[kind];
      await httpLoad(port, requests[name], CONNECTIONS, Math.min(ms, WARM_UP_MS));
      const { requestsPerSecond } = await httpLoad(port, requests[name], CONNECTIONS, ms);
      rates.get(`${kind} ${name}`)!.push(requestsPerSecond);
    }
  }
  const rate = (kind: string, name: RequestName) => median(rates.get(`${kind} ${name}`)!);
  const base = rate("node:http", "filterBinary");
  const figures: (Figure & { ratio: string })[] = cells.map(([kind, name]) => {
    const all = rates.get(`${kind} ${name}`)!;
    const figure = {
      name: `${kind} ${name}, a request`,
      medianNs: 1e9 / median(all),
      p99Ns: 1e9 / Math.min(...all),
    };
    return { ...figure, samples: all.length, ratio: `${(median(all) / base).toFixed(2)} of node:http` };
  });
  const goal = (id: string, what: string, figure: number, wanted: number): Goal => ({
    id,
    what,
    figure,
    goal: wanted,
    better: "more",
    bound: "HTTP, Fastify's hooks and the limiter around the call; the engine's part is microseconds",
  });
  const goals = [
    goal(
      "W1",
      "FilterSuburbs JSON over connect-fastify with a fixed mask",
      rate("terrace", "filterJson") / rate("connect-fastify", "filterJson"),
      3.5,
    ),
    goal(
      "W1",
      "FilterSuburbs binary over connect-fastify with a fixed mask",
      rate("terrace", "filterBinary") / rate("connect-fastify", "filterBinary"),
      3.5,
    ),
    goal(
      "W1",
      "FilterSuburbs JSON, share of fastify with a fixed buffer",
      rate("terrace", "filterJson") / rate("fastify", "filterBinary"),
      0.65,
    ),
    goal(
      "W1",
      "FilterSuburbs binary, share of fastify with a fixed buffer",
      rate("terrace", "filterBinary") / rate("fastify", "filterBinary"),
      0.65,
    ),
    goal(
      "W1",
      "the same with the request log on",
      rate("terrace with log", "filterBinary") / rate("fastify", "filterBinary"),
      0.6,
    ),
    goal(
      "W2",
      "4 columns, binary, over connect-fastify",
      rate("terrace", "columnsBinary") / rate("connect-fastify", "columnsBinary"),
      8,
    ),
    goal(
      "W2",
      "4 columns, JSON, over connect-fastify",
      rate("terrace", "columnsJson") / rate("connect-fastify", "columnsJson"),
      15,
    ),
  ];
  return {
    subject: "The wire",
    figures,
    goals,
    notes: [`${CONNECTIONS} connections; p99 here is the slowest round`],
  };
}
