/** A council as stored; null is unknown. */
export interface CouncilRow {
  readonly lga_code: string;
  readonly lga_name: string;
  readonly state_code: string;
  readonly slug: string | null;
  readonly display_name: string | null;
  readonly former_name: string | null;
  readonly kind: string;
  readonly area_sqkm: number | null;
  readonly population: number | null;
  readonly erp_year: number | null;
  readonly pop_growth_pct: number | null;
  readonly median_age: number | null;
  readonly median_hhd_income: number | null;
  readonly pct_rented: number | null;
  readonly median_weekly_rent: number | null;
  readonly median_mortgage_monthly: number | null;
  readonly avg_household_size: number | null;
  readonly seifa_irsad_decile: number | null;
  readonly seifa_irsd_decile: number | null;
  readonly website: string | null;
  readonly wikidata_qid: string | null;
  readonly centroid_lat: number | null;
  readonly centroid_lon: number | null;
  readonly fed_fag_aud: number | null;
  readonly fed_fag_year: string | null;
  readonly avg_rates: number | null;
  readonly op_surplus_ratio: number | null;
  readonly asset_renewal_ratio: number | null;
  readonly fin_source: string | null;
  readonly fin_year: string | null;
  readonly council_house_median: number | null;
  readonly council_house_median_period: string | null;
}

/** Every council, lga_code ascending. */
export const ALL_COUNCILS = `
SELECT
  lga_code, lga_name, state_code, slug, display_name, former_name, kind, area_sqkm, population, erp_year, pop_growth_pct,
  median_age, median_hhd_income, pct_rented, median_weekly_rent, median_mortgage_monthly, avg_household_size,
  seifa_irsad_decile, seifa_irsd_decile, website, wikidata_qid, centroid_lat, centroid_lon,
  fed_fag_aud, fed_fag_year, avg_rates, op_surplus_ratio, asset_renewal_ratio, fin_source, fin_year,
  council_house_median, council_house_median_period
FROM serve.councils`;
