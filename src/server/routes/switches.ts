import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { SWITCH_KEYS, type Switches } from "../../rpc/switches.ts";
import { flag, object, optional, readJson, type Schema, valueText } from "../../runtime/json-schema.ts";
import { sydneyDay } from "../../runtime/time/sydney-day.ts";

const switches: Schema<Partial<Switches>> = object({
  dropListings: optional(flag),
  valuations: optional(flag),
  interestRegister: optional(flag),
  partyFunding: optional(flag),
});

/** File that overrides the configured switches at run time. */
export function switchesFile(dataDir: string): string {
  return join(dataDir, "switches.json");
}

const WITHHELD: Switches = {
  dropListings: false,
  valuations: false,
  interestRegister: false,
  partyFunding: false,
};

/** Polling interval: a stat per call would take as long as the rest of a cheap one. */
const LOOK_EVERY_MS = 50;

export interface SwitchesOptions {
  /** Monotonic clock, milliseconds. */
  readonly monotonicMs: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Returns a function that reads the switches, at most 50 ms old. It never throws: if the file cannot be read
 * or parsed, everything is withheld, as a takedown must not fail open.
 */
export function followSwitches(
  configured: Switches & { readonly dataDir: string },
  { monotonicMs, onError }: SwitchesOptions,
): () => Switches {
  const path = switchesFile(configured.dataDir);
  let seen = "";
  let problem = "";
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let current: Switches = configured;
  return () => {
    const nowMs = monotonicMs();
    if (nowMs - lookedAtMs < LOOK_EVERY_MS) return current;
    lookedAtMs = nowMs;
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      const now = stat === undefined ? "" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
      if (now === seen && problem === "") return current;
      // Reading a pipe would block the thread until somebody writes.
      if (stat?.isFile() === false) throw new TypeError(`${path} is not a plain file`);
      current =
        stat === undefined ? configured : { ...configured, ...parseSwitches(readFileSync(path, "utf8")) };
      seen = now;
      problem = "";
    } catch (error) {
      // Retried on the next look, even if the file has not changed.
      current = WITHHELD;
      const isRepeated = problem === String(error);
      problem = String(error);
      if (!isRepeated) onError(error);
    }
    return current;
  };
}

/** Parses JSON such as `{"dropListings": false}`. */
function parseSwitches(text: string): Partial<Switches> {
  return readJson(switches, JSON.parse(text), ({ path: [key], value }) =>
    key === undefined
      ? new TypeError("not a JSON object")
      : new TypeError(
          `"${key}": ${valueText(value)}; allowed are ${SWITCH_KEYS.join(", ")}, each true or false`,
        ),
  );
}

/**
 * Returns the state that answers depend on in addition to snapshot and request: the switches and the day, in
 * UTC for the age of listings and in Sydney for dividends and events.
 */
export function answerValidity(switches: () => Switches, now: () => Date): () => string {
  return () => {
    const current = switches();
    const positions = SWITCH_KEYS.map((key) => current[key] ?? true).join(" ");
    const instant = now();
    return `${positions} ${instant.toISOString().slice(0, 10)} ${sydneyDay(instant)}`;
  };
}
