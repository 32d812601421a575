import { SETTINGS } from "../config/config.ts";
import { invalidArgument, type TerraceError } from "../runtime/errors.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { checkObject, checkTimeout, whileReading } from "./check-call.ts";
import { shown } from "./shown.ts";

/** The options of an engine, each read once: numbers as the settings of the same names have them, the rest by its kind. */
export function checkedOptions<T extends object>(options: T): T {
  checkObject("the options of openEngine", options);
  return whileReading("the options of openEngine", options, () => {
    const strange = Object.keys(options).find((name) => !Object.hasOwn(OPTION_KINDS, name));
    if (strange !== undefined) throw unknownOption(strange);
    const entries = Object.entries(OPTION_KINDS).map(([name, kind]) => {
      const value = (options as Record<string, unknown>)[name];
      if (value !== undefined) checkOption(name, value, kind);
      return [name, value];
    });
    return Object.fromEntries(entries);
  });
}

function checkOption(name: string, value: unknown, kind: OptionKind): void {
  if (kind === "time") checkTimeout(value);
  else if (!isOfKind(value, kind)) throw invalidArgument(`${name}: ${shown(value)} is not ${kindText(kind)}`);
}

function unknownOption(name: string): TerraceError {
  const known = Object.keys(OPTION_KINDS);
  const [near] = nearestNames(name, known, 1);
  const hint = near === undefined ? `it has ${known.join(", ")}` : `did you mean "${near}"?`;
  return invalidArgument(`openEngine has no option "${name}"; ${hint}`);
}

type OptionKind =
  | "boolean"
  | "function"
  | "switches"
  | "time"
  | { readonly min: number; readonly max: number };

const OPTION_KINDS: Readonly<Record<string, OptionKind>> = {
  filterThreads: settingRange("filterThreads"),
  sqlConnections: settingRange("sqlConnections"),
  sqlWaiting: settingRange("sqlWaiting"),
  follow: "boolean",
  timeoutMs: "time",
  switches: "switches",
  now: "function",
  onSwap: "function",
  onRefuse: "function",
  onThreadEnd: "function",
  onPartDropped: "function",
};

function settingRange(key: string): { min: number; max: number } {
  const { min, max } = SETTINGS.find((setting) => setting.key === key)!.kind as { min: number; max: number };
  return { min, max };
}

function isOfKind(value: unknown, kind: Exclude<OptionKind, "time">): boolean {
  if (kind === "switches") {
    return (
      typeof value === "function" || (typeof value === "object" && value !== null && !Array.isArray(value))
    );
  }
  if (typeof kind === "string") return typeof value === kind;
  return Number.isInteger(value) && (value as number) >= kind.min && (value as number) <= kind.max;
}

function kindText(kind: Exclude<OptionKind, "time">): string {
  if (kind === "boolean") return "true or false";
  if (kind === "function") return "a function";
  if (kind === "switches") return "switches or a function that tells them";
  return `a whole number from ${kind.min} to ${kind.max}`;
}
