import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { EconomyService } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import type { PartialRow } from "../../support/data/build-db.ts";
import { economyCalls } from "../../support/data/economy-calls.ts";
import { seriesRow } from "../../support/data/economy-rows.ts";
import { shuffledTables } from "../../support/data/method-calls.ts";
import { plainCorrelation, plainMonths } from "../../support/plain/plain-correlation.ts";
import { opened } from "../../support/run/fixtures.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";

const { random, between } = draws(runSeed("vintages second opinion"));
const QUESTIONS = inForm({ short: 40, deep: 200, long: 400 });
const KEYS = ["cpi.index.aus", "gdp.value.aus", "labour.rate.aus"];
const UNDATED = "trade.balance.aus";
const WITHHELD = "rates.secret.aus";

/** The content of one publication: the reference for all comparisons. */
interface Paper {
  readonly day: string;
  readonly figures: ReadonlyMap<string, number>;
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const firstOfMonth = (at: number, step: number) =>
  new Date(Date.UTC(2020, at * step, 1)).toISOString().slice(0, 10);

/** Publications of a series: each adds a period or two and revises some earlier figures. */
function papersOf(step: number): Paper[] {
  const papers: Paper[] = [];
  let day = "2024-01-15";
  let figures = new Map<string, number>();
  for (let periods = between(20, 40); papers.length < between(3, 8); periods += between(0, 2)) {
    figures = new Map(figures);
    for (let at = 0; at < periods; at++) {
      const period = firstOfMonth(at, step);
      if (!figures.has(period) || random() < 0.2) figures.set(period, between(-5, 5));
    }
    papers.push({ day, figures });
    day = dayAfter(day, between(1, 40));
  }
  return papers;
}

/** The rows that store the papers, some with a figure that a later paper repeats. */
function rowsOf(key: string, papers: readonly Paper[]): { newest: PartialRow[]; vintages: PartialRow[] } {
  const newest: PartialRow[] = [];
  const vintages: PartialRow[] = [];
  for (const period of papers.at(-1)!.figures.keys()) {
    const given = papers.filter(({ figures }) => figures.has(period));
    const changes = given.filter(
      ({ figures }, i) =>
        figures.get(period) !== given[i - 1]?.figures.get(period) || (i < given.length - 1 && random() < 0.1),
    );
    const rows = changes.map(({ day, figures }) => ({
      series_key: key,
      period,
      value: figures.get(period)!,
      published_on: day,
    }));
    newest.push(rows.pop()!);
    vintages.push(...rows);
  }
  return { newest, vintages };
}

const knownOn = (papers: readonly Paper[], day: string) =>
  papers.findLast((paper) => paper.day <= day)?.figures;

const papers = new Map(KEYS.map((key, i) => [key, papersOf(i === 1 ? 3 : 1)]));
const days = [...papers.values()].flatMap((own) => own.map(({ day }) => day));
const someDay = () => dayAfter(days[between(0, days.length - 1)], between(-1, 1));
const frequencyOf = (key: string) => (key === KEYS[1] ? "quarterly" : "monthly");

const { ask } = opened(() => {
  const rows = [...papers].map(([key, own]) => rowsOf(key, own));
  const hidden = rowsOf(WITHHELD, papersOf(1));
  const undated = Array.from({ length: 30 }, (_, at) => ({
    series_key: UNDATED,
    period: firstOfMonth(at, 1),
    value: at,
  }));
  const tables = {
    economic_series: [
      ...KEYS.map((key) => seriesRow(key, { frequency: frequencyOf(key) })),
      seriesRow(UNDATED),
      seriesRow(WITHHELD, { internal_only: true }),
    ],
    economic_observations: [...rows.flatMap((one) => one.newest), ...hidden.newest, ...undated],
    series_vintages: [...rows, hidden].flatMap((one) => one.vintages),
  };
  return economyCalls(shuffledTables(tables, random));
});

const dateOf = (time: Parameters<typeof timestampDate>[0] | undefined) =>
  timestampDate(time!).toISOString().slice(0, 10);

describe("GetSeriesVintages", () => {
  it("is the triangle of the papers, with the first, the latest and the revision between them", async () => {
    for (const [key, own] of papers) {
      const { publications, periods, totalPeriods } = await ask(ExplorerService.method.getSeriesVintages, {
        seriesKey: key,
        maxPeriods: 600,
      });
      const wanted = [...own.at(-1)!.figures.keys()].sort().map((period) => {
        const given = own.filter(({ figures }) => figures.has(period));
        const changes = given
          .map(({ day, figures }) => [day, figures.get(period)!] as const)
          .filter(([, value], i, all) => value !== all[i - 1]?.[1]);
        const [[, first], [, latest]] = [changes[0], changes.at(-1)!];
        const revision = changes.length === 1 ? undefined : latest - first;
        return {
          period,
          changes,
          revision,
          percent: revision === undefined || first === 0 ? undefined : (100 * revision) / Math.abs(first),
        };
      });
      expect(
        periods.map(({ period, figures, revision, revisionPercent }) => ({
          period: dateOf(period),
          changes: figures.map(({ publication, value }) => [publications[publication], value]),
          revision,
          percent: revisionPercent,
        })),
      ).toEqual(wanted);
      expect(totalPeriods).toBe(wanted.length);
      const named = new Set(wanted.flatMap(({ changes }) => changes.map(([day]) => day)));
      expect(publications).toEqual([...named].sort());
    }
  });

  it("keeps to the window and the newest of it, and names the publications of these periods alone", async () => {
    const [key, own] = [...papers][0];
    const all = [...own.at(-1)!.figures.keys()].sort();
    const [from, to] = [all[3], all[15]];
    const answer = await ask(ExplorerService.method.getSeriesVintages, {
      seriesKey: ` ${key.toUpperCase()} `,
      startPeriod: timestampFromDate(new Date(from)),
      endPeriod: timestampFromDate(new Date(to)),
      maxPeriods: 5,
    });
    expect(answer.periods.map(({ period }) => dateOf(period))).toEqual(all.slice(11, 16));
    expect(answer.totalPeriods).toBe(13);
    const used = new Set(answer.periods.flatMap(({ figures }) => figures.map((one) => one.publication)));
    expect(used).toEqual(new Set(answer.publications.keys()));
  });

  it("has no periods without days, and does not know what is withheld", async () => {
    const undated = await ask(ExplorerService.method.getSeriesVintages, {
      seriesKey: UNDATED,
    });
    expect([undated.periods, undated.publications, undated.totalPeriods]).toEqual([[], [], 0]);
    for (const seriesKey of [WITHHELD, "no.such"])
      await expect(ask(ExplorerService.method.getSeriesVintages, { seriesKey })).rejects.toMatchObject({
        code: "not_found",
        message: expect.stringContaining(`no series "${seriesKey}"`),
      });
  });
});

describe("as_of", () => {
  it("gives what the papers had said by that day, on and around publication days", async () => {
    for (let i = 0; i < QUESTIONS; i++) {
      const asOf = i === 0 ? "1999-01-01" : someDay();
      const maxObservations = between(1, 30);
      const { series, notKnown } = await ask(EconomyService.method.getEconomicSeries, {
        seriesKeys: [...KEYS, UNDATED, WITHHELD, "no.such"],
        asOf,
        maxObservations,
      });
      const wanted = [...papers].flatMap(([key, own]) => {
        const known = knownOn(own, asOf);
        if (known === undefined) return [];
        return [[key, [...known].sort(([a], [b]) => (a < b ? -1 : 1)).slice(-maxObservations)]];
      });
      expect(
        series.map(({ info, observations }) => [
          info!.seriesKey,
          observations.map(({ period, value }) => [dateOf(period), value]),
        ]),
      ).toEqual(wanted);
      expect(notKnown.map(({ seriesKey, firstPublished }) => [seriesKey, firstPublished])).toEqual([
        ...[...papers].filter(([, own]) => own[0].day > asOf).map(([key, own]) => [key, own[0].day]),
        [UNDATED, ""],
      ]);
    }
  });

  it("correlates what was known that day", async () => {
    let pairs = 0;
    for (let i = 0; i < QUESTIONS; i++) {
      const asOf = someDay();
      const isNamed = random() < 0.5;
      const answer = await ask(ExplorerService.method.correlateSeries, {
        baseSeriesKeys: [KEYS[0], "stocks.price.aaa"],
        overlaySeriesKeys: isNamed ? [...KEYS, UNDATED] : [],
        asOf,
      });
      const months = new Map(
        [...papers].flatMap(([key, own]) => {
          const known = knownOn(own, asOf);
          return known === undefined ? [] : [[key, plainMonths([...known], frequencyOf(key))] as const];
        }),
      );
      const wanted = new Map(
        KEYS.slice(1).flatMap((key) => {
          const [base, overlay] = [months.get(KEYS[0]), months.get(key)];
          const found = base && overlay && plainCorrelation(base, overlay, 24);
          return found?.r === undefined ? [] : [[key, found] as const];
        }),
      );
      expect(answer.correlations.map(({ overlaySeriesKey }) => overlaySeriesKey).sort()).toEqual([
        ...wanted.keys(),
      ]);
      for (const { overlaySeriesKey, r, n } of answer.correlations) {
        expect(n).toBe(wanted.get(overlaySeriesKey)!.n);
        expect(Math.abs(r - wanted.get(overlaySeriesKey)!.r!)).toBeLessThanOrEqual(1e-12);
      }
      const named = isNamed ? [...KEYS, UNDATED] : [KEYS[0]];
      expect(answer.notKnown.map(({ seriesKey }) => seriesKey)).toEqual([
        ...named
          .filter((key) => !months.has(key))
          .sort()
          .filter((key) => key < "stocks"),
        "stocks.price.aaa",
        ...named.filter((key) => !months.has(key) && key > "stocks"),
      ]);
      pairs += wanted.size;
    }
    expect(pairs).toBeGreaterThan(QUESTIONS / 4);
  });
});
