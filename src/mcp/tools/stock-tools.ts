import { pageOf, type Tool } from "./tool.ts";

const MARKET = "shorts.v1alpha1.MarketService";
const STOCK = "shorts.v1alpha1.StockService";
const STRATEGY = "shorts.v1alpha1.StrategyService";

/** Short positions, prices and companies. */
export const STOCK_TOOLS: readonly Tool[] = [
  {
    name: "short_positions",
    title: "Short positions of a day",
    description:
      "Listed securities by the percent of their shares held short in one report. The date is YYYY-MM-DD; a date without a report names its neighbours.",
    method: `${MARKET}/GetMarketByDate`,
    arguments: ["date", "limit", "offset", "ordinaryOnly"],
    defaults: { limit: 20, ordinaryOnly: true },
    tables: ["short_positions", "companies"],
  },
  {
    name: "short_history",
    title: "Short positions of a company over time",
    description:
      "Percent of one security's shares held short, oldest first, with its highest and lowest point. Periods of 5Y and more are weekly means. Needs its code; search with kind stock gives it.",
    method: `${STOCK}/GetStockData`,
    arguments: ["productCode", "period", "from", "to", "maxPoints"],
    defaults: { period: "1Y", maxPoints: 60 },
    tables: ["short_positions"],
  },
  {
    name: "company_profile",
    title: "What a listed company is",
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
    defaults: { limit: 10 },
    tables: ["news_articles"],
  },
  {
    name: "top_shorts",
    title: "Most shorted stocks",
    description:
      "The stocks with the most of their shares held short, with how that changed over a period. Percent of the shares on issue.",
    method: `${MARKET}/GetTopShorts`,
    arguments: ["period", "limit", "offset"],
    defaults: { period: "3M", limit: 10, summaryOnly: true },
    tables: ["short_positions", "companies"],
  },
  {
    name: "industry_tree_map",
    title: "Short positions by industry",
    description: "Industries with their most shorted stocks, by the position or by its change over a period.",
    method: `${MARKET}/GetIndustryTreeMap`,
    arguments: ["period", "limit", "viewMode"],
    defaults: { period: "3M", limit: 3 },
    tables: ["short_positions", "companies"],
  },
  {
    name: "squeeze_candidates",
    title: "Stocks that shorts may have to buy back",
    description:
      "Heavily shorted stocks ordered by how hard they would be to cover, or by how price and position diverge.",
    method: `${MARKET}/GetBattlegroundStocks`,
    arguments: ["view", "limit", "offset"],
    defaults: { limit: 10 },
    tables: ["short_positions", "stock_prices"],
  },
  {
    name: "stock_prices",
    title: "Prices of a stock",
    description: "Sessions of one stock, oldest first, in AUD, thinned to a few points. Needs its code.",
    method: `${STOCK}/GetStockPrices`,
    arguments: ["productCode", "period", "from", "to", "maxPoints"],
    defaults: { period: "1Y", maxPoints: 40 },
    page: pageOf("stocks", "productCode"),
    tables: ["stock_prices"],
  },
  {
    name: "stock_correlations",
    title: "How stocks move together",
    description: "Pearson's r of the daily returns of 2 to 50 stocks over a period of up to a year.",
    method: "marketdata.v1.MarketDataService/GetStockCorrelations",
    arguments: ["stockCodes", "period"],
    tables: ["stock_prices"],
  },
  {
    name: "director_trades",
    title: "What directors bought and sold",
    description: "Trades of one company's directors, newest first, with value and role. Needs its code.",
    method: `${STOCK}/GetDirectorTrades`,
    arguments: ["stockCode", "limit"],
    defaults: { limit: 10 },
    page: pageOf("stocks", "stockCode"),
    tables: ["director_trades"],
  },
  {
    name: "stock_peers",
    title: "A stock among its peers",
    description: "One stock next to the largest of its industry: size, multiple, yield, short position.",
    method: `${STOCK}/GetPeerComparison`,
    arguments: ["stockCode", "limit"],
    defaults: { limit: 5 },
    page: pageOf("stocks", "stockCode"),
    tables: ["companies", "short_positions"],
  },
  {
    name: "stock_fundamentals",
    title: "What a company reported",
    description:
      "Reported periods of one company, newest first, and how it grew. Whole units of the reporting currency.",
    method: `${STOCK}/GetStockFundamentals`,
    arguments: ["stockCode", "periodType", "limit"],
    defaults: { limit: 3 },
    page: pageOf("stocks", "stockCode"),
    tables: ["fundamentals_periods"],
  },
  {
    name: "screen_stocks",
    title: "Stocks within bounds",
    description:
      "Stocks whose figures are within bounds: short position, price change, size, multiple, yield, director trades, sentiment.",
    method: "shorts.v1alpha1.ScreenerService/ScreenStocks",
    arguments: ["filters", "sortField", "sortDirection", "limit", "offset"],
    defaults: { limit: 10 },
    tables: ["short_positions", "stock_prices", "companies"],
  },
  {
    name: "strategies",
    title: "Strategies and their picks",
    description:
      "Declared strategies with their rules. With strategyId: the stocks that pass it, with every rule's outcome. Not financial advice.",
    method: `${STRATEGY}/ListStrategies`,
    arguments: [],
    tables: ["stock_prices", "fundamentals_periods", "short_positions"],
    instead: {
      method: `${STRATEGY}/GetStrategyPicks`,
      arguments: ["strategyId", "status", "sortBy", "limit", "offset"],
      defaults: { limit: 3 },
      tables: ["stock_prices", "fundamentals_periods", "short_positions"],
      isMeant: ({ strategyId }) => strategyId !== undefined && strategyId !== "",
    },
  },
];
