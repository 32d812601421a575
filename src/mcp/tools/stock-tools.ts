import { pageOf, type Tool } from "./tool.ts";

const MARKET = "shorts.v1alpha1.MarketService";
const STOCK = "shorts.v1alpha1.StockService";
const STRATEGY = "shorts.v1alpha1.StrategyService";

export const STOCK_TOOLS: readonly Tool[] = [
  {
    name: "short_positions",
    title: "Short positions of a day",
    description:
      "Listed securities by the percent of their shares held short in one report. The date is YYYY-MM-DD; a date without a report names its neighbours.",
    method: `${MARKET}/GetMarketByDate`,
    arguments: ["date", "limit", "offset", "ordinaryOnly"],
    list: "stocks",
    most: 1000,
    defaults: { limit: 20, ordinaryOnly: true },
  },
  {
    name: "short_history",
    title: "Short positions of a company over time",
    description:
      "Percent of one security's shares held short, oldest first, with its highest and lowest point. Periods of 5Y and more are weekly means. Needs its code; search with kind stock gives it.",
    method: `${STOCK}/GetStockData`,
    arguments: ["productCode", "period", "from", "to", "maxPoints"],
    defaults: { period: "1Y", maxPoints: 60 },
  },
  {
    name: "company_profile",
    title: "Profile of a listed company",
    description:
      "Business, people, reports and key figures of one listed company. Needs its code; search with kind stock gives it.",
    method: `${STOCK}/GetStockDetails`,
    arguments: ["productCode"],
    page: pageOf("stocks", "productCode"),
    tables: ["companies", "company_profiles", "company_people", "company_reports"],
  },
  {
    name: "company_news",
    title: "News of a company",
    description:
      "Articles about one listed company, newest first, with outlet, day and sentiment. Needs its code.",
    method: "shorts.v1alpha1.NewsService/GetStockNews",
    arguments: ["stockCode", "limit", "source", "sentiment"],
    list: "articles",
    most: 100,
  },
  {
    name: "top_shorts",
    title: "Most shorted stocks",
    description:
      "The stocks with the highest percentage of shares on issue sold short, and its change over a period.",
    method: `${MARKET}/GetTopShorts`,
    arguments: ["period", "limit", "offset"],
    list: "timeSeries",
    most: 1000,
    defaults: { period: "3M", limit: 10, summaryOnly: true },
  },
  {
    name: "industry_tree_map",
    title: "Short positions by industry",
    description: "Industries with their most shorted stocks, by the position or by its change over a period.",
    method: `${MARKET}/GetIndustryTreeMap`,
    arguments: ["period", "limit", "viewMode"],
    defaults: { period: "3M", limit: 3 },
  },
  {
    name: "squeeze_candidates",
    title: "Short squeeze candidates",
    description:
      "Heavily shorted stocks ordered by how hard they would be to cover, or by how price and position diverge.",
    method: `${MARKET}/GetBattlegroundStocks`,
    arguments: ["view", "limit", "offset"],
    list: "stocks",
    most: 100,
    tables: ["short_positions", "stock_prices"],
  },
  {
    name: "stock_prices",
    title: "Prices of a stock",
    description: "Daily prices of one stock, oldest first, in AUD, sampled to a few points. Needs its code.",
    method: `${STOCK}/GetStockPrices`,
    arguments: ["productCode", "period", "from", "to", "maxPoints"],
    defaults: { period: "1Y", maxPoints: 40 },
    page: pageOf("stocks", "productCode"),
  },
  {
    name: "stock_correlations",
    title: "Correlation of stocks",
    description: "Pearson's r of the daily returns of 2 to 50 stocks over a period of up to a year.",
    method: "marketdata.v1.MarketDataService/GetStockCorrelations",
    arguments: ["stockCodes", "period"],
  },
  {
    name: "director_trades",
    title: "Director trades",
    description: "Trades of one company's directors, newest first, with value and role. Needs its code.",
    method: `${STOCK}/GetDirectorTrades`,
    arguments: ["stockCode", "limit"],
    list: "trades",
    most: 200,
    page: pageOf("stocks", "stockCode"),
  },
  {
    name: "stock_peers",
    title: "A stock among its peers",
    description: "One stock next to the largest of its industry: size, multiple, yield, short position.",
    method: `${STOCK}/GetPeerComparison`,
    arguments: ["stockCode", "limit"],
    list: "peers",
    most: 20,
    defaults: { limit: 5 },
    page: pageOf("stocks", "stockCode"),
    tables: ["companies", "short_positions"],
  },
  {
    name: "stock_fundamentals",
    title: "Financial reports of a company",
    description:
      "Reported periods of one company, newest first, with growth. Whole units of the reporting currency.",
    method: `${STOCK}/GetStockFundamentals`,
    arguments: ["stockCode", "periodType", "limit"],
    list: "periods",
    most: 40,
    defaults: { limit: 3 },
    page: pageOf("stocks", "stockCode"),
  },
  {
    name: "screen_stocks",
    title: "Stock screener",
    description:
      "Stocks whose figures are within given bounds: short position, price change, size, multiple, yield, director trades, sentiment.",
    method: "shorts.v1alpha1.ScreenerService/ScreenStocks",
    arguments: ["filters", "sortField", "sortDirection", "limit", "offset"],
    list: "stocks",
    most: 4000,
    tables: ["short_positions", "stock_prices", "companies"],
  },
  {
    name: "strategies",
    title: "Strategies and their picks",
    description:
      "Predefined strategies with their rules. With strategyId: the stocks that pass it, with the result of every rule. Not financial advice.",
    method: `${STRATEGY}/ListStrategies`,
    arguments: [],
    tables: ["stock_prices", "fundamentals_periods", "short_positions"],
    instead: {
      method: `${STRATEGY}/GetStrategyPicks`,
      arguments: ["strategyId", "status", "sortBy", "limit", "offset"],
      list: "picks",
      most: 100,
      defaults: { limit: 3 },
      tables: ["stock_prices", "fundamentals_periods", "short_positions"],
      isMeant: ({ strategyId }) => strategyId !== undefined && strategyId !== "",
    },
  },
];
