import { quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import type { PanelQuery } from "../queries/panel.ts";
import { optionalDay } from "../rules.ts";

/** Thirty years. */
const MOST_DAYS = 10_950;
const EXAMPLE = "?from=2026-11-02&to=2026-11-06";

/** A range of the panel, and its dates as they are written. */
export interface PanelRange extends PanelQuery {
  readonly fromText: string;
  readonly toText: string;
}

/** Reads the parameters of a panel; `textOf` gives one, or "". Throws `invalid_argument` with the parameter's name. */
export function panelRange(textOf: (name: string) => string): PanelRange {
  const [fromText, toText] = [textOf("from"), textOf("to")];
  if (fromText === "" && toText === "") {
    throw invalidArgument(
      `from and to are required: the first and last date, YYYY-MM-DD, such as ${EXAMPLE}`,
    );
  }
  const [from, to] = [requireDay(fromText, "from"), requireDay(toText, "to")];
  if (to < from) throw invalidArgument(`to: ${quoted(toText)} is before from, ${quoted(fromText)}`);
  if (to - from > MOST_DAYS)
    throw invalidArgument(
      `from ${fromText} to ${toText} is ${to - from} days; at most ${MOST_DAYS} are allowed`,
    );
  const codes = textOf("codes")
    .split(",")
    .map((code) => code.trim().toUpperCase());
  return {
    fromText,
    toText,
    from,
    to,
    codes: new Set(codes.filter((code) => code !== "")),
    asOf: optionalDay(textOf("as_of"), "as_of"),
    includeZero: textOf("include_zero") === "true",
    ordinaryOnly: textOf("ordinary_only") === "true",
    after: undefined,
  };
}

function requireDay(text: string, name: string): number {
  const day = optionalDay(text, name);
  if (day !== undefined) return day;
  throw invalidArgument(`${name} is required: a date YYYY-MM-DD, such as ${EXAMPLE}`);
}
