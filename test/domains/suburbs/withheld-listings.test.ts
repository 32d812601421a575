import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LISTING_METRICS } from "../../../src/domains/suburbs/metrics/listings.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { switchesFile } from "../../../src/server/routes/switches.ts";
import { copyCountry } from "../../support/country/copy-country.ts";
import { callJson, hastyClock, serveCountry } from "../../support/country/serve-country.ts";
import { opened, sharedDirectory } from "../../support/run/fixtures.ts";

// biome-ignore lint/suspicious/noExplicitAny: an answer in JSON has as many shapes as there are methods.
type Answer = any;

const KEYS = LISTING_METRICS.map(({ key }) => key);
const HOUSING = "shorts.v1alpha1.HousingService";
const EXPLORER = "terrace.v1.ExplorerService";
const AGENT = { "user-agent": "terrace-tests/1" };

const root = sharedDirectory("withheld-listings");
const serving = opened(async () => {
  await copyCountry(root);
  return serveCountry(root, { monotonicMs: hastyClock() });
});

async function ask(method: string, request: object): Promise<Answer> {
  const { status, body } = await callJson(serving.url, method, request);
  expect(status, method).toBe(200);
  return body;
}

async function withheld<T>(switches: object, use: () => Promise<T>): Promise<T> {
  writeFileSync(switchesFile(root), JSON.stringify(switches));
  try {
    return await use();
  } finally {
    rmSync(switchesFile(root));
  }
}

/** The metrics of listings that each door tells figures of. */
async function told(): Promise<Record<string, readonly string[]>> {
  const { metrics } = await ask(`${EXPLORER}/DescribeMetrics`, {});
  const described = metrics.filter(({ key, dataCount }: Answer) => KEYS.includes(key) && dataCount > 0);
  const having = async (key: string) => {
    const { matchCount = 0 } = await ask(`${EXPLORER}/Explore`, { filter: { hasData: { metricKey: key } } });
    const { rows = [] } = await ask(`${EXPLORER}/RankSuburbs`, {
      weights: [{ metricKey: key, weight: 1 }],
      k: 1,
    });
    const filtered = await ask(`${HOUSING}/FilterSuburbs`, {
      stateCode: "NSW",
      predicates: [{ metricKey: key, min: -1e9 }],
    });
    return { key, explored: matchCount > 0, ranked: rows.length > 0, filtered: filtered.matchCount > 0 };
  };
  const asked = [];
  for (const key of KEYS) asked.push(await having(key));
  const csv = await fetch(`${serving.url}/v1/suburbs/AU.csv?metrics=${KEYS.join(",")}`, { headers: AGENT });
  const [head, ...lines] = (await csv.text()).trim().split("\n");
  const cells = lines.map((line) => line.split(",").slice(-KEYS.length));
  expect(head.split(",").slice(-KEYS.length)).toEqual(KEYS);
  const profile = JSON.stringify(await ask(`${HOUSING}/GetSuburbProfile`, { salCode: "10001" }));
  const columns = await ask(`${EXPLORER}/GetColumns`, { metricKeys: KEYS });
  return {
    described: described.map(({ key }: Answer) => key),
    explored: asked.filter((one) => one.explored).map(({ key }) => key),
    ranked: asked.filter((one) => one.ranked).map(({ key }) => key),
    filtered: asked.filter((one) => one.filtered).map(({ key }) => key),
    columns: columns.columns
      .filter(({ values }: Answer) => values.some((value: number) => value !== 0))
      .map(({ metricKey }: Answer) => metricKey),
    exported: KEYS.filter((_, i) => cells.some((row) => row[i] !== "")),
    profiled: KEYS.filter((key) => profile.includes(`"${key}"`)),
  };
}

describe("metrics of listings", () => {
  it("vanish at every door while listings are withheld, and come back", async () => {
    const before = await told();
    for (const [door, keys] of Object.entries(before)) expect(keys.length, door).toBeGreaterThan(3);
    const hidden = await withheld({ dropListings: false }, told);
    for (const [door, keys] of Object.entries(hidden)) expect(keys, door).toEqual([]);
    expect(await told()).toEqual(before);
  });

  it("stay while valuations are withheld, but for those that rest on them", async () => {
    const before = await told();
    const rest = METRICS.filter(({ table }) => table !== "property_valuations").map(({ key }) => key);
    const hidden = await withheld({ valuations: false }, told);
    for (const [door, keys] of Object.entries(hidden)) {
      expect(keys, door).toEqual(before[door].filter((key) => rest.includes(key)));
    }
  });
});
