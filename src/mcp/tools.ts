/** The tool that asks for rows of a file; its own module loads much more than its name. */
export const FILTER_TOOL_NAME = "filter_suburbs";

/** A method of the API with the arguments that are worth a model's attention. */
export interface ToolMethod {
  /** Full name of the method that answers. */
  readonly method: string;
  /** Fields of its request, in lowerCamelCase, that the model may set; their meaning is in the proto comments. */
  readonly arguments: readonly string[];
  /** Set where the model sets nothing: lists are short, as a model reads them all. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Dataset tables whose publishers and licences the answer names. */
  readonly tables: readonly string[];
}

/** A tool of the assistant: one method in most cases. */
export interface Tool extends ToolMethod {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Adds `where`, a condition in words, which becomes the request's `filter`. */
  readonly takesCondition?: boolean;
  /** The method that answers instead when the arguments mean it; a model has fewer tools to choose from so. */
  readonly instead?: ToolMethod & { isMeant(given: Readonly<Record<string, unknown>>): boolean };
}

/** The method that answers what was asked of a tool. */
export function methodMeant(tool: Tool, given: Readonly<Record<string, unknown>>): ToolMethod {
  return tool.instead?.isMeant(given) === true ? tool.instead : tool;
}

const HOUSING = "shorts.v1alpha1.HousingService";
const ECONOMY = "shorts.v1alpha1.EconomyService";
const EXPLORER = "terrace.v1.ExplorerService";
const LISTINGS = ["property_listings", "property_price_events"];
const SUBURBS = [
  "suburb_demographics",
  "suburb_amenities",
  "suburb_planning",
  "suburb_crime_stats",
  "suburb_offences",
];

