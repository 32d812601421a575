import { INDUSTRY_GROUPS, sectorOfIndustry } from "../../../dataset/industry-groups.ts";
import { type ColumnMetric, metricRegistry } from "../../../dataset/metric.ts";
import { SCREENER_COLUMNS, type ScreenerColumn } from "../../market/rules.ts";

export const DEFAULT_COMPARED_COLUMNS: readonly ScreenerColumn[] = [
  "short_pct",
  "short_pct_change_4w",
  "days_to_cover",
  "market_cap",
  "price_change_1m",
  "dividend_yield",
];

const UNITS: Readonly<Record<ScreenerColumn, string>> = {
  short_pct: "%",
  short_pct_change_4w: "percentage points",
  latest_price: "AUD",
  price_change_1m: "%",
  latest_volume: "shares",
  market_cap: "AUD",
  pe_ratio: "ratio",
  dividend_yield: "%",
  net_director_buy_value: "AUD",
  director_buy_count: "trades",
  director_sell_count: "trades",
  news_count_30d: "articles",
  avg_sentiment: "-1 to 1",
  price_sensitive_count: "articles",
  trailing_12m_dividend: "AUD",
  avg_franking_pct: "%",
  days_to_cover: "days",
  avg_volume_20d: "shares",
};

export const SECTORS: readonly string[] = [
  ...new Set(INDUSTRY_GROUPS.map((name) => sectorOfIndustry(name)!)),
];

/** Columns of the screener, then industry and sector. */
const METRICS: readonly ColumnMetric[] = [
  ...SCREENER_COLUMNS.map(
    (key): ColumnMetric => ({ key, kind: "numeric", unit: UNITS[key], categories: [] }),
  ),
  { key: "industry", kind: "categorical", unit: "", categories: INDUSTRY_GROUPS },
  { key: "sector", kind: "categorical", unit: "", categories: SECTORS },
];

export const STOCK_METRICS = metricRegistry(METRICS, {
  keysHint: `it is none of ${METRICS.map(({ key }) => key).join(", ")}`,
  labelsHint: ({ categories }) => `it is none of ${categories.join(", ")}`,
});
