import { formatDayOfYear, formatMonth } from "../parts/format.ts";
import { DAY, type LineValues } from "./align-lines.ts";

export interface Line {
  readonly label: string;
  readonly values: LineValues;
  readonly kind?: "line" | "steps" | "area";
  /** Uses the right axis; default: the left. */
  readonly isRight?: boolean;
  /** Drawn thin behind the others, without legend or numbers: the chart's caller explains it. */
  readonly isFaint?: boolean;
  /** Default: the accent colour. */
  readonly colour?: string | undefined;
}

export interface LinesProps {
  /** Unix seconds, ascending; at least one. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  readonly formatRight?: (value: number) => string;
  /** Shaded spans without a fair reading, in Unix seconds. */
  readonly gaps?: readonly (readonly [from: number, to: number])[];
}

interface Room {
  readonly width: number;
  readonly height: number;
  /** Width of a letter of the axis labels. */
  readonly letter: number;
  /** Width of a column; only the lowest and the highest of the points in a column are drawn. */
  readonly column: number;
  /** First and last visible row; default: all. */
  readonly rows?: readonly [first: number, last: number] | undefined;
}

export type LinePlan = ReturnType<typeof planLines>;

const TOP = 14;
const BELOW = 26;
/** Width of a time label in letters, with the space to the next. */
const TIME_LETTERS = 11;

/** Lays out the axes, tick labels and lines of a chart. */
export function planLines(
  { times, lines, format, formatRight = format, gaps = [] }: LinesProps,
  { width, height, letter, column, rows = [0, times.length - 1] }: Room,
) {
  const [first, last] = rows;
  const bottom = height - BELOW;
  const sides = [false, true].map((isRight) => {
    const own = lines.filter((line) => (line.isRight ?? false) === isRight);
    const marks = marksOf(own, rows);
    const [low, high] = [marks[0], marks[marks.length - 1]];
    const texts = marks.map(isRight ? formatRight : format);
    return {
      texts,
      room: texts.reduce((widest, text) => Math.max(widest, text.length * letter + 10), 3 * letter),
      y: (value: number) => tenths(bottom - ((bottom - TOP) * (value - low)) / (high - low)),
      marks,
    };
  });
  const [left, right] = [sides[0].room, width - sides[1].room];
  // A single point is centred in its day.
  const half = first === last ? DAY / 2 : 0;
  const [from, to] = [times[first] - half, times[last] + half];
  const x = (time: number) => tenths(left + ((right - left) * (time - from)) / (to - from));
  const sideOf = (line: Line) => sides[line.isRight ? 1 : 0];
  return {
    left,
    right,
    bottom,
    rows,
    x,
    top: TOP,
    sides: sides.map(({ marks, texts, y }) => marks.map((mark, i) => ({ y: y(mark), text: texts[i] }))),
    times: timeMarks(from, to, Math.max(2, Math.floor((right - left) / (TIME_LETTERS * letter)))).map(
      ({ time, text }) => ({ x: x(time), text }),
    ),
    gaps: gaps.flatMap(([start, end]) => {
      const [a, b] = [Math.max(left, x(start)), Math.min(right, x(end))];
      return b < a ? [] : [{ x: a, width: Math.max(2, b - a) }];
    }),
    lines: lines.map((line) => {
      const { y } = sideOf(line);
      const runs = drawnRuns(line.values, rows, (row) => Math.floor(x(times[row]) / column)).map((run) =>
        run.map((row) => ({ x: x(times[row]), y: y(line.values[row]!) })),
      );
      return { line, runs, y, base: line.kind === "area" ? y(0) : 0 };
    }),
    /** Row nearest to an x coordinate. */
    rowAt: (place: number) => {
      const time = from + ((place - left) * (to - from)) / (right - left);
      let nearest = first;
      for (let row = first; row <= last; row++)
        if (Math.abs(times[row] - time) < Math.abs(times[nearest] - time)) nearest = row;
      return nearest;
    },
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** Tick values that enclose the lines, and zero for areas, which are read by height. Empty without values. */
function marksOf(lines: readonly Line[], [first, last]: readonly [number, number]): number[] {
  const values = lines.flatMap((line) => line.values.slice(first, last + 1));
  const known = values.filter((value) => typeof value === "number");
  if (lines.some(({ kind }) => kind === "area")) known.push(0);
  return known.length === 0 ? [] : roundMarks(Math.min(...known), Math.max(...known));
}

/** Returns three to six round values that enclose a range. */
export function roundMarks(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = [1, 2, 5, 10].map((of) => of * power).find((of) => span / of <= 4) ?? 10 * power;
  const [from, to] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)];
  // The product of a round step and an integer can have extra digits.
  return Array.from({ length: to - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)));
}

/** Months since the year 0. */
const monthOf = (time: number) => {
  const date = new Date(time * 1000);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
};
const DAYS = {
  of: (time: number) => Math.floor(time / DAY),
  timeOf: (day: number) => day * DAY,
  write: formatDayOfYear,
};
const MONTHS = {
  of: monthOf,
  timeOf: (month: number) => Date.UTC(1970, month - 12 * 1970) / 1000,
  write: formatMonth,
};
const YEARS = { ...MONTHS, write: (date: Date) => String(date.getUTCFullYear()) };
const STEPS = [
  ...[1, 2, 7, 14].map((every) => ({ every, ...DAYS })),
  ...[1, 3, 6].map((every) => ({ every, ...MONTHS })),
  ...[1, 2, 5, 10, 20, 50, 100].map((years) => ({ every: 12 * years, ...YEARS })),
];

/** Calendar ticks (days, months or years) between two times: the densest step with at most `most` ticks. */
export function timeMarks(from: number, to: number, most: number): { time: number; text: string }[] {
  for (const { every, of, timeOf, write } of STEPS) {
    const [start, end] = [Math.floor(of(from - 1) / every) + 1, Math.floor(of(to) / every)];
    if (end - start < most)
      return Array.from({ length: end - start + 1 }, (_, i) => {
        const time = timeOf((start + i) * every);
        return { time, text: write(new Date(time * 1000)) };
      });
  }
  return [];
}

/**
 * Rows of a line to draw, in runs: null (not measured) ends a run, undefined (no point at that time) does
 * not. Of the rows in one column a run keeps the lowest and the highest; it also keeps both its ends.
 */
export function drawnRuns(
  values: LineValues,
  [first, last]: readonly [number, number],
  columnOf: (row: number) => number,
): number[][] {
  const runs: number[][] = [[]];
  for (let row = first; row <= last; row++) {
    if (values[row] === null) runs.push([]);
    else if (values[row] !== undefined) runs[runs.length - 1].push(row);
  }
  return runs
    .filter((run) => run.length > 0)
    .map((run) => {
      const kept = new Set([run[0], run[run.length - 1]]);
      for (const own of Map.groupBy(run, columnOf).values()) {
        kept.add(own.reduce((lowest, row) => (values[row]! < values[lowest]! ? row : lowest)));
        kept.add(own.reduce((highest, row) => (values[row]! > values[highest]! ? row : highest)));
      }
      return [...kept].sort((a, b) => a - b);
    });
}
