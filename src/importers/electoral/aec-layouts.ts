import { headerOf } from "../files/plain-table.ts";
import type { ImportFile } from "../run/import-file.ts";

export type AecKind = "party returns" | "receipts" | "donations made" | "member returns" | "other returns";

/** Column names of one kind of file; a list has the spellings of different years. */
export interface AecLayout {
  readonly kind: AecKind;
  readonly what: string;
  /** True for the register's own export, false for a third-party copy of its data. */
  readonly isExport: boolean;
  /** Column names in the file (lower case) by dataset column; the first that exists is read. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly optional?: readonly string[];
}

const YEAR = ["financial year", "financialyear"];

const AEC_LAYOUTS: readonly AecLayout[] = [
  {
    kind: "party returns",
    what: "annual returns of parties",
    isExport: true,
    columns: {
      year: YEAR,
      party_name: ["name"],
      party_group: ["party group"],
      receipts_cents: ["total receipts"],
      payments_cents: ["total payments"],
      debts_cents: ["total debts"],
    },
  },
  {
    kind: "party returns",
    what: "annual returns of parties with their groups",
    isExport: false,
    columns: {
      year: YEAR,
      party_name: ["currentclientname"],
      party_group: ["partygroupname"],
      receipts_cents: ["totalreceipts"],
      payments_cents: ["totalpayments"],
      debts_cents: ["totaldebts"],
    },
  },
  {
    kind: "receipts",
    what: "receipts of annual returns, one by one",
    isExport: true,
    columns: {
      year: YEAR,
      return_type: ["return type"],
      recipient_name: ["recipient name", "name"],
      payer_name: ["received from"],
      receipt_type: ["receipt type"],
      amount_cents: ["value", "amount"],
    },
  },
  {
    kind: "receipts",
    what: "receipts of annual returns, one by one, with ids",
    isExport: false,
    columns: {
      year: YEAR,
      return_type: ["recipientclienttype"],
      recipient_name: ["recipientname"],
      payer_name: ["receivedfromclientname"],
      receipt_type: ["receipttype"],
      amount_cents: ["amount"],
    },
  },
  {
    kind: "donations made",
    what: "donations that donors declare",
    isExport: true,
    columns: {
      year: YEAR,
      donor_name: ["donor name", "name"],
      party_name: ["donation made to"],
      donated_on: ["date", "date of gift"],
      amount_cents: ["value", "amount"],
    },
    optional: ["donated_on"],
  },
  {
    kind: "donations made",
    what: "donations that donors declare, with ids",
    isExport: false,
    columns: {
      year: YEAR,
      donor_name: ["currentclientname"],
      party_name: ["donationmadetoname"],
      donated_on: ["transactiondate"],
      amount_cents: ["amount"],
    },
    optional: ["donated_on"],
  },
  {
    kind: "member returns",
    what: "annual returns of members and senators",
    isExport: true,
    columns: {
      year: YEAR,
      return_type: ["return type"],
      member_name: ["name"],
      total_cents: ["total donations received"],
      donor_count: ["number of donors"],
    },
  },
  ...(
    [
      ["associated entities", ["name", "associatedparties", "total receipts"]],
      ["associated entities", ["name", "associated party", "total receipts"]],
      ["donors", ["name", "total donations made"]],
      [
        "significant third parties",
        ["return type", "clientfileid", "total receipts", "electoral expenditure"],
      ],
      [
        "political campaigners",
        ["clientfileid", "lodged on behalf of", "total receipts", "electoral expenditure"],
      ],
      ["third parties", ["clientfileid", "total expenditure"]],
      ["gifts received by donors and third parties", ["name", "donation received from", "value"]],
      ["capital contributions", ["return type", "contributor", "value"]],
      ["discretionary benefits", ["return type", "name", "received from", "date", "value"]],
      ["debts", ["return type", "creditor name", "amount owed"]],
      ["parties of associated entities", ["registrationcode", "associatedparties", "clientfileid"]],
    ] as const
  ).map(
    ([what, names]): AecLayout => ({
      kind: "other returns",
      what: `annual returns: ${what}`,
      isExport: true,
      columns: { year: YEAR, ...Object.fromEntries(names.map((name) => [name, [name]])) },
    }),
  ),
];

/** The layout whose columns are all in the file; of several, the one with the most columns. */
export function aecLayout(file: ImportFile): AecLayout | undefined {
  const header = headerOf(file);
  if (!YEAR.some((name) => header.includes(name))) return undefined;
  const isThere = (names: readonly string[]) => names.some((name) => header.includes(name));
  return AEC_LAYOUTS.filter(({ columns, optional = [] }) =>
    Object.entries(columns).every(([target, names]) => optional.includes(target) || isThere(names)),
  ).sort((a, b) => Object.keys(b.columns).length - Object.keys(a.columns).length)[0];
}
