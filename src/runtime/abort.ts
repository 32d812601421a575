import { isTerraceError, TerraceError } from "./errors.ts";

/** The part of an AbortSignal that work needs to stop; every AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What a caller hears when its time is over; the words are those of the Connect handlers. */
export function deadlineExceeded(cause?: unknown): TerraceError {
  return new TerraceError("deadline_exceeded", "the operation timed out", { cause });
}

/**
 * What a caller learns of an error: work that is unavailable when the caller's time is over is late, whichever of the two
 * was noticed first. Timers of a busy thread come after the errors of what waited.
 */
export function errorInTime(
  error: unknown,
  time: { now(): number; readonly endsAtMs: number } | undefined,
): unknown {
  const isLate = time !== undefined && isTerraceError(error, "unavailable") && time.now() >= time.endsAtMs;
  return isLate ? deadlineExceeded(error) : error;
}

/** Why work stops whose caller has gone away; `what` is the word for the work. */
export function canceled(cause?: unknown, what = "call"): TerraceError {
  return new TerraceError("canceled", `the ${what} was canceled`, { cause });
}

/** Why a signal fired, as an error of the catalogue: `deadline_exceeded` for a timeout, else `canceled`. */
export function abortError({ reason }: { readonly reason: unknown }, what?: string): TerraceError {
  if (isTerraceError(reason)) return reason;
  const isTimeout = reason instanceof Error && reason.name === "TimeoutError";
  return isTimeout ? deadlineExceeded(reason) : canceled(reason, what);
}

export function throwIfAborted(signal: StopSignal | undefined, what?: string): void {
  if (signal?.aborted) throw abortError(signal, what);
}

/** The outcome of the work, or why the signal fired as soon as it does; `onAbort` is called just before. */
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

/** Aborts the controller together with the signal, with an error of the catalogue. Returns what ends that. */
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

/** How long a statement may go on that began just after an interrupt. */
const INTERRUPT_EVERY_MS = 2;

/**
 * Calls `interrupt` from the abort on, again and again: one that arrives between two statements of a database meets
 * nothing and is lost. Returns what ends that.
 */
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