/** The methods that a model is offered. Names say what is asked, descriptions when to ask it and in which unit. */
export const TOOLS: readonly Tool[] = [
  {
    name: "housing_overview",
    title: "Housing market at a glance",
    description:
      "Latest house prices, changes and listings of Australia and its states. Start here for questions about the market as a whole. Prices are AUD.",
    method: `${HOUSING}/GetHousingOverview`,
    arguments: [],
    tables: ["house_prices"],
  },
  {
    name: "price_series",
    title: "House prices over time",
    description:
      "One region's price series, oldest first. Regions are states, capital cities or suburbs; list_regions gives their codes.",
    method: `${HOUSING}/GetHousePriceSeries`,
    arguments: ["regionCode", "measure", "dwellingType"],
    tables: ["house_prices"],
  },
  {
    name: "list_regions",
    title: "Regions with prices",
    description:
      "Regions that price_series knows, with code, name, type and latest price. Use query to search by name.",
    method: `${HOUSING}/ListHousingRegions`,
    arguments: ["regionType", "stateCode", "query", "limit"],
    defaults: { limit: 20 },
    tables: ["house_prices", "house_price_regions"],
  },
  {
    name: "suburb_profile",
    title: "Everything about a suburb",
    description:
      "People, prices, homes, schools, hazards, crime and council of one suburb, each figure with its source. Needs the sal_code; search with kind suburb gives it.",
    method: `${HOUSING}/GetSuburbProfile`,
    arguments: ["salCode"],
    tables: SUBURBS,
  },
  {
    name: "describe_metrics",
    title: "Metrics of suburbs",
    description:
      "Keys, labels, units and distributions of the suburb metrics. Ask this before filter_suburbs, rank_suburbs or similar_suburbs: they take these keys.",
    method: `${EXPLORER}/DescribeMetrics`,
    arguments: ["stateCode"],
    tables: SUBURBS,
  },
  {
    name: "rank_suburbs",
    title: "Rank suburbs by weighted metrics",
    description:
      "The best suburbs by metrics with weights: above 0 more is better, below 0 less is. Optionally among those that satisfy a condition.",
    method: `${EXPLORER}/RankSuburbs`,
    arguments: ["stateCode", "weights", "k"],
    takesCondition: true,
    defaults: { k: 10 },
    tables: SUBURBS,
  },
  {
    name: "similar_suburbs",
    title: "Suburbs like another one",
    description:
      "The suburbs nearest to one in their metrics, with the differences that matter. Needs its sal_code.",
    method: `${EXPLORER}/SimilarSuburbs`,
    arguments: ["salCode", "metricKeys", "stateCode", "k"],
    takesCondition: true,
    defaults: { k: 10 },
    tables: SUBURBS,
  },
  {
    name: "price_drops_overview",
    title: "Cut asking prices by state, or over time",
    description:
      "How many asking prices were cut lately, by how much, in the country and every state. With grain, grainKey, from or to: the daily index of cuts of the country, a state or a suburb over time. Shares are fractions.",
    method: `${HOUSING}/GetPriceDropsOverview`,
    arguments: [],
    tables: LISTINGS,
    instead: {
      method: `${HOUSING}/GetDropIndexSeries`,
      arguments: ["grain", "grainKey", "from", "to"],
      tables: LISTINGS,
      isMeant: (given) => Object.keys(given).length > 0,
    },
  },
  {
    name: "suburb_price_drops",
    title: "Suburbs with cut asking prices",
    description: "Suburbs ranked by the cuts of their asking prices.",
    method: `${HOUSING}/ListSuburbPriceDrops`,
    arguments: ["stateCode", "sort", "limit"],
    defaults: { limit: 10 },
    tables: LISTINGS,
  },
  {
    name: "address_price_drops",
    title: "Addresses with cut asking prices",
    description:
      "Addresses ranked by the cut from the first to the current ask within a window of days. Prices are AUD.",
    method: `${HOUSING}/ListAddressPriceDrops`,
    arguments: ["stateCode", "sort", "windowDays", "limit"],
    defaults: { limit: 10 },
    tables: LISTINGS,
  },
  {
    name: "property_history",
    title: "History of an address",
    description:
      "Listings, price changes and valuations of one address. Needs the address_key of address_price_drops.",
    method: `${HOUSING}/GetPropertyHistory`,
    arguments: ["addressKey"],
    tables: [...LISTINGS, "property_valuations"],
  },
  {
    name: "council_profile",
    title: "Everything about a council, or the councils of a state",
    description:
      "Figures over time, member suburbs, hazards, crime and neighbours of one local government. Without a slug: all councils of the state, with the slugs to ask for and their main figures.",
    method: `${HOUSING}/GetCouncilProfile`,
    arguments: ["stateCode", "slug"],
    tables: ["lga", "lga_facts"],
    instead: {
      method: `${HOUSING}/ListCouncils`,
      arguments: ["stateCode"],
      tables: ["lga", "lga_facts"],
      isMeant: ({ slug }) => slug === undefined || slug === "",
    },
  },
  {
    name: "economic_series",
    title: "Values of economic series",
    description:
      "Observations of up to a few economic series (rates, employment, prices, credit, short interest), oldest first, with unit, frequency, source and licence. search with kind series gives the keys.",
    method: `${ECONOMY}/GetEconomicSeries`,
    arguments: ["seriesKeys", "maxObservations"],
    defaults: { maxObservations: 24 },
    tables: ["economic_series"],
  },
  {
    name: "search",
    title: "Find anything by words",
    description:
      "Suburbs, stocks, members, economic series and articles by words, with prefixes and typos. Start here when a code is not known: the id of a suburb is its sal_code, of a stock its code, of a member the slug, of a series its key.",
    method: `${EXPLORER}/Search`,
    arguments: ["query", "kinds", "limit"],
    defaults: { limit: 10 },
    tables: ["suburb_demographics", "companies", "economic_series", "politicians", "news_articles"],
  },
  {
    name: "short_positions",
    title: "Short positions of a day",
    description:
      "Listed securities by the percent of their shares held short in one report. The date is YYYY-MM-DD; a date without a report names its neighbours.",
    method: "shorts.v1alpha1.MarketService/GetMarketByDate",
    arguments: ["date", "limit", "offset", "ordinaryOnly"],
    defaults: { limit: 20, ordinaryOnly: true },
    tables: ["short_positions", "companies"],
  },
  {
    name: "short_history",
    title: "Short positions of a company over time",
    description:
      "Percent of one security's shares held short, oldest first, with its highest and lowest point. Periods of 5Y and more are weekly means. Needs its code; search with kind stock gives it.",
    method: "shorts.v1alpha1.StockService/GetStockData",
    arguments: ["productCode", "period", "from", "to", "maxPoints"],
    defaults: { period: "1Y", maxPoints: 60 },
    tables: ["short_positions"],
  },
  {
    name: "company_profile",
    title: "What a listed company is",
    description:
      "Business, people, reports and key figures of one listed company. Needs its code; search with kind stock gives it.",
    method: "shorts.v1alpha1.StockService/GetStockDetails",
    arguments: ["productCode"],
    tables: ["companies", "company_profiles", "company_people", "company_reports"],
  },
  {
    name: "company_news",
    title: "News of a company",
    description:
      "Articles about one listed company, newest first, with outlet, day and sentiment. Needs its code.",
    method: "shorts.v1alpha1.NewsService/GetStockNews",
    arguments: ["stockCode", "limit", "source", "sentiment"],
    defaults: { limit: 10 },
    tables: ["news_articles"],
  },
  {
    name: "member_interests",
    title: "What a member of parliament declares",
    description:
      "Terms of one member or senator and everything ever declared in the register of interests: shares, property, gifts, with the dates known. A declaration tells no amount. Needs the slug; search with kind member gives it.",
    method: "shorts.v1alpha1.PoliticiansService/GetPolitician",
    arguments: ["slug"],
    tables: ["politicians", "politician_terms", "register_holdings"],
  },
  {
    name: "party_funding",
    title: "What parties lodged",
    description:
      "Receipts, payments and debts of party groups for a financial year such as 2023-24, in cents as lodged, with the notes that belong to them.",
    method: "shorts.v1alpha1.PoliticiansService/GetDonationsOverview",
    arguments: ["financialYear", "limit"],
    defaults: { limit: 10 },
    tables: ["aec_party_returns", "aec_receipts"],
  },
];
