import { inspect } from "node:util";

const SHOWN_LENGTH = 60;

/** Formats a value for an error message; never throws. */
export function shown(value: unknown): string {
  const text = textOf(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

function textOf(value: unknown): string {
  try {
    if (typeof value !== "string" && (typeof value !== "object" || value === null)) return String(value);
    let parts = 0;
    return (
      JSON.stringify(value, (_, inner) => {
        // Bounded: objects that reference each other several times have exponentially many paths.
        if (++parts > SHOWN_LENGTH) throw new RangeError("more parts than are shown");
        return typeof inner === "bigint" ? String(inner) : inner;
      }) ?? ""
    );
  } catch {
    return inspected(value);
  }
}

/** For values without JSON or with too much of it: cycles, deep nesting, getters that throw. */
function inspected(value: unknown): string {
  try {
    const breakLength = Number.POSITIVE_INFINITY;
    return inspect(value, { depth: 1, breakLength, compact: true, customInspect: false });
  } catch {
    return `a value of type ${typeof value}`;
  }
}
