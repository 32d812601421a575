import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect } from "vitest";
import { isLongRun } from "../run/test-form.ts";
import { callJson } from "./call-json.ts";
import type { Call, CallingThreadData, Truth } from "./calling-thread.ts";

export type { Truth };

/** Without a pause the callers use both cores, which the tested server and other tests need. */
export const CALL_PAUSE_MS = isLongRun ? 0 : 25;

/** Six methods over columns, tables, pages and series, whose responses differ between two snapshots. */
const CALLS: readonly Call[] = [
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

/** Makes every call once and stores the responses as those of their snapshot, whose id it returns. */
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

/** Starts callers in a worker that compare every response with the one of its snapshot. */
export function startCallers(url: string, truth: Truth, callers: number) {
  const answered = new Int32Array(new SharedArrayBuffer(4 * truth.size));
  const workerData: CallingThreadData = {
    url,
    calls: CALLS,
    truth,
    callers,
    pauseMs: CALL_PAUSE_MS,
    answered,
  };
  const thread = new Worker(new URL("./calling-thread.ts", import.meta.url), { workerData });
  thread.unref();
  const ended = once(thread, "exit");
  let failure: unknown;
  ended.catch((error) => {
    failure = error;
  });
  const ids = [...truth.keys()];
  const counts = () => {
    if (failure !== undefined) throw failure;
    return ids.map((id, i) => [id, Atomics.load(answered, i)] as const);
  };
  return {
    /** Responses so far, in total and by snapshot; throws the first wrong one. */
    counted: {
      get calls() {
        return counts().reduce((sum, [, count]) => sum + count, 0);
      },
      get bySnapshot() {
        return new Map(counts().filter(([, count]) => count > 0));
      },
    },
    /** Waits for the calls in flight; rejects with the first wrong response. */
    stop: async () => {
      thread.ref();
      thread.postMessage("stop");
      await ended;
    },
  };
}
