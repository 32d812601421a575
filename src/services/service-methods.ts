import type { Engine } from "../engine/engine.ts";
import type { CachingOptions } from "./cached-method.ts";
import { economyMethods } from "./economy-service.ts";
import { explorerMethods } from "./explorer-service.ts";
import { listingMethods } from "./listing-service.ts";
import { suburbColumnsMethods } from "./suburb-columns-service.ts";
import { suburbMethods } from "./suburb-service.ts";
import type { Switches } from "./switches.ts";
import type { UnaryMethod } from "./unary-method.ts";

export interface ServiceOptions extends CachingOptions {
  readonly now: () => Date;
  /** The kill switches as they stand at this moment. */
  readonly switches: () => Switches;
}

/** Every method that Terrace answers. */
export function serviceMethods(engine: Engine, options: ServiceOptions): UnaryMethod[] {
  return [
    ...suburbColumnsMethods(engine),
    ...suburbMethods(engine, options),
    ...listingMethods(engine, options),
    ...economyMethods(engine, options),
    ...explorerMethods(engine),
  ];
}
