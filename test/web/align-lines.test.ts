import { describe, expect, it } from "vitest";
import { alignLines } from "../../src/web/charts/align-lines.ts";
import { roundMarks, thinned } from "../../src/web/charts/line-points.ts";
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

describe("the line of a rendered page", () => {
  it("keeps the lowest and the highest point of a long history, and both ends", () => {
    const points = Array.from({ length: 4001 }, (_, at) => ({ at, label: "", value: at % 7 }));
    points[1234] = { at: 1234, label: "", value: 99 };
    points[2345] = { at: 2345, label: "", value: -99 };
    const drawn = thinned(points);
    expect(drawn.length).toBeLessThan(410);
    expect(drawn.map(({ at }) => at)).toEqual([...drawn].map(({ at }) => at).sort((a, b) => a - b));
    for (const at of [0, 1234, 2345, 4000]) expect(drawn).toContain(points[at]);
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
