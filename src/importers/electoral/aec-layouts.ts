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

/** Dataset columns with their names in the register's own exports and in copies of its data. */
type TwoNames = Readonly<Record<string, readonly [exported: readonly string[], copied: string]>>;

/** Layouts of the register's own export of one kind of file, and of a third-party copy of the same data. */
function bothLayouts(
  kind: AecKind,
  exported: string,
  copied: string,
  columns: TwoNames,
  optional: readonly string[] = [],
): AecLayout[] {
  const layout = (what: string, isExport: boolean): AecLayout => {
    const names = Object.entries(columns).map(
      ([target, [own, copy]]) => [target, isExport ? own : [copy]] as const,
    );
    return { kind, what, isExport, columns: { year: YEAR, ...Object.fromEntries(names) }, optional };
  };
  return [layout(exported, true), layout(copied, false)];
}

const AEC_LAYOUTS: readonly AecLayout[] = [
  ...bothLayouts(
    "party returns",
    "annual returns of parties",
    "annual returns of parties with their groups",
    {
      party_name: [["name"], "currentclientname"],
      party_group: [["party group"], "partygroupname"],
      receipts_cents: [["total receipts"], "totalreceipts"],
      payments_cents: [["total payments"], "totalpayments"],
      debts_cents: [["total debts"], "totaldebts"],
    },
  ),
  ...bothLayouts(
    "receipts",
    "receipts of annual returns, one by one",
    "receipts of annual returns, one by one, with ids",
    {
      return_type: [["return type"], "recipientclienttype"],
      recipient_name: [["recipient name", "name"], "recipientname"],
      payer_name: [["received from"], "receivedfromclientname"],
      receipt_type: [["receipt type"], "receipttype"],
      amount_cents: [["value", "amount"], "amount"],
    },
  ),
  ...bothLayouts(
    "donations made",
    "donations that donors declare",
    "donations that donors declare, with ids",
    {
      donor_name: [["donor name", "name"], "currentclientname"],
      party_name: [["donation made to"], "donationmadetoname"],
      donated_on: [["date", "date of gift"], "transactiondate"],
      amount_cents: [["value", "amount"], "amount"],
    },
    ["donated_on"],
  ),
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
