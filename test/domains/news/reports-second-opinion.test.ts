import { describe, expect, it } from "vitest";
import { newsMethods } from "../../../src/domains/news/service.ts";
import { ReportsService } from "../../../src/gen/shorts/v1alpha1/reports_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { type Json, methodCalls } from "../../support/data/method-calls.ts";
import {
  plainBoard,
  plainDaysToCover,
  plainIndustries,
  plainMovement,
  plainPeriods,
  plainPriceChange,
  plainReport,
  plainSides,
} from "../../support/plain/plain-reports.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";

const { getWeeklyReport, listReports } = ReportsService.method;
const random = seededRandom(runSeed("reports"));

const engine = followCountry("opinionCountry");
const board = plainBoard();
const sides = plainSides();
const calls = methodCalls(engine, newsMethods);

describe.each(["weekly", "monthly", "yearly"])("%s reports", (type) => {
  it("are there for every period whose period before has a date", async () => {
    const slugs = plainPeriods(board, type)
      .filter(({ previous }) => previous !== undefined)
      .map(({ slug }) => slug)
      .reverse();
    expect(slugs.length).toBeGreaterThan(5);
    const { reports } = await calls.call(listReports, { reportType: type, limit: 100 });
    expect(reports.map(({ slug }: Json) => slug)).toEqual(slugs.slice(0, 100));
  });

  it("have the figures of a look at the rows of their dates", async () => {
    const periods = plainPeriods(board, type);
    for (let round = 0; round < 12; round++) {
      const place = Math.floor(random() * periods.length);
      const { slug, date, previous } = periods[place];
      if (previous === undefined) continue;
      const report = await calls.call(getWeeklyReport, { weekSlug: slug });
      const plain = plainReport(board, date, previous);
      expect([report.reportDate, report.previousDate]).toEqual([date, previous]);
      expect(report.qualityScore ?? 0).toBeCloseTo(plain.quality, 6);
      for (const [name, value] of Object.entries(plain.stats)) {
        const given = report.marketStats[name] ?? 0;
        if (typeof value === "string") expect(given).toBe(value);
        else expect(given, `${slug} ${name}`).toBeCloseTo(value, 5);
      }
      expect(
        report.topShorted.map((one: Json) => ({
          code: one.code,
          pct: one.shortPct,
          change: one.wowChange,
          isNew: one.isNewEntrant ?? false,
        })),
      ).toEqual(plain.top);
      for (const [given = [], movers] of [
        [report.risers, plain.risers],
        [report.fallers, plain.fallers],
      ]) {
        expect(given.map(({ code, change }: Json) => ({ code, change }))).toEqual(movers);
        for (const mover of given) {
          const { streak, history, zScore } = plainMovement(board, periods, place, mover.code);
          expect([mover.code, mover.streakWeeks, mover.history]).toEqual([mover.code, streak, history]);
          if (zScore === undefined) expect(mover).not.toHaveProperty("zScore");
          else expect(mover.zScore).toBeCloseTo(zScore, 3);
        }
      }
    }
  });

  it("have the industries, days to cover and prices of a look at companies, volumes and closes", async () => {
    const periods = plainPeriods(board, type).filter(({ previous }) => previous !== undefined);
    const seen = { covered: 0, priced: 0, announced: 0 };
    for (const { slug, date, previous } of [periods.at(-1)!, ...periods.filter(() => random() < 0.1)]) {
      const report = await calls.call(getWeeklyReport, { weekSlug: slug });
      const industries = plainIndustries(board, sides, date, previous!);
      expect(report.industryBreakdown.map(({ industry }: Json) => industry)).toEqual(
        industries.map(({ industry }) => industry),
      );
      for (const [i, { avgShortPct, wowChange, ...rest }] of industries.entries()) {
        expect(report.industryBreakdown[i]).toMatchObject(rest);
        expect(report.industryBreakdown[i].avgShortPct).toBeCloseTo(avgShortPct, 5);
        if (wowChange === undefined) expect(report.industryBreakdown[i]).not.toHaveProperty("wowChange");
        else expect(report.industryBreakdown[i].wowChange).toBeCloseTo(wowChange, 5);
      }
      for (const listed of [...report.topShorted, ...(report.risers ?? []), ...(report.fallers ?? [])]) {
        const days = plainDaysToCover(sides, listed.code, date);
        if (days === undefined) expect(listed).not.toHaveProperty("daysToCover");
        else expect(listed.daysToCover).toBeCloseTo(days, 1);
        if (days !== undefined) seen.covered++;
      }
      const trends: Json[] = report.trendInsights ?? [];
      const movers = [...(report.risers ?? []).slice(0, 5), ...(report.fallers ?? []).slice(0, 5)];
      expect(trends.map(({ code, shortChange }) => [code, shortChange])).toEqual(
        movers.map(({ code, change }) => [code, change]),
      );
      for (const trend of trends) {
        const change = plainPriceChange(sides, trend.code, date, previous!);
        if (change === undefined) expect(trend).not.toHaveProperty("weeklyPriceChange");
        else expect(trend.weeklyPriceChange ?? 0).toBeCloseTo(change, 3);
        if (change !== undefined) seen.priced++;
        for (const headline of trend.keyAnnouncements ?? []) {
          seen.announced++;
          expect(
            sides.marked.some(
              (row) =>
                row.headline === headline &&
                row.stock_code === trend.code &&
                row.published_at.slice(0, 10) > previous! &&
                row.published_at.slice(0, 10) <= date,
            ),
          ).toBe(true);
        }
      }
    }
    expect(Math.min(seen.covered, seen.priced)).toBeGreaterThan(0);
  });
});
