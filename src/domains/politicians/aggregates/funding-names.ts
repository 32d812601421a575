import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** Words that end a name without telling one company from another; up to two of them are left out. */
const ENDINGS = "LIMITED|LTD|GROUP|HOLDINGS|CORPORATION|PLC|TRUST|PTY|PROPRIETARY";
const withoutEnding = (name: string) => `regexp_replace(${name}, ' (${ENDINGS})$', '')`;

/** SQL for the normalised form of a name: capitals and digits, single spaces, the last two endings left out. */
export function normalName(name: string): string {
  return withoutEnding(withoutEnding(`trim(regexp_replace(upper(${name}), '[^A-Z0-9]+', ' ', 'g'))`));
}

/** The same of a text that a caller gives. */
export function normalised(text: string): string {
  const ending = new RegExp(` (${ENDINGS})$`);
  const words = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, " ")
    .trim();
  return words.replace(ending, "").replace(ending, "");
}

/** Electoral commissions by what returns call them: the state's names and the commission's short name. */
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
export const COMMISSION_NAMES = COMMISSIONS.map(([name]) => name);

/**
 * SQL for the name that one payer has under several spellings, of a normalised name: an article, "and" and a form of
 * incorporation tell nobody from another, and an electoral commission has one name.
 */
export function samePayer(norm: string): string {
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
 * `derived.funding_name(name, norm)`: every name in the returns with its normalised form, worked out once a name.
 * `payer` is the name of the one who pays under several spellings.
 * `derived.listed_payer` has the listed companies by the names of payers.
 * `derived.listed_name(norm, stock_code, match_method)`: the names that mean one listed company: curated ones first, then
 * company names that no two codes share. A name marked `ignore` is in neither.
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
