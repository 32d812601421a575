import type { RawMarket, RawRow } from "../data/raw-tables.ts";
import { compareBy, daysBefore, mean, monthsBefore } from "./plain-steps.ts";

const MONTHS: Record<string, number> = {
  "1M": 1,
  "3M": 3,
  "6M": 6,
  "1Y": 12,
  "2Y": 24,
  "5Y": 60,
  "10Y": 120,
  MAX: 1200,
};

export function windowStart(newest: string, period: string): string {
  if (period === "1D") return daysBefore(newest, 1);
  if (period === "1W") return daysBefore(newest, 7);
  return monthsBefore(newest, MONTHS[period]);
}

export function plainType(row: RawRow): string {
  const name = row.product_name ?? "";
  const issued = Number(row.total_product_in_issue);
  if (/ETF\b/i.test(name)) return "etf";
  if (/\d+(\.\d+)?\s*%/.test(name)) return "debt";
  if (row.stock_code.length > 4) return "other";
  if (name.toUpperCase().includes("DEFERRED")) return "other";
  return issued > 0 && issued < 5_000_000 ? "other" : "ordinary";
}

const byDate = compareBy<RawRow>("date");
const isOrdinary = (row: RawRow) => plainType(row) === "ordinary";

/** Rounds half away from zero in decimal arithmetic. */
export function plainRound(value: number, places: number): number {
  const text = Math.abs(value).toFixed(12);
  const scaled = BigInt(text.replace(".", ""));
  const unit = 10n ** BigInt(12 - places);
  const rounded = (scaled + unit / 2n) / unit;
  return (Math.sign(value) * Number(rounded)) / 10 ** places || 0;
}

/** The members of a response that `wanted` also has; float32 members are rounded to float32. */
export const shownOf = (answer: RawRow, wanted: object) =>
  Object.fromEntries(
    Object.keys(wanted).map((name) => {
      const isFloat = /^(percentageShorted|totalProductInIssue|reportedShortPositions)$/.test(name);
      return [name, isFloat ? Math.fround(answer[name]) : answer[name]];
    }),
  );

/** The raw rows by code, each list oldest first. */
export class PlainMarket {
  readonly raw: RawMarket;
  readonly positions: Map<string, RawRow[]>;
  readonly prices: Map<string, RawRow[]>;
  readonly dates: string[];

  constructor(raw: RawMarket) {
    this.raw = { ...raw, history: raw.history.toSorted(compareBy("observed_from")) };
    this.positions = Map.groupBy(raw.positions.toSorted(byDate), (row) => row.stock_code);
    this.prices = Map.groupBy(raw.prices.toSorted(byDate), (row) => row.stock_code);
    this.dates = [...new Set(raw.positions.map((row) => row.date))].sort();
  }

  get newest(): string {
    return this.dates.at(-1)!;
  }

  company(code: string) {
    return this.raw.companies.find((company) => company.stock_code === code);
  }

  ranking(): RawRow[] {
    const since = monthsBefore(this.newest, 1);
    return [...this.positions.values()]
      .flatMap((rows) => rows.filter((row) => (row.short_percent ?? 0) > 0 && row.date > since).at(-1) ?? [])
      .filter(isOrdinary)
      .sort(compareBy("short_percent", "stock_code"));
  }

  points(code: string, period: string): RawRow[] {
    const since = windowStart(this.newest, period);
    return (this.positions.get(code) ?? []).filter((row) => row.date > since && (row.short_percent ?? 0) > 0);
  }

  day(date: string, includeZero: boolean, ordinaryOnly: boolean): RawRow[] {
    return this.raw.positions
      .filter((row) => row.date === date && row.short_percent !== null)
      .filter((row) => (includeZero || row.short_percent! > 0) && (!ordinaryOnly || isOrdinary(row)))
      .sort(compareBy("short_percent", "stock_code"));
  }

  /** Market value and liquidity of a row, from sessions on or before its date. */
  sizes(row: RawRow) {
    const sessions = (this.prices.get(row.stock_code) ?? []).filter((price) => price.date <= row.date);
    const traded = sessions.filter((price) => (price.volume ?? 0) > 0).slice(-20);
    const ofFive = (values: number[]) => (values.length < 5 ? 0 : mean(values));
    const value = ofFive(traded.map((price) => price.close * price.volume!));
    const volume = ofFive(traded.map((price) => price.volume!));
    const bands = [
      [100_000_000, "mega"],
      [10_000_000, "large"],
      [1_000_000, "mid"],
      [100_000, "small"],
    ] as const;
    return {
      marketCap: (sessions.at(-1)?.close ?? 0) * (row.total_product_in_issue ?? 0),
      averageDailyValue20d: value,
      liquidityBand: value === 0 ? "" : (bands.find(([least]) => value >= least)?.[1] ?? "micro"),
      averageDailyVolume20d: volume,
      daysToCover: volume === 0 ? 0 : (row.reported_short_positions ?? 0) / volume,
      hasPriceHistory: sessions.length > 0,
    };
  }

  label(code: string, date: string) {
    const recorded = this.raw.history.findLast(
      (entry) => entry.stock_code === code && entry.observed_from <= date,
    );
    const industry: string = recorded?.industry ?? this.company(code)?.industry ?? "";
    const industrySource: string = recorded?.source ?? (industry === "" ? "" : "current");
    return { industry, industrySource, industryAsOf: (recorded?.observed_from ?? "") as string };
  }

