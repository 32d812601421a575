import { describe, expect, it } from "vitest";
import type { FileOutcome } from "../../../src/importers/run/import-outcome.ts";
import { importMade, textFile, utf16, wordsOf } from "../../support/data/import-files.ts";

const HEADER =
  "Product,Product Code,Reported Short Positions,Total Product in Issue,% of Total Product in Issue Reported as Short Positions";
/** Products from A to Z, as a report lists them. */
const LINES = Array.from({ length: 130 }, (_, i) => {
  const letter = String.fromCharCode(65 + Math.floor(i / 5));
  return `${letter}${i % 5} LIMITED ORDINARY,${letter}${letter}${i % 5},1000,100000000,0.001`;
});
const whole = [HEADER, ...LINES, ""].join("\r\n");
const named = (date: string) => `RR${date.replaceAll("-", "")}-001-SSDailyAggShortPos.csv`;

async function outcomeOf(date: string, content: string | Uint8Array, today?: string): Promise<FileOutcome> {
  const { files } = await importMade([textFile(named(date), content)], today === undefined ? {} : { today });
  return files[0];
}

describe("a daily report of short positions", () => {
  it("is refused when it tells of a day that cannot be out yet: four weekdays after it", async () => {
    // Friday 6 November 2026 is out on Thursday 12.
    expect(wordsOf(await outcomeOf("2026-11-06", whole, "2026-11-11"))).toBe(
      `${named("2026-11-06")}: tells of 2026-11-06, which cannot be out before 2026-11-12; today is 2026-11-11`,
    );
    expect(wordsOf(await outcomeOf("2026-11-06", whole, "2026-11-12"))).toBe("read");
    expect(wordsOf(await outcomeOf("2031-01-02", whole, "2026-11-15"))).toContain("tells of 2031-01-02");
    // A holiday in between makes a report later than that, never earlier: it is not refused for want of a day.
    expect(wordsOf(await outcomeOf("2026-04-01", whole, "2026-04-07"))).toBe("read");
  });

  it("is refused when it ends inside a row, in either encoding", async () => {
    const cut = whole.slice(0, whole.indexOf("M3 LIMITED") + 24);
    for (const content of [cut, utf16(cut.replaceAll(",", "\t"))]) {
      expect(wordsOf(await outcomeOf("2026-11-06", content))).toBe(
        `${named("2026-11-06")}: cut short in row 65, which has no end of line; download it again`,
      );
    }
  });

  it("is refused when it ends between two rows before the end of the alphabet, one name out of order or none", async () => {
    const cutAfter = (lines: readonly string[]) => [HEADER, ...lines, ""].join("\r\n");
    const reason = `${named("2026-11-06")}: cut short: the last of 105 names in alphabetical order is "U4 LIMITED ORDINARY"`;
    expect(wordsOf(await outcomeOf("2026-11-06", cutAfter(LINES.slice(0, 105))))).toContain(reason);
    const odd = LINES.slice(0, 105).with(50, LINES[50].replace("K0", "zeta K0"));
    expect(wordsOf(await outcomeOf("2026-11-06", cutAfter(odd)))).toContain(reason);
    expect(wordsOf(await outcomeOf("2026-11-06", whole))).toBe("read");
  });
});
