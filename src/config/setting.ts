import { badConfig } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json-schema.ts";
import { type LimitTable, readLimitTable } from "./tier-limits.ts";

type SettingKind =
  | { readonly type: "text" }
  /** Comma-separated strings; a flag may be repeated, and the file may have an array. */
  | { readonly type: "list" }
  /** A string that is never printed and has no flag, as flags show in the process list. */
  | { readonly type: "secret" }
  /** Numbers by tier: an object in the file, JSON in the environment. */
  | { readonly type: "limits" }
  | { readonly type: "integer"; readonly min: number; readonly max: number }
  | { readonly type: "switch" }
  | { readonly type: "choice"; readonly values: readonly string[] };

type SettingValue = string | number | boolean | LimitTable;

export interface Declared<Value extends SettingValue = SettingValue> {
  readonly kind: SettingKind;
  readonly fallback: Value;
  readonly doc: string;
  /** Variable name of earlier versions, read when the present one is not set. */
  readonly formerEnv?: string | undefined;
}

/** A setting with its key, from which flag, variable and file key derive. */
export interface Setting<Key extends string = string> extends Declared {
  readonly key: Key;
}

export type ConfigOf<Settings extends Readonly<Record<string, Declared>>> = {
  readonly [Key in keyof Settings]: Settings[Key]["fallback"];
};

const kindOf =
  <Value extends SettingValue>(kind: SettingKind) =>
  (fallback: Value, doc: string, formerEnv?: string): Declared<Value> => ({ kind, fallback, doc, formerEnv });

export const text = kindOf<string>({ type: "text" });
export const list = kindOf<string>({ type: "list" });
export const limits = kindOf<LimitTable>({ type: "limits" });
export const onOff = kindOf<boolean>({ type: "switch" });
export const milliseconds = kindOf<number>({ type: "integer", min: 100, max: 3_600_000 });

export const secret = (doc: string) => kindOf<string>({ type: "secret" })("", doc);

export const integer = (
  [min, max]: readonly [min: number, max: number],
  ...declared: Parameters<typeof milliseconds>
) => kindOf<number>({ type: "integer", min, max })(...declared);

export const choice = (values: readonly string[], fallback: string, doc: string) =>
  kindOf<string>({ type: "choice", values })(fallback, doc);

export function hasFlag({ kind }: Setting): boolean {
  return kind.type !== "secret" && kind.type !== "limits";
}

/** The flag of a setting: `dataDir` is `--data-dir`. */
export function flagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The variable of a setting: `dataDir` is `TERRACE_DATA_DIR`. */
export function envName(key: string): string {
  return `TERRACE_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** False only for false, 0, off and no. */
export function isSwitchedOn(text: string | undefined): boolean {
  return !["false", "0", "off", "no"].includes((text ?? "").trim().toLowerCase());
}

/** Parses and checks a value from a flag, a variable or the file; `origin` names it in errors. */
export function readSetting(setting: Setting, value: unknown, origin: string): SettingValue {
  const { kind } = setting;
  const text = String(value).trim();
  switch (kind.type) {
    case "list":
      if (Array.isArray(value) ? value.every((one) => typeof one === "string") : typeof value === "string") {
        return text;
      }
      throw badConfig(`${origin}: ${JSON.stringify(value)} is not a list of strings`);
    case "text":
    case "secret":
      // Blank only where blank is the default: an empty host, for example, would listen on every interface.
      if (typeof value === "string" && (text !== "" || setting.fallback === "")) return text;
      throw badConfig(`${origin}: ${JSON.stringify(value)} is not a non-empty string`);
    case "limits":
      return readLimitTable(
        typeof value === "string" ? parseJson(value, origin, "bad_config") : value,
        origin,
      );
    case "integer": {
      const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
      if (number >= kind.min && number <= kind.max) return number;
      throw badConfig(
        `${origin}: ${JSON.stringify(value)} is not a whole number from ${kind.min} to ${kind.max}`,
      );
    }
    case "choice":
      if (kind.values.includes(text)) return text;
      throw badConfig(`${origin}: ${JSON.stringify(value)} is not one of ${kind.values.join(", ")}`);
    case "switch":
      if (/^(true|false|on|off|yes|no|1|0)$/i.test(text)) return isSwitchedOn(text);
      throw badConfig(
        `${origin}: ${JSON.stringify(value)} is neither on (true, on, yes, 1) nor off (false, off, no, 0)`,
      );
  }
}
