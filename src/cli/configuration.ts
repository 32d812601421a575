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
  command.option("--config <file>", "settings as one JSON object (environment: TERRACE_CONFIG)");
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
    command.addHelpText("after", ["", "In the environment or the file only:", ...lines].join("\n"));
  }
  return command;
}

/** What a command is run with. */
export interface CommandRun {
  readonly config: Config;
  readonly flags: Record<string, unknown>;
  /** Prints a result: as JSON with --json, otherwise as lines for people. */
  say(result: unknown, lines: string | readonly string[]): void;
}

/** The flag of commands whose result programs read. */
export const JSON_FLAG = ["--json", "print the result as JSON"] as const;

/** Adds settings to a command, and what it does with its arguments. */
export function runCommandWith<Args extends unknown[]>(
  command: Command,
  terminal: Terminal,
  keys: readonly (keyof Config)[] | undefined,
  run: (given: CommandRun, ...args: Args) => Promise<void>,
): void {
  addSettings(command, keys).action(async (...given: unknown[]) => {
    // Commander passes the command itself last, and its flags before it.
    const flags = given.at(-2) as Record<string, unknown>;
    const config = configurationOf(flags, terminal);
    await run({ config, flags, say: sayer(flags, terminal) }, ...(given.slice(0, -2) as Args));
  });
}

/** How a command prints its result, by its flags. */
export function sayer(flags: Record<string, unknown>, terminal: Terminal): CommandRun["say"] {
  return (result, lines) => {
    for (const line of flags.json === true ? [JSON.stringify(result)] : [lines].flat()) terminal.out(line);
  };
}

/** The values of a flag that is given several times, with commas between them. */
function joined(value: string, before?: string): string {
  return before === undefined ? value : `${before},${value}`;
}

/** The configuration of a command from its flags, the environment and the file it names, and defaults of its own. */
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

/** Variables of tests and benchmarks: a contributor's shell has them, and they are not misspelt settings. */
const OF_TESTS = /^TERRACE_(REAL_DATA|AUSTRALIA|OPINION_SCALE|CHROMIUM|LARGE_DATA_DIR|TEST_\w+)$/;

/** A line for each variable that looks like a setting and is none; with the setting that it is nearest to. */
function unknownVariables(env: Terminal["env"]): string[] {
  const names = [...SETTINGS.map(({ key }) => envName(key)), "TERRACE_CONFIG"];
  const former = SETTINGS.map(({ formerEnv }) => formerEnv);
  const unknown = Object.keys(env).filter(
    (name) =>
      name.startsWith("TERRACE_") && !OF_TESTS.test(name) && !names.includes(name) && !former.includes(name),
  );
  return unknown
    .sort()
    .map((name) => `warning: there is no setting ${name}; did you mean ${nearestNames(name, names, 1)[0]}?`);
}

/** A line for each variable that is read by its name of earlier versions. */
function formerVariables(env: Terminal["env"]): string[] {
  return SETTINGS.flatMap(({ key, formerEnv }) => {
    const name = envName(key);
    if (formerEnv === undefined || !env[formerEnv]?.trim() || env[name]?.trim()) return [];
    return [`warning: ${formerEnv} is ${name} now; the earlier name will go`];
  });
}

/** What the switches of a data directory let be seen, looked at again as time goes on. */
export function switchesOf(
  config: Pick<Config, "dataDir"> & Switches,
  terminal: Pick<Terminal, "err">,
): () => Switches {
  return followSwitches(config, {
    monotonicMs: () => performance.now(),
    onError: (error) => terminal.err(`everything that has a switch is withheld: ${String(error)}`),
  });
}

/** The names in a list with commas between them. */
export function namesIn(list: unknown): string[] {
  const names = String(list ?? "").split(",");
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

/** A default as a caller would write it. */
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

/** A number given as a flag, within inclusive bounds. */
export function numberFlag(flag: string, value: unknown, min: number, max: number): number {
  const text = String(value).trim();
  const number = text === "" ? Number.NaN : Number(text);
  if (number >= min && number <= max) return number;
  throw invalidArgument(`${flag}: "${value}" is not a number from ${min} to ${max}`);
}
