import { setImmediate } from "node:timers/promises";
import { DEFAULT_TIMEOUT_MS } from "../library/ask-method.ts";
import { deadlineExceeded, errorInTime, followAbort } from "../runtime/abort.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";

/** What the calls of one request may take of a server that has others to answer. */
export interface CallBounds {
  /** Fires when the time of the request is over. */
  readonly signal: AbortSignal;
  /** When that will be. */
  readonly time: CallTime;
  /** Takes a place among the files in progress and returns what gives it back; refused when none is left. */
  takePlace(): () => void;
}

/** Runs a call when those before it have ended. */
export type InTurn = <T>(call: () => Promise<T>) => Promise<T>;

/** Lets calls run one after the other, in their order, and everybody else have a turn before each of them. */
export function callsInTurn(): InTurn {
  let before: Promise<unknown> = Promise.resolve();
  return (call) => {
    const own = before.then(() => setImmediate()).then(call);
    before = own.catch(() => {});
    return own;
  };
}

/** Runs a call until it has ended, nobody waits for it any more, or its time is over: that of the library without bounds. */
export async function bounded<T>(
  bounds: CallBounds | undefined,
  awaited: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const unfollow = [awaited, bounds?.signal].map((signal) => followAbort(signal, controller));
  const late = () => controller.abort(deadlineExceeded());
  const timer = bounds === undefined ? setTimeout(late, DEFAULT_TIMEOUT_MS) : undefined;
  try {
    // Where the thread is busy, timers are late.
    if (bounds !== undefined && bounds.time.now() >= bounds.time.endsAtMs) throw deadlineExceeded();
    return await call(controller.signal);
  } catch (error) {
    throw errorInTime(error, bounds?.time);
  } finally {
    clearTimeout(timer);
    for (const end of unfollow) end();
  }
}
