import {
  GetDonationsOverviewResponseSchema,
  GetPoliticianFundingResponseSchema,
  ListPartyFundingResponseSchema,
  ListTopDonorsResponseSchema,
  PartyFundingSummarySchema,
  TopDonorSchema,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { timestampOfInstant } from "../../../rpc/encoding/timestamps.ts";
import { elementField } from "../../../runtime/wire-bytes.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import {
  columnElements,
  encodeElement,
  jsonElement,
  jsonPage,
  messagePage,
  pageSet,
} from "../../../snapshot/pages/page-set.ts";
import type { QueryResults } from "../../../snapshot/pages/query-results.ts";
import { keyedRows } from "../../../snapshot/pages/row-groups.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";
import { namedMember } from "../aggregates/funding.ts";
import { DONATION_COLUMNS_KEY, DONOR_BLOCK, donorsKey, FUNDING_KEYS } from "../page-keys.ts";

const ROLLUP = `
SELECT *
FROM serve.party_funding_rollup
ORDER BY financial_year_end DESC, financial_year DESC, total_receipts_cents DESC, itemised_receipts_cents DESC, party_group`;

const BRANCHES = `
SELECT DISTINCT coalesce(nullif(trim(party_group), ''), party_name) AS party_group, party_name
FROM main.aec_party_returns
ORDER BY party_name`;

/** Row counts over all years. */
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
/** Encoded as fields of the response, so that the first n are one run of bytes. */
const overviewParty = rowEncoder(PartyFundingSummarySchema, {
  field: GetDonationsOverviewResponseSchema.field.parties.number,
});

/**
 * The funding of party groups. `head`: the overview without its groups; `years`: the year labels, newest
 * first; per year, its groups as fields of the overview, in order; per group, its years.
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

/** `recipients` of a group is the group itself; of group "" it is every recipient. */
const DONORS = `
WITH recipient AS (
  SELECT
    financial_year, payer_norm,
    ${orderedList("{ 'party_group': party_group, 'amount_cents': amount_cents }", ["-amount_cents", "party_group"])} AS recipients
  FROM derived.donor_recipient
  GROUP BY financial_year, payer_norm
)
SELECT
  donor.financial_year, donor.party_group, donor_name, donor_name_norm, total_cents,
  {
    'donation_cents': donation_cents, 'other_receipt_cents': other_receipt_cents, 'subscription_cents': subscription_cents,
    'public_funding_cents': public_funding_cents, 'unspecified_cents': unspecified_cents
  } AS receipt_types,
  receipt_count,
  CASE WHEN donor.party_group = '' THEN recipients
    ELSE [{ 'party_group': donor.party_group, 'amount_cents': total_cents }] END AS recipients,
  stock_code, company_name, match_method, payer_kind,
  count(*) OVER (PARTITION BY donor.financial_year, donor.party_group)::INTEGER AS total
FROM derived.party_donor AS donor
JOIN recipient ON recipient.financial_year = donor.financial_year AND payer_norm = donor_name_norm
ORDER BY donor.financial_year, donor.party_group, total_cents DESC, donor_name_norm`;

const donor = rowEncoder(TopDonorSchema, { keyColumns: ["financial_year", "party_group", "total"] });
const DONORS_FIELD = ListTopDonorsResponseSchema.field.donors.number;

interface DonorGroup {
  readonly financial_year: string;
  readonly party_group: string;
  readonly total: number;
}

/**
 * Payers by year and group, DONOR_BLOCK per page. Element 0 is the response without payers and shared fields;
 * the others are fields of the response, in order. Key "listed": payers that are listed companies.
 */
export const TOP_DONOR_PAGES = pageSet({
  name: "top_donors",
  queries: { donors: DONORS },
  documents: async function* (results) {
    const donors = results.stretches<Row>("donors");
    for await (const [, rows] of keyedRows(donors, (row) => `${row.financial_year}\n${row.party_group}`)) {
      const [{ financial_year, party_group, total }] = rows as unknown as DonorGroup[];
      const keyOf = (block: number | "listed") => donorsKey(financial_year, party_group, block);
      const head = encodeElement(ListTopDonorsResponseSchema, {
        financialYear: financial_year,
        partyGroup: party_group,
        total,
      });
      const encoded = rows.map(donor);
      for (let from = 0; from < encoded.length; from += DONOR_BLOCK) {
        const block = encoded.slice(from, from + DONOR_BLOCK).map((binary) => ({
          binary: elementField(DONORS_FIELD, binary),
        }));
        yield { key: keyOf(from / DONOR_BLOCK), elements: [head, ...block] };
      }
      const listed = encoded.filter((_, i) => rows[i].stock_code).map((binary) => ({ binary }));
      if (listed.length > 0) yield { key: keyOf("listed"), elements: listed };
    }
  },
});

