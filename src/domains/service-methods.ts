import type { Engine } from "../engine/engine.ts";
import type { CachingOptions } from "../rpc/cached-method.ts";
import type { Switches } from "../rpc/switches.ts";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import { suburbColumnsMethods } from "./suburbs/column-service.ts";
import { tableMethods } from "./table-methods.ts";

export interface ServiceOptions extends CachingOptions {
  readonly now: () => Date;
  /** The kill switches as they stand at this moment. */
  readonly switches: () => Switches;
}

/** Every method that Terrace answers. */
export function serviceMethods(engine: Engine, options: ServiceOptions): UnaryMethod[] {
  return [...suburbColumnsMethods(engine), ...tableMethods(engine, options)];
}
