import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import type { ImportFile } from "../run/import-file.ts";

/** The day number on which a newspaper's share table was made, as its text says; refused where its name says another. */
export function processedOn(file: ImportFile): number {
  const processed = /Processed \w+ at (\d{4}-\d{2}-\d{2})T/.exec(file.head)?.[1];
  const day = dayNumberOf(processed ?? "");
  if (processed === undefined || day === undefined)
    return file.refuse('no day of processing: a line "Processed Saturday at …"');
  const named = /(\d{4}-\d{2}-\d{2})/.exec(file.name)?.[1];
  if (named !== undefined && named !== processed)
    return file.refuse(`its name says ${named}, its text that it was made on ${processed}`);
  return day;
}
