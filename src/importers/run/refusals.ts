import { badDataset, TerraceError } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import type { FileReport } from "../importer.ts";
import { order } from "./merge.ts";
import type { KeptPart } from "./part-store.ts";

/** Prefix of the reason when an importer threw an unexpected error. */
export const UNFORESEEN = "could not be read because of a bug in terrace; please report it:";

/** Reason to reject a file. Unexpected errors of an importer reject only this file; others are rethrown. */
export function refusalOf(path: string, error: unknown): string {
  if (error instanceof TerraceError && error.code === "bad_dataset") return error.message;
  // Only nesting in the file can overflow the stack.
  if (error instanceof RangeError && error.message.includes("call stack")) {
    return `${path}: lists or objects are nested too deeply`;
  }
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) {
    return `${path}: ${UNFORESEEN} ${error.stack?.split("\n").slice(0, 2).join("") ?? error.message}`;
  }
  throw error;
}

/** Rejects an invalid vintage, which would become the dataset's date. */
export function refuseNoDay(path: string, { vintage }: FileReport): void {
  if (dayNumberOf(vintage) !== undefined && vintage >= "1970" && vintage < "2200") return;
  throw badDataset(`${path}: has the date "${vintage}", which is not from 1970 to 2199`);
}

/** Reason to reject a file that cannot exist yet; undefined otherwise. */
export function futureOf(
  path: string,
  { notBefore, vintage }: FileReport,
  today: string | undefined,
): string | undefined {
  if (today === undefined || notBefore === undefined || notBefore <= today) return undefined;
  return `${path}: has the date ${vintage}, which cannot be published before ${notBefore}; today is ${today}`;
}

/** Minimum share of the previous edition's rows: lists shrink slightly; one that shrank more was cut. */
const MIN_SHARE = 0.9;
/** Shorter lists vary more. */
const MIN_ROWS = 30;

/**
 * Reason to reject a part with much fewer rows than another edition of its list, which it would replace.
 * Editions are compared with earlier ones in the import and in `before`, the parts of the replaced dataset.
 * An older edition may be smaller, unless the replaced dataset had a newer one and the import has none.
 */
export function partialOf(
  part: KeptPart,
  others: readonly KeptPart[],
  before: readonly KeptPart[],
): string | undefined {
  const { importerId, path, report } = part;
  if (report.list === undefined) return undefined;
  const isOther = (one: KeptPart) =>
    one.importerId === importerId && one.report.list === report.list && one.sha256 !== part.sha256;
  const largest = (a: KeptPart, b: KeptPart) => b.report.rowsUsed - a.report.rowsUsed;
  const editions = others.filter(isOther);
  const lost = before.filter(isOther);
  const [earlier] = [...editions, ...lost]
    .filter((one) => one.report.vintage <= report.vintage)
    .sort((a, b) => order(b.report.vintage, a.report.vintage) || largest(a, b));
  const isLargest = editions.every((one) => one.report.rowsUsed <= report.rowsUsed);
  const wholes = [earlier, isLargest ? lost.sort(largest)[0] : undefined];
  const whole = wholes.find(
    (one) =>
      one !== undefined &&
      one.report.rowsUsed >= MIN_ROWS &&
      report.rowsUsed < (report.leastShare ?? MIN_SHARE) * one.report.rowsUsed,
  );
  if (whole === undefined) return undefined;
  return (
    `${path}: ${report.rowsUsed} rows, where ${whole.path} has ${whole.report.rowsUsed} of the same list: it may be truncated; ` +
    `--accept-shrink ${importerId} takes it`
  );
}
