import { firstWhere } from "../../../runtime/first-where.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { placesInSet, type SetColumns, type SetMembers } from "./set-columns.ts";
import { FLOOR, quantileOf } from "./set-statistics.ts";

/** A day whose panel has less than this share of the set's suburbs is a gap. */
const FAIR_COVERAGE = 0.6;

/** Daily drop index of a set, one row per day; empty if no suburb of it ever had a listing. */
export function setDropIndex(
  columns: SetColumns,
  set: SetMembers,
  { fromDay, toDay }: { readonly fromDay: number; readonly toDay: number },
  isCountry: boolean,
): Row[] {
  const { index } = columns;
  const isIn = placesInSet(columns.places, set);
  const { rateDay, ratePlace, rate, active, dropped } = index;
  const { medianDay, medianPlace, median, firstDay, firstPlace } = index;
  if (!firstPlace.some((place) => isIn[place] === 1)) return [];
  const medians = new Float64Array(firstPlace.length + 1);
  const rows: Row[] = [];
  let first = 0;
  let catalogue = 0;
  let row = firstAt(rateDay, fromDay);
  let medianRow = firstAt(medianDay, fromDay);
  for (const [i, day] of index.day.entries()) {
    if (day < fromDay || day > toDay) continue;
    for (; first < firstDay.length && firstDay[first] <= day; first++) catalogue += isIn[firstPlace[first]];
    let panel = 0;
    let rates = 0;
    let activeSum = 0;
    let droppedSum = 0;
    while (row < rateDay.length && rateDay[row] < day) row++;
    // Branch-free, as a branch would be mispredicted half of the time; adding 0 changes no sum.
    for (; row < rateDay.length && rateDay[row] === day; row++) {
      const own = isIn[ratePlace[row]];
      panel += own;
      rates += own * rate[row];
      activeSum += own * active[row];
      droppedSum += own * dropped[row];
    }
    let medianCount = 0;
    while (medianRow < medianDay.length && medianDay[medianRow] < day) medianRow++;
    for (; medianRow < medianDay.length && medianDay[medianRow] === day; medianRow++) {
      medians[medianCount] = median[medianRow];
      medianCount += isIn[medianPlace[medianRow]];
    }
    const coverage = catalogue === 0 ? 0 : panel / catalogue;
    rows.push({
      snapshot_date: dateOfDay(day),
      drop_rate: panel === 0 ? 0 : rates / panel,
      median_drop_pct: droppedSum >= FLOOR && medianCount > 0 ? quantileOf(medians, medianCount, 0.5) : null,
      panel_suburbs: panel,
      coverage_ratio: coverage,
      is_gap: coverage < FAIR_COVERAGE,
      active_addresses: activeSum,
      dropped_addresses: droppedSum,
      withdrawn_then_relisted: isCountry ? index.withdrawnThenRelisted[i] : 0,
      delisted_count: isCountry ? index.delistedCount[i] : 0,
      median_withheld: droppedSum < FLOOR,
    });
  }
  return rows;
}

/** The first row of this day or a later one; days ascend. */
function firstAt(days: Int32Array, day: number): number {
  return firstWhere(0, days.length, (row) => days[row] >= day);
}
