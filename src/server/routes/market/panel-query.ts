import { type PanelRange, panelRange } from "../../../domains/market/panel/panel-rules.ts";
import type { PanelQuery } from "../../../domains/market/queries/panel.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { dayNumberOf } from "../../../runtime/time/calendar-date.ts";

export type PanelFormat = "csv" | "ndjson";

export interface PanelRequest extends PanelRange {
  readonly format: PanelFormat;
}

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** The query of a panel. Throws `invalid_argument` with the parameter's name. */
export function panelRequest(parameters: Parameters): PanelRequest {
  const text = (name: string) => {
    const value = parameters[name];
    if (Array.isArray(value)) throw invalidArgument(`${name} is given ${value.length} times`);
    return (value ?? "").trim();
  };
  return { ...panelRange(text), format: formatOf(text("format")), after: cursorOf(text("cursor")) };
}

function formatOf(text: string): PanelFormat {
  const format = text.toLowerCase() || "csv";
  if (format === "csv" || format === "ndjson") return format;
  throw invalidArgument(
    `format: ${quoted(text)} is not csv or ndjson; /v1/panel.parquet and others are files`,
  );
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
