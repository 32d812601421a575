import type { Domain, Searchable } from "../domain.ts";
import type { Export } from "../export.ts";
import { SAMPLES } from "./samples.ts";

/** While a data set is switched off, its files have their columns and no rows. */
const EXPORTS: readonly Export[] = [
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

export const SEARCHABLES: readonly Searchable[] = [
  {
    kind: "member",
    hiddenBy: "interestRegister",
    sql: `
SELECT
  slug AS id, display_name AS title, concat_ws(', ', party_ab, division, state_code) AS detail, NULL AS names,
  concat_ws(' ', surname, given_names, party, division, chamber) AS words, last_parliament AS weight
FROM serve.register_people`,
  },
];

/** Members, what they declare, and the money that parties report: PoliticiansService. */
export const politicians: Domain = {
  name: "politicians",
  samples: SAMPLES,
  exports: EXPORTS,
  openTables: ["party_funding_rollup", "register_people"],
  searchables: SEARCHABLES,
  aggregates: async () => (await import("./aggregates/index.ts")).POLITICIAN_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).POLITICIAN_PAGE_SETS,
  methods: async () => (await import("./service.ts")).politicianMethods,
};
