import type { StopSignal } from "../runtime/abort.ts";
import { invalidArgument, isTerraceError, TerraceError } from "../runtime/errors.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { shown } from "./shown.ts";

/** Options of a call to the engine. */
export interface AskOptions {
  /** Ends the call: it rejects with `canceled`, or with `deadline_exceeded` when the signal is a timeout. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline in milliseconds, overriding the engine's; a late call rejects with `deadline_exceeded`. */
  readonly timeoutMs?: number | undefined;
}

const ASK_OPTIONS: readonly (keyof AskOptions)[] = ["signal", "timeoutMs"];

/** Up to this many known names are listed in full: the nearest of a few may be far from what was meant. */
const FEW_NAMES = 3;

/** Checks the options of a call and reads each once; `names` are those that `caller` accepts. */
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

/** Throws for an unknown option name, which would otherwise be ignored silently. */
export function refuseUnknownNames(caller: string, options: object, known: readonly string[]): void {
  const strange = Object.keys(options).find((name) => !known.includes(name));
  if (strange === undefined) return;
  const near = known.length > FEW_NAMES ? nearestNames(strange, known, 1)[0] : undefined;
  const hint = near === undefined ? `it has ${known.join(", ")}` : `did you mean "${near}"?`;
  throw invalidArgument(`${caller} has no option ${shown(strange)}; ${hint}`);
}

/** Throws unless the value is an abort signal; otherwise addEventListener would fail later. */
export function checkSignal(signal: unknown): void {
  if (signal === undefined || isSignal(signal)) return;
  throw invalidArgument(`signal: ${shown(signal)} is not an AbortSignal`);
}

/** Duck-typed, so that signals of other realms and libraries pass. */
function isSignal(value: unknown): boolean {
  try {
    const { aborted, addEventListener, removeEventListener } = value as StopSignal;
    const functions = [addEventListener, removeEventListener];
    return typeof aborted === "boolean" && functions.every((one) => typeof one === "function");
  } catch {
    return false;
  }
}

/** Throws unless the value is a positive number; setTimeout would take anything else for 1 ms. */
export function checkTimeout(timeoutMs: unknown): void {
  if (typeof timeoutMs === "number" && timeoutMs > 0) return;
  throw invalidArgument(
    `timeoutMs is ${shown(timeoutMs)}; allowed are milliseconds above 0, or Infinity for no deadline`,
  );
}

export function checkPath(name: string, path: unknown): void {
  if (typeof path !== "string") throw invalidArgument(`${name}: ${shown(path)} is not a string`);
}

/** Throws unless the value is a number; the caller checks the range. */
export function checkNumber(name: string, value: unknown): void {
  if (typeof value !== "number") throw invalidArgument(`${name}: ${shown(value)} is not a number`);
}

/** Throws unless the value is an object that is not an array. */
export function checkObject(name: string, value: unknown): void {
  if (typeof value === "object" && value !== null && !isList(name, value)) return;
  throw invalidArgument(`${name}: ${shown(value)} is not an object`);
}

function isList(name: string, value: unknown): boolean {
  return whileReading(name, value, () => Array.isArray(value));
}

/** Runs `read`; an error of the caller's getter or proxy is wrapped in one that names the value. */
export function whileReading<T>(name: string, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (isTerraceError(cause)) throw cause;
    throw new TerraceError("invalid_argument", `${name}: ${shown(value)} cannot be read`, { cause });
  }
}
