import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { ThreadNumbers } from "../../src/runtime/shared/thread-numbers.ts";

const MODULE = new URL("../../src/runtime/shared/thread-numbers.ts", import.meta.url);

/** A worker that sets its number to the one it receives. */
const ECHO = `
  import { parentPort, workerData } from "node:worker_threads";
  import { ThreadNumbers } from "${MODULE}";
  const number = new ThreadNumbers(workerData, 1).shared(0);
  parentPort.on("message", (own) => number.set(own));
  parentPort.postMessage("ready");
`;

async function twoThreads() {
  const numbers = new ThreadNumbers({ threads: 2, width: 1 });
  const url = new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`);
  const other = new Worker(url, { workerData: numbers.memory });
  onTestFinished(async () => void (await other.terminate()));
  await once(other, "message");
  return { numbers, other, number: numbers.shared(0) };
}

const LONG_MS = 60_000;

it("wakes a thread when another one tells its number, and adds them up", async () => {
  const { other, number } = await twoThreads();
  number.set(2);
  const version = number.version();
  const woken = number.after(version, LONG_MS);
  other.postMessage(3);
  expect(await woken).toBe(true);
  expect(number.total()).toBe(5);
  expect(await number.after(version, LONG_MS), "a version that has passed").toBe(true);
});

it("wakes those who wait when a thread has ended, and forgets its number", async () => {
  const { numbers, other, number } = await twoThreads();
  const change = number.after(number.version(), LONG_MS);
  other.postMessage(3);
  await change;
  const woken = number.after(number.version(), LONG_MS);
  numbers.clear(1);
  expect(await woken).toBe(true);
  expect(number.total()).toBe(0);
});

it("stops waiting after the given time", async () => {
  const number = new ThreadNumbers({ threads: 2, width: 1 }).shared(0);
  expect(await number.after(number.version(), 1)).toBe(false);
});
