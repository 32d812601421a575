import {
  GetDonationsOverviewResponseSchema,
  ListPartyFundingResponseSchema,
  PartyFundingSummarySchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { timestampOfInstant } from "../../../../rpc/encoding/timestamps.ts";
import { rowEncoder } from "../../../../snapshot/pages/encode-message.ts";
import { jsonPage, messagePage, pageSet } from "../../../../snapshot/pages/page-set.ts";
import type { QueryResults } from "../../../../snapshot/pages/query-results.ts";
import { type Row, rowMessages } from "../../../../snapshot/pages/row-message.ts";
import { namedMember } from "../../aggregates/lodged-people.ts";
import { FUNDING_KEYS } from "../../page-keys.ts";

const ROLLUP = `
SELECT *
FROM serve.party_funding_rollup
ORDER BY financial_year_end DESC, financial_year DESC, total_receipts_cents DESC, itemised_receipts_cents DESC, party_group`;

const BRANCHES = `
SELECT DISTINCT coalesce(nullif(trim(party_group), ''), party_name) AS party_group, party_name
FROM main.aec_party_returns
ORDER BY party_name`;

/** Rows held in all, whatever the year. */
const CORPUS = `
WITH matched AS (
  SELECT DISTINCT listed.norm, listed.stock_code
  FROM (SELECT payer_name AS name FROM main.aec_receipts UNION SELECT donor_name FROM main.aec_donations_made) AS payer
  JOIN derived.funding_name USING (name)
  JOIN derived.listed_name AS listed USING (norm)
)
SELECT
  (SELECT count(*) FROM main.aec_party_returns)::INTEGER AS "partyReturnCount",
  (SELECT count(*) FROM main.aec_receipts)::INTEGER AS "receiptCount",
  (SELECT count(*) FROM main.aec_donations_made)::INTEGER AS "donationMadeCount",
  (SELECT count(*) FROM main.aec_mp_returns)::INTEGER AS "mpReturnCount",
  (SELECT count(*) FROM main.aec_mp_returns AS lodged ${namedMember("member_name")})::INTEGER AS "mpReturnResolvedCount",
  (SELECT count(*) FROM main.aec_candidate_returns)::INTEGER AS "candidateReturnCount",
  (SELECT count(*) FROM main.aec_candidate_returns AS lodged ${namedMember("candidate_name")})::INTEGER AS "candidateReturnResolvedCount",
  (SELECT count(*) FROM main.aec_candidate_returns WHERE nil_return)::INTEGER AS "nilCandidateReturnCount",
  (SELECT count(*) FROM main.aec_candidate_donations)::INTEGER AS "candidateDonationCount",
  (SELECT coalesce(min(financial_year_end), 0) FROM main.aec_party_returns)::INTEGER AS "firstFinancialYearEnd",
  (SELECT coalesce(max(financial_year_end), 0) FROM main.aec_party_returns)::INTEGER AS "lastFinancialYearEnd",
  (SELECT count(*) FROM matched)::INTEGER AS "matchedPayerNameCount",
  (SELECT count(DISTINCT stock_code) FROM matched)::INTEGER AS "matchedPayerCodeCount",
  (SELECT count(*) FROM derived.listed_name)::INTEGER AS "matchableCompanyNameCount"`;

const FETCHED = `
SELECT max(snapshot_at) AS fetched_at
FROM (
  SELECT max(snapshot_at) AS snapshot_at FROM main.aec_party_returns
  UNION ALL SELECT max(snapshot_at) FROM main.aec_receipts
  UNION ALL SELECT max(snapshot_at) FROM main.aec_donations_made
  UNION ALL SELECT max(snapshot_at) FROM main.aec_mp_returns
  UNION ALL SELECT max(snapshot_at) FROM main.aec_candidate_returns
  UNION ALL SELECT max(snapshot_at) FROM main.aec_candidate_donations
)`;

const summary = rowMessages(PartyFundingSummarySchema);
/** Fields as they are in an answer, one behind the other: the first of them are one run of bytes. */
const overviewParty = rowEncoder(PartyFundingSummarySchema, {
  field: GetDonationsOverviewResponseSchema.field.parties.number,
});

/**
 * The funding of party groups. `head`: what every overview holds beyond its groups; `years`: the labels held, newest
 * first; a page a year with its groups as fields of the overview, in its order; a page a group with its years.
 */
export const PARTY_FUNDING_PAGES = pageSet({
  name: "party_funding",
  queries: { rollup: ROLLUP, corpus: CORPUS, branches: BRANCHES, fetched: FETCHED },
  documents: async function* (results) {
    const rows = await results.rows<Row>("rollup");
    const byYear = Map.groupBy(rows, (row) => row.financial_year as string);
    yield messagePage(FUNDING_KEYS.head, GetDonationsOverviewResponseSchema, {
      availableFinancialYears: Array.from(byYear, ([financialYear, own]) => ({
        financialYear,
        financialYearEnd: own[0].financial_year_end as number,
        partyGroupCount: own.length,
        listedGroupCount: own.filter((row) => (row.listed_payer_count as number) > 0).length,
      })),
      corpus: (await results.rows<Record<string, number>>("corpus"))[0],
      ...(await asAtField(results)),
    });
    yield jsonPage(FUNDING_KEYS.years, [...byYear.keys()]);
    for (const [financialYear, own] of byYear) {
      const elements = own.map((row) => ({ binary: overviewParty(row) }));
      yield { key: FUNDING_KEYS.year(financialYear), elements };
    }
    const branches = Map.groupBy(await results.rows<Row>("branches"), (row) => row.party_group as string);
    for (const [partyGroup, own] of Map.groupBy(rows, (row) => row.party_group as string)) {
      yield messagePage(FUNDING_KEYS.group(partyGroup), ListPartyFundingResponseSchema, {
        partyGroup,
        series: own.toReversed().map(summary),
        branchNames: (branches.get(partyGroup) ?? []).map((row) => row.party_name as string),
      });
    }
  },
});

async function asAtField(results: QueryResults) {
  const [{ fetched_at }] = await results.rows<{ fetched_at: number | null }>("fetched");
  return fetched_at === null ? {} : { asAt: timestampOfInstant(fetched_at) };
}
