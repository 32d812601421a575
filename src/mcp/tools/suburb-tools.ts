import { pageOf, type Tool } from "./tool.ts";

const HOUSING = "shorts.v1alpha1.HousingService";
const EXPLORER = "terrace.v1.ExplorerService";
const MARKET = ["property_listings", "property_price_events", "house_prices"];
const SUBURBS = [
  "suburb_demographics",
  "suburb_amenities",
  "suburb_planning",
  "suburb_crime_stats",
  "suburb_offences",
];

/** A quarter of weeks, two years of quarters. */
const NEWEST = { lastWeeks: 13, lastPeriods: 8 };

export const SUBURB_TOOLS: readonly Tool[] = [
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
  },
  {
    name: "list_regions",
    title: "Regions with prices",
    description:
      "Regions that price_series knows, with code, name, type and latest price. Use query to search by name.",
    method: `${HOUSING}/ListHousingRegions`,
    arguments: ["regionType", "stateCode", "query", "limit"],
    list: "regions",
    most: 5000,
    defaults: { limit: 20 },
  },
  {
    name: "suburb_profile",
    title: "Profile of a suburb",
    description:
      "People, prices, homes, schools, hazards, crime and council of one suburb, each figure with its source. Needs the sal_code; search with kind suburb gives it.",
    method: `${HOUSING}/GetSuburbProfile`,
    arguments: ["salCode"],
    page: pageOf("suburb", "salCode"),
    tables: SUBURBS,
  },
  {
    name: "describe_metrics",
    title: "Metrics of suburbs",
    description:
      "Keys, labels, units and distributions of the suburb metrics. Call this before filter_suburbs, rank_suburbs or similar_suburbs: they take these keys.",
    method: `${EXPLORER}/DescribeMetrics`,
    arguments: ["stateCode"],
    tables: SUBURBS,
  },
  {
    name: "rank_suburbs",
    title: "Rank suburbs by weighted metrics",
    description:
      "The best suburbs by weighted metrics: with a positive weight higher is better, with a negative one lower. Optionally among those that match a condition.",
    method: `${EXPLORER}/RankSuburbs`,
    arguments: ["stateCode", "weights", "k"],
    takesCondition: true,
    list: "rows",
    tables: SUBURBS,
  },
  {
    name: "similar_suburbs",
    title: "Similar suburbs",
    description:
      "The suburbs most similar to one by their metrics, with the main differences. Needs its sal_code.",
    method: `${EXPLORER}/SimilarSuburbs`,
    arguments: ["salCode", "metricKeys", "stateCode", "k"],
    takesCondition: true,
    list: "rows",
    tables: SUBURBS,
  },
  {
    name: "afford",
    title: "What a household can pay, and where",
    description:
      "Borrowing capacity, stamp duty of each state, costs, the highest price, and the suburbs with an affordable median. AUD per year and month. Not financial advice.",
    method: `${EXPLORER}/Afford`,
    arguments: [
      "annualIncome",
      "deposit",
      "monthlyDebts",
      "termYears",
      "annualRatePercent",
      "buyer",
      "propertyType",
      "stateCode",
      "k",
    ],
    takesCondition: true,
    list: "suburbs",
    tables: ["suburb_demographics", "house_prices", "economic_series"],
  },
  {
    name: "market_series",
    title: "How a market moves: stock, sales, asking prices, rents, yields",
    description:
      "Listings week by week (stock, new, sold, withdrawn, median ask, share with a cut) and published medians, rents and yields by period. With salCode of one suburb, otherwise of a state or of the suburbs that satisfy a condition.",
    method: `${EXPLORER}/GetSuburbMarketSeries`,
    arguments: ["salCode", "lastWeeks", "lastPeriods"],
    defaults: NEWEST,
    tables: MARKET,
    takesCondition: true,
    page: pageOf("suburb", "salCode"),
    instead: {
      method: `${EXPLORER}/AggregateMarket`,
      arguments: ["stateCode", "lastWeeks", "lastPeriods"],
      defaults: NEWEST,
      tables: MARKET,
      isMeant: ({ salCode, where }) => salCode === undefined || salCode === "" || where !== undefined,
    },
  },
  {
    name: "price_drops_overview",
    title: "Cut asking prices by state, or over time",
    description:
      "How many asking prices were cut recently, and by how much, nationally and by state. With grain, grainKey, from or to: the daily index of cuts of the country, a state or a suburb over time. Shares are fractions.",
    method: `${HOUSING}/GetPriceDropsOverview`,
    arguments: [],
    instead: {
      method: `${HOUSING}/GetDropIndexSeries`,
      arguments: ["grain", "grainKey", "from", "to"],
      isMeant: (given) => Object.keys(given).length > 0,
    },
  },
  {
    name: "suburb_price_drops",
    title: "Suburbs with cut asking prices",
    description: "Suburbs ranked by the cuts of their asking prices.",
    method: `${HOUSING}/ListSuburbPriceDrops`,
    arguments: ["stateCode", "sort", "limit"],
    list: "suburbs",
    most: 500,
  },
  {
    name: "address_price_drops",
    title: "Addresses with cut asking prices",
    description:
      "Addresses ranked by the cut from the first to the current ask within a window of days. Prices are AUD.",
    method: `${HOUSING}/ListAddressPriceDrops`,
    arguments: ["stateCode", "sort", "windowDays", "limit"],
    list: "addresses",
    most: 200,
  },
  {
    name: "property_history",
    title: "History of an address",
    description:
      "Listings, price changes and valuations of one address. Needs the address_key of address_price_drops.",
    method: `${HOUSING}/GetPropertyHistory`,
    arguments: ["addressKey"],
  },
  {
    name: "council_profile",
    title: "Profile of a council, or the councils of a state",
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
    name: "search",
    title: "Search everything",
    description:
      "Full-text search of suburbs, stocks, members, economic series and articles; matches prefixes and tolerates typos. Start here when a code is not known: the id of a suburb is its sal_code, of a stock its code, of a member the slug, of a series its key.",
    method: `${EXPLORER}/Search`,
    arguments: ["query", "kinds", "limit"],
    list: "hits",
    most: 100,
  },
];
