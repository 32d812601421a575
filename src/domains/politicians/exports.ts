import type { Export } from "../export.ts";

/** Files of the register and the returns. A data set that is switched off leaves its columns and no rows. */
export const EXPORTS: readonly Export[] = [
  {
    path: "funding/parties/:year",
    title: "Party funding of a financial year",
    doc: "The rows of GetDonationsOverview, every group, by name. A year that is not held has none.",
    tables: ["aec_party_returns"],
    key: { doc: "The label of a financial year, letter for letter.", example: "2024-25" },
    parameters: {},
    load: async () => (await import("./export-tables.ts")).partyFundingFile,
  },
  {
    path: "funding/donors/:year",
    title: "Payers of parties in a financial year",
    doc: "The rows of ListTopDonors, every payer, largest first. Amounts below the disclosure threshold are not published, and what recipients list does not reconcile with what donors declare.",
    tables: ["aec_receipts"],
    key: { doc: "The label of a financial year, letter for letter.", example: "2024-25" },
    parameters: {
      party: {
        doc: "A party group of funding/parties, letter for letter; all of them together unless given.",
        example: "Independent",
      },
      limit: { doc: "Most rows.", example: "100" },
    },
    load: async () => (await import("./export-tables.ts")).donorsFile,
  },
  {
    path: "politicians/:chamber",
    title: "Members and senators",
    doc: "The rows of ListPoliticians in order of name.",
    tables: ["politicians", "politician_terms"],
    key: { doc: "house or senate.", example: "house" },
    parameters: {},
    load: async () => (await import("./export-tables.ts")).membersFile,
  },
];
