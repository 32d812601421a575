import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { AREAS, areaFiles } from "./areas.ts";
import { changedText, drawMutants, findMutants, type MutantKind, placeOf } from "./draw-mutants.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FILE = "made.ts";

/** Code that is never mutated: an import, a comment, types and strings. */
const UNTOUCHED = `import { most } from "./made-1.ts";
// é 𝄞 before all code: 1 < 2 && 3 + 4, if (most) stop(5);
type Small = 0 | 1;
interface Row {
  readonly size: 3;
}
const words = "1 < 2 && 3 + 4";
const told = \`\${most + 6} < 7\`;
const named = words + " and " + told;
const step = { 8: first as 9 };
`;
const TEXT = `${UNTOUCHED}const first = 41;
function isFull(row: Row, most: Small): boolean {
  if (row.size >= most) return has(row);
  while (row.size < most) grow(row);
  return row.size === most && first + 1 > step[8];
}
function isOpen() {
  return true;
}
async function stop(row: Row, pid: number): Promise<number> {
  process.kill(pid, 0);
  await row?.close(most);
  row.count += most;
  if (first /* 4 */ > 5) stop(most);
  grow(
    row,
  );
  return row.size;
}
`;

function changes(kind: MutantKind): string[] {
  const mutants = findMutants(FILE, TEXT).filter((mutant) => mutant.kind === kind);
  return mutants.map(({ before, after }) => `${before} -> ${after}`);
}

describe("findMutants", () => {
  it("turns comparisons, signs and logic", () => {
    expect(changes("comparison")).toEqual([
      "if (row.size >= most) return has(row); -> if (row.size > most) return has(row);",
      "while (row.size < most) grow(row); -> while (row.size <= most) grow(row);",
      "return row.size === most && first + 1 > step[8]; -> return row.size !== most && first + 1 > step[8];",
      "return row.size === most && first + 1 > step[8]; -> return row.size === most && first + 1 >= step[8];",
    ]);
    expect(changes("sign")).toEqual([
      "return row.size === most && first + 1 > step[8]; -> return row.size === most && first - 1 > step[8];",
      "row.count += most; -> row.count -= most;",
    ]);
    expect(changes("logic")).toEqual([
      "return row.size === most && first + 1 > step[8]; -> return row.size === most || first + 1 > step[8];",
    ]);
  });

  it("makes constants one larger, but never the signal that a process is sent", () => {
    expect(changes("constant")).toEqual([
      "const first = 41; -> const first = 42;",
      "return row.size === most && first + 1 > step[8]; -> return row.size === most && first + 2 > step[8];",
      "return row.size === most && first + 1 > step[8]; -> return row.size === most && first + 1 > step[9];",
      "if (first /* 4 */ > 5) stop(most); -> if (first /* 4 */ > 6) stop(most);",
    ]);
  });

  it("decides conditions, and lets no loop go on for ever", () => {
    expect(changes("condition")).toEqual([
      "if (row.size >= most) return has(row); -> if (false) return has(row);",
      "if (row.size >= most) return has(row); -> if (true) return has(row);",
      "while (row.size < most) grow(row); -> while (false) grow(row);",
    ]);
  });

  it("leaves out calls of one line", () => {
    expect(changes("statement")).toEqual([
      "while (row.size < most) grow(row); -> while (row.size < most) ;",
      "process.kill(pid, 0); -> ;",
      "await row?.close(most); -> ;",
      "if (first /* 4 */ > 5) stop(most); -> if (first /* 4 */ > 5) ;",
    ]);
  });

  it("negates what is returned where it is true or false", () => {
    expect(changes("return")).toEqual([
      "if (row.size >= most) return has(row); -> if (row.size >= most) return !(has(row));",
      "return row.size === most && first + 1 > step[8]; -> return !(row.size === most && first + 1 > step[8]);",
      "return true; -> return false;",
    ]);
  });

  it("changes neither comments nor types, imports or strings, and one line only", () => {
    const lines = TEXT.split("\n");
    const comments = parseSync(FILE, TEXT).comments.map(({ value }) => value);
    expect(comments).toHaveLength(2);
    expect(findMutants(FILE, UNTOUCHED)).toEqual([]);
    for (const mutant of findMutants(FILE, TEXT)) {
      const changed = changedText(TEXT, mutant);
      const other = changed.split("\n");
      expect(lines.flatMap((line, i) => (line === other[i] ? [] : [i + 1]))).toEqual([mutant.line]);
      expect(other).toHaveLength(lines.length);
      expect(parseSync(FILE, changed).comments.map(({ value }) => value)).toEqual(comments);
    }
  });

  it("refuses a text that is not a TypeScript, by its name", () => {
    expect(() => findMutants(FILE, "const = 1;")).toThrow("made.ts cannot be read: ");
  });
});

describe("drawMutants", () => {
  const draw = (count: number, seed: number) => drawMutants(new Map([[FILE, TEXT]]), count, seed);

  it("draws the same for the same seed, and something else for another", () => {
    expect(draw(8, 7)).toHaveLength(8);
    expect(draw(8, 7)).toEqual(draw(8, 7));
    expect(draw(8, 7)).not.toEqual(draw(8, 8));
  });

  it("draws each place once, however many are asked for", () => {
    const places = draw(1000, 1).map(placeOf);
    expect(new Set(places)).toEqual(new Set(findMutants(FILE, TEXT).map(placeOf)));
    expect(new Set(places).size).toBe(places.length);
  });
});

describe("areaFiles", () => {
  it.each(Object.keys(AREAS))("finds files of %s whose mutants are TypeScript", (name) => {
    const { sources, tests } = areaFiles(ROOT, name);
    expect(tests.filter((file) => !file.endsWith(".test.ts"))).toEqual([]);
    expect(tests.length).toBeGreaterThan(2);
    const texts = new Map(sources.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
    const mutants = drawMutants(texts, 50, 1);
    expect(mutants.length).toBeGreaterThan(20);
    for (const mutant of [...mutants, ...findMutants(FILE, TEXT)]) {
      const changed = changedText(texts.get(mutant.file) ?? TEXT, mutant);
      expect(parseSync(mutant.file, changed).errors, `${placeOf(mutant)} ${mutant.after}`).toEqual([]);
    }
  });

  it("leaves out what an area says", () => {
    expect(areaFiles(ROOT, "lanes").tests.join()).not.toMatch(/second-opinions|same-bytes/);
  });
});
