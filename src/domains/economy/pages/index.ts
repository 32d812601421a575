import { StateCompanyAggregateSchema, StateCompanySchema } from "../../../gen/shorts/v1alpha1/economy_pb.ts";
import { type PageSet, rowPages } from "../../../snapshot/pages/page-set.ts";
import { CORRELATION_PAGES } from "./correlations.ts";
import { PUBLICATION_PAGES } from "./publication.ts";
import { SERIES_PAGES } from "./series.ts";
import { VINTAGE_PAGES } from "./vintages.ts";

const dateText = (column: string, name: string) => `strftime(${column}, '%Y-%m-%d') AS ${name}`;

export const ECONOMY_PAGES: readonly PageSet[] = [
  SERIES_PAGES,
  VINTAGE_PAGES,
  CORRELATION_PAGES,
  PUBLICATION_PAGES,
  rowPages({
    name: "state_companies",
    element: StateCompanySchema,
    sql: `
SELECT state AS page_key, * EXCLUDE (state, rank, short_date), ${dateText("short_date", "short_percent_date")}
FROM serve.state_companies
ORDER BY state, rank`,
  }),
  rowPages({
    name: "state_company_aggregates",
    element: StateCompanyAggregateSchema,
    sql: `
SELECT
  'all' AS page_key, * EXCLUDE (rank, oldest_short_date, newest_short_date),
  ${dateText("oldest_short_date", "short_percent_from_date")},
  ${dateText("newest_short_date", "short_percent_to_date")}
FROM serve.state_company_aggregates
ORDER BY rank`,
  }),
];
