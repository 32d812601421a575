import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CsvWriter, type Row } from "../../../src/dataset/csv-writer.ts";
import { datasetTable } from "../../../src/dataset/tables/index.ts";
import { COMPANIES } from "../../../src/domains/economy/aggregates/companies.ts";
import { POLITICIAN_AGGREGATES } from "../../../src/domains/politicians/aggregates/index.ts";
import { POLITICIAN_PAGE_SETS } from "../../../src/domains/politicians/pages/index.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { AEC_RETURNS, yearEndOf } from "../../../src/importers/electoral/aec-returns.ts";
import { runImport } from "../../../src/importers/run/run-import.ts";
import { openRead } from "../../support/country/shared-readings.ts";
import { emptyDatasetDatabase } from "../../support/data/build-db.ts";
import { REAL_DATA } from "../../support/data/import-files.ts";
import { askerOf } from "../../support/data/politics.ts";
import { serveAggregates } from "../../support/data/serve-aggregates.ts";
import { sharedDirectory } from "../../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";

const { getDonationsOverview, listTopDonors, listPartyFunding } = PoliticiansService.method;
const TABLES = ["aec_party_returns", "aec_receipts", "aec_donations_made", "aec_mp_returns"];
type Cells = Readonly<Record<string, string>>;

/** A published table's cells, read without the importer. */
function published(path: string): Cells[] {
  const bytes = gunzipSync(readFileSync(join(REAL_DATA!, "aec-donations", path)));
  return parse(bytes, { columns: true, bom: true, relax_quotes: true }) as Cells[];
}

const dollars = (text: string) => BigInt(text === "" ? 0 : text) * 100n;
const sum = (rows: readonly Cells[], column: string) =>
  rows.reduce((total, row) => total + dollars(row[column]), 0n);

