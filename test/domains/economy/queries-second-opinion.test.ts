import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { ECONOMY_AGGREGATES } from "../../../src/domains/economy/aggregates/index.ts";
import { ECONOMY_PAGES } from "../../../src/domains/economy/pages/index.ts";
import { type Economy, economyOf } from "../../../src/domains/economy/queries/economy.ts";
import { economyMethods } from "../../../src/domains/economy/service.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { openView } from "../../../src/engine/open-view.ts";
import type { SnapshotView } from "../../../src/engine/view.ts";
import { EconomyService } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { isEncodedAnswer, ownCall } from "../../../src/rpc/unary-method.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { emptyDatasetDatabase } from "../../support/data/build-db.ts";
import { insertRandomEconomy } from "../../support/data/random-economy.ts";
import { type RawEconomy, rawEconomy, rawEconomyOfFolder } from "../../support/data/raw-economy.ts";
import { serveAggregates } from "../../support/data/serve-aggregates.ts";
import { plainCorrelation } from "../../support/plain/plain-correlation.ts";
import {
  type PlainSeries,
  plainBaseCorrelations,
  plainCatalogue,
  plainStateAggregates,
  plainStateCompanies,
  plainYearOnYear,
} from "../../support/plain/plain-economy.ts";
import { type PlainExposure, plainExposures } from "../../support/plain/plain-exposure.ts";
import { opened } from "../../support/run/opened.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";

const REQUESTS = inForm({ short: 50, deep: 250, long: 250 });
const seed = runSeed("economy second opinion");
const random = seededRandom(seed);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)];
const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
const dateOf = (dayNumber: number) => new Date(dayNumber * 86_400_000).toISOString().slice(0, 10);
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** A dataset's economy as plain rows, and as a snapshot serves it. */
interface Subject {
  readonly raw: RawEconomy;
  readonly economy: Economy;
  readonly ask: Ask;
  close(): Promise<void>;
}

type Ask = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<MessageShape<O>>;

/** Asks a method of the service over a view. */
function askOf(view: SnapshotView): Ask {
  const methods = economyMethods(new Engine({ view, close: async () => {} }));
  return async (desc, request) => {
    const method = methods.find((one) => one.desc === (desc as DescMethodUnary))!;
    const message = create(desc.input, request) as never;
    const answer = await method.answer(message, ownCall(new AbortController().signal));
    return (isEncodedAnswer(answer) ? answer.message() : answer) as MessageShape<typeof desc.output>;
  };
}

async function randomRows(): Promise<Subject> {
  const build = await emptyDatasetDatabase();
  await insertRandomEconomy(build, seed);
  const raw = await rawEconomy(build);
  const { view, close } = await serveAggregates(build, ECONOMY_AGGREGATES, ECONOMY_PAGES);
  build.close();
  return { raw, economy: economyOf(view), ask: askOf(view), close };
}

async function syntheticCountry(): Promise<Subject> {
  const { datasetDir, dataDir } = inject("opinionCountry");
  const raw = await rawEconomyOfFolder(datasetDir);
  const snapshot = await openSnapshot(dataDir);
  const { view, close } = await openView(snapshot, { metrics: METRICS, sqlConnections: 2, sqlWaiting: 16 });
  return { raw, economy: economyOf(view), ask: askOf(view), close };
}

