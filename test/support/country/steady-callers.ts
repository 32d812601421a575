import { expect } from "vitest";
import { callJson } from "./serve-country.ts";

/** Six methods over columns, tables, pages and series, which two snapshots answer differently. */
const CALLS: readonly (readonly [method: string, request: unknown])[] = [
  ["shorts.v1alpha1.HousingService/GetSuburbIndex", { stateCode: "VIC" }],
  [
    "shorts.v1alpha1.HousingService/GetSuburbMetricColumns",
    { stateCode: "VIC", metricKeys: ["population", "income"] },
  ],
  [
    "shorts.v1alpha1.HousingService/FilterSuburbs",
    { stateCode: "NSW", predicates: [{ metricKey: "age", min: 30, max: 40 }] },
  ],
  ["shorts.v1alpha1.HousingService/GetPriceDropsOverview", {}],
  ["shorts.v1alpha1.HousingService/ListSuburbPriceDrops", { stateCode: "VIC" }],
  ["shorts.v1alpha1.EconomyService/ListEconomicSeries", {}],
];

/** What each snapshot answers to each call, as text. */
export type Truth = Map<string, readonly string[]>;

/** Asks every call once and keeps the answers as those of the snapshot that gave them. */
export async function learnTruth(url: string, truth: Truth): Promise<string> {
  const answers = await Promise.all(CALLS.map(([method, request]) => callJson(url, method, request)));
  const ids = new Set(answers.map(({ headers }) => headers.get("x-terrace-snapshot")!));
  expect(ids.size).toBe(1);
  const [id] = ids;
  truth.set(
    id,
    answers.map(({ status, body }) => {
      expect(status).toBe(200);
      return JSON.stringify(body);
    }),
  );
  return id;
}

export interface SteadyCallers {
  /** Calls answered so far, and the snapshots that answered. */
  readonly counted: { calls: number; readonly bySnapshot: Map<string, number> };
  /** Lets the calls under way end; rejects with the first answer that was wrong. */
  stop(): Promise<void>;
}

/** Callers that go on calling and hold every answer against what its snapshot says. */
export function startCallers(url: string, truth: Truth, count: number): SteadyCallers {
  const counted = { calls: 0, bySnapshot: new Map<string, number>() };
  let isRunning = true;
  const caller = async (first: number) => {
    for (let i = first; isRunning; i++) {
      const [method, request] = CALLS[i % CALLS.length];
      const { status, headers, body } = await callJson(url, method, request);
      const id = headers.get("x-terrace-snapshot")!;
      expect([method, status]).toEqual([method, 200]);
      expect(JSON.stringify(body), method).toBe(truth.get(id)![i % CALLS.length]);
      counted.calls++;
      counted.bySnapshot.set(id, (counted.bySnapshot.get(id) ?? 0) + 1);
    }
  };
  const callers = Promise.all(Array.from({ length: count }, (_, i) => caller(i)));
  // A wrong answer is told when the callers are stopped, not as a rejection that nobody handles.
  callers.catch(() => {});
  return {
    counted,
    stop: async () => {
      isRunning = false;
      await callers;
    },
  };
}
