import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import { importMade, rowsByKey, textFile } from "../../support/data/import-files.ts";
import { publishersFiles } from "../../support/run/test-form.ts";

const REAL_DATA = publishersFiles();
const AUSTRALIA = process.env.TERRACE_AUSTRALIA;

const NAMES = "SAL_CODE_2021,SAL_NAME_2021\n20001,Aldgrove\n20002,Birchmoor\n";
describe("a partial file", () => {
  const correspondence = (share: number, rows: number) =>
    [
      "sal_code,lga_code_2021,lga_name_2021,lga_share",
      ...Array.from({ length: rows }, (_, i) => `${20001 + i},26350,Stonnington,${share}`),
      "",
    ].join("\n");
  const whole = textFile("whole.csv", correspondence(0.5, 40));
  const part = textFile("part.csv", correspondence(0.9, 20));
  const names = textFile("names.csv", NAMES);
  const shareOf = (outcome: Awaited<ReturnType<typeof importMade>>) =>
    rowsByKey(outcome, "suburb_lga").get("20001")?.share;

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
    expect(outcome.files.map(({ status }) => status)).toEqual(["read", "read", "read"]);
  });
});

describe("a list that is cut at the end of a row", () => {
  const rulesOf = async (text: string) => {
    const { files } = await importMade([textFile("names.csv", NAMES), textFile("list.csv", text)]);
    const [, file] = files;
    return file.status === "read" ? file.report.rejects.map(({ rule }) => rule) : [file.status];
  };
  const areas = (digits: readonly number[]) =>
    [
      "SAL_CODE_2021,SAL_NAME_2021",
      ...digits.flatMap((digit) =>
        Array.from({ length: 60 }, (_, i) => `${digit}${1000 + i},Name ${digit} ${i}`),
      ),
      "",
    ].join("\n");

  it("is reported where the states or the alphabet do not come to their end", async () => {
    expect(await rulesOf(areas([1, 2, 3, 4, 5, 6, 7, 8]))).toEqual([]);
    expect(await rulesOf(areas([2, 3]))).toEqual([]);
    expect(await rulesOf(areas([1, 2, 3]))).toEqual(["list may be cut"]);
  });

  it("is reported where rows are there twice", async () => {
    const lines = areas([8, 8]).split("\n");
    const doubled = [...areas([2, 3]).split("\n").slice(0, -1), ...areas([2]).split("\n").slice(5, 9), ""];
    expect(lines.length).toBe(122);
    expect(await rulesOf(doubled.join("\n"))).toEqual(["row twice", "rows twice"]);
  });
});

describe.skipIf(REAL_DATA === undefined || AUSTRALIA === undefined)(
  "published files that were cut at the end of a row, or hold rows twice (TERRACE_REAL_DATA)",
  () => {
    const published = (path: string) => {
      const bytes = readFileSync(join(REAL_DATA!, path));
      return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
    };
    const cut = (path: string) => {
      const bytes = published(path);
      return new ImportFile(
        path,
        bytes.subarray(0, bytes.lastIndexOf(0x0a, Math.floor(bytes.length * 0.6)) + 1),
      );
    };
    const suburbs = () => new ImportFile("SAL.csv", published("geography/SAL_2021_AUST.csv.gz"));

    it("do not replace the whole list of schools", async () => {
      const path = "housing-more/vic-school-locations-2021.csv.gz";
      const alone = await importMade([suburbs(), new ImportFile("whole.csv", published(path))]);
      const both = await importMade([suburbs(), new ImportFile("whole.csv", published(path)), cut(path)]);
      expect(both.tables).toEqual(alone.tables);
      expect(both.files.at(-1)).toMatchObject({ status: "refused" });
    });

    it("are refused or reported: a page of the register, a table by suburb, a list of companies", async () => {
      const told = async (path: string) => {
        const outcome = await importMade([suburbs(), cut(path)], {
          allowedSources: new Set(["parliament-register", "asx-companies"]),
        });
        const file = outcome.files.at(-1)!;
        return file.status === "refused"
          ? `refused ${file.reason.replace(path, "").slice(0, 11)}`
          : file.status === "read" && file.report.rejects.map(({ rule }) => rule).join(", ");
      };
      expect(await told("aph-register/shareholdings.2019-07.html.gz")).toBe("refused : cut short");
      expect(await told("housing-more/bushfire-prone-land-by-sal.csv.gz")).toContain("list may be cut");
    });

    it("say that rows of the returns are there twice: returns that are alike are published too", async () => {
      const path = "aec-donations/party-returns.csv.gz";
      const lines = published(path).toString("latin1").split("\n");
      const rules = async (text: string) => {
        const file = new ImportFile("party-returns.csv", Buffer.from(text, "latin1"));
        const [read] = (await importMade([file])).files;
        return read.status === "read" && read.report.rejects.map(({ rule }) => rule);
      };
      expect(await rules(lines.join("\n"))).not.toContain("rows twice");
      const doubled = [...lines.slice(0, 900), ...lines.slice(880, 900), ...lines.slice(900)];
      expect(await rules(doubled.join("\n"))).toContain("rows twice");
    });
  },
);
