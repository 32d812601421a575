import { rmSync, writeFileSync } from "node:fs";
import { create, type DescMessage, type DescMethodUnary } from "@bufbuild/protobuf";
import { tableFromIPC } from "apache-arrow";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import type { Metric } from "../../../src/dataset/metric.ts";
import { productServices } from "../../../src/domains/public-methods.ts";
import { LISTING_METRICS } from "../../../src/domains/suburbs/metrics/listings.ts";
import { findSuburbs } from "../../../src/domains/suburbs/queries/find-names.ts";
import { stateSuburbsQuery } from "../../../src/domains/suburbs/rules.ts";
import { listWithoutRegister } from "../../../src/domains/suburbs/without-withheld.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { openEngine } from "../../../src/library/open-engine.ts";
import { switchesFile } from "../../../src/server/routes/switches.ts";
import { AGENT } from "../../support/country/ask-country.ts";
import { copyCountry } from "../../support/country/copy-country.ts";
import { callJson, serveCountry, steppingClock } from "../../support/country/serve-country.ts";
import type { Json } from "../../support/data/method-calls.ts";
import { opened, sharedDirectory } from "../../support/run/fixtures.ts";
import { messagesOf, postMcp, toolCall } from "../../support/wire/mcp-calls.ts";

const KEY = "politician_property";
const HAS_DATA = { hasData: { metricKey: KEY } };

const root = sharedDirectory("withheld-metrics");
const serving = opened(async () => {
  await copyCountry(root);
  return serveCountry(root, { monotonicMs: steppingClock() });
});
/** A suburb in which members declare property. */
let declared: string;

beforeAll(async () => {
  const { suburbs } = await ask(HousingService.method.listStateSuburbs, { stateCode: "NSW" });
  declared = suburbs.find((one: Json) => one.politicianPropertyCount > 0).salCode;
});

async function ask({ parent, name }: DescMethodUnary, request: object): Promise<Json> {
  const { status, body } = await callJson(serving.url, `${parent.typeName}/${name}`, request);
  expect(status, name).toBe(200);
  return body;
}

async function tool(name: string, args: object): Promise<Json> {
  const [{ result }] = await messagesOf<Json>(await postMcp(serving.url, toolCall(name, args)));
  return result.structuredContent;
}

