import { PartyFundingSummarySchema, PoliticianSchema } from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { OpenExport } from "../export.ts";
import { exportColumns } from "../export-columns.ts";
import { oneOf } from "../export-rules.ts";
import { tableExport } from "../table-export.ts";

const RETURNS = ["aec_party_returns", "aec_receipts", "aec_donations_made"];
const REGISTER = ["politicians", "politician_terms", "register_holdings"];

/** Every party group of a year. */
export const partyFundingFile: OpenExport = tableExport(
  {
    table: "party_funding_rollup",
    columns: exportColumns(PartyFundingSummarySchema),
    where: { sql: "financial_year = $year", parameters: { year: "varchar" } },
    datasetTables: RETURNS,
  },
  ({ key, switches }) => {
    if (!/^\d{4}-(\d{2}|\d{4})$/.test(key)) {
      throw new TerraceError(
        "not_found",
        `year: ${quoted(key)} is no label of a financial year such as 2024-25`,
      );
    }
    return {
      title: `Party funding of ${key}`,
      name: `party-funding-${key}`,
      values: { year: key },
      isWithheld: switches.partyFunding === false,
    };
  },
);

/** Everyone whose newest seat is in a chamber. */
export const membersFile: OpenExport = tableExport(
  {
    table: "register_people",
    columns: exportColumns(PoliticianSchema),
    where: { sql: "chamber = $chamber", parameters: { chamber: "varchar" } },
    datasetTables: REGISTER,
  },
  ({ key, switches }) => {
    const chamber = oneOf(key, ["house", "senate"], "chamber");
    return {
      title: `Members: ${chamber}`,
      name: `politicians-${chamber}`,
      values: { chamber },
      isWithheld: switches.interestRegister === false,
    };
  },
);
