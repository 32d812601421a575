/** Why open data lacks a table or column, and what fills it. */
export interface Gap {
  readonly why: string;
  readonly fills: string;
  readonly guide: string;
}

/** The guide on adding own rows. */
export const MISSING_GUIDE = "data/guides/missing-tables.md";
const IMPORTING = "data/guides/importing.md";
const LISTING_FEEDS = "data/guides/listing-feeds.md";

const OWN_CSV = "CSV files in the format of `data/tables`";
const DATAPACK = "of the Census DataPack `2021_GCP_SAL_for_AUS_short-header.zip`";
const STATES_HERE = "only Western Australia and the Australian Capital Territory are included";
const columnsOf = (table: string, ...columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`);
const demographics = (...columns: readonly string[]) => columnsOf("suburb_demographics", ...columns);

/** Tables and `table.column`s that open data leaves empty, wholly or in part, with the reasons. */
const REASONS: readonly (readonly [names: readonly string[], why: string, fills: string, guide?: string])[] =
  [
    [
      ["property_listings", "property_price_events", "property_valuations"],
      "asking prices and estimates belong to portals and agencies; nobody publishes them as open data",
      "a feed of listings, or a database of them",
      LISTING_FEEDS,
    ],
    [
      ["companies", "industry_history", "stock_prices", "index_definitions", "index_prices", "entity_codes"],
      "the exchange licenses its lists, codes and prices, which may not be redistributed",
      "files under your own licence",
      IMPORTING,
    ],
    [
      [
        "company_profiles",
        "company_people",
        "company_similarities",
        "company_reports",
        "fundamentals_periods",
        "director_trades",
        "dividends",
        "announcements",
        "stock_signals",
        "company_exposures",
      ],
      "companies announce these to the exchange as documents; nobody publishes them as open tables",
      OWN_CSV,
      IMPORTING,
    ],
    [["news_articles"], "articles belong to their outlets", OWN_CSV],
    [["editorial_takes"], "takes are yours to write", OWN_CSV],
    [
      ["politicians", "politician_terms"],
      "the licence of lists of members and senators is unsettled",
      "lists of your choice",
      IMPORTING,
    ],
    [
      ["register_documents", "register_holdings", "register_suburb_property", "entity_aliases"],
      "the registers of interests may not be used for derived works",
      "the registers, with `--allow-restricted`, for your own use",
      IMPORTING,
    ],
    [
      ["aec_candidate_returns", "aec_candidate_donations"],
      "candidates' returns are open, but not yet in this dataset",
      "the Transparency Register's download",
      IMPORTING,
    ],
    [
      ["suburb_landmarks"],
      "landmarks are in OpenStreetMap, whose licence requires the same licence for derived data",
      OWN_CSV,
    ],
    [
      ["suburb_connectivity"],
      "the broadband network has no open licence for the technology of premises",
      OWN_CSV,
    ],
    [
      ["suburb_crime_stats"],
      "nobody publishes rates by suburb scaled to the victimisation survey; recorded offences are in `suburb_offences`",
      OWN_CSV,
    ],
    [
      ["suburb_planning"],
      "states publish zones and heritage as maps, not as figures by suburb",
      "figures that you compute, as CSV",
    ],
    [
      ["lga_facts"],
      "each state publishes facts of its councils under its own terms",
      "files of your state",
      IMPORTING,
    ],
    [
      ["origins", "origin_rows"],
      "they record the source files of imported figures",
      "`terrace import` of your own files",
      IMPORTING,
    ],
    [
      demographics("pct_born_overseas"),
      `not included: the national table is too large to download; ${STATES_HERE}`,
      `table G01 ${DATAPACK}`,
    ],
    [
      demographics("pct_year_12"),
      `not included: the first part of G16 is too large to download; ${STATES_HERE}`,
      `table G16A ${DATAPACK}`,
    ],
    [
      demographics("top_language"),
      "only the last part of G13 is included",
      `tables G13A to G13E ${DATAPACK}`,
    ],
    [
      demographics("pct_low_personal_income"),
      "only the last part of G17 is included",
      `tables G17A and G17B ${DATAPACK}`,
    ],
    [demographics("state_party_ab"), "no list has an open licence", "a list of state members by district"],
    [
      demographics(
        ...["elevation_min_m", "elevation_median_m", "elevation_max_m"],
        ...["land_share_below_1m", "land_share_below_2m", "land_share_below_5m"],
      ),
      "elevation models are published as grids, not as figures by suburb",
      "heights by suburb, sampled from an elevation model",
    ],
    [
      ["house_prices.value"],
      "sales of New South Wales may not be redistributed, the licence of Victoria's medians is unsettled, other states sell theirs; Adelaide is included until June 2023",
      "suburb medians under an open licence, such as those of Victoria's Valuer-General",
    ],
    [
      ["suburb_offences.offences"],
      "other states are not included: their data was not available",
      "offences by suburb of New South Wales, Queensland and Western Australia, and the rest of table 03 of Victoria's Crime Statistics Agency",
    ],
    [
      columnsOf("suburb_amenities", "amenity_density_score", "supermarkets_total", "pubs_bars", "gp_count"),
      "they are in OpenStreetMap, whose licence requires the same licence for derived data",
      "counts of shops, pubs and practices by suburb",
    ],
    [
      ["suburb_amenities.schools_catholic"],
      "only schools of Victoria and government schools of New South Wales are included",
      "lists of all schools",
    ],
    [
      ["suburb_amenities.nearest_train_km"],
      "their licence is unsettled",
      "stops of Queensland Rail beyond the south-east, of Transperth and Transwa",
    ],
    [
      ["water_observed_share_pct", "permanent_water_share_pct", "flood_planning_share_pct"].map(
        (column) => `suburb_hazard_exposure.${column}`,
      ),
      "they are published as maps, not as figures by suburb",
      "water observations and flood overlays by suburb",
    ],
  ];

const GAPS = new Map(
  REASONS.flatMap(([names, why, fills, guide = MISSING_GUIDE]) =>
    names.map((name): [string, Gap] => [name, { why, fills, guide }]),
  ),
);

/** Why a table has no rows in a dataset of open sources; undefined when it has an open source. */
export function whyNotOpen(table: string): string | undefined {
  return GAPS.get(table)?.why;
}

/** The gap of a table without rows, in any dataset. */
export function tableGap(table: string): Gap {
  return (
    GAPS.get(table) ?? {
      why: "no publisher's file of it was imported",
      fills: "publishers' files",
      guide: IMPORTING,
    }
  );
}

/** What would fill a metric's gap in open data, and the reason for the gap; undefined without a known gap. */
export function metricGap({ table, column }: { table: string; column: string }): string | undefined {
  const gap = GAPS.get(`${table}.${column}`) ?? GAPS.get(table);
  return gap && `${gap.fills}; ${gap.why}`;
}

/** A sentence about tables without rows: their names, the reasons, and how to fill or see them. */
export function missingSentence(tables: readonly string[]): string {
  const why = [...new Set(tables.flatMap((table) => whyNotOpen(table) ?? []))].join("; ");
  const names = tables.map((table) => `\`${table}\``).join(", ");
  return `This snapshot has no rows of ${names}${why === "" ? "" : `: ${why}`}. \`${MISSING_GUIDE}\` describes how to add your own; \`terrace start --synthetic\` serves synthetic rows.`;
}
