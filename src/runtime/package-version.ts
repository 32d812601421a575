import { readFileSync } from "node:fs";

/** The version of this package, as `package.json` next to the folder of the sources says. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}