async function file(name: string): Promise<Buffer> {
  const answer = await fetch(`${serving.url}/v1/suburbs/${name}`, { headers: AGENT });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const lines = async (name: string) =>
  String(await file(name))
    .trim()
    .split("\n");

/** Runs `use` while a switch is off, by default interestRegister. */
async function withheld<T>(use: () => Promise<T>, name = "interestRegister"): Promise<T> {
  writeFileSync(switchesFile(root), JSON.stringify({ [name]: false }));
  try {
    return await use();
  } finally {
    rmSync(switchesFile(root));
  }
}

/** Number of rows of a column that are not null, or are null but contain a number. */
function visibleValues({ columns: [{ values, nullMask }] }: Json): number {
  const bits = Buffer.from(nullMask, "base64");
  const isVisible = (value: number, i: number) => value !== 0 || ((bits[i >> 3] >> (i & 7)) & 1) === 0;
  return values.filter(isVisible).length;
}

const { method: housing } = HousingService;
const { method: explorer } = ExplorerService;

/** Method, request, a function for the data in its response, and that function's result if there is none. */
type Question = readonly [DescMethodUnary, () => object, (answer: Json) => unknown, unknown];

/** Calls about one metric of every method that takes or returns suburb metrics; a suburb should have it. */
function questionsAbout(key: string, salCodeOf: () => string): readonly Question[] {
  const filter = { hasData: { metricKey: key } };
  return [
    [
      housing.filterSuburbs,
      () => ({ stateCode: "NSW", predicates: [{ metricKey: key, min: 0 }] }),
      matches,
      0,
    ],
    [housing.getSuburbMetricColumns, () => ({ stateCode: "NSW", metricKeys: [key] }), visibleValues, 0],
    [
      explorer.describeMetrics,
      () => ({}),
      ({ metrics }) => {
        const { dataCount, min, max, quantiles } = metrics.find((one: Json) => one.key === key);
        return [dataCount, min, max, quantiles].filter((one) => one !== undefined).length;
      },
      0,
    ],
    [explorer.getColumns, () => ({ metricKeys: [key] }), visibleValues, 0],
    [
      explorer.explore,
      () => ({ filter, histograms: [{ metricKey: key, binCount: 5 }, { metricKey: key }] }),
      (answer) => [matches(answer), answer.histograms.flatMap(({ binEdges }: Json) => binEdges ?? [])],
      [0, []],
    ],
    [
      explorer.rankSuburbs,
      () => ({ weights: [{ metricKey: key, weight: 1 }], k: 5 }),
      ({ rows }) => rows ?? [],
      [],
    ],
    [
      explorer.similarSuburbs,
      () => ({ salCode: salCodeOf(), metricKeys: [key], k: 5 }),
      ({ rows, metricKeys }) => [rows ?? [], metricKeys ?? []],
      [[], []],
    ],
    [explorer.aggregateDrops, () => ({ filter }), suburbs, 0],
    [explorer.aggregateAgencies, () => ({ filter }), suburbs, 0],
    [
      explorer.aggregatePrices,
      () => ({ filter, measure: "median_price", dwellingType: "house" }),
      suburbs,
      0,
    ],
    [explorer.aggregateMarket, () => ({ filter }), suburbs, 0],
    [
      explorer.afford,
      () => ({ filter, deposit: 900_000_000, annualRatePercent: 6, contractDate: "2026-08-01" }),
      matches,
      0,
    ],
  ];
}

const QUESTIONS: readonly Question[] = [
  ...questionsAbout(KEY, () => declared),
  [
    housing.listStateSuburbs,
    () => ({ stateCode: "NSW" }),
    ({ suburbs }) => suburbs.filter((one: Json) => one.politicianPropertyCount !== undefined).length,
    0,
  ],
  [
    housing.getSuburbProfile,
    () => ({ salCode: declared }),
    // absentFields names the field for every suburb alike.
    ({ absentFields: _, ...profile }) => JSON.stringify(profile).match(/politician_?property/gi) ?? [],
    [],
  ],
];

function matches({ matchCount = 0 }: Json): number {
  return matchCount;
}
function suburbs({ suburbCount = 0 }: Json): number {
  return suburbCount;
}

/** Whether a message, at any depth, has a field of one of these names or is one of these messages. */
function reaches(message: DescMessage, names: readonly string[], seen = new Set<DescMessage>()): boolean {
  if (seen.has(message)) return false;
  seen.add(message);
  if (names.includes(message.name)) return true;
  return message.fields.some(
    (field) =>
      names.includes(field.name) || (field.message !== undefined && reaches(field.message, names, seen)),
  );
}

describe("the register of interests, switched off", () => {
  it("is asked about by every method that takes or tells metrics of suburbs", () => {
    const ofStocks: readonly DescMethodUnary[] = [explorer.rankStocks, explorer.similarStocks];
    const telling = productServices
      .flatMap((service) => service.methods as DescMethodUnary[])
      .filter(
        ({ input, output }) =>
          reaches(input, ["metric_key", "metric_keys"]) ||
          reaches(output, ["SuburbSummary", "MetricDescription"]),
      )
      .filter((desc) => !ofStocks.includes(desc));
    expect(QUESTIONS.map(([desc]) => desc.name).sort()).toEqual(telling.map(({ name }) => name).sort());
  });

  it.each(QUESTIONS.map((row) => [row[0].name, row] as const))(
    "tells nothing of itself through %s, and all of it when it is on again",
    async (_, [desc, requestOf, dataOf, nothing]) => {
      const request = requestOf();
      const before = await ask(desc, request);
      expect(dataOf(before)).not.toEqual(nothing);
      expect(dataOf(await withheld(() => ask(desc, request)))).toEqual(nothing);
      expect(await ask(desc, request)).toEqual(before);
    },
  );

  it("leaves the rest of lists and profiles as it is", async () => {
    for (const query of [{ stateCode: "ACT" }, { stateCode: "NSW", query: "park", limit: 9 }]) {
      const whole = await ask(housing.listStateSuburbs, query);
      for (const one of whole.suburbs) delete one.politicianPropertyCount;
      expect(await withheld(() => ask(housing.listStateSuburbs, query))).toEqual(whole);
    }
    const nobody = { stateCode: "ACT", query: "no suburb is called so" };
    expect(await withheld(() => ask(housing.listStateSuburbs, nobody))).toEqual({});
    const { provenance, ...profile } = await ask(housing.getSuburbProfile, { salCode: declared });
    delete profile.summary.politicianPropertyCount;
    const { provenance: shown, ...rest } = await withheld(() =>
      ask(housing.getSuburbProfile, { salCode: declared }),
    );
    expect(rest).toEqual({
      ...profile,
      absentFields: [...profile.absentFields, "summary.politician_property_count"],
    });
    expect(shown.blocks).toEqual(provenance.blocks);
    const cited = new Set(
      [...shown.blocks, ...shown.metrics].flatMap(({ sourceIds }: Json) => sourceIds ?? []),
    );
    expect(shown.sources.every(({ id }: Json) => cited.has(id))).toBe(true);
  });

  it("still filters by other metrics, and matches nothing by this one however it is asked", async () => {
    const others = { stateCode: "NSW", predicates: [{ metricKey: "population", min: 100 }] };
    const filter = (predicates: object[]) => ask(housing.filterSuburbs, { stateCode: "NSW", predicates });
    const whole = await ask(housing.filterSuburbs, others);
    await withheld(async () => {
      expect(await ask(housing.filterSuburbs, others)).toEqual(whole);
      const none = await filter([...others.predicates, { metricKey: KEY, max: 1e6 }]);
      expect(Buffer.from(none.matchMask, "base64")).toEqual(
        Buffer.alloc(Buffer.from(whole.matchMask, "base64").byteLength),
      );
      const range = { range: { metricKey: KEY, min: 0 } };
      const either = { anyOf: { expressions: [range, { range: { metricKey: "population", min: 100 } }] } };
      const { matchCount } = await ask(explorer.explore, { stateCode: "NSW", filter: either });
      expect(matchCount).toBe(whole.matchCount);
      const { matchCount: without, totalCount } = await ask(explorer.explore, { filter: { not: range } });
      expect(without).toBe(totalCount);
    });
  });

  it("leaves its cells empty in files of every kind and filters and orders none of their rows", async () => {
    const asked = `metrics=${KEY}&sort=-${KEY}`;
    const empty = await withheld(async () => ({
      csv: await lines(`NSW.csv?${asked}`),
      ndjson: await lines(`NSW.ndjson?${asked}`),
      geojson: JSON.parse(String(await file(`ACT.geojson?${asked}`))).features,
      arrow: tableFromIPC(await file(`NSW.arrow?${asked}`)).getChild(KEY)!,
      where: await lines(`NSW.ndjson?${asked}&where=${KEY}%20%3E%3D%200`),
    }));
    expect(empty.csv.slice(1).every((line) => line.endsWith(","))).toBe(true);
    const rows = empty.ndjson.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.every((row) => (row[KEY] ?? null) === null)).toBe(true);
    expect(rows.map((row) => row.sal_code)).toEqual(rows.map((row) => row.sal_code).sort());
    expect(empty.geojson.every(({ properties }: Json) => (properties[KEY] ?? null) === null)).toBe(true);
    expect(empty.arrow.nullCount).toBe(rows.length);
    expect(empty.where).toEqual([""]);
    expect(JSON.parse((await lines(`NSW.ndjson?${asked}`))[0])[KEY]).toBeGreaterThan(0);
  });

  it("tells assistants nothing of itself", async () => {
    const ask = async () => {
      const [described, filtered] = [
        await tool("describe_metrics", {}),
        await tool("filter_suburbs", { state: "NSW", where: `${KEY} >= 0`, metrics: [KEY] }),
      ];
      return { described: JSON.stringify(described), matches: filtered.data.matches };
    };
    const on = await ask();
    expect(on.matches).toBeGreaterThan(0);
    const off = await withheld(ask);
    expect(off.matches).toBe(0);
    expect(off.described).toContain(KEY);
    expect(off.described).not.toBe(on.described);
    expect(await ask()).toEqual(on);
  });

  it("is off from the start in every thread where it is configured so", async () => {
    const config = { threads: 2, interestRegister: false };
    const off = await serveCountry(inject("country").dataDir, { config });
    onTestFinished(async () => {
      await off.close();
    });
    const request = { filter: HAS_DATA, histograms: [{ metricKey: KEY }] };
    const path = `${ExplorerService.typeName}/Explore`;
    const answers = Array.from({ length: 24 }, () => callJson(off.url, path, request));
    for (const { status, body } of await Promise.all(answers)) {
      expect([status, matches(body), (body as Json).histograms[0].binEdges]).toEqual([200, 0, undefined]);
    }
  });

  it("is withheld by an engine in the process too, at once and in the calling thread", async () => {
    let interestRegister = true;
    const switches = () => ({ dropListings: true, valuations: true, interestRegister });
    await using engine = await openEngine(inject("country").dataDir, { switches, filterThreads: 1 });
    const request = { stateCode: "NSW", predicates: [{ metricKey: KEY, min: 0 }] };
    const counts = async () => [
      engine.filterSuburbsSync(request).matchCount,
      (await engine.housing.filterSuburbs(request)).matchCount,
      (await engine.housing.listStateSuburbs({ stateCode: "NSW" })).suburbs.filter(
        ({ politicianPropertyCount }) => politicianPropertyCount > 0,
      ).length,
    ];
    const on = await counts();
    expect(Math.min(...on)).toBeGreaterThan(0);
    interestRegister = false;
    expect(await counts()).toEqual([0, 0, 0]);
    interestRegister = true;
    expect(await counts()).toEqual(on);
  });
});

