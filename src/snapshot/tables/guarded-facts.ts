import { TerraceError } from "../../runtime/errors.ts";
import type { BuildContext } from "./aggregate.ts";

const NAMES: Readonly<Record<keyof BuildContext, string>> = {
  asOf: "@as_of",
  sources: "@sources",
  synthetic: "@synthetic",
};

/** The dataset facts among the declared inputs of a step. */
export function declaredFacts(context: BuildContext, reads: readonly string[]): Partial<BuildContext> {
  return Object.fromEntries(
    Object.entries(context).filter(([key]) => reads.includes(NAMES[key as keyof BuildContext])),
  );
}

/** A proxy that throws when an undeclared fact is read. */
export function guardedFacts(step: string, facts: Partial<BuildContext>): BuildContext {
  return new Proxy(facts as BuildContext, {
    get: (known, key) => {
      if (key in NAMES && !(key in known)) throw undeclared(step, [NAMES[key as keyof BuildContext]]);
      return known[key as keyof BuildContext];
    },
  });
}

export function undeclared(step: string, names: readonly string[], cause?: unknown): TerraceError {
  const message = `${step} reads ${names.join(" or ")}, which it does not declare`;
  return new TerraceError("internal", message, { cause });
}
