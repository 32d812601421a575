import { type CsvRow, opinionRows } from "../data/read-csv.ts";
import { compareBy, sumOfCents } from "./plain-steps.ts";

export type RawReturns = Readonly<
  Record<"parties" | "receipts" | "donations" | "companies" | "aliases", readonly CsvRow[]>
>;

export const rawReturns = (): RawReturns => ({
  parties: opinionRows("aec_party_returns"),
  receipts: opinionRows("aec_receipts"),
  donations: opinionRows("aec_donations_made"),
  companies: opinionRows("companies"),
  aliases: opinionRows("entity_aliases"),
});

const ENDINGS = ["LIMITED", "LTD", "GROUP", "HOLDINGS", "CORPORATION", "PLC", "TRUST", "PTY", "PROPRIETARY"];

/** A normalized name: words of letters and digits in capitals, without up to two trailing ENDINGS. */
export function plainNorm(name: string): string {
  const words: string[] = name.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  for (let round = 0; round < 2; round++) {
    if (words.length > 1 && ENDINGS.includes(words.at(-1)!)) words.pop();
  }
  return words.join(" ");
}

export interface PlainGroup {
  returns: number;
  receipts: bigint;
  payments: bigint;
  debts: bigint;
  rows: { payer: string; norm: string; type: string; cents: bigint }[];
  donations: { norm: string; cents: bigint }[];
  yearEnd: number;
}

/** The stock code that a name refers to, looked up one name at a time. */
export function plainCodes({ companies, aliases }: RawReturns): (norm: string) => string | undefined {
  const codes = new Map<string, Set<string>>();
  for (const company of companies) {
    if (company.company_name === "") continue;
    const norm = plainNorm(company.company_name);
    codes.set(norm, (codes.get(norm) ?? new Set()).add(company.stock_code));
  }
  return (norm) => {
    const alias = aliases.find((one) => one.name_norm === norm);
    if (alias !== undefined)
      return alias.ignore === "true" || alias.stock_code === "" ? undefined : alias.stock_code;
    const found = codes.get(norm);
    return found?.size === 1 ? [...found][0] : undefined;
  };
}

/** Every year's groups by one pass over the rows; the key is `year\ngroup`. */
export function plainGroups(raw: RawReturns): Map<string, PlainGroup> {
  const groups = new Map<string, PlainGroup>();
  const groupOf = (year: string, name: string, end: string): PlainGroup => {
    const key = `${year}\n${name}`;
    const sums = { returns: 0, receipts: 0n, payments: 0n, debts: 0n };
    const group = groups.get(key) ?? { ...sums, rows: [], donations: [], yearEnd: Number(end) };
    groups.set(key, group);
    return group;
  };
  const returned = new Map<string, string>();
  for (const row of raw.parties) {
    const name = row.party_group === "" ? row.party_name : row.party_group;
    const group = groupOf(row.financial_year, name, row.financial_year_end);
    group.returns++;
    group.receipts += BigInt(row.receipts_cents || 0);
    group.payments += BigInt(row.payments_cents || 0);
    group.debts += BigInt(row.debts_cents || 0);
    returned.set(`${row.financial_year}\n${plainNorm(row.party_name)}`, name);
  }
  for (const row of raw.receipts) {
    const own = row.recipient_kind === "party" ? row.recipient_name : undefined;
    const name = returned.get(`${row.financial_year}\n${plainNorm(row.recipient_name)}`) ?? own;
    if (name === undefined) continue;
    groupOf(row.financial_year, name, row.financial_year_end).rows.push({
      payer: row.payer_name,
      norm: plainNorm(row.payer_name),
      type: row.receipt_type,
      cents: BigInt(row.amount_cents),
    });
  }
  for (const row of raw.donations) {
    const name = returned.get(`${row.financial_year}\n${plainNorm(row.party_name)}`);
    if (name === undefined) continue;
    groupOf(row.financial_year, name, row.financial_year_end).donations.push({
      norm: plainNorm(row.donor_name),
      cents: BigInt(row.amount_cents),
    });
  }
  return groups;
}

/** A group's row as in responses, without its type. */
export function plainSummary(key: string, group: PlainGroup, codeOf: (norm: string) => string | undefined) {
  const [financialYear, partyGroup] = key.split("\n");
  const listed = (rows: readonly { norm: string; cents: bigint }[]) =>
    rows.filter(({ norm }) => codeOf(norm) !== undefined);
  const names = (rows: readonly { norm: string }[]) => new Set(rows.map(({ norm }) => norm)).size;
  return {
    partyGroup,
    financialYear,
    financialYearEnd: group.yearEnd,
    partyReturnCount: group.returns,
    totalReceiptsCents: group.receipts,
    totalPaymentsCents: group.payments,
    totalDebtsCents: group.debts,
    itemisedReceiptCount: group.rows.length,
    itemisedReceiptsCents: sumOfCents(group.rows),
    distinctPayerCount: names(group.rows),
    listedPayerCount: names(listed(group.rows)),
    listedPayerCents: sumOfCents(listed(group.rows)),
    donationCount: group.donations.length,
    declaredDonationsCents: sumOfCents(group.donations),
    distinctDonorCount: names(group.donations),
    listedDonorCount: names(listed(group.donations)),
    listedDonorCents: sumOfCents(listed(group.donations)),
    thresholdCensored: true,
    postReformScheme: group.yearEnd >= 2027,
  };
}

const TYPE_FIELDS: Readonly<Record<string, string>> = {
  "Donation Received": "donationCents",
  "Other Receipt": "otherReceiptCents",
  Subscription: "subscriptionCents",
  "Public Funding": "publicFundingCents",
};

/** Payers of some groups of one year, in response order. */
export function plainDonors(
  groups: readonly (readonly [string, PlainGroup])[],
  codeOf: (norm: string) => string | undefined,
) {
  const rows = groups.flatMap(([name, group]) => group.rows.map((row) => ({ ...row, group: name })));
  return [...Map.groupBy(rows, (row) => row.norm)]
    .map(([norm, own]) => {
      const types: Record<string, bigint> = {
        donationCents: 0n,
        otherReceiptCents: 0n,
        subscriptionCents: 0n,
        publicFundingCents: 0n,
        unspecifiedCents: 0n,
      };
      for (const { type, cents } of own) types[TYPE_FIELDS[type] ?? "unspecifiedCents"] += cents;
      const [largest] = own.toSorted(compareBy("cents", "payer"));
      return {
        donorName: largest.payer,
        donorNameNorm: norm,
        totalCents: sumOfCents(own),
        receiptTypes: types,
        receiptCount: own.length,
        recipients: [...Map.groupBy(own, (row) => row.group)]
          .map(([partyGroup, part]) => ({ partyGroup, amountCents: sumOfCents(part) }))
          .sort(compareBy("amountCents", "partyGroup")),
        stockCode: codeOf(norm) ?? "",
      };
    })
    .sort(compareBy("totalCents", "donorNameNorm"));
}
