import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesOf, filesWithForm } from "./support/run/projects.ts";

describe("the projects of the suite", () => {
  it("hold every test file once", () => {
    const all = globSync("**/*.test.ts", { cwd: import.meta.dirname }).map((path) => `test/${path}`);
    const held = (["unit", "service", "proof"] as const).flatMap((project) => filesOf(project));
    expect(held.sort()).toEqual(all.sort());
  });

  it("have every file that does more in the deep form in the table of the README", () => {
    const table = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
    const deep = filesWithForm("deep");
    expect(deep.length).toBeGreaterThan(20);
    // Those that read publishers' files are one row.
    const isPublished = (file: string) =>
      /\bTERRACE_REAL_DATA\b/.test(readFileSync(join(import.meta.dirname, "..", file), "utf8"));
    const named = deep.filter((file) => !isPublished(file));
    expect(named.filter((file) => !table.includes(`\`${file.slice("test/".length)}\``))).toEqual([]);
  });
});
