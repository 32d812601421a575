import { bool, date, int, must, type TableDefinition, table, text, timestamp } from "../table-definition.ts";
import { STOCK_CODE_PATTERN } from "./market.ts";
import { politician } from "./politicians.ts";

export const RECEIPT_TYPES = ["Donation Received", "Other Receipt", "Subscription", "Public Funding"];

const cents = (doc: string, example: string) =>
  int(doc, example, "not declared", { wide: true, unit: "AUD cents" });
const amount = int("Amount.", "1500000", must, { wide: true, unit: "AUD cents" });
const snapshotAt = timestamp("When the publisher's file was fetched.", "2026-11-01T00:00:00Z", must);
const occurrence = int("Number of the row among otherwise equal rows; each is a separate payment.", "1", {
  default: 1,
  min: 1,
});
const yearColumns = {
  financial_year: text("Label of the financial year, verbatim.", "2024-25", must),
  financial_year_end: int("Calendar year in which it ends.", "2025", must, { min: 1900, max: 2199 }),
};

export const AEC_PARTY_RETURNS = table("aec_party_returns", "Party returns", {
  key: ["financial_year", "party_name", "occurrence"],
  doc: "Annual returns of parties and their branches, one row per return; several branches may lodge under one name.",
  columns: {
    ...yearColumns,
    party_name: text("Party or branch, as lodged.", "Synthetic Wattle Party (NSW Branch)", must),
    party_group: text("Group that the branch belongs to.", "Synthetic Wattle Party", "a separate group"),
    receipts_cents: cents("Total receipts.", "912345600"),
    payments_cents: cents("Total payments.", "893450000"),
    debts_cents: cents("Total debts.", "12000000"),
    occurrence,
    snapshot_at: snapshotAt,
  },
});

export const AEC_RECEIPTS = table("aec_receipts", "Receipts", {
  key: ["financial_year", "recipient_name", "payer_name", "receipt_type", "amount_cents", "occurrence"],
  doc: "Receipts above the threshold, itemised by parties and others.",
  columns: {
    ...yearColumns,
    recipient_name: text("Who received, as lodged.", "Synthetic Wattle Party (NSW Branch)", must),
    recipient_kind: text("What the recipient is.", "party", {
      default: "other",
      values: ["party", "associated_entity", "third_party", "other"],
    }),
    payer_name: text("Who paid, as lodged.", "Synthetic Payer 1 Pty Ltd", must),
    receipt_type: text(
      `Type as lodged: ${RECEIPT_TYPES.join(", ")}; others count as unspecified.`,
      "Other Receipt",
      { default: "" },
    ),
    amount_cents: amount,
    occurrence,
    snapshot_at: snapshotAt,
  },
});

export const AEC_DONATIONS_MADE = table("aec_donations_made", "Donations made", {
  key: ["financial_year", "donor_name", "party_name", "amount_cents", "occurrence"],
  doc: "Donations that donors declare. They do not reconcile with what recipients list.",
  columns: {
    ...yearColumns,
    donor_name: text("Donor, as lodged.", "Synthetic Payer 1 Pty Ltd", must),
    party_name: text("Recipient party, as lodged.", "Synthetic Wattle Party (NSW Branch)", must),
    donated_on: date("Day.", "2024-09-30", "not declared"),
    amount_cents: amount,
    occurrence,
    snapshot_at: snapshotAt,
  },
});

export const AEC_MP_RETURNS = table("aec_mp_returns", "Members' returns", {
  key: ["financial_year", "return_type", "member_name"],
  doc: "Annual returns of members and senators; few lodge one.",
  columns: {
    ...yearColumns,
    return_type: text("Type, verbatim.", "Member of House of Representatives Return", must),
    chamber: text("Chamber.", "house", must, { values: ["house", "senate"] }),
    member_name: text("Name as lodged.", "Synthetic federal member NSW 1 MP", must),
    total_cents: cents("Donations received.", "2500000"),
    donor_count: int("Donors.", "12", "not declared", { min: 0 }),
    politician_id: politician("no member, or more than one, has the name"),
    source_url: text("URL where it is published.", ""),
    snapshot_at: snapshotAt,
  },
});

export const AEC_CANDIDATE_RETURNS = table("aec_candidate_returns", "Candidates' returns", {
  key: ["event", "return_type", "candidate_name", "electorate_name"],
  doc: "Election returns of candidates; most declare nothing.",
  columns: {
    event: text("Election, verbatim.", "Synthetic Election 2025", must),
    event_year: int("Year of the election.", "2025", must, { min: 1900, max: 2199 }),
    return_type: text("Type, verbatim.", "Candidate Return", must),
    candidate_name: text("Name as lodged.", "Synthetic federal member NSW 1", must),
    party_name: text("Party as lodged.", "Synthetic Wattle Party", "none"),
    electorate_name: text("Electorate.", "Calare", { default: "" }),
    electorate_state: text("State of the electorate.", "NSW"),
    nil_return: bool("True if it declares nothing.", "false", { default: false }),
    amendment_no: int("Number of the amendment.", "0", { default: 0, min: 0 }),
    gift_cents: cents("Gifts.", "150000"),
    donor_count: int("Donors.", "3", "not declared", { min: 0 }),
    expenditure_cents: cents("Electoral expenditure.", "900000"),
    discretionary_cents: cents("Discretionary benefits.", "0"),
    politician_id: politician("no member, or more than one, has the name"),
    source_url: text("URL where it is published.", ""),
    snapshot_at: snapshotAt,
  },
});

export const AEC_CANDIDATE_DONATIONS = table("aec_candidate_donations", "Donations to candidates", {
  key: ["event", "candidate_name", "electorate_name", "donor_name", "amount_cents", "occurrence"],
  doc: "Donations that candidates' returns list.",
  columns: {
    event: text("Election, verbatim.", "Synthetic Election 2025", must),
    candidate_name: text("Name as lodged.", "Synthetic federal member NSW 1", must),
    electorate_name: text("Electorate.", "Calare", { default: "" }),
    donor_name: text("Donor, as lodged.", "Synthetic Payer 1 Pty Ltd", must),
    donated_on: date("Day.", "2025-04-02", "not declared"),
    amount_cents: amount,
    occurrence,
    snapshot_at: snapshotAt,
  },
});

export const ENTITY_ALIASES = table("entity_aliases", "Curated names", {
  key: ["name_norm"],
  doc: "Manually checked normalised names: the listed company of each, or none.",
  columns: {
    name_norm: text("Normalised name.", "SYNTHETIC ALIAS", must),
    stock_code: text("Ticker.", "ZAD0", "none", { pattern: STOCK_CODE_PATTERN }),
    ignore: bool("True if the name matches no company, even one of that name.", "false", { default: false }),
  },
});

export const FUNDING_TABLES: readonly TableDefinition[] = [
  AEC_PARTY_RETURNS,
  AEC_RECEIPTS,
  AEC_DONATIONS_MADE,
  AEC_MP_RETURNS,
  AEC_CANDIDATE_RETURNS,
  AEC_CANDIDATE_DONATIONS,
  ENTITY_ALIASES,
];
