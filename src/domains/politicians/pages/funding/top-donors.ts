import {
  ListTopDonorsResponseSchema,
  TopDonorSchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { elementField } from "../../../../rpc/encoding/wire-bytes.ts";
import { rowEncoder } from "../../../../snapshot/pages/encode-message.ts";
import { encodeElement, pageSet } from "../../../../snapshot/pages/page-set.ts";
import { keyedRows } from "../../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../../snapshot/pages/row-message.ts";
import { orderedList } from "../../../../snapshot/tables/ordered-sums.ts";
import { DONOR_BLOCK, donorsKey } from "../../page-keys.ts";

/** A group tells its own part of a payer's money; "" tells the recipients one by one. */
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
 * Payers of a year and a group, so many a page. The first element of each page is the answer but for its payers and what
 * all answers share; the others are fields of the answer in its order. Also those that are listed companies.
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
