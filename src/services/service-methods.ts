import type { Engine } from "../engine/engine.ts";
import { suburbColumnsMethods } from "./suburb-columns-service.ts";
import type { UnaryMethod } from "./unary-method.ts";

/** Every method that this build of Terrace answers. */
export function serviceMethods(engine: Engine): UnaryMethod[] {
  return [...suburbColumnsMethods(engine)];
}
