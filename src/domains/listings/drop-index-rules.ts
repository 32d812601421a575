import { isStateCode, NATIONAL_SCOPE, STATE_CODES, stateCodeIn } from "../../dataset/states.ts";
import type { GetDropIndexSeriesRequest } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { dateOfDay, dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { TRACKING_SINCE } from "./drop-index.ts";
import type { DropIndexQuery } from "./queries/drop-index.ts";

const FIRST_DAY = dayNumberOf(TRACKING_SINCE)!;

/** The key and the days asked for, clamped to the tracked ones; undefined when today is before the first of them. */
export function dropIndexQuery(
  request: GetDropIndexSeriesRequest,
  todayDay: number,
): DropIndexQuery | undefined {
  const grainKey = grainKeyOf(request.grain, request.grainKey);
  const days = trackedDays(request.from, request.to, todayDay);
  return days && { grainKey, ...days };
}

/** The days between two dates, either of which may be left out, clamped as the index is. */
export function trackedDays(
  fromText: string,
  toText: string,
  todayDay: number,
): { fromDay: number; toDay: number } | undefined {
  const from = optionalDay(fromText, "from");
  const to = optionalDay(toText, "to");
  if (todayDay < FIRST_DAY) return undefined;
  const fromDay = Math.max(from ?? FIRST_DAY, FIRST_DAY);
  const toDay = Math.min(to ?? todayDay, todayDay);
  if (fromDay <= toDay) return { fromDay, toDay };
  throw invalidArgument(
    `from ${dateOfDay(fromDay)} is later than to ${dateOfDay(toDay)}; days run from ${TRACKING_SINCE} to ${dateOfDay(todayDay)}`,
  );
}

/** The key of the series: AU, a state code or a suburb code, as the grain asks. */
function grainKeyOf(grainText: string, keyText: string): string {
  const grain = grainText.trim().toLowerCase();
  const key = stateCodeIn(keyText);
  switch (grain) {
    case "":
    case "national":
      if (key === "" || key === NATIONAL_SCOPE) return NATIONAL_SCOPE;
      throw invalidArgument(`grain_key: ${quoted(keyText)} is not "AU", the only key of grain "national"`);
    case "state":
      if (isStateCode(key)) return key;
      throw invalidArgument(`grain_key: ${quoted(keyText)} is not one of ${STATE_CODES.join(", ")}`);
    case "suburb":
      if (/^[0-9]{5}$/.test(key)) return key;
      throw invalidArgument(`grain_key: ${quoted(keyText)} is not a sal_code of exactly five digits`);
    default:
      throw invalidArgument(`grain: ${quoted(grainText)} is not one of national, state, suburb`);
  }
}

/** The day number of a real calendar date; undefined when none is given. */
export function optionalDay(text: string, field: string): number | undefined {
  const date = text.trim();
  if (date === "") return undefined;
  const day = dayNumberOf(date);
  if (day !== undefined) return day;
  throw invalidArgument(`${field}: ${quoted(text)} is not a calendar date written YYYY-MM-DD`);
}
