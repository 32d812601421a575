import type { Engine } from "../../engine/engine.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { companyMethods } from "./company-service.ts";
import { coreMethods } from "./core-service.ts";
import { securityMethods } from "./stock-service.ts";

/** The 14 methods of StockService and the three of CoreStocksService. */
export function stockMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  return [
    ...securityMethods(engine, options),
    ...companyMethods(engine, options),
    ...coreMethods(engine, options),
  ];
}
