import type { DatasetManifest } from "../dataset/manifest.ts";
import { DATASET_TABLES } from "../dataset/tables/index.ts";
import { AS_OF } from "./calendar.ts";

/** Licence of every public row; the word synthetic stays with the row wherever it is quoted. */
export const PUBLIC_LICENCE = "synthetic-CC0-1.0";
/** Marks rows that a non-commercial gate must drop. */
export const NON_COMMERCIAL_LICENCE = "synthetic-CC-BY-NC-4.0";
export const DERIVED_LICENCE = "derived";

const PUBLISHER = "Terrace synthetic generator";

/** Source id, title and the tables it is behind. */
const SOURCES: readonly (readonly [string, string, readonly string[]])[] = [
  ["synthetic-census", "Synthetic census", ["suburb_demographics", "state_demographics", "suburb_landmarks"]],
  ["synthetic-outlines", "Synthetic suburb outlines", ["suburb_outlines"]],
  ["synthetic-elections", "Synthetic elections", ["federal_results"]],
  ["synthetic-stations", "Synthetic railway stations", ["railway_stations"]],
  ["synthetic-amenities", "Synthetic amenities", ["suburb_amenities"]],
  ["synthetic-broadband", "Synthetic broadband", ["suburb_connectivity"]],
  ["synthetic-crime", "Synthetic crime rates", ["suburb_crime_stats", "suburb_offences"]],
  ["synthetic-hazards", "Synthetic hazards", ["suburb_hazard_exposure"]],
  ["synthetic-planning", "Synthetic planning", ["suburb_planning"]],
  ["synthetic-councils", "Synthetic councils", ["lga", "suburb_lga", "lga_facts", "lga_neighbours"]],
  [
    "synthetic-register",
    "Synthetic register of interests",
    [
      "register_suburb_property",
      "politicians",
      "politician_terms",
      "register_documents",
      "register_holdings",
    ],
  ],
  [
    "synthetic-returns",
    "Synthetic funding returns",
    [
      "aec_party_returns",
      "aec_receipts",
      "aec_donations_made",
      "aec_mp_returns",
      "aec_candidate_returns",
      "aec_candidate_donations",
      "entity_aliases",
    ],
  ],
  ["synthetic-prices", "Synthetic house prices", ["house_price_regions", "house_prices"]],
  ["synthetic-prices-b", "Synthetic house prices, second publisher", ["house_prices"]],
  ["synthetic-portals", "Synthetic listing portals", ["property_listings", "property_price_events"]],
  ["synthetic-valuations", "Synthetic valuations", ["property_valuations"]],
  [
    "synthetic-economy",
    "Synthetic economic series",
    ["economic_series", "economic_observations", "series_vintages"],
  ],
  [
    "synthetic-market",
    "Synthetic share market",
    [
      "companies",
      "company_exposures",
      "industry_history",
      "short_positions",
      "stock_prices",
      "trading_dates",
      "index_definitions",
      "index_prices",
    ],
  ],
  ["synthetic-news", "Synthetic news and takes", ["news_articles", "editorial_takes"]],
  ["synthetic-industry", "Synthetic industry facts", ["industry_sources", "industry_records"]],
  [
    "synthetic-filings",
    "Synthetic filings of companies",
    ["fundamentals_periods", "company_reports", "announcements"],
  ],
  ["synthetic-vendor", "Synthetic trailing figures", ["fundamentals_periods"]],
  ["synthetic-notices", "Synthetic notices of companies", ["director_trades", "dividends"]],
  [
    "synthetic-profiles",
    "Synthetic company profiles",
    ["company_profiles", "company_people", "company_similarities"],
  ],
  ["synthetic-signals", "Synthetic stock signals", ["stock_signals"]],
  ["synthetic-tax", "Synthetic tax transparency", ["entity_codes", "corporate_tax"]],
];

/** What `dataset.json` says; depends on seed and scale only. */
export function syntheticManifest(seed: number, scale: number): DatasetManifest {
  const known = new Set(DATASET_TABLES.map((t) => t.name));
  const sources = SOURCES.map(([id, title, tables]) => ({
    id,
    publisher: PUBLISHER,
    title,
    licence: PUBLIC_LICENCE,
    vintage: AS_OF.slice(0, 10),
    attribution: "Synthetic data: no suburb, person, agency, company or address in it is real.",
    tables: tables.filter((t) => known.has(t)),
  }));
  return {
    formatVersion: 1,
    id: `synthetic-australia-seed${seed}-scale${scale}`,
    title: `A synthetic Australia (seed ${seed}, scale ${scale})`,
    asOf: AS_OF,
    synthetic: true,
    sources,
  };
}
