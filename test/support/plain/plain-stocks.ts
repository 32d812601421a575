import type { RawRow } from "../data/raw-tables.ts";
import { type CsvRow, opinionRows } from "../data/read-csv.ts";
import type { PlainMarket } from "./plain-market.ts";
import { compareBy, daysBefore, mean, monthsBefore, RESTRICTED, sum } from "./plain-steps.ts";

export interface PlainStock {
  readonly code: string;
  readonly industry: string;
  readonly row: RawRow;
  readonly figures: Readonly<Record<string, number>>;
}

/** Every stock of the screener by code, from raw rows and the CSV files of a dataset that ends at `asOf`. */
export function plainStocks(plain: PlainMarket, asOf: string): PlainStock[] {
  const today = asOf.slice(0, 10);
  const table = (name: string) => Map.groupBy(opinionRows(name), (row) => row.stock_code);
  const [trades, news, dividends] = ["director_trades", "news_articles", "dividends"].map(table);
  return plain
    .screened()
    .map(({ stockCode: code, row, industry, figures: screened }) => {
      const known = Object.entries(screened).flatMap(([name, figure]) =>
        figure == null ? [] : [[snakeCase(name), figure] as const],
      );
      const figures: Record<string, number> = Object.fromEntries(known);
      const recent = (trades.get(code) ?? []).filter(
        ({ trade_date }) => trade_date > daysBefore(today, 90) && trade_date <= today,
      );
      const [buys, sells] = ["buy", "sell"].map((type) => recent.filter((one) => one.trade_type === type));
      const value = (rows: readonly CsvRow[]) => sum(rows.map((one) => Number(one.total_value)));
      const dealt = [...buys, ...sells];
      if (dealt.length === 0 || dealt.some(({ total_value }) => total_value !== ""))
        figures.net_director_buy_value = value(buys) - value(sells);
      figures.director_buy_count = buys.length;
      figures.director_sell_count = sells.length;

      const articles = (news.get(code) ?? []).filter((one) => {
        const isShown = one.source_licence !== RESTRICTED;
        const isPast = Date.parse(one.published_at) <= Date.parse(asOf);
        return isShown && isPast && one.published_at.slice(0, 10) > daysBefore(today, 30);
      });
      figures.news_count_30d = articles.length;
      figures.price_sensitive_count = articles.filter((one) => one.is_price_sensitive === "true").length;
      const scoreOf = (one: CsvRow) =>
        one.sentiment === "positive" ? 1 : one.sentiment === "negative" ? -1 : 0;
      if (articles.length > 0) figures.avg_sentiment = mean(articles.map(scoreOf));

      const paid = (dividends.get(code) ?? []).filter(
        ({ ex_date, is_declared }) =>
          is_declared !== "false" && ex_date > monthsBefore(today, 12) && ex_date <= today,
      );
      figures.trailing_12m_dividend = sum(paid.map((one) => Number(one.amount_per_share)));
      const franked = paid.map((one) => one.franking_percentage).filter((cell) => cell !== "");
      if (franked.length > 0) figures.avg_franking_pct = mean(franked.map(Number));
      return { code, industry, row, figures };
    })
    .sort(compareBy("code"));
}

const snakeCase = (name: string) => name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);
