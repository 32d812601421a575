import type { Engine } from "../engine/engine.ts";
import { economyMethods } from "./economy-service.ts";
import { explorerMethods } from "./explorer-service.ts";
import { listingMethods } from "./listing-service.ts";
import type { OnPartDropped } from "./soft-failures.ts";
import { suburbColumnsMethods } from "./suburb-columns-service.ts";
import { suburbMethods } from "./suburb-service.ts";
import type { Switches } from "./switches.ts";
import type { UnaryMethod } from "./unary-method.ts";

export interface ServiceOptions {
  readonly now: () => Date;
  /** The kill switches as they stand at this moment. */
  readonly switches: () => Switches;
  readonly onPartDropped?: OnPartDropped;
}

/** Every method that Terrace answers. */
export function serviceMethods(engine: Engine, options: ServiceOptions): UnaryMethod[] {
  return [
    ...suburbColumnsMethods(engine),
    ...suburbMethods(engine, options),
    ...listingMethods(engine, options),
    ...economyMethods(engine),
    ...explorerMethods(engine),
  ];
}
