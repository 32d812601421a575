import type { Company } from "../companies.ts";
import type { WriteTable } from "../market.ts";
import type { Suburb } from "../places/suburbs.ts";
import { interestRows } from "./interests.ts";
import { documentRows, generateMembers } from "./members.ts";
import { candidateDonationRows, candidateRows, memberReturnRows } from "./people-returns.ts";
import {
  aliasRows,
  donationRows,
  FINANCIAL_YEARS,
  numbered,
  partyReturnRows,
  payerNames,
  receiptRows,
} from "./returns.ts";

/** Sizes: like the real register and returns, enough for a demo, or enough for tests. */
const SIZES = {
  whole: { perMember: 92, receipts: 1_200_000, payers: 60_000, candidates: 16_200 },
  demo: { perMember: 14, receipts: 16_000, payers: 2_000, candidates: 1_600 },
  sample: { perMember: 6, receipts: 4_000, payers: 500, candidates: 240 },
};

export async function writePolitics(
  write: WriteTable,
  { seed, scale, wholePolitics }: { seed: number; scale: number; wholePolitics?: boolean },
  suburbs: readonly Suburb[],
  companies: readonly Company[],
): Promise<void> {
  const sizes = SIZES[wholePolitics ? "whole" : scale >= 0.5 ? "demo" : "sample"];
  const members = generateMembers(seed);
  await write("politicians", members, (member) => member.row);
  await write("politician_terms", members, (member) => member.terms.map((term) => term.row));
  await write("register_documents", [members], (all) => documentRows(seed, all));
  const { perMember } = sizes;
  await write("register_holdings", [members], () =>
    interestRows(seed, { members, companies, suburbs, perMember }),
  );
  const payer = payerNames(sizes.payers, companies);
  const aYear = Math.ceil(sizes.receipts / FINANCIAL_YEARS.length);
  await write("aec_party_returns", FINANCIAL_YEARS, (year) => partyReturnRows(seed, year));
  await write("aec_receipts", FINANCIAL_YEARS, (year) => numbered(receiptRows(seed, year, payer, aYear)));
  await write("aec_donations_made", FINANCIAL_YEARS, (year) =>
    numbered(donationRows(seed, year, payer, Math.ceil(aYear / 2))),
  );
  await write("aec_mp_returns", [members], (all) => memberReturnRows(seed, all));
  const candidates = candidateRows(seed, members, sizes.candidates);
  await write("aec_candidate_returns", candidates, (row) => row);
  await write("aec_candidate_donations", candidates, (row) =>
    numbered(candidateDonationRows(seed, row, payer)),
  );
  await write("entity_aliases", [companies], aliasRows);
}