describe.each(["dropListings", "valuations"])("metrics of listings while %s are off", (name) => {
  const isGone = ({ table }: Metric) => name === "dropListings" || table === "property_valuations";

  it("vanish through every method where they rest on what is off, stay where not, and come back", async () => {
    const known = new Map<string, number>();
    for (const metric of LISTING_METRICS) {
      for (const [desc, requestOf, dataOf, nothing] of questionsAbout(metric.key, () => "10001")) {
        const request = requestOf();
        const before = dataOf(await ask(desc, request));
        const off = await withheld(async () => dataOf(await ask(desc, request)), name);
        expect(off, `${desc.name} ${metric.key}`).toEqual(isGone(metric) ? nothing : before);
        expect(dataOf(await ask(desc, request))).toEqual(before);
        const isKnown = JSON.stringify(before) !== JSON.stringify(nothing);
        known.set(desc.name, (known.get(desc.name) ?? 0) + Number(isKnown));
      }
    }
    for (const [method, count] of known) expect(count, method).toBeGreaterThan(3);
  });

  it("vanish from files and profiles", async () => {
    const keys = LISTING_METRICS.map(({ key }) => key);
    const gone = LISTING_METRICS.filter(isGone).map(({ key }) => key);
    const readBoth = async () => {
      const [head, ...rows] = await lines(`AU.csv?metrics=${keys.join(",")}`);
      const columns = head.split(",");
      const cells = rows.map((row) => row.split(","));
      const profile = JSON.stringify(await ask(housing.getSuburbProfile, { salCode: "10001" }));
      return {
        exported: keys.filter((key) => cells.some((row) => row[columns.indexOf(key)] !== "")),
        profiled: keys.filter((key) => profile.includes(`"${key}"`)),
      };
    };
    const { exported, profiled } = await readBoth();
    expect(Math.min(exported.length, profiled.length)).toBeGreaterThan(3);
    expect(await withheld(readBoth, name)).toEqual({
      exported: exported.filter((key) => !gone.includes(key)),
      profiled: profiled.filter((key) => !gone.includes(key)),
    });
  });
});

describe("listWithoutRegister", () => {
  it("takes a turn for hundreds of suburbs, however scattered they are, and stops when nobody waits", async () => {
    const { view, release } = serving.engine.hold();
    onTestFinished(release);
    const query = stateSuburbsQuery(
      create(HousingService.method.listStateSuburbs.input, { stateCode: "NSW" }),
    );
    const found = await findSuburbs(view, query, new AbortController().signal);
    const alone = found.flatMap(({ page, first, end }) =>
      Array.from({ length: end - first }, (_, i) => ({ page, first: first + i, end: first + i + 1 })),
    );
    const scattered = Array.from({ length: Math.ceil(600 / alone.length) }, () => alone).flat();
    const { signal } = new AbortController();
    for (const form of ["binary", "json"] as const) {
      const whole = await listWithoutRegister(found, { form, signal });
      expect((await listWithoutRegister(alone, { form, signal }))[form]()).toEqual(whole[form]());
    }
    let [turns, isOver] = [0, false];
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await listWithoutRegister(scattered, { signal });
    isOver = true;
    expect(turns).toBeLessThan(scattered.length / 100);
    await expect(listWithoutRegister(scattered, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
