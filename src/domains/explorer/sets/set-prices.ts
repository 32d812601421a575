import { DAY_MS } from "../../../runtime/time/calendar-date.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import type { PriceColumns } from "./set-columns.ts";
import { quantileOf } from "./set-statistics.ts";

export interface PricesJob {
  readonly measure: string;
  readonly dwellingType: string;
  readonly fromDay: number;
  readonly toDay: number;
}

/** The distribution of published figures over the suburbs of a set, a row a period and frequency that has any. */
export function setPrices(columns: PriceColumns, members: Uint8Array, job: PricesJob): Row[] {
  const { measure, dwellingType, frequency, period, starts, position, value, isPreliminary } = columns;
  const figures = new Float64Array(members.length + 1);
  const rows: Row[] = [];
  for (let point = 0; point < period.length; point++) {
    if (measure[point] !== job.measure || dwellingType[point] !== job.dwellingType) continue;
    if (period[point] < job.fromDay || period[point] > job.toDay) continue;
    let count = 0;
    let preliminary = 0;
    for (let row = starts[point]; row < starts[point + 1]; row++) {
      // Without a branch, which would be guessed wrong half of the time.
      const own = members[position[row]];
      figures[count] = value[row];
      count += own;
      preliminary |= isPreliminary[row] & own;
    }
    if (count === 0) continue;
    rows.push({
      period: period[point] * DAY_MS,
      frequency: frequency[point],
      suburb_count: count,
      median: quantileOf(figures, count, 0.5),
      p25: quantileOf(figures, count, 0.25),
      p75: quantileOf(figures, count, 0.75),
      is_preliminary: preliminary === 1,
    });
  }
  return rows;
}
