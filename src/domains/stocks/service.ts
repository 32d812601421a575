import type { Engine } from "../../engine/engine.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { companyMethods } from "./company-service.ts";
import { coreMethods } from "./core-service.ts";
import { priceMethods } from "./price-service.ts";
import { securityMethods } from "./stock-service.ts";
import { strategyMethods } from "./strategy-service.ts";

/** The methods of StockService, MarketDataService, StrategyService and CoreStocksService. */
export function stockMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  return [
    ...securityMethods(engine, options),
    ...companyMethods(engine, options),
    ...priceMethods(engine, options),
    ...strategyMethods(engine, options),
    ...coreMethods(engine, options),
  ];
}
