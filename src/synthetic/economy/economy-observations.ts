import type { Row } from "../../dataset/csv-writer.ts";
import { Random, round } from "../../runtime/random.ts";
import { monthStarts } from "../calendar.ts";
import type { SeriesShape } from "./economy-catalogue.ts";

const MONTHS = monthStarts(2000, "2026-10-01");

/** The country's business cycle by month, about -1.5..1.5: slow swings, two slumps and noise that persists. */
export function businessCycle(seed: number): Float64Array {
  const random = new Random(seed, "business-cycle");
  let slow = 0;
  let fast = 0;
  return Float64Array.from(MONTHS, (month) => {
    slow = 0.985 * slow + 0.09 * random.normal();
    fast = 0.8 * fast + 0.06 * random.normal();
    const slump = month >= "2008-10" && month < "2009-08" ? -0.6 : 0;
    const closure = month >= "2020-04" && month < "2020-10" ? -1.1 : 0;
    return slow + fast + slump + closure;
  });
}

/** The observations of a series, oldest first. */
export function* observationRows(seed: number, shape: SeriesShape, cycle: Float64Array): Generator<Row> {
  if (shape.empty) return;
  const random = new Random(seed, `economy/${shape.key}`);
  const step = shape.frequency === "monthly" ? 1 : shape.frequency === "quarterly" ? 3 : 12;
  const lag = random.int(0, 5);
  const decimals = shape.start > 100_000 ? 0 : shape.start > 1000 ? 1 : 3;
  const isRate = shape.row.unit === "percent";
  // Younger series start later than 2000; every one reaches the present.
  const first = random.chance(0.1) ? random.int(2, 9) * 12 : 0;
  let drift = 0;
  for (let month = first; month + step <= MONTHS.length + (step === 1 ? 0 : 1); month += step) {
    drift = 0.85 * drift + shape.noise * random.normal();
    if (random.chance(shape.missing)) continue;
    const swing = cycle[Math.max(0, month - lag)];
    const season = shape.season * SEASON[month % 12];
    const value = isRate
      ? Math.max(0.1, shape.start + shape.cycle * swing + shape.start * (drift + season))
      : shape.start *
        (1 + shape.growth) ** (month / 12) *
        Math.max(0.05, 1 + shape.cycle * swing * 0.5 + drift + season);
    const period = MONTHS[shape.lateQuarter ? month + step - 1 : month];
    yield { series_key: shape.key, period, value: round(value, decimals) };
  }
}

const SEASON = [0.4, -0.7, 0.1, -0.2, 0.1, 0.2, -0.1, -0.2, 0, 0.2, 0.5, 1.2];
