import type { Row } from "../../dataset/csv-writer.ts";
import { firstWhere } from "../../runtime/first-where.ts";
import { Random } from "../../runtime/random.ts";
import { AS_OF } from "../calendar.ts";
import { lodgingNames, SYNTHETIC_PARTIES, UNLODGED_PARTY } from "./parties.ts";
import type { Payers } from "./payers.ts";

/** A financial year: the label that its returns bear, and the calendar year in which it ends. */
export interface FinancialYear {
  readonly label: string;
  readonly end: number;
}

/** 26 years. Until 2010-2011 labels name both years in full; the last lies under the scheme of 2027. */
export const FINANCIAL_YEARS: readonly FinancialYear[] = [
  ...Array.from({ length: 25 }, (_, i) => 2001 + i),
  2027,
].map((end) => ({ end, label: end <= 2011 ? `${end - 1}-${end}` : `${end - 1}-${String(end).slice(2)}` }));

const yearCells = ({ label, end }: FinancialYear) => ({ financial_year: label, financial_year_end: end });
const SNAPSHOT = { snapshot_at: AS_OF };

const TYPES = [
  ["Other Receipt", 73],
  ["Donation Received", 20],
  ["Unspecified", 4],
  ["Subscription", 2],
  ["Public Funding", 1],
] as const;

/** A recipient with its kind and how often it receives. */
const RECIPIENTS: readonly (readonly [readonly [string, string], number])[] = [
  ...SYNTHETIC_PARTIES.flatMap((party) => {
    const names = lodgingNames(party);
    return names.map((name) => [[name, "party"], party.weight / names.length] as const);
  }),
  [[UNLODGED_PARTY, "party"], 0.6],
  ...Array.from(
    { length: 12 },
    (_, i) => [[`Synthetic Foundation ${i + 1}`, "associated_entity"], 2] as const,
  ),
  ...Array.from({ length: 4 }, (_, i) => [[`Synthetic Campaign ${i + 1}`, "third_party"], 0.5] as const),
];

/** Numbers rows that are alike: how often their key came, this time included. */
export function occurrences(): (key: string) => number {
  const seen = new Map<string, number>();
  return (key) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count;
  };
}

/** The annual returns of a year. Two small parties declare the same receipts every year; some figures are missing. */
export function* partyReturnRows(seed: number, year: FinancialYear): Generator<Row> {
  const random = new Random(seed, `party-returns/${year.label}`);
  const tied = 100 * random.int(20_000, 900_000);
  for (const [place, party] of SYNTHETIC_PARTIES.entries()) {
    // Parties come and go; the largest are always there.
    if (place >= 8 && random.chance(0.15)) continue;
    for (const name of lodgingNames(party)) {
      const receipts = Math.round(party.weight * random.between(0.4, 1.6) * 9_000_000);
      const isTied = place === 20 || place === 21;
      yield {
        ...yearCells(year),
        party_name: name,
        party_group: party.branches.length === 0 ? null : party.name,
        receipts_cents: isTied ? tied : receipts,
        payments_cents: Math.round(receipts * random.between(0.8, 1.1)),
        debts_cents: random.chance(0.1) ? null : Math.round(receipts * random.unit() * 0.2),
        occurrence: 1,
        ...SNAPSHOT,
      };
    }
  }
}

/** The receipts of a year, some of them twice over: two equal rows are two payments. */
export function* receiptRows(
  seed: number,
  year: FinancialYear,
  payers: Payers,
  count: number,
): Generator<Row> {
  const random = new Random(seed, `receipts/${year.label}`);
  const occurrenceOf = occurrences();
  let last: Row | undefined;
  for (let i = 0; i < count; i++) {
    const row = last !== undefined && random.chance(0.01) ? last : receipt(random, year, payers);
    const key = `${row.recipient_name}|${row.payer_name}|${row.receipt_type}|${row.amount_cents}`;
    yield { ...row, occurrence: occurrenceOf(key) };
    last = row;
  }
}

function receipt(random: Random, year: FinancialYear, payers: Payers): Row {
  const [recipient, kind] = pickRecipient(random);
  return {
    ...yearCells(year),
    recipient_name: recipient,
    recipient_kind: kind,
    payer_name: payers.name(random),
    receipt_type: random.weighted(TYPES),
    amount_cents: Math.round(1_500_000 * Math.exp(0.9 * random.normal())),
    ...SNAPSHOT,
  };
}

/** Running sums of the recipients' weights: a draw is a search, not a walk over all. */
const SUMS: number[] = [];
for (const [, weight] of RECIPIENTS) SUMS.push((SUMS.at(-1) ?? 0) + weight);

function pickRecipient(random: Random): readonly [string, string] {
  const wanted = random.unit() * SUMS.at(-1)!;
  return RECIPIENTS[firstWhere(0, SUMS.length - 1, (place) => SUMS[place] > wanted)][0];
}

/** What donors declare in a year: another set of rows, which does not reconcile with the receipts. */
export function* donationRows(
  seed: number,
  year: FinancialYear,
  payers: Payers,
  count: number,
): Generator<Row> {
  const random = new Random(seed, `donations/${year.label}`);
  const occurrenceOf = occurrences();
  for (let i = 0; i < count; i++) {
    const [recipient] = pickRecipient(random);
    const donor = payers.name(random);
    const amount = 100 * Math.round(9_000 * Math.exp(1.1 * random.normal()));
    const month = String(random.int(1, 12)).padStart(2, "0");
    const day = `${Number(month) >= 7 ? year.end - 1 : year.end}-${month}-${String(random.int(1, 28)).padStart(2, "0")}`;
    yield {
      ...yearCells(year),
      donor_name: donor,
      party_name: recipient,
      donated_on: random.chance(0.3) ? null : day,
      amount_cents: amount,
      occurrence: occurrenceOf(`${donor}|${recipient}|${amount}`),
      ...SNAPSHOT,
    };
  }
}
