import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { importPaths } from "../../../src/cli/import/import-paths.ts";
import type { FileOutcome } from "../../../src/importers/run/import-outcome.ts";
import { importMade, REAL_DATA, textFile, utf16, wordsOf } from "../../support/data/import-files.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

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

describe.skipIf(REAL_DATA === undefined)("doctored copies of a published report (TERRACE_REAL_DATA)", () => {
  it("are refused by name next to the true one, whose rows are imported", async () => {
    const real = join(REAL_DATA!, "asx/asic-short-positions/RR20181231-001-SSDailyAggShortPos.csv.gz");
    expect(existsSync(real)).toBe(true);
    const bytes = gunzipSync(readFileSync(real));
    const folder = await temporaryDirectory();
    const write = (name: string, content: Uint8Array | string) => writeFileSync(join(folder, name), content);
    const lineEnd = Buffer.from("\n", "utf16le");
    write(named("2018-12-31"), bytes);
    // The same bytes under another name would be the same file; one more row makes another.
    const row = ["ZZZ LIMITED ORDINARY", "ZZZ", "1", "100000000", "0"].join("\t");
    write(named("2027-12-31"), Buffer.concat([bytes, Buffer.from(`${row}\r\n`, "utf16le")]));
    write(named("2018-12-28"), bytes.subarray(0, Math.floor(bytes.length / 4) * 2 + 6));
    write(
      named("2018-12-27"),
      bytes.subarray(0, bytes.indexOf(lineEnd, Math.floor(bytes.length / 4) * 2) + 2),
    );
    write(named("2018-12-24"), "<!DOCTYPE html><html><body>Not found</body></html>");
    write(named("2018-12-21"), bytes.subarray(0, bytes.indexOf(lineEnd) + 2));
    const { outcome, rows } = await importPaths(
      {
        paths: [folder],
        out: join(await temporaryDirectory(), "dataset"),
        merge: false,
        allowedSources: new Set(),
        today: "2026-11-15",
      },
      { report: () => {}, finish: () => {} },
      new AbortController().signal,
    );
    const reasons = new Map(outcome.files.map((file) => [file.path.split("/").at(-1), wordsOf(file)]));
    expect(reasons.get(named("2018-12-31"))).toBe("read");
    expect(reasons.get(named("2027-12-31"))).toContain(
      "tells of 2027-12-31, which cannot be out before 2028-01-06",
    );
    expect(reasons.get(named("2018-12-28"))).toMatch(/cut short in row \d+, which has no end of line/);
    expect(reasons.get(named("2018-12-27"))).toContain("cut short: the last of ");
    expect(reasons.get(named("2018-12-24"))).toContain("is an HTML page, not a report");
    expect(reasons.get(named("2018-12-21"))).toContain("no rows below the header");
    for (const [name, reason] of reasons) if (reason !== "read") expect(reason).toContain(name!);
    expect(rows.trading_dates).toBe(1);
    expect(rows.short_positions).toBeGreaterThan(400);
  });
});
