import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Switches } from "../../rpc/switches.ts";

export const SWITCH_KEYS = ["dropListings", "valuations"] as const;

/** The file that overrides the configured switches while a server runs. */
export function switchesFile(dataDir: string): string {
  return join(dataDir, "switches.json");
}

/**
 * A function that tells the switches as they stand now: one look at the file's time a call, so that a change counts
 * from the next request on. A file that cannot be read as switches withholds everything: a takedown must not fail open.
 */
export function followSwitches(
  dataDir: string,
  configured: Switches,
  onError: (error: unknown) => void,
): () => Switches {
  const path = switchesFile(dataDir);
  let seen = "";
  let current = configured;
  return () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    const now = stat === undefined ? "" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    if (now === seen) return current;
    seen = now;
    if (stat === undefined) {
      current = configured;
      return current;
    }
    try {
      current = { ...configured, ...parseSwitches(readFileSync(path, "utf8")) };
    } catch (error) {
      current = { dropListings: false, valuations: false };
      onError(error);
    }
    return current;
  };
}

/** The switches in a text such as `{"dropListings": false}`. */
export function parseSwitches(text: string): Partial<Switches> {
  const value: unknown = JSON.parse(text);
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new TypeError("not a JSON object");
  for (const [key, on] of Object.entries(value)) {
    if (!(SWITCH_KEYS as readonly string[]).includes(key) || typeof on !== "boolean") {
      throw new TypeError(
        `"${key}": ${JSON.stringify(on)}; allowed are ${SWITCH_KEYS.join(", ")}, each true or false`,
      );
    }
  }
  return value;
}
