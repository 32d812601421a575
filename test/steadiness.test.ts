import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && path !== "steadiness.test.ts")
  .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), "utf8") }));

/**
 * Code that depends on the machine, the time or chance, its replacement, and the only file that may use it.
 */
const HABITS: readonly [habit: RegExp, instead: string, home?: string][] = [
  [
    /\bvi\.wait(For|Until)\(|\bexpect\.poll\(/,
    "eventually(): one second is short on a busy machine",
    "fixtures.ts",
  ],
  [/\bcp\(inject\("(opinionC|c)ountry"\)\.dataDir,/, "copyCountry(): leases come and go", "copy-country.ts"],
  [
    /\bwriteFile(Sync)?\(join\([^()]*, "CURRENT"\)/,
    "setCurrent(): a watcher may read it meanwhile",
    "verify.test.ts",
  ],
  [/\bMath\.random\(/, "seededRandom(runSeed(...))", "seeded-random.ts"],
  [
    /\brm\([^;]*recursive: true/,
    "removeDirectory(): somebody may write there meanwhile",
    "remove-directory.ts",
  ],
  [/\bretry: *\d/, "the cause"],
];

describe("the tests", () => {
  it.each(HABITS)("have no %s; there is %s", (habit, _instead, home) => {
    expect(tests.length).toBeGreaterThan(200);
    const found = tests.filter(({ path, text }) => habit.test(text) && !path.endsWith(home ?? "\0"));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});
