import type { DescMethodUnary } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { marketMethods } from "../../../../src/domains/explorer/market/service.ts";
import { LISTING_METRICS } from "../../../../src/domains/suburbs/metrics/listings.ts";
import { UNIT_METRICS } from "../../../../src/domains/suburbs/metrics/market.ts";
import { metricPosition } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { isNull } from "../../../../src/engine/columns/column.ts";
import { ExplorerService } from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import type { UnaryMethod } from "../../../../src/rpc/unary-method.ts";
import { followCountry, viewOf } from "../../../support/country/follow-country.ts";
import { ALL_ON, callMethod as called, type Json } from "../../../support/data/method-calls.ts";
import { type RawRow, readRawListings } from "../../../support/data/raw-tables.ts";
import { type PlainWeek, plainSetWeeks, plainWeeks } from "../../../support/plain/plain-stays.ts";
import { medianOf } from "../../../support/plain/plain-steps.ts";
import { countedFigures, publishedFigures } from "../../../support/plain/published-prices.ts";
import { runSeed, seededRandom } from "../../../support/run/seeded-random.ts";
import { expectClose } from "../../../support/wire/expect-close.ts";

const callMethod = (
  methods: UnaryMethod[],
  desc: DescMethodUnary,
  request: Record<string, unknown>,
): Promise<Json> => called(methods, desc, request);

const { getSuburbMarketSeries, aggregateMarket } = ExplorerService.method;
const random = seededRandom(runSeed("markets against plain loops"));

let methods: UnaryMethod[];
const switches = ALL_ON;
let codes: readonly string[];
const weeksOf = new Map<string, readonly PlainWeek[]>();
let published: ReadonlyMap<string, readonly Published[]>;

interface Published {
  readonly kind: string;
  readonly price?: number;
  readonly rent?: number;
}

const engine = followCountry("opinionCountry");
beforeAll(async () => {
  const { datasetDir } = inject("opinionCountry");
  const asOf = Date.parse(engine.manifest.asOf);
  methods = marketMethods(engine, { now: () => new Date(asOf), switches: () => switches });
  codes = viewOf(engine).columns.scopes.get("AU")!.index.salCodes;
  const raw = await readRawListings(datasetDir);
  const instant = (ms: number) => new Date(ms).toISOString();
  const codeOf = new Map([...raw.regions.values()].map((one) => [one.region_code, one.sal_code]));
  for (const [code, own] of Map.groupBy(raw.listings, (one) => codeOf.get(one.region_code) ?? "")) {
    if (code === "") continue;
    const adverts = own.map(
      (one): RawRow => ({
        ...one,
        sal_code: null,
        source_licence: "CC-BY-4.0",
        first_seen_at: instant(one.first_seen_at),
        last_seen_at: instant(one.last_seen_at),
      }),
    );
    const events = own
      .flatMap(({ id }) => raw.eventsOf.get(id) ?? [])
      .map((one): RawRow => ({ ...one, observed_at: instant(one.observed_at) }));
    weeksOf.set(code, plainWeeks(adverts, events, asOf));
  }
  published = readPublished(datasetDir);
});

function readPublished(datasetDir: string): Map<string, readonly Published[]> {
  const names: Readonly<Record<string, "price" | "rent">> = { median_price: "price", median_rent: "rent" };
  const rows = publishedFigures(datasetDir).filter(({ measure }) => measure in names);
  const published = new Map<string, Published[]>();
  for (const [code, own] of Map.groupBy(rows, ({ sal_code }) => sal_code)) {
    const byKind = new Map<string, Published>();
    const series = Map.groupBy(own, ({ measure, dwelling_type }) => `${measure} ${dwelling_type}`);
    for (const one of [...series.values()].flatMap(countedFigures)) {
      const kind = `${one.dwelling_type} ${one.period} ${one.frequency}`;
      byKind.set(kind, { kind, ...byKind.get(kind), [names[one.measure]]: Number(one.value) });
    }
    published.set(code, [...byKind.values()]);
  }
  return published;
}

function plainPeriods(set: readonly string[]) {
  const byKind = Map.groupBy(
    set.flatMap((code) => published.get(code) ?? []),
    ({ kind }) => kind,
  );
  const median = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? undefined : medianOf(known);
  };
  return [...byKind]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, all]) => ({
      dwellingType: kind.split(" ")[0],
      period: `${kind.split(" ")[1]}T00:00:00Z`,
      frequency: kind.split(" ")[2],
      suburbCount: all.length,
      medianPrice: median(all.map(({ price }) => price)),
      medianRent: median(all.map(({ rent }) => rent)),
      grossYield: median(
        all.map(({ price, rent }) =>
          price === undefined || rent === undefined ? undefined : ((52 * rent) / price) * 100,
        ),
      ),
    }));
}

describe("the made-up country", () => {
  it("has every figure of listings and units somewhere, and deeper cuts where dwellings take longer to sell", () => {
    const { columns, index } = viewOf(engine).columns.scopes.get("AU")!;
    const keys = [...LISTING_METRICS, ...UNIT_METRICS].map(({ key }) => key);
    const known = (key: string) => index.n - columns[metricPosition(key)].nullCount;
    expect(keys.filter((key) => known(key) === 0)).toEqual([]);
    const [days, cuts] = ["days_on_market", "median_discount"].map((key) => columns[metricPosition(key)]);
    const pairs = Array.from({ length: index.n }, (_, i) => i)
      .filter((i) => !isNull(days, i) && !isNull(cuts, i))
      .map((i) => [days.values[i], cuts.values[i]] as const)
      .sort(([a], [b]) => a - b);
    const mean = (some: typeof pairs) => some.reduce((sum, [, cut]) => sum + cut, 0) / some.length;
    const half = pairs.length >> 1;
    expect(mean(pairs.slice(half))).toBeGreaterThan(1.1 * mean(pairs.slice(0, half)));
  });
});

describe("marketMethods against plain loops over the dataset", () => {
  it("gives the series of every suburb", async () => {
    let [weeks, periods] = [0, 0];
    for (const salCode of codes) {
      const answer = await callMethod(methods, getSuburbMarketSeries, { salCode });
      const wanted = { weeks: plainSetWeeks([weeksOf.get(salCode) ?? []]), periods: plainPeriods([salCode]) };
      expectClose(answer.weeks, wanted.weeks, salCode);
      expectClose(answer.periods, wanted.periods, salCode);
      weeks += wanted.weeks.length;
      periods += wanted.periods.length;
    }
    expect(Math.min(weeks, periods)).toBeGreaterThan(100);
  });

  it("gives the market of random sets, and of one suburb what its series says to the last bit", async () => {
    for (let i = 0; i < 12; i++) {
      const share = i === 0 ? 1 : random();
      const salCodes = codes.filter(() => random() < share);
      if (salCodes.length === 0) continue;
      const answer = await callMethod(methods, aggregateMarket, { salCodes: salCodes.toReversed() });
      expect(answer.suburbCount).toBe(salCodes.length);
      expectClose(answer.weeks, plainSetWeeks(salCodes.map((code) => weeksOf.get(code) ?? [])), `set ${i}`);
      expectClose(answer.periods, plainPeriods(salCodes), `set ${i}`);
      const [salCode] = salCodes;
      const { weeks, periods, sources } = await callMethod(methods, getSuburbMarketSeries, { salCode });
      const alone = await callMethod(methods, aggregateMarket, { salCodes: [salCode] });
      expect({ weeks: alone.weeks, periods: alone.periods, sources: alone.sources }).toEqual({
        weeks,
        periods,
        sources,
      });
    }
  });
});
