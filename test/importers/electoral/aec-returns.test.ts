import { describe, expect, it } from "vitest";
import { centsOf, yearEndOf, yearLabel } from "../../../src/importers/electoral/aec-returns.ts";
import { cellsOf, importMade, linesFile, tableOf, textFile } from "../../support/data/import-files.ts";

const PARTIES = `"Financial Year","Name","Party Group","Total Receipts","Total Payments","Total Debts","Total Discretionary Benefits"
"2023-24","Red Party (NSW)","Red","1186307","741013.5","","0"
"1998-1999","Red Party (NSW)","Red","10","11","12","0"
"1998-1999","Red Party (NSW)","Red","10","11","12","0"
`;
const RECEIPTS = `"Financial Year","Return Type","Recipient Name","Received From","Receipt Type","Value"
"2023-24","Political Party Return","Red Party (NSW)","Payer, One ","Donation Received","100.05"
"2023-24","Political Party Return","Red Party (NSW)","Payer, One ","Donation Received","100.05"
"2023-24","Associated Entity Return","Foundation","Payer Two","","7"
"2023-24","Third Party Return","Campaign","Payer Two","Other Receipt","lots"
"23","Third Party Return","Campaign","Payer Two","Other Receipt","1"
`;

const returnsIn = async (...files: Parameters<typeof importMade>[0]) =>
  tableOf(await importMade(files), "aec_party_returns");

describe("centsOf", () => {
  it.each([
    ["1186307", 118630700],
    ["12.5", 1250],
    ["12.05", 1205],
    ["-3.07", -307],
    ["1,186,307.10", 118630710],
    ["$5", 500],
    ["0", 0],
    ["-0", 0],
    // Floating-point multiplication by 100 gets these wrong.
    ["1.15", 115],
    ["8.2", 820],
    ["90071992547409", 9007199254740900],
  ])("reads %s digit by digit as %i cents", (text, cents) => expect(centsOf(text)).toBe(cents));

  it.each(["", "N/A", "1.234", "1e3", "12,34", "--1"])("takes %j for no amount", (text) =>
    expect(centsOf(text)).toBeUndefined(),
  );
});

describe("labels of financial years", () => {
  it("tell the year in which they end, in both forms, and nothing else does", () => {
    expect(["1998-1999", "2011-12", "1999-00", "1999-2000"].map(yearEndOf)).toEqual([1999, 2012, 2000, 2000]);
    expect(["2011-13", "2011", "11-12", "2011/12"].map(yearEndOf)).toEqual(Array(4).fill(undefined));
    expect([1999, 2011, 2012, 2024].map(yearLabel)).toEqual(["1998-1999", "2010-2011", "2011-12", "2023-24"]);
  });
});

describe("AEC_RETURNS", () => {
  it("keeps labels and names, reads amounts into cents, and keeps returns that are alike apart", async () => {
    const rows = await returnsIn(textFile("AllAnnualData-2025-02-10/Party Returns.csv", PARTIES));
    const common = { party_name: "Red Party (NSW)", party_group: "Red", snapshot_at: "2025-02-10T00:00:00Z" };
    const columns = [
      ...["financial_year", "financial_year_end", "receipts_cents", "payments_cents", "debts_cents"],
      "occurrence",
    ];
    const cells = [
      ["1998-1999", 1999, 1000, 1100, 1200, 1],
      ["1998-1999", 1999, 1000, 1100, 1200, 2],
      ["2023-24", 2024, 118630700, 74101350, null, 1],
    ];
    const rowOf = (row: unknown[]) => Object.fromEntries(columns.map((name, i) => [name, row[i]]));
    expect(rows).toEqual(cells.map((row) => ({ ...common, ...rowOf(row) })));
  });

  it("numbers receipts that are alike, tells what recipients are, and rejects what it cannot read with the reason", async () => {
    const outcome = await importMade([textFile("Detailed Receipts.csv", RECEIPTS)]);
    const rows = tableOf(outcome, "aec_receipts");
    const columns = ["recipient_kind", "payer_name", "receipt_type", "amount_cents", "occurrence"];
    expect(cellsOf(rows, ...columns)).toEqual([
      ["associated_entity", "Payer Two", null, 700, 1],
      ["party", "Payer, One", "Donation Received", 10005, 1],
      ["party", "Payer, One", "Donation Received", 10005, 2],
    ]);
    // Instead of a fetch date: the day on which the newest year's returns were published.
    expect(rows[0].snapshot_at).toBe("2025-02-01T00:00:00Z");
    expect(JSON.stringify(outcome.files)).toContain('amount \\"lots\\"');
    expect(JSON.stringify(outcome.files)).toContain("no financial year");
  });

  it.each(["AssociatedParties", "Associated Party"])(
    "takes no totals of associated entities, and says what answers rest on: %s",
    async (column) => {
      const header = `"Financial Year","Name","State","${column}","Total Receipts","Total Payments","Total Debts"`;
      const row = '"2023-24","Foundation","NSW","Red Party; ","8","3","4"';
      const { unused } = await importMade([linesFile("Associated Entity Returns.csv", header, row)]);
      expect(unused).toMatchObject([{ reason: expect.stringMatching(/^nothing is taken .* receipts/) }]);
    },
  );

  it("takes the newest of several files of a kind as a whole, whatever their order", async () => {
    const newer = PARTIES.replace('"1186307"', '"5"').split("\n").slice(0, 2).join("\n");
    const files = [
      textFile("2025-02-10/Party Returns.csv", PARTIES),
      textFile("2026-02-03/Party Returns.csv", newer),
    ];
    for (const order of [files, files.toReversed()]) {
      expect(cellsOf(await returnsIn(...order), "receipts_cents")).toEqual([[500]]);
    }
  });

  it("reads columns by name: an older layout with postal addresses between them gives the same", async () => {
    const address = (line: string) => (line.startsWith('"Fin') ? "Address Line 1" : "1 Example Street");
    const lines = PARTIES.split("\n").map((line) =>
      line.replace(/^("[^"]*","[^"]*",)/, `$1"${address(line)}",`),
    );
    expect(await returnsIn(textFile("p.csv", lines.join("\n")))).toEqual(
      await returnsIn(textFile("p.csv", PARTIES)),
    );
  });
});
