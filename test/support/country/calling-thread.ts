/** Worker that calls in a loop and compares each response with its snapshot's, until it gets "stop". */
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { callJson } from "./call-json.ts";

export type Call = readonly [method: string, request: unknown];

/** The expected response of each snapshot to each call, as a string, by snapshot id. */
export type Truth = Map<string, readonly string[]>;

export interface CallingThreadData {
  readonly url: string;
  readonly calls: readonly Call[];
  readonly truth: Truth;
  readonly callers: number;
  /** Pause of each caller between calls. */
  readonly pauseMs: number;
  /** Number of responses per snapshot, in the order of `truth`. */
  readonly answered: Int32Array;
}

const { url, calls, truth, callers, pauseMs, answered } = workerData as CallingThreadData;
const ids = [...truth.keys()];
let isRunning = true;
parentPort!.once("message", () => {
  isRunning = false;
});

async function call(i: number): Promise<void> {
  const [method, request] = calls[i];
  const { status, headers, body } = await callJson(url, method, request);
  const id = headers.get("x-terrace-snapshot");
  if (status !== 200) throw new Error(`${method}: status ${status}: ${JSON.stringify(body)}`);
  const place = ids.indexOf(id ?? "");
  if (place === -1) throw new Error(`${method}: answered by ${id}, of which nothing is known`);
  const text = JSON.stringify(body);
  const wanted = truth.get(ids[place])![i];
  if (text !== wanted) throw new Error(`${method}: ${id} answered ${text}, not ${wanted}`);
  Atomics.add(answered, place, 1);
}

async function callOn(first: number): Promise<void> {
  for (let i = first; isRunning; i++) {
    await call(i % calls.length);
    await setTimeout(pauseMs);
  }
}

await Promise.all(Array.from({ length: callers }, (_, i) => callOn(i)));
