import { SETTINGS } from "../config/config.ts";
import type { StopSignal } from "../runtime/abort.ts";
import { invalidArgument, isTerraceError, TerraceError } from "../runtime/errors.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { shown } from "./shown.ts";

const KINDS = {
  boolean: { text: "true or false", holds: (value: unknown) => typeof value === "boolean" },
  function: { text: "a function", holds: (value: unknown) => typeof value === "function" },
  list: { text: "a list", holds: (value: unknown) => Array.isArray(value) },
  number: { text: "a number", holds: (value: unknown) => typeof value === "number" },
  object: { text: "an object", holds: isObject },
  // addEventListener of anything else would fail later.
  signal: { text: "an AbortSignal", holds: isSignal },
  switches: {
    text: "switches or a function that returns them",
    holds: (value: unknown) => typeof value === "function" || isObject(value),
  },
  text: { text: "a string", holds: (value: unknown) => typeof value === "string" },
};

/** What an option may be. A range accepts whole numbers only unless `isWhole` is false. */
export type OptionKind = keyof typeof KINDS | "time" | NumberRange;

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/** The kind of every option of a function; a missing one does not compile. */
export type OptionKinds<T> = { readonly [Name in keyof T]-?: OptionKind };

/** Up to this many known names are listed in full: the nearest of a few may be far from what was meant. */
const FEW_NAMES = 3;

/** Checks the options of a function and reads each once; undefined options are absent from the result. */
export function checkedOptions<T extends object>(
  caller: string,
  options: T,
  kinds: Readonly<Record<string, OptionKind>>,
  what = `the options of ${caller}`,
): T {
  check(what, options, "object");
  return whileReading(what, options, () => {
    refuseUnknownNames(caller, options, Object.keys(kinds));
    const entries = Object.entries(kinds).map(([name, kind]) => {
      const value = (options as Record<string, unknown>)[name];
      if (value !== undefined) check(name, value, kind);
      return [name, value];
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  });
}

export function settingRange(key: string): NumberRange {
  const { min, max } = SETTINGS.find((setting) => setting.key === key)!.kind as { min: number; max: number };
  return { min, max };
}

/** Throws unless the value is of the kind. */
export function check(name: string, value: unknown, kind: OptionKind): void {
  if (kind === "time") {
    // setTimeout would take anything else for 1 ms.
    if (typeof value === "number" && value > 0) return;
    throw invalidArgument(
      `${name} is ${shown(value)}; allowed are milliseconds above 0, or Infinity for no deadline`,
    );
  }
  const { text, holds } = typeof kind === "string" ? KINDS[kind] : rangeKind(kind);
  if (!whileReading(name, value, () => holds(value))) {
    throw invalidArgument(`${name}: ${shown(value)} is not ${text}`);
  }
}

/** Throws for an unknown option name, which would otherwise be ignored silently. */
function refuseUnknownNames(caller: string, options: object, known: readonly string[]): void {
  const strange = Object.keys(options).find((name) => !known.includes(name));
  if (strange === undefined) return;
  const near = known.length > FEW_NAMES ? nearestNames(strange, known, 1)[0] : undefined;
  const hint = near === undefined ? `it has ${known.join(", ")}` : `did you mean "${near}"?`;
  throw invalidArgument(`${caller} has no option ${shown(strange)}; ${hint}`);
}

function rangeKind({ min, max, isWhole = true }: NumberRange) {
  return {
    text: `a ${isWhole ? "whole " : ""}number from ${min} to ${max}`,
    holds: (value: unknown) =>
      typeof value === "number" && value >= min && value <= max && (!isWhole || Number.isInteger(value)),
  };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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

/** Runs `read`; an error of the caller's getter or proxy is wrapped in one that names the value. */
export function whileReading<T>(name: string, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (isTerraceError(cause)) throw cause;
    throw new TerraceError("invalid_argument", `${name}: ${shown(value)} cannot be read`, { cause });
  }
}
