import { describe, expect, it } from "vitest";
import { alignLines } from "../../src/web/charts/align-lines.ts";
import { drawnRuns, planLines, roundMarks, timeMarks } from "../../src/web/charts/plan-lines.ts";
import { formatDay, formatMinute, formatMonth } from "../../src/web/parts/format.ts";

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
const line = (points: Record<string, number>, mostGapDays: number) => ({
  points: new Map(Object.entries(points).map(([date, value]) => [day(date), value])),
  mostGapDays,
});

describe("alignLines", () => {
  it("breaks a line over months without a report, and nowhere else", () => {
    const { times, values } = alignLines([
      line({ "2026-01-05": 1, "2026-01-09": 2, "2026-05-04": 3, "2026-05-05": 4 }, 10),
    ]);
    expect(times).toEqual(["2026-01-05", "2026-01-09", "2026-01-10", "2026-05-04", "2026-05-05"].map(day));
    expect(values).toEqual([[1, 2, null, 3, 4]]);
  });

  it("draws the months and quarters of which one day each is held, and breaks before days that are missing", () => {
    const days = ["2024-09-30", "2024-12-31", "2025-03-31", "2025-04-30", "2025-05-30", "2025-06-02"];
    const points = Object.fromEntries(
      [...days, "2025-06-03", "2025-08-01", "2025-08-04"].map((at, i) => [at, i]),
    );
    const { values } = alignLines([{ ...line(points, 10), isUneven: true }]);
    expect(values).toEqual([[0, 1, 2, 3, 4, 5, 6, null, 7, 8]]);
  });

  it("breaks a quarterly line where one quarter is missing", () => {
    const quarters = { "2024-03-31": 1, "2024-06-30": 2, "2024-12-31": 3, "2025-03-31": 4 };
    expect(alignLines([line(quarters, 93)]).values).toEqual([[1, 2, null, 3, 4]]);
  });

  it("lets a line go on where only another has a point", () => {
    const { times, values } = alignLines([
      line({ "2026-01-01": 1, "2026-04-01": 2 }, 93),
      line({ "2026-02-01": 5, "2026-03-01": 6 }, 32),
    ]);
    expect(times).toEqual(["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"].map(day));
    expect(values).toEqual([
      [1, undefined, undefined, 2],
      [undefined, 5, 6, undefined],
    ]);
  });

  it("has nothing to draw of nothing", () => {
    expect(alignLines([line({}, 10)])).toEqual({ times: [], values: [[]] });
  });
});

describe("the line of a chart", () => {
  const allDrawn = (row: number) => row;

  it("keeps the lowest and the highest point of a long history, and both ends", () => {
    const values = Array.from({ length: 10_001 }, (_, row) => row % 7);
    values[1234] = 99;
    values[2345] = -99;
    const [drawn] = drawnRuns(values, [0, 10_000], (row) => Math.floor(row / 50));
    expect(drawn.length).toBeLessThan(410);
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
    for (const row of [0, 1234, 2345, 10_000]) expect(drawn).toContain(row);
  });

  it("ends where a value was not measured, and goes on where only another line has a point", () => {
    const values = [null, 1, undefined, 2, null, 0, null, null, 3, undefined];
    expect(drawnRuns(values, [0, 9], allDrawn)).toEqual([[1, 3], [5], [8]]);
    expect(drawnRuns(values, [2, 7], allDrawn)).toEqual([[3], [5]]);
    expect(drawnRuns([null, undefined], [0, 1], allDrawn)).toEqual([]);
  });

  it("is within its room, an area from zero up, and shows what is picked as large as there is room for", () => {
    const times = [10, 20, 30, 40].map((at) => at * 86_400);
    const lines = [
      { label: "area", kind: "area" as const, values: [50, 60, null, 90] },
      { label: "right", isRight: true, values: [-1, 1, 3, 40] },
    ];
    const room = { width: 500, height: 200, letter: 7, column: 1 };
    const plan = planLines({ times, lines, format: String }, room);
    expect(plan.sides.map((marks) => marks.map(({ text }) => text))).toEqual([
      ["0", "50", "100"],
      ["-20", "0", "20", "40"],
    ]);
    for (const { x, y } of plan.lines.flatMap(({ runs }) => runs.flat())) {
      expect([x >= plan.left, x <= plan.right, y >= plan.top, y <= plan.bottom]).not.toContain(false);
    }
    expect(plan.lines[0]).toMatchObject({ base: plan.bottom, runs: { length: 2 } });
    expect(times.map(plan.x).map(plan.rowAt)).toEqual([0, 1, 2, 3]);
    const picked = planLines({ times, lines, format: String }, { ...room, rows: [1, 2] });
    expect([picked.x(times[1]), picked.x(times[2])]).toEqual([picked.left, picked.right]);
    // Without values there are no marks, and a single point is in the middle.
    const single = planLines(
      { times: [times[0]], lines: [{ label: "", values: [null] }], format: String },
      room,
    );
    expect([single.sides, single.x(times[0])]).toEqual([[[], []], (single.left + single.right) / 2]);
  });

  it("has marks at days, months or years of the calendar, wherever the reader is", () => {
    const texts = (from: string, to: string, most: number) =>
      timeMarks(day(from), day(to), most)
        .map(({ text }) => text)
        .join(", ");
    expect(texts("2026-02-27", "2026-03-02", 5)).toBe("27 Feb, 28 Feb, 1 Mar, 2 Mar");
    expect(texts("2025-11-02", "2026-02-01", 5)).toBe("Dec 2025, Jan 2026, Feb 2026");
    const halves = "Jan 2024, Jul 2024, Jan 2025, Jul 2025, Jan 2026, Jul 2026";
    expect(texts("2024-01-01", "2026-11-18", 6)).toBe(halves);
    expect(texts("1959-09-01", "2026-06-01", 8)).toBe("1960, 1970, 1980, 1990, 2000, 2010, 2020");
    expect(texts("2026-11-18", "2026-11-18", 5)).toBe("18 Nov");
  });

  it("is between round marks that enclose it", () => {
    expect(roundMarks(0.14, 8.43)).toEqual([0, 5, 10]);
    expect(roundMarks(1268, 8197)).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
    expect(roundMarks(0.1, 0.3)).toEqual([0.1, 0.15, 0.2, 0.25, 0.3]);
    for (const [low, high] of [
      [5, 5],
      [0, 0],
      [-3.2, 4.4],
      [486_100, 976_800],
      [0, 1e-7],
    ]) {
      const marks = roundMarks(low, high);
      expect(marks.length).toBeGreaterThan(1);
      expect(marks.length).toBeLessThan(7);
      expect(marks[0]).toBeLessThanOrEqual(low);
      expect(marks[marks.length - 1]).toBeGreaterThanOrEqual(high);
    }
  });
});

describe("dates of the page", () => {
  it("have months of three letters, whatever the browser calls them", () => {
    const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 6, 9, 5)));
    expect(months.map(formatMonth).join(" ")).toMatch(/^([A-Z][a-z]{2} 2026 ?){12}$/);
    expect(formatDay(months[8])).toBe("6 Sep 2026");
    expect(formatMinute(months[5])).toBe("6 Jun 2026, 09:05 UTC");
  });
});
