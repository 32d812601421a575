import "./runtime/node/check-node.ts";

export { MarketDataService } from "./gen/marketdata/v1/market_data_pb.ts";
export { CoreStocksService } from "./gen/shorts/v1alpha1/core_stocks_pb.ts";
export { EconomyService } from "./gen/shorts/v1alpha1/economy_pb.ts";
export { HousingService } from "./gen/shorts/v1alpha1/housing_pb.ts";
export { MarketService, ScreenerService, SearchService } from "./gen/shorts/v1alpha1/market_pb.ts";
export { PoliticiansService } from "./gen/shorts/v1alpha1/politicians_pb.ts";
export { StockService } from "./gen/shorts/v1alpha1/stock_pb.ts";
export { StrategyService } from "./gen/shorts/v1alpha1/strategy_pb.ts";
export { ExplorerService } from "./gen/terrace/v1/explorer_pb.ts";
export {
  implementService,
  mountServices,
  type ServiceImplementationOptions,
} from "./server/calls/connect/service-implementations.ts";
