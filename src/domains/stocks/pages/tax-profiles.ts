import { GetCompanyTaxProfileResponseSchema } from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { pageSet } from "../../../snapshot/pages/page-set.ts";
import { keyedRows } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";

const YEARS = `
SELECT stock_code AS page_key, * EXCLUDE (stock_code)
FROM serve.company_tax
ORDER BY stock_code, income_year`;

const profile = rowEncoder(GetCompanyTaxProfileResponseSchema, {
  keyColumns: ["page_key", "abn", "entity_name", "source"],
});

/** The tax profile of every code behind which an entity with figures is: one whole answer. */
export const TAX_PROFILE_PAGES = pageSet({
  name: "tax_profiles",
  facts: ["@sources"],
  queries: { years: YEARS },
  documents: async function* (results, { sources }) {
    const attributions = new Map(sources.map(({ id, attribution }) => [id, attribution]));
    for await (const [key, years] of keyedRows(results.stretches<Row>("years"))) {
      const { entity_name, abn, source } = years.at(-1)!;
      const source_attribution = attributions.get(source as string);
      yield { key, elements: [{ binary: profile({ entity_name, abn, years, source_attribution }) }] };
    }
  },
});
