import { inspect } from "node:util";

/** Longest piece of a value that an error repeats. */
const SHOWN_LENGTH = 60;

/** A value as an error shows it; whatever it is, showing it never fails. */
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
        // A few parts that hold each other twice over have more ways through them than anybody could write down.
        if (++parts > SHOWN_LENGTH) throw new RangeError("more parts than are shown");
        return typeof inner === "bigint" ? String(inner) : inner;
      }) ?? ""
    );
  } catch {
    return inspected(value);
  }
}

/** What has no JSON, or too much of it: a circle, a nesting too deep, a member that throws when it is read. */
function inspected(value: unknown): string {
  try {
    const breakLength = Number.POSITIVE_INFINITY;
    return inspect(value, { depth: 1, breakLength, compact: true, customInspect: false });
  } catch {
    return `a value of type ${typeof value}`;
  }
}
