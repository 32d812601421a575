import type { Engine } from "../engine/engine.ts";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import { economyMethods } from "./economy/service.ts";
import { explorerMethods } from "./explorer/service.ts";
import { listingMethods } from "./listings/service.ts";
import type { ServiceOptions } from "./service-methods.ts";
import { suburbMethods } from "./suburbs/service.ts";

/** The methods that a server can answer only once its tables are loaded, and those of the explorer. */
export function tableMethods(engine: Engine, options: ServiceOptions): UnaryMethod[] {
  return [
    ...suburbMethods(engine, options),
    ...listingMethods(engine, options),
    ...economyMethods(engine, options),
    ...explorerMethods(engine),
  ];
}
