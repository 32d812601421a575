import { badConfig } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json-schema.ts";
import { type LimitTable, readLimitTable } from "./tier-limits.ts";

/** What values a setting takes. */
export type SettingKind =
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

export type SettingValue = string | number | boolean | LimitTable;

/** One setting: its key, which names its flag, its variable and its place in the file, its values and the default. */
export interface Setting<Key extends string = string> {
  readonly key: Key;
  /** The variable of earlier versions, which is still read where the present one is not set. */
  readonly formerEnv?: string;
  readonly kind: SettingKind;
  readonly fallback: SettingValue;
  readonly doc: string;
}

/** What is read of settings, by key. */
export type ConfigOf<Settings extends readonly Setting[]> = {
  readonly [One in Settings[number] as One["key"]]: ValueOf<One["kind"]["type"]>;
};

type ValueOf<Type extends SettingKind["type"]> = Type extends "integer"
  ? number
  : Type extends "switch"
    ? boolean
    : Type extends "limits"
      ? LimitTable
      : string;

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
