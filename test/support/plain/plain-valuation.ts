import type { RawListings } from "../data/raw-tables.ts";
import { instantOf, membersOf, RESTRICTED } from "./plain-steps.ts";

interface Sale {
  readonly date: string | null;
  readonly price: number | null;
  readonly agency: string | null;
  readonly event_type: string | null;
}

/** The valuation of an address as GetPropertyHistory tells it; undefined where none may be shown. */
export function plainValuation(raw: RawListings, addressKey: string) {
  const row = raw.valuations.find(
    (v) => v.address_key === addressKey && v.fetch_status === "ok" && v.source_licence !== RESTRICTED,
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
    ...membersOf(row, "source profile_url estimate_low estimate_mid estimate_high estimate_confidence"),
    ...membersOf(row, "valuation_granularity rent_estimate_mid bedrooms bathrooms car_spaces land_size_sqm"),
    ...membersOf(row, "building_size_sqm year_built property_type"),
    fetchedAt: instantOf(row.fetched_at),
    // Newest first; a sale without a date comes after all others.
    salesHistory: sales.sort((a, b) => (a.date === b.date ? 0 : a.date > b.date ? -1 : 1)),
  };
}
