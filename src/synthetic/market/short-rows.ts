import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { dateText } from "../calendar.ts";
import type { Line } from "./lines.ts";

/** Reports at the end that name a product in deferred settlement. */
const DEFERRED_REPORTS = 30;

/**
 * The reported positions of a security: a walk around its level with peaks, spells of zero, days that are missing and a
 * few without a percentage because nothing was on issue.
 */
export function* shortRows(seed: number, line: Line, days: readonly number[]): Generator<Row> {
  const { story } = line;
  if (!story.isReported) return;
  const random = new Random(seed, `shorts/${line.code}`);
  const first = Math.floor(story.from * days.length);
  const end = Math.ceil(story.until * days.length);
  const splitAt = Math.floor((first + end) / 2);
  const most = line.level > 100 ? 130 : 24;
  let percent = line.level;
  let issued = line.issued;
  let zeroes = 0;
  for (let i = first; i < end; i++) {
    if (i === splitAt) issued = Math.round(issued * story.split);
    if (random.chance(0.003)) issued = Math.round(issued * random.between(1.02, 1.15));
    percent = clamp(percent * (1 + 0.06 * random.normal()) + 0.04 * (line.level - percent), 0, most);
    if (random.chance(0.004)) percent = clamp(percent * 1.8, 0, most);
    if (zeroes > 0) zeroes--;
    else if (random.chance(0.002)) zeroes = random.int(1, 12);
    if (random.chance(0.004)) continue;
    const isNone = random.chance(0.0015);
    const short = isNone || zeroes > 0 ? 0 : Math.round((issued * percent) / 100);
    const isDeferred = story.isDeferred && i >= days.length - DEFERRED_REPORTS;
    yield {
      stock_code: line.code,
      date: dateText(days[i]),
      product_name: isDeferred ? `${line.productName} DEFERRED SETTLEMENT` : line.productName,
      reported_short_positions: short,
      total_product_in_issue: isNone ? 0 : issued,
      short_percent: isNone ? null : round((100 * short) / issued, 2),
    };
  }
}
