import { describe, expect, it } from "vitest";
import { alignLines } from "../../src/web/charts/align-lines.ts";

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
