import { MarketService, ScreenerService } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(MarketService.method.getTopShorts, { period: "3m", limit: 10 }),
  sample(MarketService.method.getIndustryTreeMap, { period: "3M", limit: 10, viewMode: "PERCENTAGE_CHANGE" }),
  sample(MarketService.method.getMarketByDate, { date: "2026-11-06", limit: 20 }),
  sample(MarketService.method.getAvailableDates, { limit: 10 }),
  sample(MarketService.method.getBattlegroundStocks, { view: "BATTLEGROUND_VIEW_SQUEEZE", limit: 10 }),
  sample(MarketService.method.getShortCampaignScoreboard, { limit: 10 }),
  sample(MarketService.method.listIndices, {}),
  sample(MarketService.method.getIndexSeries, { indexCode: "ZAX200", period: "6M", maxPoints: 20 }),
  sample(ScreenerService.method.screenStocks, {
    filters: { shortPct: { min: 2, hasMin: true }, marketCap: { min: 50_000_000, hasMin: true } },
    limit: 10,
  }),
];
