import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import type { FileOutcome, ImportOutcome } from "../../../src/importers/run/import-outcome.ts";
import { censusCsv, importMade, REAL_DATA, rowsByKey, textFile } from "../../support/data/import-files.ts";
import { csvOf, rbaHeader } from "../../support/data/series-tables.ts";

/** Returns a function that makes a list with `count` rows below a header. */
const listOf = (header: string, row: (i: number, count: number) => string) => (count: number) =>
  `${[header, ...Array.from({ length: count }, (_, i) => row(i, count))].join("\n")}\n`;
const padded = (i: number, length = 3) => String(i).padStart(length, "0");
const statusesOf = ({ files }: ImportOutcome) => files.map(({ status }) => status);
const rulesOf = (file: FileOutcome) =>
  file.status === "read" ? file.report.rejects.map(({ rule }) => rule) : [file.status];

const NAMES = "SAL_CODE_2021,SAL_NAME_2021\n20001,Aldgrove\n20002,Birchmoor\n";
describe("a partial file", () => {
  const correspondence = (share: number, rows: number) =>
    listOf(
      "sal_code,lga_code_2021,lga_name_2021,lga_share",
      (i) => `${20001 + i},26350,Stonnington,${share}`,
    )(rows);
  const whole = textFile("whole.csv", correspondence(0.5, 40));
  const part = textFile("part.csv", correspondence(0.9, 20));
  const names = textFile("names.csv", NAMES);
  const shareOf = (outcome: ImportOutcome) => rowsByKey(outcome, "suburb_lga").get("20001")?.share;

  it.each([[[whole, part]], [[part, whole]]])(
    "never wins over a whole one, in either order",
    async (files) => {
      const outcome = await importMade([names, ...files]);
      expect(shareOf(outcome)).toBe(0.5);
      const refused = outcome.files.find(({ path }) => path === "part.csv");
      expect(refused).toMatchObject({ status: "refused" });
      expect(JSON.stringify(refused)).toContain("20 rows, where whole.csv has 40 of the same list");
    },
  );

  it("does not win over what was there before, merged or replaced, unless it is named", async () => {
    const { parts } = await importMade([names, whole]);
    const merged = await importMade([names, part], { kept: parts });
    expect(shareOf(merged)).toBe(0.5);
    const replaced = await importMade([names, part], { before: parts });
    expect(replaced.files.at(-1)).toMatchObject({ status: "refused" });
    const accepted = await importMade([names, part], {
      before: parts,
      acceptShrink: new Set(["abs-suburb-areas"]),
    });
    expect(shareOf(accepted)).toBe(0.9);
  });

  it("is taken where it is smaller by a few rows", async () => {
    const less = textFile("less.csv", correspondence(0.7, 37));
    const outcome = await importMade([names, whole, less]);
    expect(statusesOf(outcome)).toEqual(["read", "read", "read"]);
  });
});

describe("a table that became smaller", () => {
  const day = (i: number) =>
    `20${10 + Math.floor(i / 300)}-${padded(1 + Math.floor((i % 300) / 25), 2)}-${padded(1 + (i % 25), 2)}`;
  const prices = listOf("Date,Open,High,Low,Close,Volume", (i) => `${day(i)},1,1,1,${1 + i / 100},10`);
  const companies = listOf(
    "ASX listed companies as at Wed Apr 01 11:24:19 AEDT 2026\n\nCompany name,ASX code,GICS industry group",
    (i) => `Name ${i},A${padded(i)},Materials`,
  );
  const parties = listOf(
    "Financial Year,Name,Party Group,Total Receipts,Total Payments,Total Debts",
    (i) => `20${10 + (i % 10)}-${11 + (i % 10)},Party ${i},Group,1,1,0`,
  );
  const members = listOf(
    "Financial Year,Return Type,Name,Total Donations Received,Number of Donors",
    (i) => `2020-21,Member of the House of Representatives Return,Member ${i},1,1`,
  );
  const schools = listOf(
    "Education_Sector,School_Type,School_Status,Address_Town,Address_State,LGA_Name,School_Name",
    (i) => `Government,Primary,O,Town ${i},VIC,Yarra,School ${i}`,
  );
  const cpi = { title: "Consumer price index", id: "GCPIAG", unit: "Index", source: "ABS" };
  const rba = listOf(
    csvOf(rbaHeader("G1 CONSUMER PRICE INFLATION", [cpi], "Quarterly", "30-Oct-2025")),
    (i) => `${["31/03", "30/06", "30/09", "31/12"][i % 4]}/${1960 + Math.floor(i / 4)},${50 + i}`,
  );
  const shorts = listOf(
    "Product,Product Code,Reported Short Positions,Total Product in Issue,% of Total Product in Issue Reported as Short Positions",
    (i, n) =>
      `${String.fromCharCode(65 + Math.floor((26 * i) / n))} NAME ${i} ORDINARY,A${padded(i)},1,100,1`,
  );

  it.each([
    ["daily-prices", "BHP.AX.csv", prices],
    ["asx-companies", "ASXListedCompanies.csv", companies],
    ["aec-annual-returns", "party.csv", parties],
    ["aec-annual-returns", "members.csv", members],
    ["schools", "vic-schools-2021.csv", schools],
    ["rba-tables", "g1-data.csv", rba],
    ["asic-short-positions", "RR20240305-001-SSDailyAggShortPos.csv", shorts],
  ] as const)(
    "is refused where it replaces what was there, unless it is named: %s (%s)",
    async (id, name, text) => {
      const before = (await importMade([textFile(name, text(200))])).parts;
      expect(before).toHaveLength(1);
      expect(before[0].report.rowsUsed).toBe(200);
      const less = textFile(name, text(100));
      const { files } = await importMade([less], { before });
      expect(files).toMatchObject([
        { status: "refused", reason: expect.stringContaining(`--accept-shrink ${id}`) },
      ]);
      const named = await importMade([less], { before, acceptShrink: new Set([id]) });
      expect(named.files).toMatchObject([{ status: "read" }]);
      const more = await importMade([textFile(name, text(210))], { before });
      expect(more.files).toMatchObject([{ status: "read" }]);
    },
  );

  it("is taken where positions of a quiet day are an eighth fewer", async () => {
    const report = (date: string, n: number) => textFile(`RR${date}-001-SSDailyAggShortPos.csv`, shorts(n));
    const status = async (n: number) =>
      statusesOf(await importMade([report("20241224", 742), report("20241227", n)]));
    expect(await status(652)).toEqual(["read", "read"]);
    expect(await status(500)).toEqual(["read", "refused"]);
  });

  it("is taken where it shrank from edition to edition, a little each time", async () => {
    const edition = (year: number, n: number) =>
      textFile(`list-${year}.csv`, companies(n).replace("2026", String(year)));
    const outcome = await importMade([edition(2020, 200), edition(2022, 185), edition(2024, 170)]);
    expect(statusesOf(outcome)).toEqual(["read", "read", "read"]);
  });
});

