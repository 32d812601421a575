import { SETTINGS } from "../config/config.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { checkObject, checkSignal, checkTimeout, refuseUnknownNames, whileReading } from "./check-call.ts";
import { shown } from "./shown.ts";

const KINDS = {
  boolean: { text: "true or false", holds: (value: unknown) => typeof value === "boolean" },
  function: { text: "a function", holds: (value: unknown) => typeof value === "function" },
  list: { text: "a list", holds: (value: unknown) => Array.isArray(value) },
  object: { text: "an object", holds: isObject },
  switches: {
    text: "switches or a function that returns them",
    holds: (value: unknown) => typeof value === "function" || isObject(value),
  },
  text: { text: "a string", holds: (value: unknown) => typeof value === "string" },
};

/** What an option may be. A range accepts whole numbers only unless `isWhole` is false. */
export type OptionKind = keyof typeof KINDS | "signal" | "time" | NumberRange;

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/** The kind of every option of a function; a missing one does not compile. */
export type OptionKinds<T> = { readonly [Name in keyof T]-?: OptionKind };

/** Checks the options of a function and reads each once; undefined options are absent from the result. */
export function checkedOptions<T extends object>(
  caller: string,
  options: T,
  kinds: Readonly<Record<string, OptionKind>>,
): T {
  const what = `the options of ${caller}`;
  checkObject(what, options);
  return whileReading(what, options, () => {
    refuseUnknownNames(caller, options, Object.keys(kinds));
    const entries = Object.entries(kinds).map(([name, kind]) => {
      const value = (options as Record<string, unknown>)[name];
      if (value !== undefined) checkOption(name, value, kind);
      return [name, value];
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  });
}

export function settingRange(key: string): NumberRange {
  const { min, max } = SETTINGS.find((setting) => setting.key === key)!.kind as { min: number; max: number };
  return { min, max };
}

function checkOption(name: string, value: unknown, kind: OptionKind): void {
  if (kind === "time") checkTimeout(value);
  else if (kind === "signal") checkSignal(value);
  else {
    const { text, holds } = typeof kind === "string" ? KINDS[kind] : rangeKind(kind);
    if (!holds(value)) throw invalidArgument(`${name}: ${shown(value)} is not ${text}`);
  }
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
