import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, type Random, round } from "../../runtime/random.ts";
import type { Suburb } from "../places/suburbs.ts";

/** Amenity counts that grow with residents and density; null for the few suburbs never measured. */
export function amenitiesRow(random: Random, suburb: Suburb): Row | null {
  if (random.chance(0.006)) return null;
  const residents = suburb.population ?? 0;
  const count = (perThousand: number) => {
    const expected = (residents / 1000) * perThousand * Math.exp(0.35 * random.normal());
    return Math.floor(expected + random.unit());
  };
  const government = count(0.32);
  const catholic = count(0.1);
  const independent = count(0.09 + 0.05 * Math.max(0, suburb.affluence));
  const schools = government + catholic + independent;
  const secondary = Math.min(schools, Math.round(schools * random.between(0.2, 0.55)));
  const shops = [count(0.05), count(0.06), count(0.03), count(0.05)];
  const supermarkets = shops[0] + shops[1] + shops[2] + shops[3] + (random.chance(0.12) ? count(0.06) : 0);
  const hospitals = random.chance(Math.min(0.4, residents / 60_000)) ? random.int(1, 2) : 0;
  const away = (mean: number) => 0.2 + random.wait(mean * (0.4 + 6 * suburb.remoteness));
  const density = 100 * (1 - Math.exp(-(supermarkets * 6 + schools * 3) / 40)) * (0.4 + 0.6 * suburb.urban);
  return {
    sal_code: suburb.code,
    schools_total: schools,
    supermarkets_total: supermarkets,
    coles_count: shops[0],
    woolworths_count: shops[1],
    aldi_count: shops[2],
    iga_count: shops[3],
    pubs_bars: count(0.35 + 0.8 * suburb.urban),
    parks_count: count(1.1),
    libraries_count: count(0.05),
    nearest_supermarket_km: supermarkets > 0 ? round(random.between(0.1, 1.2), 2) : round(away(5), 2),
    amenity_density_score: round(clamp(density + 3 * random.normal(), 0, 100), 1),
    hospitals_count: hospitals,
    gp_count: count(0.4),
    pharmacy_count: count(0.22),
    // Two territories and parts of the far country have no railway within reach.
    nearest_train_km: suburb.remoteness > 0.75 ? null : round(away(suburb.metro ? 1.6 : 12), 2),
    nearest_hospital_km: hospitals > 0 ? round(random.between(0.1, 1.5), 2) : round(away(7), 2),
    dist_to_coast_km: suburb.coastKm,
    schools_gov: government,
    schools_catholic: catholic,
    schools_independent: independent,
    schools_primary: schools - secondary,
    schools_secondary: secondary,
    nearest_secondary_km: secondary > 0 ? round(random.between(0.1, 1.4), 2) : round(away(6), 2),
  };
}
