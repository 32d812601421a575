import { join } from "node:path";
import type { DescMethodUnary } from "@bufbuild/protobuf";
import { isNull } from "../src/engine/columns/column.ts";
import type { Engine } from "../src/engine/engine.ts";
import { HousingService } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService } from "../src/gen/terrace/v1/explorer_pb.ts";
import { isEncodedAnswer } from "../src/rpc/unary-method.ts";
import { dateOfDay, dayNumberOf } from "../src/runtime/time/calendar-date.ts";
import { readCsv } from "../test/support/data/read-csv.ts";
import { type Figure, type Goal, measure, type RunOptions, requireSame } from "./harness.ts";
import { times } from "./print-report.ts";
import { LISTINGS, type RawRow, rawDuckdb, rawPostgres, rounded } from "./raw-databases.ts";
import {
  AGENCIES,
  AGENCIES_OF_A_SET,
  DELISTED_BY_DAY,
  MARKET_OF_A_SET,
  PRICES_OF_A_SET,
  type RawQuestion,
  SUBURB_DROPS,
  SUMMARY_OF_A_SET,
  TOP_ADDRESSES,
} from "./raw-questions.ts";
import { askerOf } from "./table-methods.ts";

const { method } = HousingService;

/** An SQL question with the method that answers it, and the members to compare by SQL column. */
interface Pairing {
  readonly question: RawQuestion;
  readonly desc: DescMethodUnary;
  readonly request: Record<string, unknown>;
  readonly list: string;
  readonly members: Readonly<Record<string, string>>;
  /** True when the method works on any set of suburbs: goal S1. */
  readonly isOpen?: boolean;
  /** Wanted speed relative to DuckDB; default 10. */
  readonly goal?: number;
}

/** The set of the open questions: suburbs within 20 km of the coast. */
const SET = { filter: { node: { case: "range", value: { metricKey: "distance_to_coast", max: 20 } } } };

function regionsOfSet(engine: Engine, datasetDir: string): string[] {
  const { view, release } = engine.pin();
  release();
  const { index, columns } = view.columns.scopes.get("AU")!;
  const distance = columns.find(({ metric }) => metric.key === "distance_to_coast")!;
  const codes = new Set(index.salCodes.filter((_, i) => !isNull(distance, i) && distance.values[i] <= 20));
  return readCsv(join(datasetDir, "house_price_regions.csv"))
    .filter(({ sal_code }) => codes.has(sal_code))
    .map(({ region_code }) => region_code);
}

function pairings(asOf: string): Pairing[] {
  const from = dateOfDay(dayNumberOf(asOf.slice(0, 10))! - 90);
  return [
    {
      question: DELISTED_BY_DAY,
      desc: method.getDropIndexSeries,
      request: { from },
      list: "points",
      members: { day: "snapshotDate", delisted_count: "delistedCount" },
    },
    {
      question: SUBURB_DROPS,
      desc: method.listSuburbPriceDrops,
      request: { limit: 50 },
      list: "suburbs",
      members: {
        region_code: "regionCode",
        dropped: "droppedListingCount",
        median_drop_pct: "medianDropPct",
        median_asking: "medianAsking",
      },
    },
    {
      question: TOP_ADDRESSES,
      desc: method.listAddressPriceDrops,
      request: { windowDays: 90, limit: 50 },
      list: "addresses",
      members: { address_key: "addressKey", drop_abs: "dropAbs", drop_pct: "dropPct" },
    },
    {
      question: AGENCIES,
      desc: method.listAgencyPriceStats,
      request: {},
      list: "agencies",
      members: {
        source: "source",
        agency_id: "agencyId",
        state_code: "stateCode",
        active: "activeListings",
        dropped: "droppedCount",
        median_asking: "medianAsking",
      },
    },
    {
      question: AGENCIES_OF_A_SET,
      desc: ExplorerService.method.aggregateAgencies,
      request: SET,
      list: "agencies",
      members: {
        source: "source",
        agency_id: "agencyId",
        state_code: "stateCode",
        active: "activeListings",
        dropped: "droppedCount",
        median_asking: "medianAsking",
      },
      isOpen: true,
    },
    {
      question: SUMMARY_OF_A_SET,
      desc: ExplorerService.method.aggregateDrops,
      request: { ...SET, from: asOf.slice(0, 10) },
      list: "summary",
      members: { dropped: "droppedCount", median_drop_pct: "medianDropPct", median_asking: "medianAsking" },
      isOpen: true,
    },
    {
      question: PRICES_OF_A_SET,
      desc: ExplorerService.method.aggregatePrices,
      request: { ...SET, measure: "median_price", dwellingType: "house" },
      list: "points",
      members: { suburb_count: "suburbCount", median: "median", p25: "p25", p75: "p75" },
      isOpen: true,
    },
    {
      question: MARKET_OF_A_SET,
      desc: ExplorerService.method.aggregateMarket,
      request: SET,
      list: "weeks",
      members: {
        week_ending: "weekEnding",
        stock: "stock",
        sold: "sold",
        withdrawn: "withdrawn",
        median_ask: "medianAsk",
      },
      isOpen: true,
      goal: 20,
    },
  ];
}

