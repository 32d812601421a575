import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { ECONOMY_AGGREGATES } from "../../../src/domains/economy/aggregates/index.ts";
import { ECONOMY_PAGES } from "../../../src/domains/economy/pages/index.ts";
import { economyOf } from "../../../src/domains/economy/queries/economy.ts";
import { economyMethods } from "../../../src/domains/economy/service.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { followCurrent } from "../../../src/engine/follow-current.ts";
import { EconomyService, type StateCompanyAggregate } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import type { UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { emptyDatasetDatabase } from "../../support/data/build-db.ts";
import { expectCorrelations } from "../../support/data/correlated-series.ts";
import { callMethod } from "../../support/data/method-calls.ts";
import { insertRandomEconomy } from "../../support/data/random-economy.ts";
import { type RawEconomy, rawRows, rawTables } from "../../support/data/raw-tables.ts";
import { serveAggregates } from "../../support/data/serve-aggregates.ts";
import {
  type PlainSeries,
  plainBaseCorrelations,
  plainCatalogue,
  plainInfo,
  plainStateAggregates,
  plainStateCompanies,
  plainYearOnYear,
} from "../../support/plain/plain-economy.ts";
import { type PlainExposure, plainExposures } from "../../support/plain/plain-exposure.ts";
import { opened } from "../../support/run/fixtures.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const REQUESTS = inForm({ short: 40, deep: 200, long: 200 });
const STATES = ["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act"];
const { method } = EconomyService;

const seed = runSeed("economy second opinion");
const { random, below, between, pick } = draws(seed);
const careless = (text: string) =>
  `${pick(["", " ", "\t"])}${random() < 0.5 ? text : text.toUpperCase()}${pick(["", "  "])}`;

interface Subject {
  readonly raw: RawEconomy;
  readonly engine: Engine;
  close(): Promise<void>;
}

async function randomRows(): Promise<Subject> {
  const db = await emptyDatasetDatabase();
  await insertRandomEconomy(db, seed);
  const raw = await rawRows("economy", db);
  const engine = new Engine(await serveAggregates(db, ECONOMY_AGGREGATES, ECONOMY_PAGES));
  db.close();
  return { raw, engine, close: () => engine.close() };
}

async function syntheticCountry(): Promise<Subject> {
  const { dataDir, datasetDir } = inject("opinionCountry");
  const following = await followCurrent({ metrics: METRICS, dataDir, sqlConnections: 2, sqlWaiting: 16 });
  return { ...following, raw: await rawTables("economy", datasetDir) };
}

describe.each([
  { name: "random rows", open: randomRows, pairs: 5 * REQUESTS },
  { name: "the synthetic country", open: syntheticCountry, pairs: REQUESTS },
])("the economy of $name", ({ open, pairs }) => {
  let methods: UnaryMethod[];
  let catalogue: PlainSeries[];
  let exposures: PlainExposure[];

  const subject = opened(open);
  beforeAll(() => {
    catalogue = plainCatalogue(subject.raw);
    exposures = plainExposures(subject.raw);
    methods = economyMethods(subject.engine);
  });

  it("lists whole entries as a filter over the raw rows does", async () => {
    for (let i = 0; i < REQUESTS; i++) {
      const model = pick(catalogue);
      const maybe = (text: string) => (random() < 0.3 ? text : "");
      const filter = {
        topic: maybe(model.topic),
        metric: maybe(model.metric),
        regionType: maybe(model.regionType),
        regionCode: maybe(model.regionCode),
        product: maybe(model.product),
      };
      const limit = pick([0, -1, 1, 7, 200, 500, 501, 2_000_000_000]);
      const names = Object.keys(filter) as (keyof typeof filter)[];
      const request = Object.fromEntries(names.map((name) => [name, careless(filter[name])]));
      const matching = catalogue.filter((s) =>
        names.every((name) => filter[name] === "" || s[name] === filter[name]),
      );
      const afterKey = random() < 0.7 ? "" : pick(catalogue).key;
      const series = matching
        .filter((s) => s.key > afterKey)
        .slice(0, limit <= 0 ? 200 : Math.min(limit, 500))
        .map((s) => plainInfo(s, s.observations.at(-1)?.[0]));
      const asked = { ...request, limit, afterKey: careless(afterKey) };
      const answer = await callMethod(methods, method.listEconomicSeries, asked);
      expect(answer).toEqual({ series, total: matching.length });
    }
  });

  it("gives whole series as a slice of the raw rows does", async () => {
    let found = 0;
    for (let i = 0; i < REQUESTS; i++) {
      const keys = Array.from({ length: 1 + below(12) }, () => pick(catalogue).key);
      const start = random() < 0.5 ? undefined : `${2012 + below(15)}-0${1 + below(9)}-${10 + below(18)}`;
      const maxObservations = pick([0, -3, 1, 12, 600, 601]);
      const kept = maxObservations < 0 ? 1 : maxObservations || 600;
      const series = catalogue
        .filter((s) => keys.includes(s.key))
        .flatMap((s) => {
          const inRange = s.observations.filter(([period]) => start === undefined || period >= start);
          const newest = inRange.slice(-Math.min(kept, 600));
          if (newest.length === 0) return [];
          const observations = newest.map(([period, value]) => ({ period: `${period}T00:00:00Z`, value }));
          return [{ info: plainInfo(s, newest.at(-1)![0]), observations }];
        });
      found += series.length;
      const startMs = Date.parse(`${start}T00:00:00Z`) + below(86_400_000);
      const answer = await callMethod(methods, method.getEconomicSeries, {
        seriesKeys: [...keys.map(careless), "no.such.series", ""],
        maxObservations,
        ...(start === undefined ? {} : { startPeriod: timestampFromMs(startMs) }),
      });
      expectClose(answer, { series, renamed: [], notKnown: [] }, "answer", 1e-11);
    }
    expect(found).toBeGreaterThan(REQUESTS);
  });

  it("correlates random bases and windows as a plain computation does, to 1e-12, with what the catalogue has", async () => {
    const bases = catalogue.filter(({ topic }) => topic === "markets").map(({ key }) => key);
    const known = new Map(catalogue.map((s) => [s.key, s]));
    let rows = 0;
    for (let i = 0; i < pairs; i++) {
      const base = random() < 0.95 ? pick(bases) : pick(catalogue).key;
      const windowMonths = random() < 0.2 ? pick([0, 6, 11, 24, 120, 121]) : between(12, 120);
      const minAbsR = random() < 0.5 ? 0 : random();
      const limit = random() < 0.5 ? pick([0, 3, 250, 251]) : between(1, 30);
      const answer = await callMethod(methods, method.listSeriesCorrelations, {
        baseSeriesKey: careless(base),
        windowMonths,
        minAbsR,
        limit,
      });
      const isAnswered = windowMonths === 0 || (windowMonths >= 12 && windowMonths <= 120);
      const wanted = (isAnswered ? plainBaseCorrelations(catalogue, base, windowMonths || 24) : []).filter(
        ({ r }) => Math.abs(r) >= minAbsR,
      );
      const plain = new Map(wanted.map((pair) => [pair.overlay, pair]));
      const nth = wanted.map(({ r }) => Math.abs(r)).sort((a, b) => b - a);
      const found = answer.correlations as { overlaySeriesKey: string; r: number }[];
      expect(found).toHaveLength(Math.min(wanted.length, limit === 0 ? 100 : Math.min(limit, 250)));
      found.forEach((row, at) => {
        const { overlay, r, n, lastPeriod } = plain.get(row.overlaySeriesKey)!;
        expect(Math.abs(row.r - r)).toBeLessThanOrEqual(1e-12);
        expect(Math.abs(Math.abs(row.r) - nth[at])).toBeLessThanOrEqual(1e-12);
        expect(row).toEqual({
          overlaySeriesKey: overlay,
          r: row.r,
          n,
          lastPeriod: `${lastPeriod}T00:00:00Z`,
          overlay: plainInfo(known.get(overlay)!, undefined),
        });
        const before = found[at - 1];
        if (before === undefined) return;
        const sameSize = Math.abs(before.r) === Math.abs(row.r);
        expect(sameSize ? before.overlaySeriesKey < row.overlaySeriesKey : true).toBe(true);
        expect(Math.abs(before.r)).toBeGreaterThanOrEqual(Math.abs(row.r));
      });
      rows += found.length;
    }
    expect(rows).toBeGreaterThan(pairs);
  });

  it("finds the best lag of random questions as a plain search does", async () => {
    const economy = await subject.engine.use((view) => economyOf(view));
    const usable = catalogue.filter((series) => series.frequency !== "annual");
    const levels = new Map(usable.map(({ key, months }) => [key, months]));
    const changes = new Map(usable.map(({ key, months }) => [key, plainYearOnYear(months)]));
    let rows = 0;
    for (let i = 0; i < REQUESTS; i++) {
      const transform = pick(["levels", "year_on_year"] as const);
      const [minLagMonths, maxLagMonths] = [between(-12, 12), between(-12, 12)].sort((a, b) => a - b);
      const windowMonths = between(12, 120);
      const baseSeriesKeys = [...new Set([pick(catalogue).key, pick(catalogue).key])];
      const overlaySeriesKeys = [
        ...new Set(Array.from({ length: between(1, 5) }, () => pick(catalogue).key)),
      ];
      rows += await expectCorrelations(
        economy,
        { baseSeriesKeys, overlaySeriesKeys, transform, minLagMonths, maxLagMonths, windowMonths },
        transform === "levels" ? levels : changes,
        1e-12,
      );
    }
    expect(rows).toBeGreaterThan(inForm({ short: 20, deep: 200, long: 200 }));
  });

  it("tells whole companies in the order of a plain sort of the raw rows", async () => {
    const ranked = new Map(STATES.map((state) => [state, plainStateCompanies(exposures, state)]));
    for (let i = 0; i < REQUESTS; i++) {
      const state = pick(STATES);
      const limit = pick([0, -2, 1, 5, 50, 51]);
      const companies = ranked
        .get(state)!
        .slice(0, limit <= 0 ? 10 : Math.min(limit, 50))
        .map(({ company, weight, basis, source, marketCap, shortPercent, shortDate }) => ({
          stockCode: company.stock_code,
          companyName: company.company_name ?? "",
          industry: company.industry ?? "",
          weight,
          basis,
          marketCap: marketCap ?? 0,
          shortPercent: shortPercent ?? 0,
          logoUrl: company.logo_url ?? "",
          source,
          shortPercentDate: shortDate ?? "",
        }));
      const answer = await callMethod(methods, method.listStateCompanies, { state: careless(state), limit });
      expect(answer).toEqual({ companies });
    }
  });

  it("sums exposure by state as plain sums of the raw rows do", async () => {
    const wanted = plainStateAggregates(exposures).sort((a, b) => b.marketCap - a.marketCap);
    const answer = await callMethod(methods, method.getStateCompanyAggregates, {});
    const aggregates = answer.aggregates as StateCompanyAggregate[];
    expect(aggregates.map((row) => [row.state, row.companyCount])).toEqual(
      wanted.map((row) => [row.state, row.companyCount]),
    );
    aggregates.forEach((row, at) => {
      expect(row.exposureWeightedMarketCap / wanted[at].marketCap).toBeCloseTo(1, 12);
      expect(row.exposureWeightedShortPercent).toBeCloseTo(wanted[at].shortPercent, 11);
      const dates = wanted[at].shortDates;
      expect([row.shortPercentFromDate, row.shortPercentToDate]).toEqual([
        dates.at(0) ?? "",
        dates.at(-1) ?? "",
      ]);
    });
  });
});
