import { create } from "@bufbuild/protobuf";
import {
  CompanyTaxYearSchema,
  GetCompanyTaxProfileResponseSchema,
} from "../../../gen/shorts/v1alpha1/stock_pb.ts";
import { encodeElement, pageSet } from "../../../snapshot/pages/page-set.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { keyedRows } from "./keyed-rows.ts";

const YEARS = `
SELECT stock_code AS page_key, * EXCLUDE (stock_code)
FROM serve.company_tax
ORDER BY stock_code, income_year`;

const keyColumns = ["page_key", "abn", "entity_name", "source"];

/** The tax profile of every code behind which an entity with figures is: one whole answer. */
export const TAX_PROFILE_PAGES = pageSet({
  name: "tax_profiles",
  facts: ["@sources"],
  queries: { years: YEARS },
  documents: async function* (results, { sources }) {
    const answer = GetCompanyTaxProfileResponseSchema;
    const attributions = new Map(sources.map(({ id, attribution }) => [id, attribution]));
    for await (const { key, rows } of keyedRows(results.stretches<Row>("years"))) {
      const year = rowMessages(CompanyTaxYearSchema, Object.keys(rows[0]), { keyColumns });
      const newest = rows.at(-1)!;
      const message = create(answer, {
        entityName: newest.entity_name as string,
        abn: newest.abn as string,
        years: rows.map(year),
        sourceAttribution: attributions.get(newest.source as string) ?? "",
      });
      yield { key, elements: [encodeElement(answer, message)] };
    }
  },
});
