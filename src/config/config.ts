import { badConfig } from "../runtime/errors.ts";
import { anything, object, optional, readJson } from "../runtime/json-schema.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { ACCESS_SETTINGS, type AccessConfig } from "./access-settings.ts";
import { OPERATING_SETTINGS, type OperatingConfig } from "./operating-settings.ts";
import {
  type ConfigOf,
  choice,
  envName,
  flagName,
  integer,
  onOff,
  readSetting,
  type Setting,
  text,
} from "./setting.ts";

const SERVING_SETTINGS = {
  host: text("127.0.0.1", "address to listen on; 0.0.0.0 accepts calls from other machines", "HOST"),
  port: integer([0, 65535], 8080, "port to listen on; 0 picks a free one", "PORT"),
  dataDir: text(".terrace", "directory that holds the snapshots", "TERRACE_DATA"),
  logLevel: choice(
    ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
    "info",
    "minimum severity of log messages",
  ),
  threads: integer([0, 64], 0, "server threads, which share one copy of the data; 0 is one per core"),
  filterThreads: integer(
    [0, 64],
    1,
    "worker threads that evaluate filters when there is one server thread; 0 uses the server thread",
  ),
  sqlConnections: integer([1, 64], 4, "max concurrent table queries"),
  sqlWaiting: integer(
    [0, 100_000],
    256,
    "max calls waiting for a connection; more are rejected as unavailable",
  ),
  requestTimeoutMs: integer([1, 600_000], 10_000, "timeout of a call when the caller sets no deadline"),
  shutdownTimeoutMs: integer(
    [0, 600_000],
    5_000,
    "graceful shutdown timeout for calls in progress; the process exits at most half a second later",
  ),
  retainSnapshots: integer(
    [1, 1000],
    3,
    "number of newest snapshots to keep after a publish; older ones are pruned",
    "TERRACE_RETAIN",
  ),
  answerCacheMb: integer([0, 4096], 16, "size of the response cache; 0 disables it"),
  dropListings: onOff(
    true,
    "off withholds everything derived from listings, from the next request on",
    "HOUSING_DROP_LISTINGS_ENABLED",
  ),
  valuations: onOff(
    true,
    "off withholds valuations in property histories, from the next request on",
    "HOUSING_VALUATIONS_ENABLED",
  ),
  interestRegister: onOff(
    true,
    "off withholds everything from the register of interests, with its suburb metric, from the next request on",
    "POLITICIANS_REGISTER_ENABLED",
  ),
  partyFunding: onOff(
    true,
    "off withholds everything from the party funding returns, from the next request on",
    "POLITICIANS_FUNDING_ENABLED",
  ),
};

/** The frozen configuration; SETTINGS has the meaning, bounds and default of each value. */
export type Config = ConfigOf<typeof SERVING_SETTINGS> & OperatingConfig & AccessConfig;

/** All settings. Flag and variable names derive from the key; the key is also the name in the file. */
export const SETTINGS = Object.entries({
  ...SERVING_SETTINGS,
  ...OPERATING_SETTINGS,
  ...ACCESS_SETTINGS,
}).map(([key, declared]) => ({ key, ...declared })) as readonly Setting<keyof Config>[];

export type SettingValues = Partial<Record<keyof Config, unknown>>;

export interface ConfigSources {
  readonly flags?: SettingValues;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The parsed configuration file; the path is for messages. */
  readonly file?: { readonly path: string; readonly values: unknown };
  readonly defaults?: Partial<Config>;
}

/** Resolves the configuration: flags, then environment, file, defaults. Throws at the first invalid value. */
export function resolveConfig(sources: ConfigSources = {}): Config {
  const file = sources.file === undefined ? {} : fileValues(sources.file.path, sources.file.values);
  const config: Record<string, unknown> = {};
  for (const setting of SETTINGS) {
    const candidates: [unknown, string][] = [
      [sources.flags?.[setting.key], flagName(setting.key)],
      ...variablesOf(setting).map((name): [unknown, string] => [emptyAsUnset(sources.env?.[name]), name]),
      [file[setting.key], `"${setting.key}" in ${sources.file?.path}`],
    ];
    const given = candidates.find(([value]) => value !== undefined);
    config[setting.key] =
      given === undefined
        ? (sources.defaults?.[setting.key] ?? setting.fallback)
        : readSetting(setting, given[0], given[1]);
  }
  return Object.freeze(config) as unknown as Config;
}

function variablesOf({ key, formerEnv }: Setting): string[] {
  return [envName(key), ...(formerEnv === undefined ? [] : [formerEnv])];
}

function emptyAsUnset(text: string | undefined): string | undefined {
  return text?.trim() === "" ? undefined : text;
}

/** Checks only that keys are known; readSetting checks the values. */
const settingsFile = object(Object.fromEntries(SETTINGS.map(({ key }) => [key, optional(anything)])));

function fileValues(path: string, values: unknown): SettingValues {
  return readJson(settingsFile, values, ({ path: [key], knownKeys }) => {
    if (knownKeys === undefined) return badConfig(`${path} must hold one JSON object`);
    const near = nearestNames(String(key), knownKeys, 1);
    return badConfig(`${path}: unknown key "${key}"; did you mean "${near}"?`);
  });
}