  /** A row as in responses (float32 members rounded), with sizes by the sessions up to `day`. */
  shown(row: RawRow, day: string = row.date) {
    const last = this.prices.get(row.stock_code)?.at(-1);
    return {
      productCode: row.stock_code,
      percentageShorted: Math.fround(row.short_percent ?? 0),
      totalProductInIssue: Math.fround(row.total_product_in_issue ?? 0),
      reportedShortPositions: Math.fround(row.reported_short_positions ?? 0),
      ...this.sizes({ ...row, date: day }),
      hasPriceHistory: this.sizes(row).hasPriceHistory,
      securityType: plainType(row),
      ...this.label(row.stock_code, row.date),
      finalClose: last?.close ?? 0,
      finalCloseDate: last?.date ?? "",
      priceStatus: last === undefined ? "unavailable" : "priced",
      lastReportedDate: this.positions.get(row.stock_code)!.at(-1)!.date,
    };
  }

  treeMap(period: string, limit: number, isChange: boolean) {
    const since = windowStart(this.newest, period === "MAX" ? "10Y" : period);
    const fresh = monthsBefore(this.newest, 6);
    const stocks = this.raw.companies.flatMap(({ stock_code, industry }) => {
      const rows = (this.positions.get(stock_code) ?? []).filter(
        (row) => row.date >= since && row.short_percent !== null,
      );
      const last = rows.at(-1);
      if (industry === null || last === undefined || last.date < fresh || !(last.short_percent! > 0))
        return [];
      if (!isOrdinary(last)) return [];
      const first = rows.find(isOrdinary)!;
      if (isChange && first.short_percent === 0) return [];
      const change = ((last.short_percent! - first.short_percent!) / first.short_percent!) * 100;
      const value = isChange ? change : last.short_percent!;
      return [{ industry, productCode: stock_code, shortPosition: value, percent: last.short_percent! }];
    });
    return [...Map.groupBy(stocks, (stock) => stock.industry)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, members]) => members.sort(compareBy("shortPosition", "productCode")).slice(0, limit));
  }

  /** Each stock of the screener, with its non-null figures. */
  screened() {
    const oldest = monthsBefore(this.newest, 6);
    const sessionDates = this.raw.prices.map((price) => price.date).sort();
    const newestSession = sessionDates.at(-1) ?? "";
    return [...this.positions].flatMap(([code, rows]) => {
      const row = rows.findLast(({ short_percent }) => (short_percent ?? 0) > 0);
      if (row === undefined || row.date < oldest || !isOrdinary(row)) return [];
      const before = rows.findLast(
        ({ date, short_percent }) => short_percent !== null && date <= daysBefore(row.date, 28),
      );
      const sessions = this.prices.get(code) ?? [];
      const last = sessions.at(-1);
      const earlier = last && sessions.findLast(({ date }) => date <= daysBefore(last.date, 30));
      const traded = sessions.filter(
        ({ date, volume }) => (volume ?? 0) > 0 && date >= daysBefore(newestSession, 35),
      );
      const volume =
        traded.length < 5 ? undefined : Math.round(mean(traded.map((session) => session.volume as number)));
      const { industry, market_cap, pe_ratio, dividend_yield } = this.company(code) ?? {};
      const held: number | null = row.reported_short_positions;
      const figures = {
        shortPct: row.short_percent as number,
        shortPctChange4w: before && plainRound(row.short_percent! - before.short_percent!, 6),
        latestPrice: last?.close as number | undefined,
        latestVolume: last?.volume as number | null | undefined,
        priceChange1m:
          earlier && earlier.close > 0 ? ((last!.close - earlier.close) / earlier.close) * 100 : undefined,
        avgVolume20d: volume,
        daysToCover: volume === undefined || held === null ? undefined : plainRound(held / volume, 2),
        marketCap: /^[0-9.]+$/.test(market_cap ?? "") ? Number(market_cap) : undefined,
        peRatio: pe_ratio as number | null | undefined,
        dividendYield: dividend_yield as number | null | undefined,
      };
      return [{ stockCode: code, row, industry: (industry ?? "") as string, figures }];
    });
  }

  /** screened as in the screener's response: 0 for null. */
  screener() {
    return this.screened().map(({ figures, ...stock }) => {
      const shown = Object.entries(figures).map(([name, figure]) => [name, figure ?? 0]);
      return { ...stock, ...(Object.fromEntries(shown) as Record<keyof typeof figures, number>) };
    });
  }

  campaigns() {
    const since = monthsBefore(this.newest, 36);
    return [...this.positions]
      .flatMap(([code, rows]) => {
        const own = rows.filter((row) => row.date > since && row.short_percent !== null && isOrdinary(row));
        const most = Math.max(...own.map((row) => row.short_percent!));
        if (!(most >= 5)) return [];
        const peak = own.findLast((row) => row.short_percent === most)!;
        const sessions = this.prices.get(code) ?? [];
        const priceAtPeak = sessions.findLast(({ date }) => date <= peak.date)?.close ?? 0;
        const after = (months: number) => {
          const close = sessions.find(({ date }) => date >= monthsBefore(peak.date, -months))?.close ?? 0;
          const has = close > 0 && priceAtPeak > 0;
          const change = has ? plainRound((close / priceAtPeak - 1) * 100, 2) : 0;
          const names = [`has${months}m`, `price${months}mAfter`, `return${months}m`, `shortsWon${months}m`];
          const values = [has, has ? close : 0, change, has && close < priceAtPeak];
          return Object.fromEntries(names.map((name, i) => [name, values[i]]));
        };
        return [
          {
            stockCode: code,
            industry: this.company(code)?.industry ?? "",
            peakDate: peak.date,
            peakShortPct: most,
            priceAtPeak,
            ...after(3),
            ...after(6),
            currentShortPct: rows.at(-1)!.short_percent ?? 0,
            latestPrice: sessions.at(-1)?.close ?? 0,
          } as RawRow,
        ];
      })
      .sort(compareBy("peakShortPct", "stockCode"));
  }
}
