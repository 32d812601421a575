import type { StopSignal } from "../runtime/abort.ts";
import { invalidArgument, isTerraceError, TerraceError } from "../runtime/errors.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { shown } from "./shown.ts";

/** What may accompany a question. */
export interface AskOptions {
  /** Ends the call: it rejects with `canceled`, or with `deadline_exceeded` when the signal is a timeout. */
  readonly signal?: AbortSignal | undefined;
  /** Longest the call may take, instead of the engine's own; then it rejects with `deadline_exceeded`. */
  readonly timeoutMs?: number | undefined;
}

const ASK_OPTIONS: readonly (keyof AskOptions)[] = ["signal", "timeoutMs"];

/** Up to so many names are said in full: the nearest of a few may be far from what was meant. */
const FEW_NAMES = 3;

/** The options of a call, each read once and checked; `names` are those that `caller` takes. */
export function checkedAskOptions(
  caller: string,
  options: AskOptions = {},
  names: readonly (keyof AskOptions)[] = ASK_OPTIONS,
): AskOptions {
  checkObject("the options of a call", options);
  return whileReading("the options of a call", options, () => {
    refuseUnknownNames(caller, options, names);
    const { signal, timeoutMs } = options;
    checkSignal(signal);
    if (timeoutMs !== undefined) checkTimeout(timeoutMs);
    return { signal, timeoutMs };
  });
}

/** Refuses a name that nobody reads: what it asks for would not happen, without a word. */
export function refuseUnknownNames(caller: string, options: object, known: readonly string[]): void {
  const strange = Object.keys(options).find((name) => !known.includes(name));
  if (strange === undefined) return;
  const near = known.length > FEW_NAMES ? nearestNames(strange, known, 1)[0] : undefined;
  const hint = near === undefined ? `it has ${known.join(", ")}` : `did you mean "${near}"?`;
  throw invalidArgument(`${caller} has no option ${shown(strange)}; ${hint}`);
}

/** Refuses what is not a signal: it would fail where somebody listens to it. */
export function checkSignal(signal: unknown): void {
  if (signal === undefined || isSignal(signal)) return;
  throw invalidArgument(`signal: ${shown(signal)} is not an AbortSignal`);
}

/** Signals of other makers pass: they are not an AbortSignal of this program and do what one does. */
function isSignal(value: unknown): boolean {
  try {
    const { aborted, addEventListener, removeEventListener } = value as StopSignal;
    const functions = [addEventListener, removeEventListener];
    return typeof aborted === "boolean" && functions.every((one) => typeof one === "function");
  } catch {
    return false;
  }
}

/** Refuses what is not a time: a timer would take it for a millisecond. */
export function checkTimeout(timeoutMs: unknown): void {
  if (typeof timeoutMs === "number" && timeoutMs > 0) return;
  throw invalidArgument(
    `timeoutMs is ${shown(timeoutMs)}; allowed are milliseconds above 0, or Infinity for no deadline`,
  );
}

/** Refuses what names no place on the disk. */
export function checkPath(name: string, path: unknown): void {
  if (typeof path !== "string") throw invalidArgument(`${name}: ${shown(path)} is not a text`);
}

/** Refuses what is not a number of any kind; which numbers are allowed, those say that take them. */
export function checkNumber(name: string, value: unknown): void {
  if (typeof value !== "number") throw invalidArgument(`${name}: ${shown(value)} is not a number`);
}

/** Refuses what has no members to read; a list has none by name. */
export function checkObject(name: string, value: unknown): void {
  if (typeof value === "object" && value !== null && !isList(name, value)) return;
  throw invalidArgument(`${name}: ${shown(value)} is not an object`);
}

function isList(name: string, value: unknown): boolean {
  return whileReading(name, value, () => Array.isArray(value));
}

/** What is read of a caller's value. Where a getter or a proxy of the caller throws, the error says what was read. */
export function whileReading<T>(name: string, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (isTerraceError(cause)) throw cause;
    throw new TerraceError("invalid_argument", `${name}: ${shown(value)} cannot be read`, { cause });
  }
}
