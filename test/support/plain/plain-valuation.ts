import type { RawListings } from "../data/raw-listings.ts";

interface Sale {
  readonly date: string | null;
  readonly price: number | null;
  readonly agency: string | null;
  readonly event_type: string | null;
}

/** The valuation of an address as GetPropertyHistory tells it; undefined where none may be shown. */
export function plainValuation(raw: RawListings, addressKey: string) {
  const row = raw.valuations.find(
    (v) =>
      v.address_key === addressKey &&
      v.fetch_status === "ok" &&
      v.source_licence !== "proprietary-tos-restricted",
  );
  if (row === undefined) return undefined;
  const isDate = (text: string | null) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "");
  const sales = (JSON.parse(row.sales_history || "[]") as Sale[]).map((sale) => ({
    date: isDate(sale.date) ? sale.date! : "",
    price: sale.price ?? 0,
    agency: sale.agency ?? "",
    eventType: sale.event_type ?? "",
  }));
  return {
    source: row.source,
    profileUrl: row.profile_url,
    fetchedAt: new Date(row.fetched_at).toISOString().replace(".000Z", "Z"),
    estimateLow: row.estimate_low,
    estimateMid: row.estimate_mid,
    estimateHigh: row.estimate_high,
    estimateConfidence: row.estimate_confidence,
    valuationGranularity: row.valuation_granularity,
    rentEstimateMid: row.rent_estimate_mid,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    carSpaces: row.car_spaces,
    landSizeSqm: row.land_size_sqm,
    buildingSizeSqm: row.building_size_sqm,
    yearBuilt: row.year_built,
    propertyType: row.property_type,
    // Newest first; a sale without a date comes after all others.
    salesHistory: sales.sort((a, b) => (a.date === b.date ? 0 : a.date > b.date ? -1 : 1)),
  };
}
