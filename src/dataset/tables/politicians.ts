import {
  column,
  licenceColumn,
  salCodeColumn,
  type TableDefinition,
  textColumn,
} from "../table-definition.ts";

/** What is on a statement belongs to the parliament; facts may be shown with attribution. */
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

const parliament = column("parliament", "int", "Number of the parliament.", "48", {
  required: true,
  min: 1,
  max: 999,
});
const chamber = column("chamber", "text", "Chamber.", "house", { required: true, values: CHAMBERS });

/** A reference to the person a row is about. */
export function politicianColumn(rules: { required?: true; nullMeaning?: string }) {
  return column("politician_id", "int", "Person.", "1", { references: "politicians.id", ...rules });
}

export const POLITICIANS: TableDefinition = {
  name: "politicians",
  title: "Politicians",
  doc: "Federal members and senators, present and former, a row a person.",
  key: ["id"],
  columns: [
    column("id", "int", "Number of the person.", "1", { required: true, min: 1 }),
    column("person_key", "text", "Key of the person in the source.", "synthetic-person-1", {
      required: true,
      unique: true,
    }),
    column("surname", "text", "Surname.", "Member NSW 1", { required: true }),
    column("given_names", "text", "Given names.", "Synthetic federal", { default: "" }),
    column("display_name", "text", "Name as shown.", "Synthetic federal member NSW 1", { required: true }),
    textColumn("honorific", "Such as `Hon.`", "Hon.", "none known"),
    column("slug", "text", "Key in requests, minted once.", "synthetic-federal-member-nsw-1", {
      required: true,
      unique: true,
      pattern: "[a-z0-9]+(-[a-z0-9]+)*",
    }),
    textColumn("aph_mpid", "Id on the parliament's web site.", "SYN001"),
    column("first_parliament", "int", "First parliament sat in.", "44", {
      min: 1,
      max: 999,
      nullMeaning: "unknown",
    }),
    column("last_parliament", "int", "Last parliament sat in.", "48", {
      min: 1,
      max: 999,
      nullMeaning: "unknown",
    }),
    column(
      "merged_into_id",
      "int",
      "Person that this record turned out to be; such a row is never served.",
      "",
      {
        nullMeaning: "a person of its own",
      },
    ),
    textColumn("photo_url", "Portrait; shown only with a licence and a source.", "", "none"),
    textColumn("photo_licence", "Licence of the portrait.", "", "none"),
    textColumn("photo_author", "Author of the portrait.", "", "unknown"),
    textColumn("photo_source_url", "Where the portrait was published.", "", "unknown"),
  ],
};

export const POLITICIAN_TERMS: TableDefinition = {
  name: "politician_terms",
  title: "Terms",
  doc: "Seats held, a row a person, parliament and chamber.",
  key: ["politician_id", "parliament", "chamber"],
  columns: [
    politicianColumn({ required: true }),
    parliament,
    chamber,
    textColumn("division", "Electoral division of a member of the House.", "Calare", "a senator, or unknown"),
    column("state_code", "text", "State or territory.", "NSW", {
      values: ["NSW", "VIC", "QLD", "SA", "WA", "TAS", "NT", "ACT"],
      nullMeaning: "unknown",
    }),
    textColumn(
      "party",
      "Party, full name.",
      "Synthetic Wattle Party",
      "not recorded; the division's party is in",
    ),
    textColumn("party_ab", "Party, abbreviated.", "SYNWAT", "not recorded"),
  ],
};

export const REGISTER_DOCUMENTS: TableDefinition = {
  name: "register_documents",
  title: "Statements of interests",
  doc: "Documents of the register, read or not; the coverage of a parliament is the share that was read.",
  key: ["source_url"],
  columns: [
    column("source_url", "text", "Where it is published.", "https://register.example/48/nsw-1.pdf", {
      required: true,
    }),
    politicianColumn({ nullMeaning: "a volume of several" }),
    chamber,
    parliament,
    column("lodged", "date", "Day on which it was lodged.", "2025-08-20", { nullMeaning: "unknown" }),
    column("extract_status", "text", "Whether it was read.", "read", {
      required: true,
      values: ["read", "pending", "failed"],
    }),
  ],
};

export const REGISTER_HOLDINGS: TableDefinition = {
  name: "register_holdings",
  title: "Declared interests",
  doc: "What members declare, word for word. The register says what and never how much: no column holds an amount.",
  key: ["id"],
  columns: [
    column("id", "int", "Number of the row.", "1", { required: true, min: 1 }),
    politicianColumn({ required: true }),
    column("item_no", "int", "Item of the form.", "3", { required: true, min: 1, max: 14 }),
    column("holder", "text", "For whom it is declared.", "self", {
      default: "unspecified",
      values: REGISTER_HOLDERS,
    }),
    column("declared_text", "text", "The declaration, verbatim.", "Residence, Example NSW", {
      required: true,
    }),
    textColumn("secondary_text", "Second column of the form, verbatim.", "Residence", "none"),
    column(
      "stock_code",
      "text",
      "Listed company that the text names; it need not be in `companies`.",
      "ZAD0",
      {
        pattern: "[A-Z0-9]{3,6}",
        nullMeaning: "names none",
      },
    ),
    salCodeColumn({ nullMeaning: "names none" }),
    column("match_method", "text", "How code or suburb were found.", "name_exact", {
      values: MATCH_METHODS,
      nullMeaning: "neither was",
    }),
    column("entity_kind", "text", "Kind of entity.", "not_an_entity", {
      values: ENTITY_KINDS,
      nullMeaning: "not judged",
    }),
    column("declared_from", "date", "Day from which it is declared.", "2025-08-20", {
      nullMeaning: "unknown",
    }),
    column("declared_from_known", "bool", "Whether that day is known.", "true", { default: false }),
    column("declared_to", "date", "Day from which it is no longer declared.", "", {
      nullMeaning: "still declared",
    }),
    column("currently_declared", "bool", "Whether it is declared now.", "true", { default: true }),
    column("source_url", "text", "The statement.", "https://register.example/48/nsw-1.pdf", { default: "" }),
    licenceColumn(REGISTER_LICENCE),
  ],
};

export const REGISTER_TABLES: readonly TableDefinition[] = [
  POLITICIANS,
  POLITICIAN_TERMS,
  REGISTER_DOCUMENTS,
  REGISTER_HOLDINGS,
];
