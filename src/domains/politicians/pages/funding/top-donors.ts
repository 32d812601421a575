import { create } from "@bufbuild/protobuf";
import {
  ListTopDonorsResponseSchema,
  TopDonorSchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { elementField } from "../../../../rpc/encoding/wire-bytes.ts";
import { type RowEncoder, rowEncoder } from "../../../../snapshot/pages/encode-message.ts";
import type { PageElement } from "../../../../snapshot/pages/page-format.ts";
import { encodeElement, pageSet } from "../../../../snapshot/pages/page-set.ts";
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

const KEY_COLUMNS = ["financial_year", "party_group", "total"];

/**
 * Payers of a year and a group, so many a page. The first element of each page is the answer but for its payers and what
 * all answers share; the others are fields of the answer in its order. Also those that are listed companies.
 */
export const TOP_DONOR_PAGES = pageSet({
  name: "top_donors",
  queries: { donors: DONORS },
  documents: async function* (results) {
    let pages: DonorPages | undefined;
    let encode: RowEncoder | undefined;
    for await (const rows of results.stretches<Row>("donors")) {
      encode ??= rowEncoder(TopDonorSchema, Object.keys(rows[0]), { keyColumns: KEY_COLUMNS });
      for (const row of rows) {
        if (pages === undefined || !pages.isOf(row)) {
          if (pages !== undefined) yield* pages.rest();
          pages = new DonorPages(row);
        }
        const full = pages.add(encode(row), row.stock_code);
        if (full !== undefined) yield full;
      }
    }
    if (pages !== undefined) yield* pages.rest();
  },
});

const DONORS_FIELD = ListTopDonorsResponseSchema.field.donors.number;

/** The pages of one year and group, while they are made. */
class DonorPages {
  readonly #year: string;
  readonly #group: string;
  readonly #head: PageElement;
  readonly #listed: PageElement[] = [];
  #block: PageElement[] = [];
  #blocks = 0;

  constructor(row: Row) {
    this.#year = row.financial_year as string;
    this.#group = row.party_group as string;
    const head = create(ListTopDonorsResponseSchema, {
      financialYear: this.#year,
      partyGroup: this.#group,
      total: row.total as number,
    });
    this.#head = encodeElement(ListTopDonorsResponseSchema, head);
  }

  isOf(row: Row): boolean {
    return row.financial_year === this.#year && row.party_group === this.#group;
  }

  /** Takes a payer, and gives the page that it fills. */
  add(binary: Uint8Array, stockCode: unknown) {
    this.#block.push({ binary: elementField(DONORS_FIELD, binary) });
    if (stockCode) this.#listed.push({ binary });
    return this.#block.length === DONOR_BLOCK ? this.#take() : undefined;
  }

  *rest() {
    if (this.#block.length > 0) yield this.#take();
    if (this.#listed.length > 0)
      yield { key: donorsKey(this.#year, this.#group, "listed"), elements: this.#listed };
  }

  #take() {
    const page = {
      key: donorsKey(this.#year, this.#group, this.#blocks++),
      elements: [this.#head, ...this.#block],
    };
    this.#block = [];
    return page;
  }
}
