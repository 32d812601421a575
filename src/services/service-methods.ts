import type { Engine } from "../engine/engine.ts";
import type { CachingOptions } from "./cached-method.ts";
import { suburbColumnsMethods } from "./suburb-columns-service.ts";
import type { Switches } from "./switches.ts";
import { tableMethods } from "./table-methods.ts";
import type { UnaryMethod } from "./unary-method.ts";

export interface ServiceOptions extends CachingOptions {
  readonly now: () => Date;
  /** The kill switches as they stand at this moment. */
  readonly switches: () => Switches;
}

/** Every method that Terrace answers. */
export function serviceMethods(engine: Engine, options: ServiceOptions): UnaryMethod[] {
  return [...suburbColumnsMethods(engine), ...tableMethods(engine, options)];
}
