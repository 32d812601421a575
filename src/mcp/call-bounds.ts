import { setImmediate } from "node:timers/promises";
import { DEFAULT_TIMEOUT_MS } from "../library/ask-method.ts";
import { deadlineExceeded, errorInTime, followAbort } from "../runtime/abort.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";

/** Limits for the MCP calls of one HTTP request, where the server also serves other callers. */
export interface CallBounds {
  readonly signal: AbortSignal;
  readonly time: CallTime;
  /** Reserves a slot among the exports in progress and returns its release; throws when none is free. */
  takePlace(): () => void;
}

export type InTurn = <T>(call: () => Promise<T>) => Promise<T>;

/** Queue: runs calls one by one in order. Yields to the event loop before each, so that others are served. */
export function callsInTurn(): InTurn {
  let before: Promise<unknown> = Promise.resolve();
  return (call) => {
    const own = before.then(() => setImmediate()).then(call);
    before = own.catch(() => {});
    return own;
  };
}

/** Runs a call until the client cancels or the deadline passes: `DEFAULT_TIMEOUT_MS` without bounds. */
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
    // Timers fire late on a busy thread, so look at the clock too.
    if (bounds !== undefined && bounds.time.now() >= bounds.time.endsAtMs) throw deadlineExceeded();
    return await call(controller.signal);
  } catch (error) {
    throw errorInTime(error, bounds?.time);
  } finally {
    clearTimeout(timer);
    for (const end of unfollow) end();
  }
}
