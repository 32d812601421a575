import { GetPoliticianFundingResponseSchema } from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { rowEncoder } from "../../../../snapshot/pages/encode-message.ts";
import { pageSet } from "../../../../snapshot/pages/page-set.ts";
import type { Row } from "../../../../snapshot/pages/row-message.ts";
import { namedMember } from "../../aggregates/lodged-people.ts";

const ANNUAL = `
SELECT
  slug, financial_year, financial_year_end, return_type, lodged.chamber, member_name, total_cents AS total_donations_cents,
  donor_count, source_url
FROM main.aec_mp_returns AS lodged
${namedMember("member_name")}
ORDER BY slug, financial_year_end DESC, financial_year DESC, return_type, member_name`;

/** With how many returns the election has, and how many of them list donations. */
const CANDIDATE = `
WITH itemised AS (SELECT DISTINCT event, candidate_name, electorate_name FROM main.aec_candidate_donations),
event_count AS (
  SELECT event, count(*)::INTEGER AS event_return_count, count(itemised.event)::INTEGER AS event_itemised_return_count
  FROM main.aec_candidate_returns
  LEFT JOIN itemised USING (event, candidate_name, electorate_name)
  GROUP BY event
)
SELECT
  slug, event, event_year, return_type, candidate_name, party_name, electorate_name, electorate_state, nil_return,
  amendment_no, gift_cents AS total_gift_cents, donor_count, expenditure_cents, discretionary_cents,
  event_return_count, event_itemised_return_count, source_url
FROM main.aec_candidate_returns AS lodged
JOIN event_count USING (event)
${namedMember("candidate_name")}
ORDER BY slug, event_year DESC, event, return_type, candidate_name, electorate_name`;

const DONATIONS = `
SELECT
  event, candidate_name, electorate_name, donor_name, epoch_ms(donated_on::TIMESTAMP) AS donation_date, amount_cents
FROM main.aec_candidate_donations
ORDER BY donated_on NULLS LAST, donor_name, amount_cents, occurrence`;

const candidateKey = (row: Row) => `${row.event}\n${row.candidate_name}\n${row.electorate_name}`;

const SHARED = GetPoliticianFundingResponseSchema.fields
  .map(({ name }) => name)
  .filter((name) => !["canonical_slug", "annual_returns", "candidate_returns"].includes(name));
const answer = rowEncoder(GetPoliticianFundingResponseSchema, {
  without: SHARED,
  keyColumns: ["slug", "event", "candidate_name", "electorate_name"],
});

/** The returns that name each member; members whom none names have no page. */
export const POLITICIAN_FUNDING_PAGES = pageSet({
  name: "politician_funding",
  queries: { annual: ANNUAL, candidate: CANDIDATE, donations: DONATIONS },
  documents: async function* (results) {
    const bySlug = (rows: readonly Row[]) => Map.groupBy(rows, (row) => row.slug as string);
    const annual = bySlug(await results.rows<Row>("annual"));
    const candidate = bySlug(await results.rows<Row>("candidate"));
    const donations = Map.groupBy(await results.rows<Row>("donations"), candidateKey);
    for (const slug of new Set([...annual.keys(), ...candidate.keys()])) {
      const candidate_returns = (candidate.get(slug) ?? []).map((row) => ({
        ...row,
        donations: donations.get(candidateKey(row)),
      }));
      const row = { canonical_slug: slug, annual_returns: annual.get(slug), candidate_returns };
      yield { key: slug, elements: [{ binary: answer(row) }] };
    }
  },
});
