import type { DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { COMPANIES } from "../../../src/domains/economy/aggregates/companies.ts";
import { POLITICIAN_AGGREGATES } from "../../../src/domains/politicians/aggregates/index.ts";
import { POLITICIAN_PAGE_SETS } from "../../../src/domains/politicians/pages/index.ts";
import type { DonationSet } from "../../../src/domains/politicians/rules.ts";
import { politicianMethods } from "../../../src/domains/politicians/service.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { Switches } from "../../../src/rpc/switches.ts";
import { type PartialRow, rowOf, rowsIn } from "./build-db.ts";
import { engineOver, methodCalls, type Tables } from "./method-calls.ts";

const FETCHED = "2026-11-01T00:00:00Z";

/** A person whose name is the slug. */
export const person = rowOf("id slug", (id, slug) => ({
  person_key: `key-${id}`,
  surname: slug,
  display_name: slug,
}));

/** A seat, by default in the 48th House of Representatives. */
export const term = rowOf("politician_id", {
  parliament: 48,
  chamber: "house",
  state_code: "NSW",
  party: "Party A",
  party_ab: "PA",
});

let holdings = 0;

/** A declaration of shares, by default current and dated. */
export const holding = rowOf("politician_id", () => ({
  id: ++holdings,
  item_no: 1,
  holder: "self",
  declared_text: "text",
  declared_from: "2025-08-01",
  declared_from_known: true,
  currently_declared: true,
}));

/** Declarations from a table of text whose first column is the politician's id. */
export const holdingsIn = (text: string): PartialRow[] =>
  rowsIn(text).map(({ politician_id, ...row }) => holding(politician_id, row));

export function lodged(row: PartialRow, end = 2025): PartialRow {
  const financial_year = `${end - 1}-${String(end).slice(2)}`;
  return { financial_year, financial_year_end: end, snapshot_at: FETCHED, ...row };
}

export const memberReturn = (member_name: string, total_cents: number, row = {}, end?: number) =>
  lodged({ return_type: "Senator Return", chamber: "senate", member_name, total_cents, ...row }, end);

const election = { event: "Election 2022", event_year: 2022, electorate_name: "D", snapshot_at: FETCHED };
/** A candidate's return, and a gift in it. */
export const candidateReturn = rowOf("candidate_name", { ...election, return_type: "Candidate Return" });
const { event_year: _, ...sameElection } = election;
export const candidateGift = rowOf("candidate_name donor_name donated_on amount_cents", sameElection);

/** The methods over hand-made rows, served like a snapshot, with switches per call. */
export async function politicsOver(tables: Tables) {
  const aggregates = [...COMPANIES, ...POLITICIAN_AGGREGATES];
  const engine = await engineOver(tables, aggregates, POLITICIAN_PAGE_SETS);
  const ask = <M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
    off: Partial<Switches> = {},
  ) => methodCalls(engine, politicianMethods, { off }, true).ask(method, request);
  return { ...methodCalls(engine, politicianMethods, {}, true), ask };
}

export const askerOf = (engine: Engine) => methodCalls(engine, politicianMethods, {}, true).ask;

export const receiptOf =
  (receipt_type: string) =>
  (recipient_name: string, payer_name: string, amount_cents: number, row = {}, end = 2025) =>
    lodged({ recipient_name, recipient_kind: "party", payer_name, amount_cents, receipt_type, ...row }, end);

export const EVERY_DONATION: DonationSet = {
  years: undefined,
  groups: undefined,
  kinds: undefined,
  contains: "",
  prefix: "",
  minCents: 0,
  isListedOnly: false,
};
