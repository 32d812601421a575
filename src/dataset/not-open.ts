/** Why tables have no rows in a dataset of open sources only, a line for tables of one kind. */
const REASONS: readonly (readonly [tables: readonly string[], why: string])[] = [
  [
    ["property_listings", "property_price_events", "property_valuations"],
    "asking prices and estimates belong to portals and agencies; nobody publishes them openly",
  ],
  [
    ["companies", "industry_history", "stock_prices", "index_definitions", "index_prices", "entity_codes"],
    "the exchange licenses its lists, codes and prices, and none may be passed on",
  ],
  [
    [
      ...["company_profiles", "company_people", "company_similarities", "company_reports"],
      ...["fundamentals_periods", "director_trades", "dividends", "announcements"],
      ...["stock_signals", "company_exposures"],
    ],
    "companies announce these on the exchange, as documents; nobody publishes them openly as tables",
  ],
  [
    ["news_articles", "editorial_takes"],
    "articles belong to their outlets, and takes are written by those who run a server",
  ],
  [
    ["politicians", "politician_terms"],
    "lists of members and senators come without a settled licence for their data",
  ],
  [
    ["register_documents", "register_holdings", "register_suburb_property", "entity_aliases"],
    "the registers of interests may not be used for derived works",
  ],
  [
    ["aec_candidate_returns", "aec_candidate_donations"],
    "candidates' returns are in the Transparency Register's download, and not in this dataset yet",
  ],
  [
    ["suburb_landmarks"],
    "landmarks are in OpenStreetMap, whose licence asks for the same licence of what is made from it",
  ],
  [["suburb_connectivity"], "the broadband network does not license the technology of premises openly"],
  [
    ["suburb_crime_stats"],
    "rates by suburb that are scaled to the victimisation survey are published by nobody; recorded offences are in suburb_offences",
  ],
  [["suburb_planning"], "states publish zones and heritage as maps, and no figures by suburb"],
  [["lga_facts"], "facts of councils are published state by state, under terms of each"],
  [["origins", "origin_rows"], "terrace import writes these for files of your own"],
];

const WHY = new Map(REASONS.flatMap(([tables, why]) => tables.map((table) => [table, why] as const)));

/** Where people read how to bring rows of their own. */
export const MISSING_GUIDE = "data/guides/missing-tables.md";

/** Why a table has no rows in a dataset of open sources; undefined for one that has an open source. */
export function whyNotOpen(table: string): string | undefined {
  return WHY.get(table);
}

/** A sentence about tables without rows: which, why, how to bring one's own, where to see what they are for. */
export function missingSentence(tables: readonly string[]): string {
  const why = [...new Set(tables.flatMap((table) => whyNotOpen(table) ?? []))].join("; ");
  const names = tables.map((table) => `\`${table}\``).join(", ");
  return `This snapshot has no rows of ${names}${why === "" ? "" : `: ${why}`}. \`${MISSING_GUIDE}\` says how to bring your own; \`terrace start --synthetic\` shows made-up ones.`;
}
