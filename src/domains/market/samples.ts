import { MarketService, ScreenerService } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";

const POSITIONS = reads(["short_positions"], ["companies"]);

export const SAMPLES: readonly Sample[] = [
  sample(MarketService.method.getTopShorts, POSITIONS, { period: "3m", limit: 10 }),
  sample(MarketService.method.getIndustryTreeMap, reads(["short_positions", "companies"]), {
    period: "3M",
    limit: 10,
    viewMode: "PERCENTAGE_CHANGE",
  }),
  sample(MarketService.method.getMarketByDate, POSITIONS, { date: "2026-11-06", limit: 20 }),
  sample(MarketService.method.getAvailableDates, reads(["trading_dates"]), { limit: 10 }),
  sample(MarketService.method.getBattlegroundStocks, POSITIONS, {
    view: "BATTLEGROUND_VIEW_SQUEEZE",
    limit: 10,
  }),
  sample(MarketService.method.getShortCampaignScoreboard, reads(["short_positions"], ["stock_prices"]), {
    limit: 10,
  }),
  sample(MarketService.method.listIndices, reads(["index_definitions"], ["index_prices"]), {}),
  sample(MarketService.method.getIndexSeries, reads(["index_prices"]), {
    indexCode: "ZAX200",
    period: "6M",
    maxPoints: 20,
  }),
  sample(
    ScreenerService.method.screenStocks,
    reads(["short_positions"], ["companies", "stock_prices", "fundamentals_periods", "dividends"]),
    {
      filters: { shortPct: { min: 2, hasMin: true }, marketCap: { min: 50_000_000, hasMin: true } },
      limit: 10,
    },
  ),
];