describe.each([
  { name: "random rows", open: randomRows, pairs: 5 * REQUESTS },
  { name: "the synthetic country", open: syntheticCountry, pairs: REQUESTS },
])("Economy over $name", ({ open, pairs }) => {
  let economy: Economy;
  let catalogue: PlainSeries[];
  let exposures: PlainExposure[];

  const subject = opened(open);
  beforeAll(async () => {
    economy = subject.economy;
    catalogue = plainCatalogue(subject.raw);
    exposures = plainExposures(subject.raw);
  });

  it("lists series as a plain filter over the raw rows does", async () => {
    for (let i = 0; i < REQUESTS; i++) {
      const model = pick(catalogue);
      const maybe = (value: string) => (random() < 0.4 ? value : "");
      const filter = {
        topic: maybe(model.topic),
        metric: maybe(model.metric),
        regionType: maybe(model.regionType),
        regionCode: maybe(model.regionCode),
        product: maybe(model.product),
        limit: between(1, 100),
        afterKey: "",
      };
      const wanted = catalogue
        .filter((s) => filter.topic === "" || s.topic === filter.topic)
        .filter((s) => filter.metric === "" || s.metric === filter.metric)
        .filter((s) => filter.regionType === "" || s.regionType === filter.regionType)
        .filter((s) => filter.regionCode === "" || s.regionCode === filter.regionCode)
        .filter((s) => filter.product === "" || s.product === filter.product)
        .slice(0, filter.limit);
      const entries = await economy.catalogue();
      const found = (await economy.listSeries(filter)).numbers.map((number) => entries[number]);
      expect(
        found.map((s) => [
          s.seriesKey,
          s.frequency,
          s.sourceLicence,
          s.latestPeriod && dateOf(s.latestPeriod),
        ]),
      ).toEqual(wanted.map((s) => [s.key, s.frequency, s.sourceLicence, s.observations.at(-1)?.[0]]));
    }
  });

  it("gives the newest observations in range as a plain slice of the raw rows does", async () => {
    for (let i = 0; i < REQUESTS; i++) {
      const keys = [
        ...new Set(Array.from({ length: between(1, 12) }, () => pick(catalogue).key)),
        "no.such.key",
      ];
      const start =
        random() < 0.5 ? undefined : `${between(2011, 2026)}-0${between(1, 9)}-${between(10, 28)}`;
      const maxObservations = pick([1, 2, 12, 50, 600]);
      const found = await economy.seriesData({
        seriesKeys: keys,
        startDay: start === undefined ? undefined : dayOf(start),
        maxObservations,
      });
      const wanted = catalogue
        .filter((series) => keys.includes(series.key))
        .map((series) => ({
          key: series.key,
          newest: series.observations
            .filter(([p]) => start === undefined || p >= start)
            .slice(-maxObservations),
        }))
        .filter((series) => series.newest.length > 0);
      expect(found.map((data) => data.series.seriesKey)).toEqual(wanted.map((series) => series.key));
      found.forEach((data, at) => {
        expect(Array.from(data.dayNumbers.subarray(data.first), dateOf)).toEqual(
          wanted[at].newest.map(([period]) => period),
        );
        wanted[at].newest.forEach(([, value], o) => {
          expect(Math.abs(data.values[data.first + o] - value)).toBeLessThanOrEqual(1e-11 * Math.abs(value));
        });
      });
    }
  });

  it("correlates random bases and windows as a plain computation does, to 1e-12", async () => {
    const bases = catalogue.filter((series) => series.topic === "markets").map((series) => series.key);
    let rows = 0;
    for (let i = 0; i < pairs; i++) {
      const baseSeriesKey = random() < 0.95 ? pick(bases) : pick(catalogue).key;
      const windowMonths = random() < 0.2 ? 24 : between(12, 120);
      const minAbsR = random() < 0.5 ? 0 : random();
      const limit = random() < 0.5 ? 250 : between(1, 30);
      const found = await economy.seriesCorrelations({ baseSeriesKey, windowMonths, minAbsR, limit });
      const wanted = plainBaseCorrelations(catalogue, baseSeriesKey, windowMonths).filter(
        (pair) => Math.abs(pair.r) >= minAbsR,
      );
      expect(found).toHaveLength(Math.min(limit, wanted.length));
      const byOverlay = new Map(wanted.map((pair) => [pair.overlay, pair]));
      const nth = wanted.map((pair) => Math.abs(pair.r)).sort((a, b) => b - a);
      found.forEach((row, at) => {
        const pair = byOverlay.get(row.overlay.seriesKey)!;
        expect(Math.abs(row.r - pair.r)).toBeLessThanOrEqual(1e-12);
        expect(Math.abs(Math.abs(row.r) - nth[at])).toBeLessThanOrEqual(1e-12);
        expect([row.n, dateOf(row.lastPeriod)]).toEqual([pair.n, pair.lastPeriod]);
        const before = found[at - 1];
        if (before !== undefined) {
          const sameSize = Math.abs(before.r) === Math.abs(row.r);
          expect(sameSize ? before.overlay.seriesKey < row.overlay.seriesKey : true).toBe(true);
          expect(Math.abs(before.r)).toBeGreaterThanOrEqual(Math.abs(row.r));
        }
      });
      rows += found.length;
    }
    expect(rows).toBeGreaterThan(pairs);
  });

  it("finds the best lag of random questions as a plain search does", async () => {
    const usable = catalogue.filter((series) => series.frequency !== "annual");
    const changes = new Map(usable.map((series) => [series, plainYearOnYear(series.months)]));
    let rows = 0;
    for (let i = 0; i < REQUESTS; i++) {
      const transform = pick(["levels", "year_on_year"] as const);
      const [minLagMonths, maxLagMonths] = [between(-12, 12), between(-12, 12)].sort((a, b) => a - b);
      const windowMonths = between(12, 120);
      const baseSeriesKeys = [...new Set([pick(catalogue).key, pick(catalogue).key])];
      const overlaySeriesKeys = [
        ...new Set(Array.from({ length: between(1, 5) }, () => pick(catalogue).key)),
      ];
      const { correlations, totalCount } = await economy.correlateSeries({
        baseSeriesKeys,
        overlaySeriesKeys,
        transform,
        minLagMonths,
        maxLagMonths,
        windowMonths,
        minAbsR: 0,
        limit: 500,
      });
      const monthsOf = (series: PlainSeries) =>
        transform === "levels" ? series.months : changes.get(series)!;
      let wanted = 0;
      for (const base of usable.filter((series) => baseSeriesKeys.includes(series.key))) {
        for (const overlay of usable.filter((series) => overlaySeriesKeys.includes(series.key))) {
          if (base === overlay) continue;
          const lags = Array.from({ length: maxLagMonths - minLagMonths + 1 }, (_, at) => {
            const lag = minLagMonths + at;
            return { lag, ...plainCorrelation(monthsOf(base), monthsOf(overlay), windowMonths, lag) };
          });
          const sizes = lags.flatMap(({ r }) => (r === undefined ? [] : [Math.abs(r)]));
          if (sizes.length === 0) continue;
          wanted++;
          const row = correlations.find(
            (c) => c.baseSeriesKey === base.key && c.overlaySeriesKey === overlay.key,
          )!;
          row.lags.forEach((found, at) => {
            expect([found.lagMonths, found.n, found.r === undefined]).toEqual([
              lags[at].lag,
              lags[at].n,
              lags[at].r === undefined,
            ]);
            expect(Math.abs((found.r ?? 0) - (lags[at].r ?? 0))).toBeLessThanOrEqual(1e-12);
          });
          const best = lags.find(({ lag }) => lag === row.bestLagMonths)!;
          expect(Math.abs(Math.abs(row.r) - Math.max(...sizes))).toBeLessThanOrEqual(1e-12);
          expect([row.n, dateOf(row.lastPeriod)]).toEqual([best.n, best.lastPeriod]);
        }
      }
      expect([totalCount, correlations.length]).toEqual([wanted, wanted]);
      rows += wanted;
    }
    expect(rows).toBeGreaterThan(inForm({ short: 20, deep: 200, long: 200 }));
  });

  it("ranks a state's companies as a plain sort of the raw rows does", async () => {
    for (const state of ["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act"]) {
      const wanted = plainStateCompanies(exposures, state);
      for (let limit = 1; limit <= 50; limit += between(1, 3)) {
        const { companies } = await subject.ask(EconomyService.method.listStateCompanies, { state, limit });
        expect(
          companies.map((c) => [
            c.stockCode,
            c.companyName,
            c.weight,
            c.basis,
            c.marketCap,
            c.shortPercent,
            c.source,
          ]),
        ).toEqual(
          wanted
            .slice(0, limit)
            .map((row) => [
              row.company.stock_code,
              row.company.company_name ?? "",
              row.weight,
              row.basis,
              row.marketCap ?? 0,
              row.shortPercent ?? 0,
              row.source,
            ]),
        );
      }
    }
  });

  it("sums exposure by state as plain sums of the raw rows do", async () => {
    const wanted = plainStateAggregates(exposures).sort((a, b) => b.marketCap - a.marketCap);
    const { aggregates } = await subject.ask(EconomyService.method.getStateCompanyAggregates, {});
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
