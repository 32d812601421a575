import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { type Config, flagName, hasFlag, resolveConfig, SETTINGS, type Setting } from "../config/config.ts";
import { TerraceError } from "../runtime/errors.ts";
import type { Terminal } from "./terminal.ts";

const ALL_KEYS = SETTINGS.map((s) => s.key);

/** Adds `--config` and a flag for each named setting (all when none is named). */
export function addSettings(command: Command, keys: readonly (keyof Config)[] = ALL_KEYS): Command {
  command.option("--config <file>", "settings as one JSON object (environment: TERRACE_CONFIG)");
  for (const setting of SETTINGS) {
    if (!keys.includes(setting.key) || !hasFlag(setting)) continue;
    const fallback = setting.fallback === "" ? "" : `; default: ${shown(setting.fallback)}`;
    const doc = `${setting.doc} (environment: ${setting.env}${fallback})`;
    command.option(`${flagName(setting.key)} <value>`, doc);
  }
  return command;
}

/** The configuration of a command from its flags, the environment and the file it names. */
export function configurationOf(flags: Record<string, unknown>, terminal: Terminal): Config {
  const path = (flags.config as string | undefined) ?? terminal.env.TERRACE_CONFIG;
  return resolveConfig({
    flags: Object.fromEntries(ALL_KEYS.map((key) => [key, flags[key]])),
    env: terminal.env,
    ...(path === undefined || path === "" ? {} : { file: { path, values: readJson(path) } }),
  });
}

/** A default as a caller would write it. */
function shown(fallback: Setting["fallback"]): string {
  return typeof fallback === "boolean" ? (fallback ? "on" : "off") : String(fallback);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? `is not JSON: ${cause.message}` : "cannot be read";
    throw new TerraceError("bad_config", `the configuration file ${path} ${reason}`, { cause });
  }
}
