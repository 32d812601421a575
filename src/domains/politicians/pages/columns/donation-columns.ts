import { columnElements, jsonElement, pageSet } from "../../../../snapshot/pages/page-set.ts";
import { DONATION_COLUMNS_KEY, type DonationHead } from "../../page-keys.ts";

/** Kinds of receipts by their number in an answer; anything else is 0. */
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

/** Places count from 0 in the lists above. Every column orders, so that the order of the dataset's rows changes nothing. */
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

type Payer = Record<"norm", string> & Record<"stock_code" | "company_name" | "match_method", string | null>;

/**
 * The receipts of party groups by column, in order of payers: the head, the spellings of names, where the rows of each payer
 * end, then year, group, kind, spelling and cents of every row.
 */
export const DONATION_COLUMN_PAGES = pageSet({
  name: "donation_columns",
  queries: { receipts: RECEIPTS, years: YEARS, payers: PAYERS, groups: GROUPS, names: NAMES },
  documents: async function* (results) {
    const years = await results.rows<{ label: string; year_end: number }>("years");
    if (years.length === 0) return;
    const payers = await results.rows<Payer>("payers");
    const head: DonationHead = {
      years: years.map(({ label, year_end }) => ({ label, end: year_end })),
      groups: (await results.texts("groups", ["name"])).name,
      payers: payers.map(({ norm }) => norm),
      listed: payers.flatMap(({ stock_code, company_name, match_method }, place) =>
        stock_code === null
          ? []
          : [{ place, code: stock_code, name: company_name ?? "", method: match_method! }],
      ),
    };
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
