import { badConfig } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json-schema.ts";
import { type LimitTable, readLimitTable } from "./tier-limits.ts";

/** What values a setting takes. */
type SettingKind =
  | { readonly type: "text" }
  /** Texts with commas between them; a flag may be given several times, and the file may have a list. */
  | { readonly type: "list" }
  /** Text that is never shown and has no flag: flags can be read in the list of processes. */
  | { readonly type: "secret" }
  /** Numbers by tier: an object in the file, JSON text in the environment. */
  | { readonly type: "limits" }
  | { readonly type: "integer"; readonly min: number; readonly max: number }
  | { readonly type: "switch" }
  | { readonly type: "choice"; readonly values: readonly string[] };

type SettingValue = string | number | boolean | LimitTable;

/** What is declared of a setting: its values, the default and what it is for. */
export interface Declared<Value extends SettingValue = SettingValue> {
  readonly kind: SettingKind;
  readonly fallback: Value;
  readonly doc: string;
  /** The variable of earlier versions, which is still read where the present one is not set. */
  readonly formerEnv?: string | undefined;
}

/** One setting: its key names its flag, its variable and its place in the file. */
export interface Setting<Key extends string = string> extends Declared {
  readonly key: Key;
}

/** What is read of settings, by key. */
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

/** True when a setting can be given on the command line. */
export function hasFlag({ kind }: Setting): boolean {
  return kind.type !== "secret" && kind.type !== "limits";
}

/** The name of a setting's flag: `dataDir` is `--data-dir`. */
export function flagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The name of a setting's variable: `dataDir` is `TERRACE_DATA_DIR`. */
export function envName(key: string): string {
  return `TERRACE_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** True unless the text says off. */
export function isSwitchedOn(text: string | undefined): boolean {
  return !["false", "0", "off", "no"].includes((text ?? "").trim().toLowerCase());
}

/** The value that a setting takes from a flag, a variable or a file; `origin` names it in the refusal. */
export function readSetting(setting: Setting, value: unknown, origin: string): SettingValue {
  const { kind } = setting;
  const text = String(value).trim();
  switch (kind.type) {
    case "list":
      if (Array.isArray(value) ? value.every((one) => typeof one === "string") : typeof value === "string") {
        return text;
      }
      throw badConfig(`${origin}: ${JSON.stringify(value)} is not a list of texts`);
    case "text":
    case "secret":
      // An empty host would listen on every interface: what has a default is never set to nothing.
      if (typeof value === "string" && (text !== "" || setting.fallback === "")) return text;
      throw badConfig(`${origin}: ${JSON.stringify(value)} is not a text with a letter in it`);
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
