export { Code, ConnectError } from "@connectrpc/connect";
export { FrameColumn } from "./client/frame-column.ts";
export type { FrameTable } from "./client/frame-to-arrow.ts";
export { metricsOf } from "./client/local/compile-where.ts";
export { LocalFrame, type LocalRanking, type LocalWeight } from "./client/local/local-frame.ts";
export { type LocalIndex, localIndexFrom } from "./client/local/local-index.ts";
export { andBits, bitPositions, countBits, hasBit, maskBytes, notBits, orBits } from "./client/mask-bits.ts";
export {
  type FrameCallOptions,
  type Predicates,
  SuburbFrame,
  type SuburbFrameOptions,
} from "./client/suburb-frame.ts";
export { IndexVersionError, SuburbMask } from "./client/suburb-mask.ts";
export {
  createTerraceClient,
  type FetchColumnsOptions,
  type FetchedColumns,
  type TerraceClient,
  type TerraceClientOptions,
} from "./client/terrace-client.ts";
export { floatText } from "./client/where-text/float-step.ts";
export { parseWhere } from "./client/where-text/parse-where.ts";
export { printWhere } from "./client/where-text/print-where.ts";
export { WhereTextError } from "./client/where-text/where-error.ts";
export {
  allOf,
  anyOf,
  category,
  hasData,
  inStates,
  nameContains,
  not,
  range,
  type WhereExpression,
  type WhereMetric,
} from "./client/where-text/where-node.ts";
export { EconomyService } from "./gen/shorts/v1alpha1/economy_pb.ts";
export { HousingService } from "./gen/shorts/v1alpha1/housing_pb.ts";
export { IndustryIntelligenceService } from "./gen/shorts/v1alpha1/industry_pb.ts";
export { MarketService, ScreenerService, SearchService } from "./gen/shorts/v1alpha1/market_pb.ts";
export { NewsService } from "./gen/shorts/v1alpha1/news_pb.ts";
export { PoliticiansService } from "./gen/shorts/v1alpha1/politicians_pb.ts";
export { ReportsService } from "./gen/shorts/v1alpha1/reports_pb.ts";
export { StockService } from "./gen/shorts/v1alpha1/stock_pb.ts";
export { ExplorerService } from "./gen/terrace/v1/explorer_pb.ts";
