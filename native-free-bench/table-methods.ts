import { create, type DescMethodUnary, toBinary } from "@bufbuild/protobuf";
import { openMethods } from "../src/domains/methods.ts";
import type { Engine } from "../src/engine/engine.ts";
import { EconomyService } from "../src/gen/shorts/v1alpha1/economy_pb.ts";
import { HousingService } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { PoliticiansService } from "../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { StockService } from "../src/gen/shorts/v1alpha1/stock_pb.ts";
import { isEncodedAnswer, ownCall } from "../src/rpc/unary-method.ts";
import { seededRandom } from "./harness.ts";

/** A method called with one request after another, from request to encoded answer; nothing is cached. */
export interface TableMethod {
  readonly name: string;
  /** Goal: most time of an answer, relative to the driver's floor. */
  readonly mostFloors: number;
  /** Makes the next call; resolves to the byte length of its answer. */
  next(): Promise<number>;
}

type Request = Record<string, unknown>;

/** Requests per method, so that reads are spread over memory. */
const REQUESTS = 40;
/** Arbitrary: answers depend on their snapshot only. */
const NOW = new Date("2026-11-15T03:00:00Z");

/** Returns a caller of any method of the engine, without an answer cache. */
export function askerOf(engine: Engine) {
  const switches = () => ({
    dropListings: true,
    valuations: true,
    interestRegister: true,
    partyFunding: true,
  });
  const { all: methods } = openMethods(engine, { now: () => NOW, switches });
  const { signal } = new AbortController();
  return (desc: DescMethodUnary, request: Request) => {
    const method = methods.find((candidate) => candidate.desc === desc)!;
    return async () => method.answer(create(desc.input, request) as never, ownCall(signal));
  };
}

/** Every method that is answered from tables, with requests for up to 100 rows with keys of the snapshot. */
export async function tableMethods(engine: Engine, seed: number): Promise<TableMethod[]> {
  const ask = askerOf(engine);
  const message = async (desc: DescMethodUnary, request: Request) => {
    const answer = await ask(desc, request)();
    // biome-ignore lint/suspicious/noExplicitAny: fields of several messages are looked at
    return (isEncodedAnswer(answer) ? answer.message() : answer) as any;
  };
  const random = seededRandom(seed);
  const drawn = <T>(from: readonly T[]) =>
    Array.from({ length: REQUESTS }, () => from[Math.floor(random() * from.length)]);

  const { method: housing } = HousingService;
  const { method: economy } = EconomyService;
  const { method: stock } = StockService;
  const { method: politics } = PoliticiansService;
  const { suburbs } = await message(housing.listStateSuburbs, { stateCode: "NSW" });
  const { suburbs: ranked } = await message(housing.listSuburbPriceDrops, { limit: 500 });
  const dropped = ranked.filter((suburb: { droppedListingCount: number }) => suburb.droppedListingCount > 0);
  const { addresses } = await message(housing.listAddressPriceDrops, { windowDays: 365, limit: 200 });
  const { series } = await message(economy.listEconomicSeries, { limit: 500 });
  const { regions } = await message(housing.listHousingRegions, { regionType: "suburb" });
  const salCodes: string[] = drawn(suburbs.map((suburb: { salCode: string }) => suburb.salCode));
  const droppedCodes: string[] = drawn(dropped.map((suburb: { regionCode: string }) => suburb.regionCode));
  const addressKeys: string[] = drawn(addresses.map((address: { addressKey: string }) => address.addressKey));
  const seriesKeys: string[] = drawn(series.map((info: { seriesKey: string }) => info.seriesKey));
  const regionCodes: string[] = drawn(regions.map((region: { regionCode: string }) => region.regionCode));
  const { companies } = await message(economy.listStateCompanies, { state: "nsw", limit: 200 });
  const shorted = companies.filter((company: { shortPercent: number }) => company.shortPercent > 0);
  const stockCodes: string[] = drawn(shorted.map((company: { stockCode: string }) => company.stockCode));
  const { politicians } = await message(politics.listPoliticians, { limit: 500 });
  const slugs: string[] = drawn(politicians.map((member: { slug: string }) => member.slug));
  const { availableFinancialYears } = await message(politics.getDonationsOverview, {});
  const years: string[] = drawn(
    availableFinancialYears.map((year: { financialYear: string }) => year.financialYear),
  );
  const states = drawn(["", "NSW", "VIC", "QLD", "WA", "SA"]);
  const measure = "median_price";

  const cases: [DescMethodUnary, Request[]][] = [
    [housing.getHousingOverview, [{}]],
    [housing.getHousePriceSeries, regionCodes.map((regionCode) => ({ regionCode, measure }))],
    [housing.getSuburbProfile, salCodes.map((salCode) => ({ salCode }))],
    [housing.listSuburbPriceDrops, states.map((stateCode) => ({ stateCode }))],
    [housing.listSuburbDropListings, droppedCodes.map((regionCode) => ({ regionCode }))],
    [housing.getPropertyHistory, addressKeys.map((addressKey) => ({ addressKey }))],
    [housing.listAddressPriceDrops, states.map((stateCode) => ({ stateCode }))],
    [housing.getPriceDropsOverview, [{}]],
    [housing.listAgencyPriceStats, states.map((stateCode) => ({ stateCode }))],
    [housing.getDropIndexSeries, [{ from: "2026-08-15" }]],
    [economy.listSeriesCorrelations, seriesKeys.map((baseSeriesKey) => ({ baseSeriesKey }))],
    [economy.listStateCompanies, drawn(["nsw", "vic", "wa"]).map((state) => ({ state }))],
    [economy.getStateCompanyAggregates, [{}]],
    [stock.getStock, stockCodes.map((productCode) => ({ productCode }))],
    [stock.getStockFundamentals, stockCodes.map((stockCode) => ({ stockCode }))],
    [stock.getDividendHistory, stockCodes.map((stockCode) => ({ stockCode }))],
    [stock.getEventTimeline, stockCodes.map((stockCode) => ({ stockCode }))],
    [stock.getPeerComparison, stockCodes.map((stockCode) => ({ stockCode }))],
    [politics.getDonationsOverview, years.map((financialYear) => ({ financialYear }))],
    [politics.listTopDonors, years.map((financialYear) => ({ financialYear }))],
    [politics.comparePoliticians, pairsOf(slugs)],
  ];
  const methods = cases.map(([desc, requests]) => {
    const calls = requests.map((request) => ask(desc, request));
    let turn = 0;
    return {
      name: desc.name,
      mostFloors: mostFloors(desc),
      next: async () => {
        const answer = await calls[turn++ % calls.length]();
        return isEncodedAnswer(answer)
          ? answer.binary().byteLength
          : toBinary(desc.output, answer).byteLength;
      },
    };
  });
  for (const { name, next } of methods) {
    let bytes = 0;
    for (let i = 0; i < REQUESTS; i++) bytes += await next();
    if (bytes === 0) throw new Error(`${name} answers nothing; its time would mean nothing`);
  }
  return methods;
}

/** A profile is assembled from several parts; pages stored by key are sent without decoding. */
function mostFloors(desc: DescMethodUnary): number {
  if (desc === HousingService.method.getSuburbProfile) return 10;
  return desc.parent === PoliticiansService ? 0.05 : 5;
}

function pairsOf(slugs: readonly string[]): Request[] {
  return slugs.map((slugA, i) => ({
    slugA,
    slugB: [...slugs.slice(i + 1), ...slugs].find((slug) => slug !== slugA)!,
  }));
}
