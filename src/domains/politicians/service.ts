import type { Engine } from "../../engine/engine.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { fundingMethods } from "./funding-service.ts";
import { registerMethods } from "./register-service.ts";
import { setMethods } from "./sets/service.ts";

/**
 * The twenty methods of PoliticiansService, sixteen on the register and four on the returns, and the two of ExplorerService
 * over any set of either; each data set with its switch.
 */
export function politicianMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  return [
    ...registerMethods(engine, options),
    ...fundingMethods(engine, options),
    ...setMethods(engine, options),
  ];
}
