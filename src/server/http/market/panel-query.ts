import type { PanelQuery } from "../../../domains/market/queries/panel.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { dayNumberOf } from "../../../runtime/time/calendar-date.ts";

/** Thirty years. */
const MOST_DAYS = 10_950;

export type PanelFormat = "csv" | "ndjson";

export interface PanelRequest extends PanelQuery {
  readonly format: PanelFormat;
  /** Dates as they are written. */
  readonly fromText: string;
  readonly toText: string;
}

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** The query of a panel. Throws `invalid_argument` with the parameter's name. */
export function panelRequest(parameters: Parameters): PanelRequest {
  const text = (name: string) => {
    const value = parameters[name];
    if (Array.isArray(value)) throw invalidArgument(`${name} is given ${value.length} times`);
    return (value ?? "").trim();
  };
  const [fromText, toText] = [text("from"), text("to")];
  const [from, to] = [requireDay(fromText, "from"), requireDay(toText, "to")];
  if (to < from) throw invalidArgument(`to: ${quoted(toText)} is before from, ${quoted(fromText)}`);
  if (to - from > MOST_DAYS)
    throw invalidArgument(
      `from ${fromText} to ${toText} is ${to - from} days; at most ${MOST_DAYS} are allowed`,
    );
  const asOf = text("as_of");
  return {
    fromText,
    toText,
    from,
    to,
    format: formatOf(text("format")),
    codes: new Set(
      text("codes")
        .split(",")
        .map((code) => code.trim().toUpperCase())
        .filter((code) => code !== ""),
    ),
    asOf: asOf === "" ? undefined : requireDay(asOf, "as_of"),
    includeZero: text("include_zero") === "true",
    ordinaryOnly: text("ordinary_only") === "true",
    after: cursorOf(text("cursor")),
  };
}

function formatOf(text: string): PanelFormat {
  const format = text.toLowerCase() || "csv";
  if (format === "csv" || format === "ndjson") return format;
  throw invalidArgument(`format: ${quoted(text)} is not csv or ndjson`);
}

/** `2026-11-06:ZZA`: the date and code of the last whole row that arrived. */
function cursorOf(text: string): PanelQuery["after"] {
  if (text === "") return undefined;
  const [date, code, ...more] = text.split(":");
  const day = dayNumberOf(date);
  if (day === undefined || !/^[A-Z0-9]{3,6}$/.test(code ?? "") || more.length > 0)
    throw invalidArgument(
      `cursor: ${quoted(text)} is not the date and code of a row, such as 2026-11-06:ZZA`,
    );
  return { day, code };
}

function requireDay(text: string, name: string): number {
  const day = dayNumberOf(text);
  if (day !== undefined) return day;
  throw invalidArgument(
    text === ""
      ? `${name} is required: a date YYYY-MM-DD`
      : `${name}: ${quoted(text)} is not a date YYYY-MM-DD`,
  );
}
