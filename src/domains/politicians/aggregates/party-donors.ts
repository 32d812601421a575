import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { COMMISSION_NAMES } from "./funding-names.ts";

const typed = (type: string) => `sum(amount_cents) FILTER (receipt_type = '${type}')`;

/** The sums of a payer's receipts in one year, of one group or, as group "", of all. */
const PAYERS = `
  financial_year, payer_norm,
  sum(amount_cents) AS total_cents, count(*) AS receipt_count,
  coalesce(${typed("Donation Received")}, 0) AS donation_cents,
  coalesce(${typed("Other Receipt")}, 0) AS other_receipt_cents,
  coalesce(${typed("Subscription")}, 0) AS subscription_cents,
  coalesce(${typed("Public Funding")}, 0) AS public_funding_cents,
  arg_max(payer_name, (amount_cents, reverse_place)) AS donor_name`;

/**
 * `derived.party_donor`: payers of each year and party group, and of each year over all groups (party_group ""). The name
 * shown is that of the payer's largest receipt; of several, the first in the alphabet. `derived.donor_recipient`: what
 * each group received from each payer.
 */
export const PARTY_DONORS: Aggregate = sqlAggregate(
  "party donors",
  [],
  `
CREATE OR REPLACE TABLE derived.payer_name_place AS
SELECT payer_name, -row_number() OVER (ORDER BY payer_name) AS reverse_place
FROM (SELECT DISTINCT payer_name FROM derived.party_receipt);

CREATE OR REPLACE TABLE derived.party_donor AS
WITH receipt AS (SELECT * FROM derived.party_receipt JOIN derived.payer_name_place USING (payer_name)),
payer AS (
  SELECT party_group, ${PAYERS} FROM receipt GROUP BY financial_year, party_group, payer_norm
  UNION ALL
  SELECT '' AS party_group, ${PAYERS} FROM receipt GROUP BY financial_year, payer_norm
)
SELECT
  financial_year, party_group, donor_name, payer_norm AS donor_name_norm, total_cents::BIGINT AS total_cents,
  donation_cents::BIGINT AS donation_cents, other_receipt_cents::BIGINT AS other_receipt_cents,
  subscription_cents::BIGINT AS subscription_cents, public_funding_cents::BIGINT AS public_funding_cents,
  (total_cents - donation_cents - other_receipt_cents - subscription_cents - public_funding_cents)::BIGINT
    AS unspecified_cents,
  receipt_count::INTEGER AS receipt_count, listed.stock_code, company_name,
  listed.match_method,
  CASE WHEN payer_norm IN (${COMMISSION_NAMES.map((name) => `'${name}'`).join(", ")})
    THEN 'electoral_commission' ELSE '' END AS payer_kind
FROM payer
LEFT JOIN derived.listed_payer AS listed ON listed.norm = payer_norm
LEFT JOIN companies USING (stock_code);

CREATE OR REPLACE TABLE derived.donor_recipient AS
SELECT financial_year, payer_norm, party_group, sum(amount_cents)::BIGINT AS amount_cents
FROM derived.party_receipt
GROUP BY financial_year, payer_norm, party_group;
`,
);
