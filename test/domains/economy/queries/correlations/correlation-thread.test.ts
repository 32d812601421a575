import { describe, expect, it, onTestFinished } from "vitest";
import {
  type CorrelationThreadOptions,
  correlationThread,
} from "../../../../../src/domains/economy/queries/correlations/correlation-thread.ts";
import { correlateLags, type LagPlan } from "../../../../../src/engine/statistics/lag-correlations.ts";
import { pickedMatrix, seriesMatrix } from "../../../../../src/engine/statistics/series-matrix.ts";
import { isTerraceError, TerraceError } from "../../../../../src/runtime/errors.ts";
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

function thread(options: Partial<CorrelationThreadOptions> = {}) {
  const opened = correlationThread({ maxWaiting: 8, ...options });
  onTestFinished(() => opened.close());
  return opened;
}

describe("correlationThread", () => {
  it("answers in another thread exactly as in this one", async () => {
    const correlations = thread();
    const answers = await Promise.all([heavy, light, heavy].map((plan) => correlations.run(matrix, plan)));
    expect(answers).toEqual([heavy, light, heavy].map((plan) => correlateLags(matrix, plan)));
    expect(correlations.isStarted).toBe(true);
  });

  it("starts no thread for light plans", async () => {
    const correlations = thread();
    await correlations.run(matrix, light);
    expect(correlations.isStarted).toBe(false);
  });

  it("makes the matrix of picked rows in the thread, also for a light plan", async () => {
    const picked = Array.from({ length: SERIES * 6 }, (_, i) => ({ matrix, row: (i * 7) % SERIES }));
    const correlations = thread();
    const answer = await correlations.run({ picked, transform: "levels" }, light);
    expect(correlations.isStarted).toBe(true);
    expect(answer).toEqual(correlateLags(pickedMatrix(picked), light));
    expect(answer.totalCount).toBeGreaterThan(0);
  });

  it("refuses more plans than may wait, and answers those that wait", async () => {
    const correlations = thread({ maxWaiting: 1 });
    const [first, second, third] = await Promise.allSettled(
      [heavy, heavy, heavy].map((plan) => correlations.run(matrix, plan)),
    );
    expect([first.status, second.status]).toEqual(["fulfilled", "fulfilled"]);
    expect(third.status === "rejected" && isTerraceError(third.reason, "unavailable")).toBe(true);
  });

  it("leaves an aborted caller at once and serves the next", async () => {
    const correlations = thread();
    const controller = new AbortController();
    const reason = new TerraceError("deadline_exceeded", "too late");
    const aborted = correlations.run(matrix, heavy, controller.signal);
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    expect((await correlations.run(matrix, heavy)).totalCount).toBe(10 * (SERIES - 1));
  });

  it("takes a new thread after one has failed", async () => {
    const correlations = thread();
    const failed: unknown = await correlations
      .run({ ...matrix, values: undefined as never }, heavy)
      .catch((error: unknown) => error);
    expect(isTerraceError(failed, "internal")).toBe(true);
    expect((await correlations.run(matrix, heavy)).rows).toHaveLength(100);
  });

  it("refuses plans once it is closed", async () => {
    const correlations = thread();
    await correlations.close();
    const refused: unknown = await correlations.run(matrix, light).catch((error: unknown) => error);
    expect(isTerraceError(refused, "unavailable")).toBe(true);
  });
});
