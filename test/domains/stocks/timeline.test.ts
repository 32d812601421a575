import { describe, expect, it } from "vitest";
import { StockService } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { rowOf, rowsIn } from "../../support/data/build-db.ts";
import { type Json, stockCallsOver } from "../../support/data/stock-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getEventTimeline } = StockService.method;
const NOW = new Date("2026-11-13T01:00:00Z");

const announced = rowOf("id date headline", { stock_code: "AAA" });
const short = rowOf("date short_percent", { stock_code: "AAA" });
const article = rowOf("id published_at headline", (id) => ({
  stock_code: "AAA",
  source: "Example Paper",
  url: `https://news.example/${id}`,
  source_licence: "CC-BY-4.0",
}));

const calls = opened(() =>
  stockCallsOver(
    {
      announcements: [
        announced("1", "2026-11-02", "B comes second"),
        announced("2", "2026-11-02", "A comes first", {
          type: "Trading Halt",
          pdf_url: "https://filings.example/1.pdf",
          is_price_sensitive: true,
        }),
        announced("3", "2025-11-13", "a year ago"),
        announced("4", "2025-11-12", "a day more"),
      ],
      director_trades: rowsIn(
        `id  trade_type  shares  price  total_value  trade_date  announcement_url
         t   sell        25000   3.42   85500        2026-11-02  https://filings.example/3Y.pdf`,
        { stock_code: "AAA", director_name: "Ada Marlow" },
      ),
      news_articles: [
        article("n2", "2026-11-02T03:00:00Z", "Zinc found under the old shed", { sentiment: "positive" }),
        // The same story an hour later in another paper.
        article("n3", "2026-11-02T04:00:00Z", "Zinc found under the old shed", { source: "Other Paper" }),
        article("n1", "2026-11-02T05:00:00Z", "Ada Marlow resigns as chair", { is_price_sensitive: true }),
        article("n4", "2026-11-20T05:00:00Z", "Not yet published"),
      ],
      short_positions: [
        short("2026-10-28", 2.4),
        // 3.4 - 2.4 is slightly less than 1 in binary.
        short("2026-10-29", 3.4),
        short("2026-10-30", null),
        short("2026-11-02", 4.5),
        short("2026-11-03", 5.49),
        short("2026-11-04", 3),
      ],
    },
    { now: NOW },
  ),
);

const events = async (request: object = {}): Promise<Json[]> =>
  (await calls.call(getEventTimeline, { stockCode: "AAA", ...request })).events ?? [];

describe("GetEventTimeline", () => {
  it("orders a day: announcements, director trades, jumps, news; then by title", async () => {
    const ofDay = (await events()).filter(({ date }) => date === "2026-11-02");
    expect(ofDay).toEqual([
      {
        date: "2026-11-02",
        type: "announcement",
        title: "A comes first",
        detail: "Trading Halt",
        url: "https://filings.example/1.pdf",
        isPriceSensitive: true,
      },
      { date: "2026-11-02", type: "announcement", title: "B comes second" },
      {
        date: "2026-11-02",
        type: "director_trade",
        title: "Ada Marlow sold 25000 shares",
        detail: "A$85500.00 at A$3.420 a share",
        url: "https://filings.example/3Y.pdf",
      },
      {
        date: "2026-11-02",
        type: "short_spike",
        title: "Short position up 1.10 points",
        detail: "From 3.40 % to 4.50 % of the shares on issue",
      },
      {
        date: "2026-11-02",
        type: "news",
        title: "Ada Marlow resigns as chair",
        detail: "Example Paper",
        url: "https://news.example/n1",
        isPriceSensitive: true,
      },
      {
        date: "2026-11-02",
        type: "news",
        title: "Zinc found under the old shed",
        detail: "Example Paper",
        url: "https://news.example/n2",
        sentiment: "positive",
      },
    ]);
  });

  it("tells a story once, whoever ran it, and none that is not out yet", async () => {
    const titles = (await events()).map(({ title }) => title);
    expect(titles.filter((title) => title === "Zinc found under the old shed")).toHaveLength(1);
    expect(titles).not.toContain("Not yet published");
  });

  it("takes a rise of one point or more against the row stored before for a jump", async () => {
    const spikes = (await events()).filter(({ type }) => type === "short_spike").map(({ date }) => date);
    expect(spikes).toEqual(["2026-11-02", "2026-10-29"]);
  });

  it("goes 365 days back unless fewer are asked for", async () => {
    const titles = async (daysBack: number) => (await events({ daysBack })).map(({ title }) => title);
    expect(await titles(0)).toContain("a year ago");
    expect(await titles(0)).not.toContain("a day more");
    expect(await titles(9999)).toEqual(await titles(0));
    expect(await titles(-1)).toEqual(await titles(0));
    expect((await events({ daysBack: 12 })).map(({ date }) => date)).toEqual(Array(6).fill("2026-11-02"));
    expect(await events({ daysBack: 10 })).toEqual([]);
  });
});
