import { columnElements, jsonElement, pageSet } from "../../../../snapshot/pages/page-set.ts";
import { DECLARATION_COLUMNS_KEY, type DeclarationHead } from "../../page-keys.ts";
import { COVERAGE, readCoverage } from "../members/coverage.ts";

const DECLARATIONS = `
SELECT
  name_place - 1 AS member, item_no, holder, interest.stock_code, company_name, industry, interest.sal_code, suburb_name,
  currently_declared
FROM derived.declared_interest AS interest
JOIN serve.register_people USING (politician_id)
ORDER BY member, interest.id`;

type Declaration = Readonly<
  Record<"member" | "item_no" | "holder", number> &
    Record<"stock_code" | "company_name" | "industry" | "sal_code" | "suburb_name", string | null> &
    Record<"currently_declared", boolean>
>;

/**
 * Declarations by column, in order of members: the head, then member, item, holder, company, suburb and whether it is
 * declared now. Companies and suburbs are places in the head's lists, counted from 1; 0 is none.
 */
export const DECLARATION_COLUMN_PAGES = pageSet({
  name: "declaration_columns",
  queries: { declarations: DECLARATIONS, ...COVERAGE },
  documents: async function* (results) {
    const rows = await results.rows<Declaration>("declarations");
    const coverage = await readCoverage(results);
    const companies = inOrder(rows, (row) => row.stock_code);
    const suburbs = inOrder(rows, (row) => row.sal_code);
    const head: DeclarationHead = {
      companies: Array.from(companies.values(), ({ row }) => ({
        code: row.stock_code!,
        name: row.company_name ?? "",
        industry: row.industry ?? "",
      })),
      suburbs: Array.from(suburbs.values(), ({ row }) => ({
        code: row.sal_code!,
        name: row.suburb_name ?? "",
      })),
      extracted: coverage.extractedParliaments,
      partial: coverage.partialParliaments,
      pending: coverage.pendingParliaments,
    };
    const columns = [
      Uint16Array.from(rows, (row) => row.member),
      Uint8Array.from(rows, (row) => row.item_no),
      Uint8Array.from(rows, (row) => row.holder),
      Uint16Array.from(rows, (row) => companies.get(row.stock_code ?? "")?.place ?? 0),
      Uint16Array.from(rows, (row) => suburbs.get(row.sal_code ?? "")?.place ?? 0),
      Uint8Array.from(rows, (row) => (row.currently_declared ? 1 : 0)),
    ];
    yield {
      key: DECLARATION_COLUMNS_KEY,
      elements: [jsonElement(head), ...columnElements(columns)],
    };
  },
});

/** The different keys of rows in order, each with a row that has it and its place from 1. */
function inOrder(rows: readonly Declaration[], keyOf: (row: Declaration) => string | null) {
  const seen = new Map<string, Declaration>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null && !seen.has(key)) seen.set(key, row);
  }
  const keys = [...seen.keys()].sort();
  return new Map(keys.map((key, i) => [key, { row: seen.get(key)!, place: i + 1 }]));
}
