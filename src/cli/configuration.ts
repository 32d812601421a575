import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { type Config, resolveConfig, SETTINGS } from "../config/config.ts";
import { envName, flagName, hasFlag, type Setting } from "../config/setting.ts";
import type { Switches } from "../rpc/switches.ts";
import { badConfig, invalidArgument } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json-schema.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { followSwitches } from "../server/routes/switches.ts";
import type { Terminal } from "./terminal.ts";

const ALL_KEYS = SETTINGS.map((s) => s.key);

/** Adds `--config` and a flag for each named setting (all when none is named). */
export function addSettings(command: Command, keys: readonly (keyof Config)[] = ALL_KEYS): Command {
  command.option("--config <file>", "settings file, one JSON object (environment: TERRACE_CONFIG)");
  const asked = SETTINGS.filter(({ key }) => keys.includes(key));
  for (const setting of asked.filter(hasFlag)) {
    const fallback = setting.fallback === "" ? "" : `; default: ${shown(setting.fallback)}`;
    const doc = `${setting.doc} (environment: ${envName(setting.key)}${fallback})`;
    const flag = `${flagName(setting.key)} <value>`;
    if (setting.kind.type === "list") command.option(flag, doc, joined);
    else command.option(flag, doc);
  }
  const others = asked.filter((setting) => !hasFlag(setting));
  if (others.length > 0) {
    const lines = others.map(({ key, doc }) => `  ${envName(key)} ("${key}")\n      ${doc}`);
    command.addHelpText(
      "after",
      ["", "Only as environment variable or in the settings file:", ...lines].join("\n"),
    );
  }
  return command;
}

export interface CommandRun {
  readonly config: Config;
  readonly flags: Record<string, unknown>;
  /** Prints a result: as JSON with --json, otherwise as lines for people. */
  say(result: unknown, lines: string | readonly string[]): void;
}

export const JSON_FLAG = ["--json", "print the result as JSON"] as const;

/** Adds settings and an action to a command; the action gets the configuration and the arguments. */
export function runCommandWith<Args extends unknown[]>(
  command: Command,
  terminal: Terminal,
  keys: readonly (keyof Config)[] | undefined,
  run: (given: CommandRun, ...args: Args) => Promise<void>,
): void {
  addSettings(command, keys).action(async (...given: unknown[]) => {
    // Commander passes the flags second to last and the command itself last.
    const flags = given.at(-2) as Record<string, unknown>;
    const config = configurationOf(flags, terminal);
    await run({ config, flags, say: sayer(flags, terminal) }, ...(given.slice(0, -2) as Args));
  });
}

/** Returns the `say` function for these flags. */
export function sayer(flags: Record<string, unknown>, terminal: Terminal): CommandRun["say"] {
  return (result, lines) => {
    for (const line of flags.json === true ? [JSON.stringify(result)] : [lines].flat()) terminal.out(line);
  };
}

function joined(value: string, before?: string): string {
  return before === undefined ? value : `${before},${value}`;
}

/** Resolves the configuration from flags, environment, configuration file and the command's defaults. */
export function configurationOf(
  flags: Record<string, unknown>,
  terminal: Terminal,
  defaults: Partial<Config> = {},
): Config {
  for (const warning of [...formerVariables(terminal.env), ...unknownVariables(terminal.env)]) {
    terminal.err(warning);
  }
  const path = (flags.config as string | undefined) ?? terminal.env.TERRACE_CONFIG;
  const file =
    path === undefined || path === ""
      ? {}
      : { file: { path, values: parseJson(readFile(path), `the configuration file ${path}`, "bad_config") } };
  return resolveConfig({
    flags: Object.fromEntries(ALL_KEYS.map((key) => [key, flags[key]])),
    env: terminal.env,
    defaults,
    ...file,
  });
}

/** Variables of tests and benchmarks, which a contributor's shell may have: not misspelt settings. */
const OF_TESTS = /^TERRACE_(REAL_DATA|AUSTRALIA|OPINION_SCALE|CHROMIUM|LARGE_DATA_DIR|TEST_\w+)$/;

/** A warning for each TERRACE_ variable that is not a setting, with the nearest setting. */
function unknownVariables(env: Terminal["env"]): string[] {
  const names = [...SETTINGS.map(({ key }) => envName(key)), "TERRACE_CONFIG"];
  const former = SETTINGS.map(({ formerEnv }) => formerEnv);
  const unknown = Object.keys(env).filter(
    (name) =>
      name.startsWith("TERRACE_") && !OF_TESTS.test(name) && !names.includes(name) && !former.includes(name),
  );
  return unknown
    .sort()
    .map((name) => `warning: unknown setting ${name}; did you mean ${nearestNames(name, names, 1)[0]}?`);
}

/** A warning for each setting that is read from its former variable name. */
function formerVariables(env: Terminal["env"]): string[] {
  return SETTINGS.flatMap(({ key, formerEnv }) => {
    const name = envName(key);
    if (formerEnv === undefined || !env[formerEnv]?.trim() || env[name]?.trim()) return [];
    return [`warning: ${formerEnv} is deprecated; use ${name}`];
  });
}

/** Returns a function that reads the data directory's switches, refreshed as time passes. */
export function switchesOf(
  config: Pick<Config, "dataDir"> & Switches,
  terminal: Pick<Terminal, "err">,
): () => Switches {
  return followSwitches(config, {
    monotonicMs: () => performance.now(),
    onError: (error) =>
      terminal.err(`the switches cannot be read, so all switchable data is withheld: ${String(error)}`),
  });
}

export function namesIn(list: unknown): string[] {
  const names = String(list ?? "").split(",");
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

function shown(fallback: Setting["fallback"]): string {
  return typeof fallback === "boolean" ? (fallback ? "on" : "off") : String(fallback);
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw badConfig(`the configuration file ${path} cannot be read`, cause);
  }
}

export function numberFlag(flag: string, value: unknown, min: number, max: number): number {
  const text = String(value).trim();
  const number = text === "" ? Number.NaN : Number(text);
  if (number >= min && number <= max) return number;
  throw invalidArgument(`${flag}: "${value}" is not a number from ${min} to ${max}`);
}
