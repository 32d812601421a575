import type { RawRow } from "../data/raw-tables.ts";
import { opinionRows } from "../data/read-csv.ts";
import { daysBefore, monthsBefore, type PlainMarket, plainRound } from "./plain-market.ts";

/** A stock with the figures that are known of it; a figure that is not is left out. */
export interface PlainStock {
  readonly code: string;
  readonly industry: string;
  readonly row: RawRow;
  readonly figures: Readonly<Record<string, number>>;
}

/**
 * The columns of every stock of the screener, from the raw rows and the CSV files of a dataset that ends at the instant
 * `asOf`, by code.
 */
export function plainStocks(plain: PlainMarket, asOf: string): PlainStock[] {
  const today = asOf.slice(0, 10);
  const table = (name: string) => Map.groupBy(opinionRows(name), (row) => row.stock_code);
  const [trades, news, dividends] = ["director_trades", "news_articles", "dividends"].map(table);
  const sessionDates = plain.raw.prices.map(({ date }) => date).sort();
  const newestSession = sessionDates.at(-1) ?? "";
  return plain
    .screener()
    .map(({ stockCode: code, row, industry }) => {
      const figures: Record<string, number> = { short_pct: row.short_percent! };
      const before = plain.positions
        .get(code)!
        .findLast(({ date, short_percent }) => short_percent !== null && date <= daysBefore(row.date, 28));
      if (before) figures.short_pct_change_4w = plainRound(row.short_percent! - before.short_percent!, 6);
      const sessions = plain.prices.get(code) ?? [];
      const last = sessions.at(-1);
      if (last !== undefined) {
        figures.latest_price = last.close;
        if (last.volume !== null) figures.latest_volume = last.volume;
        const earlier = sessions.findLast(({ date }) => date <= daysBefore(last.date, 30));
        if (earlier && earlier.close > 0)
          figures.price_change_1m = ((last.close - earlier.close) / earlier.close) * 100;
      }
      const traded = sessions.filter(
        ({ date, volume }) => (volume ?? 0) > 0 && date >= daysBefore(newestSession, 35),
      );
      if (traded.length >= 5) {
        const volume = Math.round(traded.reduce((sum, one) => sum + one.volume!, 0) / traded.length);
        figures.avg_volume_20d = volume;
        if (row.reported_short_positions !== null)
          figures.days_to_cover = plainRound(row.reported_short_positions / volume, 2);
      }
      const company = plain.company(code);
      if (/^[0-9.]+$/.test(company?.market_cap ?? "")) figures.market_cap = Number(company!.market_cap);
      if (company?.pe_ratio != null) figures.pe_ratio = company.pe_ratio;
      if (company?.dividend_yield != null) figures.dividend_yield = company.dividend_yield;

      const recent = (trades.get(code) ?? []).filter(
        ({ trade_date }) => trade_date > daysBefore(today, 90) && trade_date <= today,
      );
      const [buys, sells] = ["buy", "sell"].map((type) => recent.filter((one) => one.trade_type === type));
      const value = (rows: readonly Readonly<Record<string, string>>[]) =>
        rows.reduce((sum, one) => sum + Number(one.total_value), 0);
      const dealt = [...buys, ...sells];
      if (dealt.length === 0 || dealt.some(({ total_value }) => total_value !== ""))
        figures.net_director_buy_value = value(buys) - value(sells);
      figures.director_buy_count = buys.length;
      figures.director_sell_count = sells.length;

      const articles = (news.get(code) ?? []).filter((one) => {
        const isShown = one.source_licence !== "proprietary-tos-restricted";
        const isPast = Date.parse(one.published_at) <= Date.parse(asOf);
        return isShown && isPast && one.published_at.slice(0, 10) > daysBefore(today, 30);
      });
      figures.news_count_30d = articles.length;
      figures.price_sensitive_count = articles.filter((one) => one.is_price_sensitive === "true").length;
      const mood = (one: Readonly<Record<string, string>>) =>
        one.sentiment === "positive" ? 1 : one.sentiment === "negative" ? -1 : 0;
      if (articles.length > 0)
        figures.avg_sentiment = articles.reduce((sum, one) => sum + mood(one), 0) / articles.length;

      const paid = (dividends.get(code) ?? []).filter(
        ({ ex_date, is_declared }) =>
          is_declared !== "false" && ex_date > monthsBefore(today, 12) && ex_date <= today,
      );
      figures.trailing_12m_dividend = paid.reduce((sum, one) => sum + Number(one.amount_per_share), 0);
      const franked = paid.map((one) => one.franking_percentage).filter((cell) => cell !== "");
      if (franked.length > 0)
        figures.avg_franking_pct = franked.reduce((sum, cell) => sum + Number(cell), 0) / franked.length;
      return { code, industry, row, figures };
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}
