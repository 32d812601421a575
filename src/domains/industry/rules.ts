import { clamped, quoted, reading } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { MAX_RECORDS } from "./pages/statements.ts";

/** "" = all. */
export const industryQuery = reading({
  industry: (text: string, field) => withinBytes(text.trim(), field, 120),
  stockCode: (text: string, field) => withinBytes(text.trim().toUpperCase(), field, 6),
  recordLimit: clamped(50, MAX_RECORDS),
});

function withinBytes(text: string, field: string, most: number): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= most) return text;
  throw invalidArgument(`${field}: ${quoted(text)} has ${bytes} bytes; at most ${most} are allowed`);
}
