/** The dataset tables that a method answers from. */
export interface MethodTables {
  /** Without rows of any of these it has nothing to say. */
  readonly needs: readonly string[];
  /** Parts of the answer come from these. */
  readonly adds?: readonly string[];
}

const SUBURBS: MethodTables = {
  needs: ["suburb_demographics"],
  adds: [
    ...["house_prices", "suburb_lga", "suburb_amenities", "suburb_connectivity", "suburb_crime_stats"],
    ...["suburb_offences", "suburb_hazard_exposure", "suburb_planning", "register_suburb_property"],
  ],
};
const PROFILE: MethodTables = {
  needs: SUBURBS.needs,
  adds: [...SUBURBS.adds!, "state_demographics", "lga", "suburb_landmarks", "property_listings"],
};
const LISTINGS: MethodTables = { needs: ["property_listings"], adds: ["property_price_events"] };
const CUTS: MethodTables = { needs: ["property_listings", "property_price_events"] };
const COUNCILS: MethodTables = {
  needs: ["lga"],
  adds: ["lga_facts", "suburb_lga", "suburb_demographics", "suburb_hazard_exposure", "property_listings"],
};
const SERIES: MethodTables = { needs: ["economic_series", "economic_observations"] };
const POSITIONS: MethodTables = { needs: ["short_positions"], adds: ["companies"] };
const STATE_COMPANIES: MethodTables = {
  needs: ["companies"],
  adds: ["company_exposures", "short_positions"],
};
const MEMBERS: MethodTables = { needs: ["politicians", "politician_terms"], adds: ["register_holdings"] };
const DECLARED: MethodTables = { needs: ["register_holdings", "politicians"] };
const RETURNS: MethodTables = { needs: ["aec_party_returns"], adds: ["aec_receipts", "aec_donations_made"] };
const NEWS: MethodTables = { needs: ["news_articles"] };
const STOCK: MethodTables = { needs: ["short_positions"], adds: ["companies", "stock_prices"] };

const of = (tables: MethodTables, service: string, ...methods: string[]): [string, MethodTables][] =>
  methods.map((method) => [`${service}/${method}`, tables]);
const HOUSING = "shorts.v1alpha1.HousingService";
const MARKET = "shorts.v1alpha1.MarketService";
const ECONOMY = "shorts.v1alpha1.EconomyService";
const POLITICIANS = "shorts.v1alpha1.PoliticiansService";
const ARTICLES = "shorts.v1alpha1.NewsService";
const REPORTS = "shorts.v1alpha1.ReportsService";
const STOCKS = "shorts.v1alpha1.StockService";
const CORE = "shorts.v1alpha1.CoreStocksService";
const EXPLORER = "terrace.v1.ExplorerService";