describe.skipIf(REAL_DATA === undefined)("the commission's returns (TERRACE_REAL_DATA)", () => {
  const dir = sharedDirectory("aec");
  let engine: Engine;
  let ask: ReturnType<typeof askerOf>;
  let returns: Cells[];
  let frames: Cells[];

  beforeAll(async () => {
    const paths = [
      "party-returns.csv.gz",
      "member-of-parliament-returns.csv.gz",
      "derived-csv/detailed-receipts.csv.gz",
      "derived-csv/donations-made.csv.gz",
    ];
    await importReal(paths, dir);
    const db = await emptyDatasetDatabase();
    for (const table of TABLES) {
      await db.run(
        `INSERT INTO ${table} BY NAME SELECT * FROM read_csv('${join(dir, `${table}.csv`)}', all_varchar = true, header = true)`,
      );
    }
    engine = new Engine(
      await serveAggregates(db, [...COMPANIES, ...POLITICIAN_AGGREGATES], POLITICIAN_PAGE_SETS),
    );
    ask = askerOf(engine);
    returns = published("party-returns.csv.gz");
    frames = published("derived-csv/party-returns-with-groups.csv.gz");
  });
  afterAll(async () => {
    await engine?.close();
  });

  it("give 200 totals of party groups that equal the publisher's to the cent", async () => {
    const random = seededRandom(runSeed("published totals"));
    const keys = [
      ...Map.groupBy(returns, (row) => `${row["Financial Year"]}\n${row["Party Group"] || row.Name}`),
    ];
    let figures = 0;
    while (figures < 600) {
      const [key, rows] = keys[Math.floor(random() * keys.length)];
      const [financialYear, partyGroup] = key.split("\n");
      const { series } = await ask(listPartyFunding, { partyGroup });
      const row = series.find((one) => one.financialYear === financialYear)!;
      expect([
        key,
        row.totalReceiptsCents,
        row.totalPaymentsCents,
        row.totalDebtsCents,
        row.partyReturnCount,
      ]).toEqual([
        key,
        sum(rows, "Total Receipts"),
        sum(rows, "Total Payments"),
        sum(rows, "Total Debts"),
        rows.length,
      ]);
      figures += 3;
    }
  });

  it("give the sums that the publisher prints for 2023-24", async () => {
    const { parties } = await ask(getDonationsOverview, { financialYear: "2023-24", limit: 100 });
    const total = (group: string) => parties.find((row) => row.partyGroup === group)!.totalReceiptsCents;
    expect(total("Australian Labor Party")).toBe(67_513_260_00n);
    expect(parties.slice(0, 2).map((row) => row.totalReceiptsCents)).toEqual([
      67_513_260_00n,
      63_443_030_00n,
    ]);
    for (const printed of [17_138_061_00n, 8_839_779_00n, 2_004_808_00n]) {
      expect(
        parties.some((row) => row.totalReceiptsCents === printed),
        String(printed),
      ).toBe(true);
    }
  });

  it("itemise in each group and year what its returns say they itemise", async () => {
    const groups = [
      ...Map.groupBy(
        frames,
        (row) => `${yearEndOf(row.FinancialYear)}\n${row.PartyGroupName || row.CurrentClientName}`,
      ),
    ];
    let equal = 0;
    const apart: string[] = [];
    const years = (await ask(getDonationsOverview, {})).availableFinancialYears;
    expect(years.map((one) => one.financialYearEnd)).toEqual(Array.from({ length: 26 }, (_, i) => 2024 - i));
    for (const { financialYear, financialYearEnd } of years) {
      const { parties } = await ask(getDonationsOverview, { financialYear, limit: 100 });
      for (const row of parties) {
        const own = groups.find(([key]) => key === `${financialYearEnd}\n${row.partyGroup}`)?.[1];
        if (own === undefined) continue;
        const printed = sum(own, "DetailsOfReceiptsTotal");
        if (printed === row.itemisedReceiptsCents) equal++;
        else
          apart.push(
            `${financialYear} ${row.partyGroup}: ${printed} printed, ${row.itemisedReceiptsCents} listed`,
          );
      }
      if (financialYear === "2023-24") expect(apart).toEqual([]);
    }
    // In old returns, totals exceed the sums of their lists; those of recent years agree.
    expect(equal).toBeGreaterThan(200);
    expect(apart.length).toBeLessThan(equal);
  });

  it("hold every receipt and every donation, and payers whose sums are those of the rows", async () => {
    const receipts = published("derived-csv/detailed-receipts.csv.gz");
    const donations = published("derived-csv/donations-made.csv.gz");
    const { corpus } = await ask(getDonationsOverview, {});
    expect(corpus).toMatchObject({
      partyReturnCount: 2161,
      receiptCount: receipts.length,
      donationMadeCount: donations.length,
      mpReturnCount: 39,
      firstFinancialYearEnd: 1999,
      lastFinancialYearEnd: 2024,
    });
    const { donors } = await ask(listTopDonors, { financialYear: "2022-23", limit: 60 });
    const year = receipts.filter(
      (row) => row.FinancialYear === "2022-23" && row.RecipientClientType === "Political Party",
    );
    for (const donor of donors) {
      const rows = year.filter((row) => row.ReceivedFromClientName.trim() === donor.donorName);
      const spellings = new Set(year.map((row) => row.ReceivedFromClientName.trim())).size;
      expect(spellings).toBeGreaterThan(100);
      // The total may include other spellings of the name.
      expect(donor.totalCents >= sum(rows, "Amount"), donor.donorName).toBe(true);
      if (rows.length === donor.receiptCount) expect(donor.totalCents).toBe(sum(rows, "Amount"));
    }
  });
});

async function importReal(paths: readonly string[], dir: string): Promise<void> {
  async function* files() {
    for (const path of paths) yield* openRead(join(REAL_DATA!, "aec-donations", path));
  }
  const { tables } = await runImport({ importers: [AEC_RETURNS], files: files() });
  for (const { table, rows } of tables.filter((one) => TABLES.includes(one.table))) {
    const writer = await CsvWriter.create(join(dir, `${table}.csv`), datasetTable(table)!);
    for (const row of rows) writer.write(row as Row);
    await writer.close();
  }
}
