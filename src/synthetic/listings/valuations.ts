import type { Row } from "../../dataset/csv-writer.ts";
import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import { type Random, roundTo } from "../../runtime/random.ts";
import { PUBLIC_LICENCE } from "../sources.ts";
import type { Address } from "./addresses.ts";

const STATUSES = [
  ["ok", 82],
  ["blocked", 8],
  ["notfound", 6],
  ["error", 4],
] as const;

/** A valuation of the address. Half are restricted; a few failed and hold no figures. */
export function valuationRow(random: Random, address: Address, slowness: number): Row {
  const status = random.weighted(STATUSES);
  const fetched = `2026-${String(random.int(8, 10)).padStart(2, "0")}-${String(random.int(1, 28)).padStart(2, "0")}T04:00:00Z`;
  const about = {
    address_key: address.key,
    source: "synthetic-valuations",
    profile_url: `https://valuations.example/${address.key}`,
    fetched_at: fetched,
    fetch_status: status,
    source_licence: random.chance(0.5) ? PUBLIC_LICENCE : RESTRICTED_LICENCE,
  };
  if (status !== "ok") return about;
  const middle = roundTo(address.worth, 5000);
  const strata = address.propertyType === "apartment" || address.propertyType === "unit";
  return {
    ...about,
    estimate_low: roundTo(middle * 0.9, 5000),
    estimate_mid: middle,
    estimate_high: roundTo(middle * 1.11, 5000),
    estimate_confidence: random.pick(["low", "medium", "high"]),
    valuation_granularity: strata && random.chance(0.4) ? "building" : "exact",
    rent_estimate_mid: roundTo(90 + middle * 0.00055, 5),
    bedrooms: address.bedrooms,
    bathrooms: address.bathrooms,
    car_spaces: address.carSpaces,
    land_size_sqm: address.landSqm,
    building_size_sqm: random.chance(0.6) ? random.int(55, 320) : null,
    year_built: random.chance(0.7) ? random.int(1890, 2024) : null,
    property_type: address.propertyType,
    sales_history: JSON.stringify(pastSales(random, middle, slowness)),
  };
}

/** Newest first; a price of null was not disclosed. */
function pastSales(random: Random, worth: number, slowness: number) {
  const count = random.int(0, 3);
  return Array.from({ length: count }, (_, i) => {
    const year = 2024 - Math.round(i * random.int(5, 8) * slowness);
    return {
      date: random.chance(0.05) ? "" : `${year}-0${random.int(1, 9)}-1${random.int(0, 9)}`,
      price: random.chance(0.15) ? null : roundTo(worth * 0.94 ** (2026 - year), 1000),
      agency: random.chance(0.5) ? `Synthetic agency ${random.int(1, 90)}` : "",
      event_type: "sold",
    };
  });
}
