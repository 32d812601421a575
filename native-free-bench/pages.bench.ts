import { create, type DescMethodUnary, toBinary } from "@bufbuild/protobuf";
import { STATE_CODES } from "../src/dataset/states.ts";
import { HousingService } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { benchAuthorization } from "./bench-caller.ts";
import { type Figure, type Report, type RunOptions, type Subject, seededRandom } from "./harness.ts";
import { httpLoad, oneAnswer, postBytes } from "./http-load.ts";
import { startWireServer } from "./start-wire-server.ts";

const CONNECTIONS = 16;
const { method } = HousingService;
const FILTER = {
  stateCode: "NSW",
  predicates: [
    { metricKey: "population", min: 500 },
    { metricKey: "income", min: 1000, max: 3000 },
    { metricKey: "age", max: 45 },
  ],
};

export const pages: Subject = {
  name: "pages",
  what: "documents by key over HTTP/1.1, ever other keys, against FilterSuburbs on the same server",
  run,
};

const authorization = await benchAuthorization();

async function run(options: RunOptions): Promise<Report> {
  const { dataDir } = await sharedCountry(1, options.quick ? 0.02 : 1);
  const { port, child } = await startWireServer("terrace", dataDir);
  try {
    return await compare(port, options);
  } finally {
    child.kill("SIGKILL");
  }
}

/** Measures each kind of document and the filter round-robin; the best round of each counts. */
async function compare(port: number, options: RunOptions): Promise<Report> {
  const documents = await drawDocuments(port, options.seed);
  const filter = requestBytes(method.filterSuburbs, FILTER);
  const ms = options.quick ? 150 : 800;
  const best = new Map<string, number>();
  for (let round = 0; round < (options.quick ? 1 : 5); round++) {
    for (const [name, next] of [["FilterSuburbs", () => filter] as const, ...documents]) {
      const { requestsPerSecond } = await httpLoad(port, next, CONNECTIONS, ms);
      best.set(name, Math.max(best.get(name) ?? 0, requestsPerSecond));
    }
  }
  const rate = best.get("FilterSuburbs")!;
  return {
    subject: "Pages",
    figures: [...best].map(([name, perSecond]): Figure & { ratio: string } => ({
      name: `${name}, a request over the wire`,
      medianNs: 1e9 / perSecond,
      p99Ns: 1e9 / perSecond,
      samples: Math.round(perSecond * (ms / 1000)),
      ratio: `${(perSecond / rate).toFixed(2)}× the filter's rate`,
    })),
    goals: documents.map(([name]) => ({
      id: "P1",
      what: `${name}, keys at random: share of FilterSuburbs' rate on the wire`,
      figure: best.get(name)! / rate,
      goal: 0.9,
      better: "more",
      bound: "the bytes of the answer, which are several times those of a filter's",
    })),
    notes: [
      "Every request asks another key, in random order; answers are binary, identity, limits and metrics on.",
    ],
  };
}

type Draw = readonly [name: string, next: () => Buffer];

/** Requests for each kind of document in random order; every key comes once before any repeats. */
async function drawDocuments(port: number, seed: number): Promise<Draw[]> {
  const salCodes: string[] = [];
  const addressKeys = new Set<string>();
  const rankings: object[] = [];
  for (const stateCode of STATE_CODES) {
    const { suburbs } = await askJson(port, method.getSuburbIndex, { stateCode });
    salCodes.push(...suburbs.map((suburb: { salCode: string }) => suburb.salCode));
    for (const sort of ["pct", "abs", "recent"]) {
      for (const windowDays of [7, 30, 90, 365]) {
        const request = { stateCode, sort, windowDays, limit: 10 };
        rankings.push(request);
        const { addresses = [] } = await askJson(port, method.listAddressPriceDrops, {
          ...request,
          limit: 200,
        });
        for (const { addressKey } of addresses) addressKeys.add(addressKey);
      }
    }
  }
  const { regions } = await askJson(port, method.listHousingRegions, { regionType: "suburb", limit: 5000 });
  const series = regions.map(({ regionCode }: { regionCode: string }) => ({
    regionCode,
    measure: "median_price",
    dwellingType: "house",
  }));
  const random = seededRandom(seed);
  const draw = (desc: DescMethodUnary, requests: readonly object[]): Draw => {
    const shuffled = requests
      .map((request) => ({ bytes: requestBytes(desc, request), at: random() }))
      .sort((a, b) => a.at - b.at);
    let turn = 0;
    return [desc.name, () => shuffled[turn++ % shuffled.length].bytes];
  };
  return [
    draw(
      method.getSuburbProfile,
      salCodes.map((salCode) => ({ salCode })),
    ),
    draw(
      method.getPropertyHistory,
      [...addressKeys].map((addressKey) => ({ addressKey })),
    ),
    draw(
      method.listSuburbDropListings,
      salCodes.map((salCode) => ({ salCode, windowDays: 90 })),
    ),
    draw(method.getHousePriceSeries, series),
    draw(method.listAddressPriceDrops, rankings),
  ];
}

function requestBytes(desc: DescMethodUnary, request: object): Buffer {
  const body = toBinary(desc.input, create(desc.input, request as never));
  return postBytes(`/${desc.parent.typeName}/${desc.name}`, "application/proto", body, authorization);
}

// biome-ignore lint/suspicious/noExplicitAny: fields of several messages are looked at
async function askJson(port: number, desc: DescMethodUnary, request: object): Promise<any> {
  const path = `/${desc.parent.typeName}/${desc.name}`;
  const body = Buffer.from(JSON.stringify(request));
  const { head, body: answer } = await oneAnswer(
    port,
    postBytes(path, "application/json", body, authorization),
  );
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`${desc.name} answered ${head}: ${answer}`);
  return JSON.parse(answer.toString());
}
