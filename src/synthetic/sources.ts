import type { Row } from "../dataset/csv-writer.ts";
import type { DatasetManifest } from "../dataset/manifest.ts";
import { DATASET_TABLES } from "../dataset/tables/index.ts";
import { AS_OF } from "./calendar.ts";

/** Licence of every public row; contains "synthetic" so that quoted rows stay recognisable. */
export const PUBLIC_LICENCE = "synthetic-CC0-1.0";
/** Licence of rows that a non-commercial gate must drop. */
export const NON_COMMERCIAL_LICENCE = "synthetic-CC-BY-NC-4.0";
export const DERIVED_LICENCE = "derived";

const SOURCES = `
census: census: suburb_demographics state_demographics suburb_landmarks
outlines: suburb outlines: suburb_outlines
elections: elections: federal_results
stations: railway stations: railway_stations
amenities: amenities: suburb_amenities
broadband: broadband: suburb_connectivity
crime: crime rates: suburb_crime_stats suburb_offences
hazards: hazards: suburb_hazard_exposure
planning: planning: suburb_planning
councils: councils: lga suburb_lga lga_facts lga_neighbours
register: register of interests: register_suburb_property politicians politician_terms register_documents
  register_holdings
returns: funding returns: aec_party_returns aec_receipts aec_donations_made aec_mp_returns
  aec_candidate_returns aec_candidate_donations entity_aliases
prices: house prices: house_price_regions house_prices
prices-b: house prices, second publisher: house_prices
portals: listing portals: property_listings property_price_events
valuations: valuations: property_valuations
economy: economic series: economic_series economic_observations series_vintages
market: share market: companies company_exposures industry_history short_positions stock_prices
  trading_dates index_definitions index_prices
news: news and takes: news_articles editorial_takes
industry: industry facts: industry_sources industry_records
filings: filings of companies: fundamentals_periods company_reports announcements
vendor: trailing figures: fundamentals_periods
notices: notices of companies: director_trades dividends
profiles: company profiles: company_profiles company_people company_similarities
signals: stock signals: stock_signals
tax: tax transparency: entity_codes corporate_tax
`;
const SOURCE_LINES = Array.from(SOURCES.matchAll(/(.+): (.+): ((?:.|\n )+)/g), ([, id, title, tables]) => ({
  id: `synthetic-${id}`,
  title,
  tables: tables.split(/\s+/).filter((name) => DATASET_TABLES.some((table) => table.name === name)),
}));

/** Default source and licence columns of a table's rows; the first of several sources. */
export function originOf(table: string): Row {
  const source = SOURCE_LINES.find(({ tables }) => tables.includes(table))!;
  return { source: source.id, source_licence: PUBLIC_LICENCE };
}

/** Manifest of the dataset; depends on seed and scale only. */
export function syntheticManifest(seed: number, scale: number): DatasetManifest {
  const sources = SOURCE_LINES.map(({ id, title, tables }) => ({
    id,
    publisher: "Terrace synthetic generator",
    title: `Synthetic ${title}`,
    licence: PUBLIC_LICENCE,
    vintage: AS_OF.slice(0, 10),
    attribution: "Synthetic data: no suburb, person, agency, company or address in it is real.",
    tables,
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
