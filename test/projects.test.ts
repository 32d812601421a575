import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FILES_LEFT_TO_DEEP, isLeftToDeep, TESTS_LEFT_TO_DEEP } from "./support/run/left-to-deep.ts";
import { filesOf, filesWithForm, hasFormsOfItsOwn } from "./support/run/projects.ts";

const textOf = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");

/** The titles of a file's tests, placeholders included. */
const titlesOf = (file: string) =>
  Array.from(textOf(file).matchAll(/^\s*(?:it\b.*\(|[\])]+\(|)"((?:[^"\\]|\\.)+)",/gm), ([, title]) => title);

describe("the projects of the suite", () => {
  it("hold every test file once, but for those that a short run of the whole suite does not load", () => {
    const all = globSync("**/*.test.ts", { cwd: import.meta.dirname }).map((path) => `test/${path}`);
    const left = FILES_LEFT_TO_DEEP.map((file) => `test/${file}`);
    const held = (["unit", "service", "proof"] as const).flatMap((project) => filesOf(project));
    expect(held.length).toBe(new Set(held).size);
    expect([...new Set([...held, ...left])].sort()).toEqual(all.sort());
    expect(filesWithForm("deep")).toEqual(expect.arrayContaining(left));
  });

  it("leave tests to the deep form that there are, each by its name, and something of their file to the short one", () => {
    for (const [file, begins] of Object.entries(TESTS_LEFT_TO_DEEP)) {
      const titles = titlesOf(file);
      // From a placeholder on, a test's name has the value instead.
      const isOf = (begin: string, title: string) =>
        title.startsWith(begin) || begin.startsWith(title.split("%")[0]);
      expect([file, begins.filter((begin) => !titles.some((title) => isOf(begin, title)))]).toEqual([
        file,
        [],
      ]);
      expect([file, titles.filter((title) => !isLeftToDeep(file, title)).length > 0]).toEqual([file, true]);
    }
    const [whole] = FILES_LEFT_TO_DEEP;
    expect([isLeftToDeep(whole, "any"), isLeftToDeep("projects.test.ts", "any")]).toEqual([true, false]);
  });

  it("have every file with other forms of its own in the table of the README", () => {
    const table = textOf("README.md");
    const own = filesWithForm("deep").filter(hasFormsOfItsOwn);
    expect(own.length).toBeGreaterThan(20);
    // Files that read publishers' data share one row.
    const named = own
      .map((file) => file.slice("test/".length))
      .filter((file) => !/\bTERRACE_REAL_DATA\b/.test(textOf(file)));
    expect(named.filter((file) => !table.includes(`\`${file}\``))).toEqual([]);
  });
});
