import type { MarketPlan, WriteTable } from "../market/write-market.ts";
import type { Suburb } from "../places/suburbs.ts";
import { interestRows } from "./interests.ts";
import { documentRows, generateMembers } from "./members.ts";
import { aliasRows, syntheticPayers } from "./payers.ts";
import { donationRows, FINANCIAL_YEARS, partyReturnRows, receiptRows } from "./receipts.ts";
import { candidateDonationRows, candidates, memberReturnRows } from "./returns.ts";

/** How much of the register and the returns is made up. */
interface PoliticsSizes {
  readonly interestsPerMember: number;
  readonly receipts: number;
  readonly payers: number;
  readonly candidates: number;
}

/** What the real register and returns grow to: 60,000 interests, 1.2 million receipts over 26 years. */
const FULL: PoliticsSizes = {
  interestsPerMember: 92,
  receipts: 1_200_000,
  payers: 60_000,
  candidates: 16_200,
};
/** Enough to look at, and quick to start. */
const DEMO: PoliticsSizes = { interestsPerMember: 14, receipts: 16_000, payers: 2_000, candidates: 1_600 };
const SAMPLE: PoliticsSizes = { interestsPerMember: 6, receipts: 4_000, payers: 500, candidates: 240 };

export interface PoliticsPlan extends MarketPlan {
  readonly scale: number;
  /** As many interests and receipts as the real register and returns hold. */
  readonly wholePolitics: boolean;
  readonly suburbs: readonly Suburb[];
}

/** Members and what they declare, and the returns of parties, donors, members and candidates. */
export async function writePolitics(write: WriteTable, plan: PoliticsPlan): Promise<void> {
  const { seed, scale, wholePolitics, suburbs, companies } = plan;
  const sizes = wholePolitics ? FULL : scale >= 0.5 ? DEMO : SAMPLE;
  const members = generateMembers(seed);
  await write("politicians", members, (member) => member.row);
  await write("politician_terms", members, (member) => member.terms.map((term) => term.row));
  await write("register_documents", [members], (all) => documentRows(seed, all));
  const perMember = sizes.interestsPerMember;
  await write("register_holdings", [members], () =>
    interestRows(seed, { members, companies, suburbs, perMember }),
  );
  const payers = syntheticPayers(sizes.payers, companies);
  const aYear = Math.ceil(sizes.receipts / FINANCIAL_YEARS.length);
  await write("aec_party_returns", FINANCIAL_YEARS, (year) => partyReturnRows(seed, year));
  await write("aec_receipts", FINANCIAL_YEARS, (year) => receiptRows(seed, year, payers, aYear));
  await write("aec_donations_made", FINANCIAL_YEARS, (year) =>
    donationRows(seed, year, payers, Math.ceil(aYear / 2)),
  );
  await write("aec_mp_returns", [members], (all) => memberReturnRows(seed, all));
  const standing = candidates(seed, members, sizes.candidates);
  await write("aec_candidate_returns", standing, (one) => one.row);
  await write("aec_candidate_donations", standing, (one) => candidateDonationRows(seed, one, payers));
  await write("entity_aliases", [companies], aliasRows);
}
