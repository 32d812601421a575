import { SETTINGS } from "../config/config.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { shown } from "./check-arguments.ts";

/** Numbers as the settings of the same names have them; everything else by its kind. */
export function checkOptions(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const kind = OPTION_KINDS[name];
    if (kind === undefined) {
      const [near] = nearestNames(name, Object.keys(OPTION_KINDS), 1);
      const hint =
        near === undefined ? `it has ${Object.keys(OPTION_KINDS).join(", ")}` : `did you mean "${near}"?`;
      throw invalidArgument(`openEngine has no option "${name}"; ${hint}`);
    }
    if (value !== undefined && !isOfKind(value, kind)) {
      throw invalidArgument(
        `${name}: ${shown(value)} is not ${kindText(kind as Exclude<OptionKind, "any">)}`,
      );
    }
  }
}

type OptionKind =
  | "any"
  | "boolean"
  | "function"
  | "switches"
  | { readonly min: number; readonly max: number };

const OPTION_KINDS: Readonly<Record<string, OptionKind>> = {
  filterThreads: settingRange("filterThreads"),
  sqlConnections: settingRange("sqlConnections"),
  sqlWaiting: settingRange("sqlWaiting"),
  follow: "boolean",
  // Checked where it is used, for each call too.
  timeoutMs: "any",
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

function isOfKind(value: unknown, kind: OptionKind): boolean {
  if (kind === "any") return true;
  if (kind === "switches") {
    return typeof value === "function" || (typeof value === "object" && value !== null);
  }
  if (typeof kind === "string") return typeof value === kind;
  return Number.isInteger(value) && (value as number) >= kind.min && (value as number) <= kind.max;
}

function kindText(kind: Exclude<OptionKind, "any">): string {
  if (kind === "boolean") return "true or false";
  if (kind === "function") return "a function";
  if (kind === "switches") return "switches or a function that tells them";
  return `a whole number from ${kind.min} to ${kind.max}`;
}
