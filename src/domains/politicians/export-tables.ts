import {
  PartyFundingSummarySchema,
  PoliticianSchema,
  ReceiptTypeAmountsSchema,
  type TopDonor,
  TopDonorSchema,
} from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { sourcesOfTables } from "../../snapshot/manifest/metric-sources.ts";
import type { ExportCells, ExportColumn, OpenExport } from "../export.ts";
import { exportColumns } from "../export-columns.ts";
import { limitOf, oneOf } from "../export-rules.ts";
import { messageBatches, messageCells } from "../message-export.ts";
import { tableExport } from "../table-export.ts";
import { allDonors, donorCount, fundingYears } from "./queries/donations.ts";

const RETURNS = ["aec_party_returns", "aec_receipts", "aec_donations_made"];
const REGISTER = ["politicians", "politician_terms", "register_holdings"];

export const partyFundingFile: OpenExport = tableExport(
  {
    table: "party_funding_rollup",
    columns: exportColumns(PartyFundingSummarySchema),
    where: { sql: "financial_year = $year", parameters: { year: "varchar" } },
    datasetTables: RETURNS,
  },
  ({ key }) => {
    requireYearLabel(key);
    return {
      title: `Party funding of ${key}`,
      name: `party-funding-${key}`,
      values: { year: key },
    };
  },
);

/** Members whose newest seat is in a chamber. */
export const membersFile: OpenExport = tableExport(
  {
    table: "register_people",
    columns: exportColumns(PoliticianSchema),
    where: { sql: "chamber = $chamber", parameters: { chamber: "varchar" } },
    datasetTables: REGISTER,
  },
  ({ key }) => {
    const chamber = oneOf(key, ["house", "senate"], "chamber");
    return {
      title: `Members: ${chamber}`,
      name: `politicians-${chamber}`,
      values: { chamber },
    };
  },
);

function requireYearLabel(key: string): void {
  if (/^\d{4}-(\d{2}|\d{4})$/.test(key)) return;
  throw new TerraceError(
    "not_found",
    `year: ${quoted(key)} is not a label of a financial year such as 2024-25`,
  );
}

const YEAR: ExportColumn = {
  name: "financial_year",
  type: "text",
  doc: "Label of the financial year, verbatim.",
};
const PAYER_COLUMNS = exportColumns(TopDonorSchema, {}, ["receipt_types", "recipients"]).map(inCents);
const AMOUNT_COLUMNS = exportColumns(ReceiptTypeAmountsSchema).map(inCents);

function inCents(column: ExportColumn): ExportColumn {
  return column.name.endsWith("_cents") ? { ...column, unit: "AUD cents" } : column;
}

export const donorsFile: OpenExport = (view, { key, parameters }) => {
  requireYearLabel(key);
  const party = parameters.get("party") ?? "";
  const limit = limitOf(parameters);
  const isHidden = view.hidden?.has("party_funding_rollup") === true;
  const count = isHidden ? 0 : donorCount(view, key, party);
  if (count === undefined) {
    const years = fundingYears(view);
    const what = years.includes(key)
      ? `no payers of party group ${quoted(party)} in ${key}; funding/parties/${key} lists the groups`
      : `no returns of ${quoted(key)}; held are ${years.join(", ") || "none"}`;
    throw new TerraceError("not_found", what);
  }
  const rowCount = Math.min(count, limit);
  const cells = (donors: readonly TopDonor[]): ExportCells[] => [
    { values: donors.map(() => key) },
    ...messageCells(donors, PAYER_COLUMNS),
    ...messageCells(
      donors.map(({ receiptTypes }) => receiptTypes!),
      AMOUNT_COLUMNS,
    ),
  ];
  return {
    title: party === "" ? `Payers of parties in ${key}` : `Payers of ${party} in ${key}`,
    name: `party-donors-${key}${party === "" ? "" : `-${party}`}`,
    columns: [YEAR, ...PAYER_COLUMNS, ...AMOUNT_COLUMNS],
    sources: sourcesOfTables(["aec_party_returns", "aec_receipts"], view.manifest.sources),
    rowCount,
    batches: (stop) =>
      messageBatches(rowCount === 0 ? [] : allDonors(view, key, party), rowCount, cells, stop),
  };
};