describe("a table of states", () => {
  const table = (name: string, codes: readonly number[]) =>
    textFile(
      name,
      censusCsv("G01", Object.fromEntries(codes.map((code) => [code, { Tot_P_P: 1000 }])), "STE_CODE_2021"),
    );
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];

  it("is refused without one of them under its published name, and reported under another", async () => {
    const name = "2021Census_G01_AUST_STE.csv";
    const outcomeOf = async (...given: Parameters<typeof table>) =>
      (await importMade([table(...given)])).files[0];
    expect(rulesOf(await outcomeOf(name, all))).toEqual([]);
    const refused = await outcomeOf(name, all.slice(0, 6));
    expect(refused).toMatchObject({ status: "refused", reason: expect.stringContaining("no row of 7, 8") });
    expect(rulesOf(await outcomeOf("mine.csv", all.slice(0, 6)))).toEqual(["areas missing"]);
    expect(rulesOf(await outcomeOf("mine.csv", [1, 2]))).toEqual([]);
  });
});

describe("a table of offences", () => {
  it("is reported where its last year names few of the suburbs of the year before", async () => {
    const row = (year: number, i: number) =>
      `${year},Yarra,3000,Suburb ${i},C Drug offences,C10 Drug dealing and trafficking,${i + 1}`;
    const file = (last: number) =>
      textFile(
        "drugs.csv",
        [
          "Year,Local Government Area,Postcode,Suburb/Town Name,Offence Division,Offence Subdivision,Offence Count",
          ...[2019, 2020].flatMap((year) => Array.from({ length: 80 }, (_, i) => row(year, i))),
          ...Array.from({ length: last }, (_, i) => row(2021, i)),
          "",
        ].join("\n"),
      );
    const rules = async (last: number) =>
      rulesOf((await importMade([textFile("names.csv", NAMES), file(last)])).files[1]);
    expect(await rules(75)).toEqual([]);
    expect(await rules(20)).toEqual(["year may be cut"]);
  });
});

describe("a list that is cut at the end of a row", () => {
  const rulesIn = async (text: string) =>
    rulesOf((await importMade([textFile("names.csv", NAMES), textFile("list.csv", text)])).files[1]);
  const areas = (digits: readonly number[]) =>
    [
      "SAL_CODE_2021,SAL_NAME_2021",
      ...digits.flatMap((digit) =>
        Array.from({ length: 60 }, (_, i) => `${digit}${1000 + i},Name ${digit} ${i}`),
      ),
      "",
    ].join("\n");

  it("is reported where the states or the alphabet do not come to their end", async () => {
    expect(await rulesIn(areas([1, 2, 3, 4, 5, 6, 7, 8]))).toEqual([]);
    expect(await rulesIn(areas([2, 3]))).toEqual([]);
    expect(await rulesIn(areas([1, 2, 3]))).toEqual(["list may be cut"]);
  });

  it("is reported where rows are there twice", async () => {
    const lines = areas([8, 8]).split("\n");
    const doubled = [...areas([2, 3]).split("\n").slice(0, -1), ...areas([2]).split("\n").slice(5, 9), ""];
    expect(lines.length).toBe(122);
    expect(await rulesIn(doubled.join("\n"))).toEqual(["row twice", "rows twice"]);
  });
});

describe.skipIf(REAL_DATA === undefined)("published files that hold rows twice (TERRACE_REAL_DATA)", () => {
  const published = (path: string) => {
    const bytes = readFileSync(join(REAL_DATA!, path));
    return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
  };

  it("say that rows of the returns are there twice: returns that are alike are published too", async () => {
    const path = "aec-donations/party-returns.csv.gz";
    const lines = published(path).toString("latin1").split("\n");
    const rules = async (text: string) => {
      const file = new ImportFile("party-returns.csv", Buffer.from(text, "latin1"));
      return rulesOf((await importMade([file])).files[0]);
    };
    expect(await rules(lines.join("\n"))).not.toContain("rows twice");
    const doubled = [...lines.slice(0, 900), ...lines.slice(880, 900), ...lines.slice(900)];
    expect(await rules(doubled.join("\n"))).toContain("rows twice");
  });
});
