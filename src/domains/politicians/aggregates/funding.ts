import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** Endings of company names, of which up to two are removed. */
const ENDINGS = "LIMITED|LTD|GROUP|HOLDINGS|CORPORATION|PLC|TRUST|PTY|PROPRIETARY";
const withoutEnding = (name: string) => `regexp_replace(${name}, ' (${ENDINGS})$', '')`;

/** SQL: a name in capitals, digits and single spaces, with up to two endings removed. */
export function normalName(name: string): string {
  return withoutEnding(withoutEnding(`trim(regexp_replace(upper(${name}), '[^A-Z0-9]+', ' ', 'g'))`));
}

/** `normalName` in TypeScript. */
export function normalised(text: string): string {
  const ending = new RegExp(` (${ENDINGS})$`);
  const words = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, " ")
    .trim();
  return words.replace(ending, "").replace(ending, "");
}

/** Electoral commissions: name, pattern of the state's names, short name. */
const COMMISSIONS = [
  ["AUSTRALIAN ELECTORAL COMMISSION", "AUSTRA?LIAN", "AEC"],
  ["NSW ELECTORAL COMMISSION", "NSW|NEW SOUTH WALES", "NSWEC"],
  ["VICTORIAN ELECTORAL COMMISSION", "VIC|VICTORIAN?", "VEC"],
  ["ELECTORAL COMMISSION OF QUEENSLAND", "QLD|QUEENSLAND", "ECQ"],
  ["WESTERN AUSTRALIAN ELECTORAL COMMISSION", "WA|WEST(?:ERN)? AUSTRALIAN?", "WAEC"],
  ["ELECTORAL COMMISSION OF SOUTH AUSTRALIA", "SA|SOUTH AUSTRALIAN?", "ECSA"],
  ["TASMANIAN ELECTORAL COMMISSION", "TAS|TASMANIAN?", "TEC"],
  ["ACT ELECTORAL COMMISSION", "ACT", "ELECTIONS ACT"],
  ["NT ELECTORAL COMMISSION", "NT|NORTHERN TERRITORY", "NTEC"],
] as const;

/** Normalised names of electoral commissions, whose payments are public funding and not donations. */
const COMMISSION_NAMES = COMMISSIONS.map(([name]) => name);

/**
 * SQL: one name for all spellings of a payer, from a normalised name. Drops articles, "and" and forms of
 * incorporation, and gives each electoral commission one name.
 */
function samePayer(norm: string): string {
  const plain = [`^THE | THE$| (?:INC|INCORPORATED)$`, ` (?:THE|INC|INCORPORATED)$`].reduce(
    (sql, words) => `regexp_replace(${sql}, '${words}', '')`,
    `replace(${norm}, ' AND ', ' ')`,
  );
  const cases = COMMISSIONS.map(([name, state, short]) => {
    const comm = "ELECT(?:ORAL|ION) COMM[A-Z]*";
    const forms = [
      `(?:${state}) ${comm}(?: ACT| FOR [0-9]+)?`,
      `(?:${short} )?${comm} (?:OF )?(?:${state})`,
      short,
    ];
    return `WHEN regexp_full_match(${plain}, '${forms.join("|")}') THEN '${name}'`;
  });
  return `CASE ${cases.join(" ")} ELSE ${plain} END`;
}

/**
 * `derived.funding_name(name, norm, payer)`: every name in the returns, normalised once; `payer` is one name
 * for all spellings. `derived.listed_name(norm, stock_code, match_method)`: the names that mean one listed
 * company: curated ones first, then company names that no two codes share, without names marked `ignore`.
 * `derived.listed_payer`: these companies by payer.
 */
export const FUNDING_NAMES: Aggregate = sqlAggregate(
  "funding names",
  [],
  `
CREATE OR REPLACE TABLE derived.funding_name AS
SELECT name, norm, ${samePayer("norm")} AS payer
FROM (SELECT name, ${normalName("name")} AS norm FROM (
  SELECT party_name AS name FROM aec_party_returns
  UNION SELECT recipient_name FROM aec_receipts
  UNION SELECT payer_name FROM aec_receipts
  UNION SELECT donor_name FROM aec_donations_made
  UNION SELECT party_name FROM aec_donations_made
));

CREATE OR REPLACE TABLE derived.listed_name AS
WITH alias AS (
  SELECT name_norm AS norm, upper(stock_code) AS stock_code, ignore OR stock_code IS NULL AS is_none FROM entity_aliases
),
company AS (
  SELECT ${normalName("company_name")} AS norm, stock_code FROM companies WHERE company_name IS NOT NULL
)
SELECT norm, stock_code, 'curated_alias' AS match_method FROM alias WHERE NOT is_none
UNION ALL
SELECT norm, any_value(stock_code), 'name_exact'
FROM company
WHERE norm <> '' AND norm NOT IN (SELECT norm FROM alias)
GROUP BY norm
HAVING count(DISTINCT stock_code) = 1;

CREATE OR REPLACE TABLE derived.listed_payer AS
SELECT payer AS norm, any_value(stock_code) AS stock_code, min(match_method) AS match_method
FROM derived.listed_name JOIN (SELECT DISTINCT norm, payer FROM derived.funding_name) USING (norm)
GROUP BY payer
HAVING count(DISTINCT stock_code) = 1;
`,
);

/** SQL: a person's name in capitals and single spaces, without titles and post-nominals. */
function plainPersonName(name: string): string {
  const words = `trim(regexp_replace(upper(${name}), '[^A-Z0-9]+', ' ', 'g'))`;
  const untitled = `regexp_replace(${words}, '^((THE|HON|HONOURABLE|SENATOR|DR|MR|MRS|MS|MISS|PROF|PROFESSOR|SIR|DAME) )+', '')`;
  return `regexp_replace(${untitled}, ' (MP|SENATOR|AO|AC|AM|OAM)$', '')`;
}