const ANNUAL = `
SELECT
  slug, financial_year, financial_year_end, return_type, lodged.chamber, member_name, total_cents AS total_donations_cents,
  donor_count, source_url
FROM main.aec_mp_returns AS lodged
${namedMember("member_name")}
ORDER BY slug, financial_year_end DESC, financial_year DESC, return_type, member_name`;

/** With the return count of the election, and how many of them list donations. */
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

/** The returns that name each member; members without any have no page. */
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

/** SQL: the number of a ReceiptKind; 0 for other types. */
const KIND = `CASE receipt_type
    WHEN 'Donation Received' THEN 1 WHEN 'Other Receipt' THEN 2 WHEN 'Subscription' THEN 3
    WHEN 'Public Funding' THEN 4 ELSE 0 END`;

const YEARS = `
SELECT financial_year AS label, max(financial_year_end)::INTEGER AS year_end
FROM derived.party_receipt
GROUP BY financial_year
ORDER BY year_end, label`;
const GROUPS = "SELECT DISTINCT party_group AS name FROM derived.party_receipt ORDER BY name";
const PAYERS = `
SELECT norm, stock_code, company_name, match_method
FROM (SELECT DISTINCT payer_norm AS norm FROM derived.party_receipt)
LEFT JOIN derived.listed_payer AS listed USING (norm)
LEFT JOIN main.companies USING (stock_code)
ORDER BY norm`;
const NAMES = "SELECT payer_name AS name FROM derived.payer_name_place ORDER BY reverse_place DESC";

/** Indices are from 0 in the lists above. Sorts by every column: the dataset's row order has no effect. */
const RECEIPTS = `
WITH year_place AS (SELECT label AS financial_year, row_number() OVER (ORDER BY year_end, label) - 1 AS year FROM (${YEARS})),
group_place AS (SELECT name AS party_group, row_number() OVER (ORDER BY name) - 1 AS "group" FROM (${GROUPS})),
payer_place AS (
  SELECT payer_norm, row_number() OVER (ORDER BY payer_norm) - 1 AS payer
  FROM (SELECT DISTINCT payer_norm FROM derived.party_receipt)
)
SELECT
  payer::INTEGER AS payer, year::INTEGER AS year, "group"::INTEGER AS "group", ${KIND}::INTEGER AS kind,
  (-reverse_place - 1)::INTEGER AS name, amount_cents
FROM derived.party_receipt
JOIN year_place USING (financial_year)
JOIN group_place USING (party_group)
JOIN payer_place USING (payer_norm)
JOIN derived.payer_name_place USING (payer_name)
ORDER BY payer, year, "group", kind, amount_cents, name`;

type Year = { label: string; year_end: number };
type Payer = Record<"norm", string> & Record<"stock_code" | "company_name" | "match_method", string | null>;

/**
 * Receipts of party groups by column, in payer order: the head, the spellings of names, the end row of each
 * payer, then year, group, kind, spelling and cents of every row.
 */
export const DONATION_COLUMN_PAGES = pageSet({
  name: "donation_columns",
  queries: { receipts: RECEIPTS, years: YEARS, payers: PAYERS, groups: GROUPS, names: NAMES },
  documents: async function* (results) {
    const years = await results.rows<Year>("years");
    if (years.length === 0) return;
    const payers = await results.rows<Payer>("payers");
    const head = donationHead(years, (await results.texts("groups", ["name"])).name, payers);
    const { name: names } = await results.texts("names", ["name"]);
    const columns = ["payer", "year", "group", "kind", "name", "amount_cents"] as const;
    const receipts = await results.numbers("receipts", columns);
    const ends = new Uint32Array(payers.length);
    receipts.payer.forEach((payer, row) => {
      ends[payer] = row + 1;
    });
    const arrays = [
      ends,
      Uint8Array.from(receipts.year),
      Uint16Array.from(receipts.group),
      Uint8Array.from(receipts.kind),
      Uint32Array.from(receipts.name),
      receipts.amount_cents,
    ];
    yield {
      key: DONATION_COLUMNS_KEY,
      elements: [jsonElement(head), jsonElement(names), ...columnElements(arrays)],
    };
  },
});

export type DonationHead = ReturnType<typeof donationHead>;

/** The lists that the columns index, and the payers whose name means one listed company. */
function donationHead(years: readonly Year[], groups: readonly string[], payers: readonly Payer[]) {
  return {
    years: years.map(({ label, year_end }) => ({ label, end: year_end })),
    groups,
    payers: payers.map(({ norm }) => norm),
    listed: payers.flatMap(({ stock_code, company_name, match_method }, place) =>
      stock_code === null
        ? []
        : [{ place, code: stock_code, name: company_name ?? "", method: match_method! }],
    ),
  };
}
