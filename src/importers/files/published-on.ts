import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dayIn } from "../series/period.ts";

/** Maximum days from the end of a period to its publication; other creation dates are not trusted. */
const MAX_LAG_DAYS = 400;

/** Day in a line such as "Released at 11:30 am (Canberra time) 27 April 2023" above a workbook's tables. */
export function releaseLine(file: ImportFile): string | undefined {
  if (!file.isWorkbook) return undefined;
  for (const rows of file.sheetHeads().values()) {
    for (const cell of rows.flat()) {
      if (typeof cell !== "string" || !/^\s*released?\b/i.test(cell)) continue;
      const date = dayIn(cell);
      if (date !== undefined) return date;
    }
  }
  return undefined;
}

/** Release line of a workbook with figures up to `lastDay`, else its creation date if within the lag. */
export function publishedOn(file: ImportFile, lastDay: string): string | undefined {
  if (!file.isWorkbook) return undefined;
  const released = releaseLine(file);
  if (released !== undefined) return released;
  const { createdOn } = file;
  if (createdOn === undefined) return undefined;
  const lag = dayNumberOf(createdOn)! - dayNumberOf(lastDay)!;
  return lag >= 0 && lag <= MAX_LAG_DAYS ? createdOn : undefined;
}

/** Day number from a share table's "Processed" line. Rejects a file whose name has another day. */
export function processedOn(file: ImportFile): number {
  const processed = /Processed \w+ at (\d{4}-\d{2}-\d{2})T/.exec(file.head)?.[1];
  const day = dayNumberOf(processed ?? "");
  if (processed === undefined || day === undefined)
    return file.refuse('no processing date: a line "Processed Saturday at …"');
  const named = /(\d{4}-\d{2}-\d{2})/.exec(file.name)?.[1];
  if (named !== undefined && named !== processed)
    return file.refuse(`its file name says ${named}, its text that it was made on ${processed}`);
  return day;
}
