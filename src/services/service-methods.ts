import type { Engine } from "../engine/engine.ts";
import { economyMethods } from "./economy-service.ts";
import { suburbColumnsMethods } from "./suburb-columns-service.ts";
import type { Switches } from "./switches.ts";
import type { UnaryMethod } from "./unary-method.ts";

export interface ServiceOptions {
  readonly now: () => Date;
  /** The kill switches as they stand at this moment. */
  readonly switches: () => Switches;
}

/** Every method that Terrace answers. */
export function serviceMethods(engine: Engine, _options: ServiceOptions): UnaryMethod[] {
  return [...suburbColumnsMethods(engine), ...economyMethods(engine)];
}
