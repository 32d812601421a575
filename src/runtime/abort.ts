import { isTerraceError, TerraceError } from "./errors.ts";

/** The part of an AbortSignal that work needs to stop; every AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The error of a missed deadline; the message is that of the Connect handlers. */
export function deadlineExceeded(cause?: unknown): TerraceError {
  return new TerraceError("deadline_exceeded", "the operation timed out", { cause });
}

/** Turns `unavailable` into `deadline_exceeded` after the deadline: a busy thread's timers fire late. */
export function errorInTime(
  error: unknown,
  time: { now(): number; readonly endsAtMs: number } | undefined,
): unknown {
  const isLate = time !== undefined && isTerraceError(error, "unavailable") && time.now() >= time.endsAtMs;
  return isLate ? deadlineExceeded(error) : error;
}

/** The error of work whose caller has gone; `what` names the work. */
export function canceled(cause?: unknown, what = "call"): TerraceError {
  return new TerraceError("canceled", `the ${what} was canceled`, { cause });
}

/** The error for a signal's reason: `deadline_exceeded` for a timeout, else `canceled`. */
export function abortError({ reason }: { readonly reason: unknown }, what?: string): TerraceError {
  if (isTerraceError(reason)) return reason;
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout ? deadlineExceeded(reason) : canceled(reason, what);
}

export function throwIfAborted(signal: StopSignal | undefined, what?: string): void {
  if (signal?.aborted) throw abortError(signal, what);
}

/** Settles as the work does, or rejects when the signal aborts; `onAbort` is called just before. */
export function untilAborted<T>(
  work: T | Promise<T>,
  signal: StopSignal | undefined,
  onAbort?: () => void,
): Promise<T> {
  const outcome = Promise.resolve(work);
  if (signal === undefined) return outcome;
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      onAbort?.();
      reject(abortError(signal));
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    outcome.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Aborts the controller with a TerraceError when the signal aborts. Returns a function that stops this. */
export function followAbort(
  signal: StopSignal | undefined,
  controller: AbortController,
  errorOf: (signal: StopSignal) => TerraceError = (one) => abortError(one),
): () => void {
  if (signal === undefined) return () => {};
  const abort = () => controller.abort(errorOf(signal));
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return () => signal.removeEventListener("abort", abort);
}

/** Interval of the repeats: how long a statement that began just after an interrupt may run on. */
const INTERRUPT_EVERY_MS = 2;

/** Interrupts repeatedly after an abort: one between two statements is lost. Returns a stop function. */
export function interruptOnAbort(signal: StopSignal | undefined, interrupt: () => void): () => void {
  let repeat: NodeJS.Timeout | undefined;
  const begin = () => {
    interrupt();
    repeat = setInterval(interrupt, INTERRUPT_EVERY_MS);
  };
  if (signal?.aborted) begin();
  else signal?.addEventListener("abort", begin, { once: true });
  return () => {
    signal?.removeEventListener("abort", begin);
    clearInterval(repeat);
  };
}
