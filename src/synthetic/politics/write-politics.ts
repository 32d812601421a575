import { generateCompanies } from "../economy/companies.ts";
import type { MarketPlan, WriteTable } from "../market/write-market.ts";
import type { Suburb } from "../places/suburbs.ts";
import { interestRows } from "./interests.ts";
import { documentRows, generateMembers } from "./members.ts";
import { aliasRows, syntheticPayers } from "./payers.ts";
import { donationRows, FINANCIAL_YEARS, partyReturnRows, receiptRows } from "./receipts.ts";
import { candidateDonationRows, candidates, memberReturnRows } from "./returns.ts";
import { politicsSizes } from "./sizes.ts";

export interface PoliticsPlan extends MarketPlan {
  /** As many interests and receipts as the real register and returns hold. */
  readonly wholePolitics: boolean;
  readonly suburbs: readonly Suburb[];
}

/** Members and what they declare, and the returns of parties, donors, members and candidates. */
export async function writePolitics(write: WriteTable, plan: PoliticsPlan): Promise<void> {
  const { seed, scale, wholeMarket, wholePolitics, suburbs } = plan;
  const sizes = politicsSizes(scale, wholePolitics);
  const companies = generateCompanies(seed, scale, wholeMarket);
  const members = generateMembers(seed);
  await write("politicians", members, (member) => [member.row]);
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
  await write("aec_candidate_returns", standing, (one) => [one.row]);
  await write("aec_candidate_donations", standing, (one) => candidateDonationRows(seed, one, payers));
  await write("entity_aliases", [companies], aliasRows);
}
