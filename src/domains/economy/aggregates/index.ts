import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { COMPANY_EXPOSURE } from "./company-exposure.ts";
import { ECONOMIC_CORRELATIONS } from "./economic-correlations.ts";
import { ECONOMIC_SERIES_TABLES } from "./economic-series.ts";
import { PRICE_RETURN_INDEX } from "./price-return-index.ts";
import { PUBLICATION } from "./publication.ts";
import { SHORT_INTEREST_SERIES } from "./short-interest-series.ts";
import { STATE_COMPANIES } from "./state-companies.ts";
import { STATE_COMPANY_AGGREGATES } from "./state-company-aggregates.ts";

/** In order: exposure weights feed the derived series, which feed the catalogue, which feeds the correlations. */
export const ECONOMY_AGGREGATES: readonly Aggregate[] = [
  COMPANY_EXPOSURE,
  STATE_COMPANIES,
  STATE_COMPANY_AGGREGATES,
  SHORT_INTEREST_SERIES,
  PRICE_RETURN_INDEX,
  ECONOMIC_SERIES_TABLES,
  ECONOMIC_CORRELATIONS,
  PUBLICATION,
];