/** Runs the questions on raw events; every answer is compared with the method's before it is measured. */
export async function measureOpponents(
  engine: Engine,
  datasetDir: string,
  options: RunOptions,
): Promise<{ figures: (Figure & { ratio: string })[]; goals: Goal[]; notes: string[] }> {
  const { asOf } = engine.manifest;
  const instant = asOf.replace("T", " ").replace("Z", "");
  options.say("loading the raw events into DuckDB and PostgreSQL");
  const schema = { ...LISTINGS, chosenRegions: regionsOfSet(engine, datasetDir) };
  const opponents = [
    { ...(await rawDuckdb(datasetDir, instant, schema)), goal: 10 },
    { ...(await rawPostgres(datasetDir, instant, schema)), goal: 100 },
  ];
  const figures: (Figure & { ratio: string })[] = [];
  const goals: Goal[] = [];
  try {
    const filters = await measureFilters(engine, options);
    figures.push(...filters.figures);
    goals.push(filters.goal);
    for (const pairing of pairings(asOf)) {
      const { question, desc, request } = pairing;
      const ask = askerOf(engine)(desc, request);
      const own = await measure(`${question.name}: ${desc.name}`, ask, options);
      figures.push({ ...own, ratio: "1×" });
      const expected = await ownRows(ask, pairing);
      if (expected.length === 0) throw new Error(`${desc.name} has nothing to compare`);
      for (const opponent of opponents) {
        const rows = (await opponent.ask(question)).map(rounded);
        requireSame(`${opponent.name}, ${question.name}`, rows, expected);
        const figure = await measure(
          `${question.name}: ${opponent.name}`,
          () => opponent.ask(question),
          options,
        );
        figures.push({ ...figure, ratio: times(own, figure) });
        if (pairing.isOpen !== true) continue;
        goals.push({
          id: "S1",
          what: `${question.name}: ${opponent.name}, times ${desc.name}`,
          figure: figure.medianNs / own.medianNs,
          goal: opponent.goal === 10 ? (pairing.goal ?? opponent.goal) : opponent.goal,
          better: "more",
          bound: "the rows of all places, each of which is looked up in the set",
        });
      }
    }
  } finally {
    for (const opponent of opponents) await opponent.close();
  }
  return {
    figures,
    goals,
    notes: [
      "Raw events: the dataset's listings, events and prices as they came. PostgreSQL has primary keys, six indexes, fresh " +
        "statistics, 1 GB of shared buffers and 256 MB to sort in; DuckDB has all threads and everything in memory.",
      "The daily question asks raw events for one of the eleven figures that GetDropIndexSeries gives.",
    ],
  };
}

/** Filters by five market metrics and by five others: the kind of metric must not matter. */
async function measureFilters(engine: Engine, options: RunOptions) {
  const market = ["days_on_market", "stock_on_market", "months_of_stock", "share_discounted", "gross_yield"];
  const others = ["population", "income", "age", "price", "distance_to_coast"];
  const filterOf = (keys: readonly string[]) =>
    askerOf(engine)(method.filterSuburbs, {
      stateCode: "AU",
      predicates: keys.map((metricKey, i) => ({ metricKey, min: i })),
    });
  // Round-robin, so that both see the same machine.
  const [a, b, c, d] = [
    await measure("filter by five figures of the market", filterOf(market), options),
    await measure("filter by five others", filterOf(others), options),
    await measure("filter by five figures of the market, again", filterOf(market), options),
    await measure("filter by five others, again", filterOf(others), options),
  ];
  const figure = Math.min(a.medianNs, c.medianNs) / Math.min(b.medianNs, d.medianNs);
  const goal: Goal = {
    id: "S1",
    what: "filter by five figures of the market, to one by five others",
    figure,
    goal: 1.2,
    better: "less",
  };
  return { figures: [a, b, c, d].map((one) => ({ ...one, ratio: times(b, one) })), goal };
}

/** The compared members of a method's answer; suburbs without drops are removed, as in the SQL. */
async function ownRows(ask: () => Promise<unknown>, { list, members }: Pairing): Promise<RawRow[]> {
  const answer = (await ask()) as Parameters<typeof isEncodedAnswer>[0];
  const message = (isEncodedAnswer(answer) ? answer.message() : answer) as unknown as Record<
    string,
    RawRow[]
  >;
  return [message[list]]
    .flat()
    .map((row) =>
      rounded(Object.fromEntries(Object.entries(members).map(([column, member]) => [column, row[member]]))),
    )
    .filter((row) => list !== "suburbs" || row.dropped !== 0);
}
