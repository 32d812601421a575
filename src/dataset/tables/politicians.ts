import { STATE_CODES } from "../states.ts";
import {
  bool,
  date,
  int,
  licence,
  must,
  type Rule,
  salCode,
  type TableDefinition,
  table,
  text,
} from "../table-definition.ts";
import { STOCK_CODE_PATTERN } from "./market.ts";

/** Copyright of statements is the parliament's; facts may be shown with attribution. */
export const REGISTER_LICENCE = "parliamentary-material-commonwealth-copyright";

const CHAMBERS = ["house", "senate"];
export const REGISTER_HOLDERS = ["self", "spouse_partner", "dependent_children", "unspecified"];
export const ENTITY_KINDS = [
  "listed",
  "private_company",
  "family_trust",
  "smsf",
  "managed_fund",
  "foreign",
  "not_an_entity",
];
export const MATCH_METHODS = ["curated_alias", "ticker_in_text", "name_exact"];

const parliament = int("Number of the parliament.", "48", must, { min: 1, max: 999 });
const chamber = text("Chamber.", "house", must, { values: CHAMBERS });

export const politician = (rules: Rule) => int("Person.", "1", rules, { references: "politicians.id" });

export const POLITICIANS = table("politicians", "Politicians", {
  key: ["id"],
  doc: "Federal members and senators, current and former; one row per person.",
  columns: {
    id: int("Number of the person.", "1", must, { min: 1 }),
    person_key: text("Key of the person in the source.", "synthetic-person-1", must, { unique: true }),
    surname: text("Surname.", "Member NSW 1", must),
    given_names: text("Given names.", "Synthetic federal", { default: "" }),
    display_name: text("Display name.", "Synthetic federal member NSW 1", must),
    honorific: text("Such as `Hon.`", "Hon.", "none known"),
    slug: text("Stable key for requests.", "synthetic-federal-member-nsw-1", must, {
      unique: true,
      pattern: "[a-z0-9]+(-[a-z0-9]+)*",
    }),
    aph_mpid: text("Id on the website of the parliament.", "SYN001"),
    first_parliament: int("First parliament of the member.", "44", { min: 1, max: 999 }),
    last_parliament: int("Last parliament of the member.", "48", { min: 1, max: 999 }),
    merged_into_id: int(
      "Person into whom this record was merged; such a row is never served.",
      "",
      "not merged",
    ),
    photo_url: text("Portrait; shown only with a licence and a source.", "", "none"),
    photo_licence: text("Licence of the portrait.", "", "none"),
    photo_author: text("Author of the portrait.", ""),
    photo_source_url: text("URL where the portrait was published.", ""),
  },
});

export const POLITICIAN_TERMS = table("politician_terms", "Terms", {
  key: ["politician_id", "parliament", "chamber"],
  doc: "Seats held: one row per person, parliament and chamber.",
  columns: {
    politician_id: politician(must),
    parliament,
    chamber,
    division: text("Electoral division of a member of the House.", "Calare", "a senator, or unknown"),
    state_code: text("State or territory.", "NSW", { values: STATE_CODES }),
    party: text("Party, full name.", "Synthetic Wattle Party", "not recorded; the division's party is used"),
    party_ab: text("Party, abbreviated.", "SYNWAT", "not recorded"),
  },
});

export const REGISTER_DOCUMENTS = table("register_documents", "Statements of interests", {
  key: ["source_url"],
  doc: "Documents of the register, read or not; the coverage of a parliament is the share that was read.",
  columns: {
    source_url: text("URL where it is published.", "https://register.example/48/nsw-1.pdf", must),
    politician_id: politician("a volume of several"),
    chamber,
    parliament,
    lodged: date("Day on which it was lodged.", "2025-08-20"),
    extract_status: text("Whether it was read.", "read", must, { values: ["read", "pending", "failed"] }),
  },
});

export const REGISTER_HOLDINGS = table("register_holdings", "Declared interests", {
  key: ["id"],
  doc: "Declarations of members, verbatim. The register has what is declared, never how much: there are no amounts.",
  columns: {
    id: int("Number of the row.", "1", must, { min: 1 }),
    politician_id: politician(must),
    item_no: int("Item of the form.", "3", must, { min: 1, max: 14 }),
    holder: text("Holder of the interest.", "self", { default: "unspecified", values: REGISTER_HOLDERS }),
    declared_text: text("The declaration, verbatim.", "Residence, Example NSW", must),
    secondary_text: text("Second column of the form, verbatim.", "Residence", "none"),
    stock_code: text(
      "Listed company that the text names; it need not be in `companies`.",
      "ZAD0",
      "none named",
      { pattern: STOCK_CODE_PATTERN },
    ),
    sal_code: salCode("none named"),
    match_method: text("How the code or suburb was matched.", "name_exact", "neither was matched", {
      values: MATCH_METHODS,
    }),
    entity_kind: text("Kind of entity.", "not_an_entity", "not judged", { values: ENTITY_KINDS }),
    declared_from: date("Day from which it is declared.", "2025-08-20"),
    declared_from_known: bool("Whether that day is known.", "true", { default: false }),
    declared_to: date("Day from which it is no longer declared.", "", "still declared"),
    currently_declared: bool("Whether it is declared now.", "true", { default: true }),
    source_url: text("URL of the statement.", "https://register.example/48/nsw-1.pdf", { default: "" }),
    source_licence: licence(REGISTER_LICENCE),
  },
});

export const REGISTER_TABLES: readonly TableDefinition[] = [
  POLITICIANS,
  POLITICIAN_TERMS,
  REGISTER_DOCUMENTS,
  REGISTER_HOLDINGS,
];
