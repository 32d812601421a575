import { column, type TableDefinition, textColumn } from "../table-definition.ts";
import { politicianColumn } from "./politicians.ts";

export const RECEIPT_TYPES = ["Donation Received", "Other Receipt", "Subscription", "Public Funding"];

const cents = (name: string, doc: string, example: string) =>
  column(name, "int", doc, example, { wide: true, unit: "AUD cents", nullMeaning: "not declared" });
const amount = column("amount_cents", "int", "Amount.", "1500000", {
  wide: true,
  required: true,
  unit: "AUD cents",
});
const snapshotAt = column(
  "snapshot_at",
  "timestamp",
  "When the publisher's file was fetched.",
  "2026-11-01T00:00:00Z",
  {
    required: true,
  },
);
const occurrence = column(
  "occurrence",
  "int",
  "Which of several rows that are alike in everything else: each is a payment of its own.",
  "1",
  { default: 1, min: 1 },
);
const yearColumns = [
  column("financial_year", "text", "Label of the financial year, verbatim.", "2024-25", { required: true }),
  column("financial_year_end", "int", "Calendar year in which it ends.", "2025", {
    required: true,
    min: 1900,
    max: 2199,
  }),
];

export const AEC_PARTY_RETURNS: TableDefinition = {
  name: "aec_party_returns",
  title: "Party returns",
  doc: "Annual returns of parties and their branches, a row a return: several branches may lodge under one name.",
  key: ["financial_year", "party_name", "occurrence"],
  columns: [
    ...yearColumns,
    column("party_name", "text", "Party or branch, as lodged.", "Synthetic Wattle Party (NSW Branch)", {
      required: true,
    }),
    textColumn(
      "party_group",
      "Group that the branch belongs to.",
      "Synthetic Wattle Party",
      "a group of its own",
    ),
    cents("receipts_cents", "Total receipts.", "912345600"),
    cents("payments_cents", "Total payments.", "893450000"),
    cents("debts_cents", "Total debts.", "12000000"),
    occurrence,
    snapshotAt,
  ],
};

export const AEC_RECEIPTS: TableDefinition = {
  name: "aec_receipts",
  title: "Receipts",
  doc: "Receipts above the threshold that parties and others list one by one.",
  key: ["financial_year", "recipient_name", "payer_name", "receipt_type", "amount_cents", "occurrence"],
  columns: [
    ...yearColumns,
    column("recipient_name", "text", "Who received, as lodged.", "Synthetic Wattle Party (NSW Branch)", {
      required: true,
    }),
    column("recipient_kind", "text", "What the recipient is.", "party", {
      default: "other",
      values: ["party", "associated_entity", "third_party", "other"],
    }),
    column("payer_name", "text", "Who paid, as lodged.", "Synthetic Payer 1 Pty Ltd", { required: true }),
    column(
      "receipt_type",
      "text",
      `Type as lodged: ${RECEIPT_TYPES.join(", ")}; others count as unspecified.`,
      "Other Receipt",
      {
        default: "",
      },
    ),
    amount,
    occurrence,
    snapshotAt,
  ],
};

export const AEC_DONATIONS_MADE: TableDefinition = {
  name: "aec_donations_made",
  title: "Donations made",
  doc: "Donations that donors declare. They do not reconcile with what recipients list.",
  key: ["financial_year", "donor_name", "party_name", "amount_cents", "occurrence"],
  columns: [
    ...yearColumns,
    column("donor_name", "text", "Who gave, as lodged.", "Synthetic Payer 1 Pty Ltd", { required: true }),
    column("party_name", "text", "To whom, as lodged.", "Synthetic Wattle Party (NSW Branch)", {
      required: true,
    }),
    column("donated_on", "date", "Day.", "2024-09-30", { nullMeaning: "not declared" }),
    amount,
    occurrence,
    snapshotAt,
  ],
};