/** Every method with its tables, by full name. */
export const METHOD_TABLES: ReadonlyMap<string, MethodTables> = new Map([
  ...of({ needs: ["house_prices"], adds: ["property_listings"] }, HOUSING, "GetHousingOverview"),
  ...of({ needs: ["house_prices"] }, HOUSING, "GetHousePriceSeries"),
  ...of({ needs: ["house_price_regions"], adds: ["house_prices"] }, HOUSING, "ListHousingRegions"),
  ...of(SUBURBS, HOUSING, "ListStateSuburbs", "GetSuburbMetricColumns", "FilterSuburbs"),
  ...of({ needs: SUBURBS.needs }, HOUSING, "GetSuburbIndex"),
  ...of(PROFILE, HOUSING, "GetSuburbProfile"),
  ...of(CUTS, HOUSING, "ListSuburbPriceDrops", "ListSuburbDropListings", "ListAddressPriceDrops"),
  ...of(CUTS, HOUSING, "GetPriceDropsOverview", "GetDropIndexSeries"),
  ...of(
    { needs: LISTINGS.needs, adds: ["property_price_events", "property_valuations"] },
    HOUSING,
    "GetPropertyHistory",
  ),
  ...of(LISTINGS, HOUSING, "ListAgencyPriceStats"),
  ...of(COUNCILS, HOUSING, "ListCouncils"),
  ...of({ needs: COUNCILS.needs, adds: [...COUNCILS.adds!, "lga_neighbours"] }, HOUSING, "GetCouncilProfile"),
  ...of(POSITIONS, MARKET, "GetTopShorts", "GetMarketByDate", "GetBattlegroundStocks"),
  ...of({ needs: ["short_positions", "companies"] }, MARKET, "GetIndustryTreeMap"),
  ...of({ needs: ["short_positions"], adds: ["stock_prices"] }, MARKET, "GetShortCampaignScoreboard"),
  ...of({ needs: ["trading_dates"] }, MARKET, "GetAvailableDates"),
  ...of({ needs: ["index_definitions"], adds: ["index_prices"] }, MARKET, "ListIndices"),
  ...of({ needs: ["index_prices"] }, MARKET, "GetIndexSeries"),
  ...of(
    { needs: ["short_positions"], adds: ["companies", "stock_prices", "fundamentals_periods", "dividends"] },
    "shorts.v1alpha1.ScreenerService",
    "ScreenStocks",
  ),
  ...of(POSITIONS, "shorts.v1alpha1.SearchService", "SearchStocks"),
  ...of(SERIES, ECONOMY, "ListEconomicSeries", "GetEconomicSeries", "ListSeriesCorrelations"),
  ...of(STATE_COMPANIES, ECONOMY, "ListStateCompanies", "GetStateCompanyAggregates"),
  ...of(MEMBERS, POLITICIANS, "GetParliamentOverview", "ListPoliticians", "GetPolitician"),
  ...of(MEMBERS, POLITICIANS, "GetPoliticianAnalytics", "ListPoliticianSummaries", "ComparePoliticians"),
  ...of(MEMBERS, POLITICIANS, "GetPoliticianExplorerProfile"),
  ...of(DECLARED, POLITICIANS, "ListStockPoliticians", "ListPoliticianStocks", "ListSuburbPoliticians"),
  ...of(DECLARED, POLITICIANS, "ListStatePoliticianHoldings", "ListRegisterChanges", "GetRegisterExplorer"),
  ...of(DECLARED, POLITICIANS, "GetRegisterActivity", "ListDistinctiveHoldings"),
  ...of({ needs: [...DECLARED.needs, "short_positions"] }, POLITICIANS, "ListShortInterestOverlap"),
  ...of(RETURNS, POLITICIANS, "GetDonationsOverview", "ListPartyFunding"),
  ...of({ needs: ["aec_receipts"] }, POLITICIANS, "ListTopDonors"),
  ...of(
    { needs: ["politicians"], adds: ["aec_mp_returns", "aec_candidate_returns"] },
    POLITICIANS,
    "GetPoliticianFunding",
  ),
  ...of(NEWS, ARTICLES, "GetStockNews", "GetMarketNews", "GetRelatedNews"),
  ...of({ needs: ["editorial_takes"] }, ARTICLES, "GetEditorialTake", "ListEditorialTakes"),
  ...of(POSITIONS, REPORTS, "GetWeeklyReport", "ListReports"),
  ...of(STOCK, STOCKS, "GetStock"),
  ...of({ needs: ["companies"], adds: ["short_positions", "stock_prices"] }, STOCKS, "GetPeerComparison"),
  ...of(
    { needs: ["short_positions"], adds: ["stock_prices", "director_trades", "news_articles"] },
    STOCKS,
    "GetStockVerdict",
  ),
  ...of(
    {
      needs: ["short_positions"],
      adds: ["companies", "company_profiles", "company_people", "company_reports"],
    },
    STOCKS,
    "GetStockDetails",
  ),
  ...of({ needs: ["short_positions"] }, STOCKS, "GetStockData"),
  ...of({ needs: ["stock_prices"] }, STOCKS, "GetStockPrices"),
  ...of({ needs: ["fundamentals_periods"] }, STOCKS, "GetStockFundamentals"),
  ...of({ needs: ["company_reports"] }, STOCKS, "GetStockFinancialHighlights"),
  ...of({ needs: ["director_trades"] }, STOCKS, "GetDirectorTrades"),
  ...of({ needs: ["dividends"] }, STOCKS, "GetDividendHistory"),
  ...of({ needs: ["company_people"], adds: ["company_similarities"] }, STOCKS, "GetStockGraph"),
  ...of(
    { needs: ["short_positions"], adds: ["announcements", "director_trades", "news_articles"] },
    STOCKS,
    "GetEventTimeline",
  ),
  ...of({ needs: ["stock_signals"] }, STOCKS, "GetStockSignals"),
  ...of({ needs: ["corporate_tax", "entity_codes"] }, STOCKS, "GetCompanyTaxProfile"),
  ...of(POSITIONS, CORE, "SearchStocks", "GetTopShorts"),
  ...of({ needs: ["short_positions"] }, CORE, "GetStockData"),
  ...of(
    { needs: ["industry_records", "industry_sources"] },
    "shorts.v1alpha1.IndustryIntelligenceService",
    "GetIndustryIntelligence",
  ),
  ...of(SUBURBS, EXPLORER, "DescribeMetrics", "GetColumns", "Explore", "RankSuburbs", "SimilarSuburbs"),
  ...of(
    { needs: ["short_positions"], adds: ["companies", "stock_prices", "fundamentals_periods", "dividends"] },
    EXPLORER,
    "RankStocks",
    "SimilarStocks",
  ),
  ...of(CUTS, EXPLORER, "AggregateDrops"),
  ...of(LISTINGS, EXPLORER, "AggregateAgencies"),
  ...of({ needs: ["house_prices", "house_price_regions"] }, EXPLORER, "AggregatePrices"),
  ...of(SERIES, EXPLORER, "CorrelateSeries"),
  ...of({ needs: ["aec_receipts"] }, EXPLORER, "AggregateDonations"),
  ...of(DECLARED, EXPLORER, "AggregateDeclarations"),
  ...of(NEWS, EXPLORER, "SearchNews"),
  ...of(
    {
      needs: ["suburb_demographics"],
      adds: ["companies", "economic_series", "politicians", "news_articles"],
    },
    EXPLORER,
    "Search",
  ),
]);
