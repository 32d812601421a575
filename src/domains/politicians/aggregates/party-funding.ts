import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** The year from whose end on the new disclosure scheme holds. */
const REFORM_YEAR_END = 2027;

/** SQL for the sums of a year and group on one side: of all payers, and of those that are listed companies. */
const sumsOf = (table: string, payer: string) => `
  SELECT
    financial_year, party_group, max(financial_year_end) AS financial_year_end, count(*) AS row_count,
    sum(amount_cents) AS cents, count(DISTINCT ${payer}) AS payer_count,
    count(DISTINCT listed.norm) AS listed_count, sum(amount_cents) FILTER (listed.norm IS NOT NULL) AS listed_cents
  FROM ${table}
  LEFT JOIN derived.listed_payer AS listed ON listed.norm = ${payer}
  GROUP BY financial_year, party_group`;

/**
 * `derived.party_receipt` and `derived.party_donation`: the rows of either side that belong to a party group. The name
 * they give is looked for among the party returns of the same financial year, and that return's group is taken; a return
 * without a group, and a party that lodged none, are under their own name. Associated entities, third parties and
 * names that no return has fall out. `party_funding_rollup`: one row a year and group of either side or the returns.
 */
export const PARTY_FUNDING: Aggregate = sqlAggregate(
  "party funding",
  [{ name: "party_funding_rollup", orderBy: "financial_year_end, financial_year, party_group" }],
  `
CREATE OR REPLACE TABLE derived.year_party AS
SELECT financial_year, norm, min(coalesce(nullif(trim(party_group), ''), party_name)) AS party_group
FROM aec_party_returns
JOIN derived.funding_name ON name = party_name
GROUP BY financial_year, norm;

CREATE OR REPLACE TABLE derived.party_receipt AS
WITH recipient AS (
  SELECT
    financial_year, recipient_name, recipient_kind, funding_name.norm AS norm,
    min(recipient_name) OVER (PARTITION BY financial_year, funding_name.norm) AS own_name
  FROM (SELECT DISTINCT financial_year, recipient_name, recipient_kind FROM aec_receipts)
  JOIN derived.funding_name ON name = recipient_name
),
placed AS (
  SELECT financial_year, recipient_name, recipient_kind, coalesce(party_group, own_name) AS party_group
  FROM recipient
  LEFT JOIN derived.year_party USING (financial_year, norm)
  WHERE party_group IS NOT NULL OR recipient_kind = 'party'
)
SELECT
  receipt.financial_year, receipt.financial_year_end, placed.party_group, payer.payer AS payer_norm, receipt.payer_name,
  receipt.receipt_type, receipt.amount_cents
FROM aec_receipts AS receipt
JOIN placed USING (financial_year, recipient_name, recipient_kind)
JOIN derived.funding_name AS payer ON payer.name = receipt.payer_name;

CREATE OR REPLACE TABLE derived.party_donation AS
SELECT
  donation.financial_year, donation.financial_year_end, party_group, donor.payer AS donor_norm, donation.amount_cents
FROM aec_donations_made AS donation
JOIN derived.funding_name AS party ON party.name = donation.party_name
JOIN derived.year_party ON year_party.financial_year = donation.financial_year AND year_party.norm = party.norm
JOIN derived.funding_name AS donor ON donor.name = donation.donor_name;

CREATE TABLE serve.party_funding_rollup AS
WITH returns AS (
  SELECT
    financial_year, coalesce(nullif(trim(party_group), ''), party_name) AS party_group,
    max(financial_year_end) AS financial_year_end, count(*) AS return_count,
    sum(receipts_cents) AS receipts, sum(payments_cents) AS payments, sum(debts_cents) AS debts
  FROM aec_party_returns
  GROUP BY ALL
),
receipts AS (${sumsOf("derived.party_receipt", "payer_norm")}),
donations AS (${sumsOf("derived.party_donation", "donor_norm")}),
keys AS (
  SELECT financial_year, party_group, financial_year_end FROM returns
  UNION SELECT financial_year, party_group, financial_year_end FROM receipts
  UNION SELECT financial_year, party_group, financial_year_end FROM donations
)
SELECT
  party_group,
  financial_year,
  max(keys.financial_year_end) AS financial_year_end,
  coalesce(any_value(return_count), 0)::INTEGER AS party_return_count,
  coalesce(any_value(returns.receipts), 0)::BIGINT AS total_receipts_cents,
  coalesce(any_value(payments), 0)::BIGINT AS total_payments_cents,
  coalesce(any_value(debts), 0)::BIGINT AS total_debts_cents,
  coalesce(any_value(receipts.row_count), 0)::INTEGER AS itemised_receipt_count,
  coalesce(any_value(receipts.cents), 0)::BIGINT AS itemised_receipts_cents,
  coalesce(any_value(receipts.payer_count), 0)::INTEGER AS distinct_payer_count,
  coalesce(any_value(receipts.listed_count), 0)::INTEGER AS listed_payer_count,
  coalesce(any_value(receipts.listed_cents), 0)::BIGINT AS listed_payer_cents,
  coalesce(any_value(donations.row_count), 0)::INTEGER AS donation_count,
  coalesce(any_value(donations.cents), 0)::BIGINT AS declared_donations_cents,
  coalesce(any_value(donations.payer_count), 0)::INTEGER AS distinct_donor_count,
  coalesce(any_value(donations.listed_count), 0)::INTEGER AS listed_donor_count,
  coalesce(any_value(donations.listed_cents), 0)::BIGINT AS listed_donor_cents,
  true AS threshold_censored,
  max(keys.financial_year_end) >= ${REFORM_YEAR_END} AS post_reform_scheme
FROM keys
LEFT JOIN returns USING (financial_year, party_group)
LEFT JOIN receipts USING (financial_year, party_group)
LEFT JOIN donations USING (financial_year, party_group)
GROUP BY party_group, financial_year;
`,
);