/** Given names and their short forms: members may lodge under one and sit under the other. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  ANTHONY: "TONY",
  ANTONIO: "TONY",
  ANTONY: "TONY",
  BENJAMIN: "BEN",
  CHRISTOPHER: "CHRIS",
  DANIEL: "DAN",
  GREGORY: "GREG",
  JOSEPH: "JOE",
  JOSHUA: "JOSH",
  KENNETH: "KEN",
  MATTHEW: "MATT",
  MICHAEL: "MIKE",
  PATRICK: "PAT",
  ROBERT: "BOB",
  SAMUEL: "SAM",
  STEVEN: "STEVE",
  THOMAS: "TOM",
  TIMOTHY: "TIM",
  WILLIAM: "BILL",
};

/** SQL: a name in capitals with the short form of its first word. */
function shortened(norm: string): string {
  const first = `split_part(${norm}, ' ', 1)`;
  const forms = Object.entries(SHORT_NAMES).map(([long, short]) => `WHEN '${long}' THEN '${short}'`);
  return `CASE ${first} ${forms.join(" ")} ELSE ${first} END || substr(${norm}, length(${first}) + 1)`;
}

/**
 * `derived.lodged_person(name, politician_id)`: the only member whose display name, or first given name and
 * surname, is that of a return. On returns that only members lodge, unique short given names match too.
 */
export const LODGED_PEOPLE: Aggregate = sqlAggregate(
  "lodged people",
  [],
  `
CREATE OR REPLACE TABLE derived.lodged_person AS
WITH member_name AS (
  SELECT ${plainPersonName("display_name")} AS norm, politician_id FROM serve.register_people
  UNION
  SELECT ${plainPersonName("split_part(given_names, ' ', 1) || ' ' || surname")}, politician_id FROM serve.register_people
),
known AS (
  SELECT norm, any_value(politician_id) AS politician_id FROM member_name GROUP BY norm HAVING count(*) = 1
),
called AS (
  SELECT norm, any_value(politician_id) AS politician_id
  FROM (SELECT DISTINCT ${shortened("norm")} AS norm, politician_id FROM member_name)
  GROUP BY norm HAVING count(*) = 1
),
lodged AS (
  SELECT name, ${plainPersonName("name")} AS norm, bool_or(is_member) AS is_member
  FROM (
    SELECT member_name AS name, true AS is_member FROM aec_mp_returns
    UNION ALL SELECT candidate_name, false FROM aec_candidate_returns
  )
  GROUP BY name
),
-- A column, as a join condition on the left side only would compare every pair.
shortened AS (SELECT *, CASE WHEN is_member THEN ${shortened("norm")} END AS called_norm FROM lodged)
SELECT name, coalesce(known.politician_id, called.politician_id) AS politician_id
FROM shortened
LEFT JOIN known USING (norm)
LEFT JOIN called ON called.norm = called_norm
WHERE coalesce(known.politician_id, called.politician_id) IS NOT NULL;
`,
);

/** SQL: joins the member of a return, by the dataset's id, else by name. */
export function namedMember(nameColumn: string): string {
  return `
  LEFT JOIN derived.person AS given ON given.id = lodged.politician_id
  LEFT JOIN derived.lodged_person AS named ON lodged.politician_id IS NULL AND named.name = lodged.${nameColumn}
  JOIN serve.register_people AS people ON people.politician_id = coalesce(given.politician_id, named.politician_id)`;
}

/** End year of the first financial year under the new disclosure scheme. */
const REFORM_YEAR_END = 2027;

/** SQL: sums by year and group on one side: of all payers, and of those that are listed companies. */
const sumsOf = (table: string, payer: string) => `
  SELECT
    financial_year, party_group, max(financial_year_end) AS financial_year_end, count(*) AS row_count,
    sum(amount_cents) AS cents, count(DISTINCT ${payer}) AS payer_count,
    count(DISTINCT listed.norm) AS listed_count, sum(amount_cents) FILTER (listed.norm IS NOT NULL) AS listed_cents
  FROM ${table}
  LEFT JOIN derived.listed_payer AS listed ON listed.norm = ${payer}
  GROUP BY financial_year, party_group`;

/**
 * `derived.party_receipt` and `derived.party_donation`: receipts and donations of party groups. The group is
 * that of the party return with the same name and financial year; a return without a group, and a party
 * without a return, are under their own name. Associated entities, third parties and names without a return
 * are left out. `party_funding_rollup`: one row per year and group of receipts, donations or returns.
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

const typed = (type: string) => `sum(amount_cents) FILTER (receipt_type = '${type}')`;

/** SQL: sums of a payer's receipts in one year, of one group or, as group "", of all. */
const PAYERS = `
  financial_year, payer_norm,
  sum(amount_cents) AS total_cents, count(*) AS receipt_count,
  coalesce(${typed("Donation Received")}, 0) AS donation_cents,
  coalesce(${typed("Other Receipt")}, 0) AS other_receipt_cents,
  coalesce(${typed("Subscription")}, 0) AS subscription_cents,
  coalesce(${typed("Public Funding")}, 0) AS public_funding_cents,
  arg_max(payer_name, (amount_cents, reverse_place)) AS donor_name`;

/**
 * `derived.party_donor`: payers by year and group, and by year over all groups (party_group ""), named as in
 * their largest receipt (ties: alphabetically). `derived.donor_recipient`: amounts by group and payer.
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
