import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { economyMethods } from "../../../src/domains/economy/service.ts";
import { EconomyService } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import type { UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { rawEconomyOfFolder } from "../../support/data/raw-economy.ts";
import {
  type PlainSeries,
  plainBaseCorrelations,
  plainCatalogue,
  plainInfo,
  plainStateCompanies,
} from "../../support/plain/plain-economy.ts";
import { type PlainExposure, plainExposures } from "../../support/plain/plain-exposure.ts";
import { opened } from "../../support/run/opened.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";
import { callMethod } from "../../support/wire/call-method.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const REQUESTS = inForm({ short: 40, deep: 200, long: 200 });
const STATES = ["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act"];
const { method } = EconomyService;

let methods: UnaryMethod[];
let catalogue: PlainSeries[];
let exposures: PlainExposure[];
const random = seededRandom(runSeed("economy methods"));
const below = (n: number) => Math.floor(random() * n);
const pick = <T>(items: readonly T[]): T => items[below(items.length)];
/** The text as a careless caller types it. */
const careless = (text: string) =>
  `${pick(["", " ", "\t"])}${random() < 0.5 ? text : text.toUpperCase()}${pick(["", "  "])}`;

const following = opened(() => followCountry("opinionCountry"));
beforeAll(async () => {
  const { datasetDir } = inject("opinionCountry");
  const raw = await rawEconomyOfFolder(datasetDir);
  catalogue = plainCatalogue(raw);
  exposures = plainExposures(raw);
  methods = economyMethods(following.engine);
});

describe("ListEconomicSeries", () => {
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
});

describe("GetEconomicSeries", () => {
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
      expectClose(answer, { series, renamed: [], notKnown: [] });
    }
    expect(found).toBeGreaterThan(REQUESTS);
  });
});

describe("ListSeriesCorrelations", () => {
  it("tells of each overlay what the catalogue has, and r as a plain computation finds it", async () => {
    const bases = catalogue.filter((s) => s.topic === "markets");
    const known = new Map(catalogue.map((s) => [s.key, s]));
    let rows = 0;
    for (let i = 0; i < REQUESTS; i++) {
      const base = pick(bases).key;
      const windowMonths = pick([0, 6, 12, 24, 37, 120, 121]);
      const limit = pick([0, 3, 250, 251]);
      const answer = await callMethod(methods, method.listSeriesCorrelations, {
        baseSeriesKey: careless(base),
        windowMonths,
        limit,
      });
      const isAnswered = windowMonths === 0 || (windowMonths >= 12 && windowMonths <= 120);
      const pairs = isAnswered ? plainBaseCorrelations(catalogue, base, windowMonths || 24) : [];
      const plain = new Map(pairs.map((pair) => [pair.overlay, pair]));
      const found = answer.correlations as { overlaySeriesKey: string; r: number }[];
      expect(found).toHaveLength(Math.min(pairs.length, limit === 0 ? 100 : Math.min(limit, 250)));
      for (const row of found) {
        const pair = plain.get(row.overlaySeriesKey)!;
        expectClose(row, {
          overlaySeriesKey: pair.overlay,
          r: pair.r,
          n: pair.n,
          lastPeriod: `${pair.lastPeriod}T00:00:00Z`,
          overlay: plainInfo(known.get(pair.overlay)!, undefined),
        });
      }
      rows += found.length;
    }
    expect(rows).toBeGreaterThan(REQUESTS);
  });
});

describe("ListStateCompanies", () => {
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
});
