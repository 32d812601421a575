import { DOMAINS } from "../../domains/index.ts";
import { protoComment } from "../../rpc/proto-comments.ts";

/** A view that is named for a method, over the table that the method answers from. */
export interface MethodView {
  readonly name: string;
  readonly table: string;
  readonly doc: string;
}

/** Methods whose rows are those of one table. The others join, count or rank when they are asked. */
const TABLES: Readonly<Record<string, string>> = {
  GetHousingOverview: "housing_headline",
  GetHousePriceSeries: "price_series",
  ListStateSuburbs: "suburbs",
  GetSuburbMetricColumns: "suburb_metrics",
  GetSuburbProfile: "suburb_profiles",
  ListHousingRegions: "housing_regions",
  ListSuburbPriceDrops: "suburb_price_drops",
  ListSuburbDropListings: "suburb_drop_listings",
  GetPropertyHistory: "property_events",
  ListAddressPriceDrops: "address_price_drops",
  GetPriceDropsOverview: "state_price_drops",
  ListAgencyPriceStats: "agency_price_stats",
  GetDropIndexSeries: "drop_index_daily",
  ListCouncils: "council_summaries",
  GetCouncilProfile: "councils",
  ListEconomicSeries: "economic_series",
  GetEconomicSeries: "economic_observations",
  ListSeriesCorrelations: "economic_correlations",
  ListStateCompanies: "state_companies",
  GetStateCompanyAggregates: "state_company_aggregates",
  ListPartyFunding: "party_funding_rollup",
  GetMarketNews: "news_articles",
  ListEditorialTakes: "editorial_takes",
  ListReports: "reports",
  GetStockFundamentals: "fundamentals_periods",
  GetStockFinancialHighlights: "report_highlights",
  GetDirectorTrades: "director_trades",
  GetDividendHistory: "dividends",
  GetPeerComparison: "similar_companies",
  GetEventTimeline: "stock_events",
  GetStockSignals: "stock_signals",
  GetCompanyTaxProfile: "company_tax",
  GetIndustryIntelligence: "industry_records",
};

/** The views over tables that were loaded, each with what the API says of its method. */
export function methodViews(loaded: ReadonlySet<string>): MethodView[] {
  const methods = DOMAINS.flatMap(({ samples }) => samples.map(({ desc }) => desc));
  return Object.entries(TABLES)
    .filter(([, table]) => loaded.has(table))
    .map(([method, table]) => {
      const desc = methods.find(({ name }) => name === method)!;
      const comment = protoComment(`${desc.parent.typeName}.${method}`).trim().replaceAll(/\s+/g, " ");
      return { name: snakeCase(method), table, doc: `${method}: ${comment}` };
    });
}

const snakeCase = (name: string) =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
