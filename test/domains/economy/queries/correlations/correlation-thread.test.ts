import { describe, expect, it, onTestFinished } from "vitest";
import { correlationTasks } from "../../../../../src/domains/economy/queries/correlations/perform-plan.ts";
import { economyOf } from "../../../../../src/domains/economy/queries/economy.ts";
import { heavyThreads } from "../../../../../src/engine/heavy-threads.ts";
import {
  correlateLags,
  type LagAnswer,
  type LagPlan,
} from "../../../../../src/engine/statistics/lag-correlations.ts";
import { pickedMatrix, seriesMatrix } from "../../../../../src/engine/statistics/series-matrix.ts";
import { derivedValues, type HeavyWork, type SnapshotView } from "../../../../../src/engine/view.ts";
import { seededRandom } from "../../../../support/run/seeded-random.ts";

const SERIES = 60;
const MONTHS = 200;
const random = seededRandom(1);
const rows = Array.from({ length: SERIES * MONTHS }, (_, i) => i);
const matrix = seriesMatrix(
  {
    seriesNumbers: rows.map((i) => Math.floor(i / MONTHS)),
    months: rows.map((i) => 24_000 + (i % MONTHS)),
    values: rows.map(() => random()),
  },
  Array(SERIES).fill("monthly"),
);
const all = Array.from({ length: SERIES }, (_, i) => i);
const heavy: LagPlan = {
  bases: all.slice(0, 10),
  overlays: all,
  minLagMonths: -12,
  maxLagMonths: 12,
  windowMonths: 24,
  minAbsR: 0,
  limit: 100,
};
const light: LagPlan = { ...heavy, bases: [0], minLagMonths: 0, maxLagMonths: 0 };

function opened() {
  const correlations = correlationTasks(heavyThreads(8).thread);
  onTestFinished(() => correlations.close());
  return correlations;
}

describe("correlationTasks", () => {
  it("answers in another thread exactly as in this one", async () => {
    const { perform, isThreadStarted } = opened();
    const plans = [heavy, light, heavy];
    const answers = await Promise.all(plans.map((plan) => perform({ series: matrix, plan })));
    expect(answers).toEqual(plans.map((plan) => correlateLags(matrix, plan)));
    expect(isThreadStarted()).toBe(true);
  });

  it("starts no thread for light plans", async () => {
    const { perform, isThreadStarted } = opened();
    await perform({ series: matrix, plan: light });
    expect(isThreadStarted()).toBe(false);
  });

  it("starts one for many pairs at one lag, of which few are answered", async () => {
    const { perform, isThreadStarted } = opened();
    await perform({ series: matrix, plan: { ...light, bases: all.slice(0, 30), limit: 1 } });
    expect(isThreadStarted()).toBe(true);
  });

  it("makes the matrix of picked rows in the thread, also for a light plan", async () => {
    const picked = Array.from({ length: SERIES * 6 }, (_, i) => ({ matrix, row: (i * 7) % SERIES }));
    const { perform, isThreadStarted } = opened();
    const answer = (await perform({ series: { picked, transform: "levels" }, plan: light })) as LagAnswer;
    expect(isThreadStarted()).toBe(true);
    expect(answer).toEqual(correlateLags(pickedMatrix(picked), light));
    expect(answer.totalCount).toBeGreaterThan(0);
  });

  it("has its thread for a view whose other heavy questions the caller answers", async () => {
    const names: string[] = [];
    const thread: HeavyWork["thread"] = (options) => {
      names.push(options.name);
      return heavyThreads(8).thread(options);
    };
    const { derived, close } = derivedValues();
    const view = { derived, heavyWork: { hasThreads: false, thread } } as unknown as SnapshotView;
    economyOf(view);
    await close();
    expect(names).toEqual(["correlation"]);
  });
});