export const AEC_MP_RETURNS: TableDefinition = {
  name: "aec_mp_returns",
  title: "Members' returns",
  doc: "Annual returns of members and senators; few lodge one.",
  key: ["financial_year", "return_type", "member_name"],
  columns: [
    ...yearColumns,
    column("return_type", "text", "Type, verbatim.", "Member of House of Representatives Return", {
      required: true,
    }),
    column("chamber", "text", "Chamber.", "house", { required: true, values: ["house", "senate"] }),
    column("member_name", "text", "Name as lodged.", "Synthetic federal member NSW 1 MP", { required: true }),
    cents("total_cents", "Donations received.", "2500000"),
    column("donor_count", "int", "Donors.", "12", { min: 0, nullMeaning: "not declared" }),
    politicianColumn({ nullMeaning: "no member held, or more than one, has the name" }),
    textColumn("source_url", "Where it is published.", "", "unknown"),
    snapshotAt,
  ],
};

export const AEC_CANDIDATE_RETURNS: TableDefinition = {
  name: "aec_candidate_returns",
  title: "Candidates' returns",
  doc: "Election returns of candidates; most declare nothing.",
  key: ["event", "return_type", "candidate_name", "electorate_name"],
  columns: [
    column("event", "text", "Election, verbatim.", "Synthetic Election 2025", { required: true }),
    column("event_year", "int", "Its year.", "2025", { required: true, min: 1900, max: 2199 }),
    column("return_type", "text", "Type, verbatim.", "Candidate Return", { required: true }),
    column("candidate_name", "text", "Name as lodged.", "Synthetic federal member NSW 1", { required: true }),
    textColumn("party_name", "Party as lodged.", "Synthetic Wattle Party", "none"),
    column("electorate_name", "text", "Electorate.", "Calare", { default: "" }),
    textColumn("electorate_state", "Its state.", "NSW"),
    column("nil_return", "bool", "It declares nothing.", "false", { default: false }),
    column("amendment_no", "int", "Number of the amendment.", "0", { default: 0, min: 0 }),
    cents("gift_cents", "Gifts.", "150000"),
    column("donor_count", "int", "Donors.", "3", { min: 0, nullMeaning: "not declared" }),
    cents("expenditure_cents", "Electoral expenditure.", "900000"),
    cents("discretionary_cents", "Discretionary benefits.", "0"),
    politicianColumn({ nullMeaning: "no member held, or more than one, has the name" }),
    textColumn("source_url", "Where it is published.", "", "unknown"),
    snapshotAt,
  ],
};

export const AEC_CANDIDATE_DONATIONS: TableDefinition = {
  name: "aec_candidate_donations",
  title: "Donations to candidates",
  doc: "Donations that candidates' returns list.",
  key: ["event", "candidate_name", "electorate_name", "donor_name", "amount_cents", "occurrence"],
  columns: [
    column("event", "text", "Election, verbatim.", "Synthetic Election 2025", { required: true }),
    column("candidate_name", "text", "Name as lodged.", "Synthetic federal member NSW 1", { required: true }),
    column("electorate_name", "text", "Electorate.", "Calare", { default: "" }),
    column("donor_name", "text", "Who gave, as lodged.", "Synthetic Payer 1 Pty Ltd", { required: true }),
    column("donated_on", "date", "Day.", "2025-04-02", { nullMeaning: "not declared" }),
    amount,
    occurrence,
    snapshotAt,
  ],
};

export const ENTITY_ALIASES: TableDefinition = {
  name: "entity_aliases",
  title: "Curated names",
  doc: "Normalised names that people checked: the listed company of each, or that it has none.",
  key: ["name_norm"],
  columns: [
    column("name_norm", "text", "Normalised name.", "SYNTHETIC ALIAS", { required: true }),
    column("stock_code", "text", "Ticker.", "ZAD0", { pattern: "[A-Z0-9]{3,6}", nullMeaning: "none" }),
    column("ignore", "bool", "The name matches nothing, whatever company bears it.", "false", {
      default: false,
    }),
  ],
};

export const FUNDING_TABLES: readonly TableDefinition[] = [
  AEC_PARTY_RETURNS,
  AEC_RECEIPTS,
  AEC_DONATIONS_MADE,
  AEC_MP_RETURNS,
  AEC_CANDIDATE_RETURNS,
  AEC_CANDIDATE_DONATIONS,
  ENTITY_ALIASES,
];
