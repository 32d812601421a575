import type { Row } from "../../dataset/csv-writer.ts";
import { STATES } from "../../dataset/states.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { STATE_PROFILES, type StateProfile } from "../state-profiles.ts";
import { distanceKm, northKm } from "./coast.ts";
import { inventWord, slug } from "./names.ts";
import type { Suburb } from "./suburbs.ts";

export interface Councils {
  readonly rows: readonly Row[];
  /** Rows of `suburb_lga`, in suburb order. */
  readonly links: readonly Row[];
  /** Dominant council code of a suburb, null where none is matched. */
  codeOf(suburb: Suburb): string | null;
}

interface Seat {
  readonly code: string;
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  members: Suburb[];
}

/** Councils around seats spread over each state, and the share of every suburb in its nearest one to three. */
export function generateCouncils(seed: number, scale: number, suburbs: readonly Suburb[]): Councils {
  const byState = Map.groupBy(suburbs, (s) => s.state);
  const dominant = new Map<string, string>();
  const rows: Row[] = [];
  const links: Row[] = [];
  for (const profile of STATE_PROFILES) {
    const members = byState.get(profile.code)!;
    const random = new Random(seed, `councils/${profile.code}`);
    const seats = placeSeats(random, profile, scale, members);
    for (const suburb of members) {
      // A few offshore or unmapped suburbs match no council.
      if (random.chance(0.004)) continue;
      const shares = sharesOf(random, suburb, seats);
      dominant.set(suburb.code, shares[0].seat.code);
      shares[0].seat.members.push(suburb);
      for (const { seat, share } of shares) {
        links.push({ sal_code: suburb.code, lga_code: seat.code, share, edition: 2024 });
      }
    }
    seats.forEach((seat, i) => {
      rows.push(councilRow(random, profile, seat, i));
    });
  }
  return { rows, links, codeOf: (suburb) => dominant.get(suburb.code) ?? null };
}

function placeSeats(random: Random, profile: StateProfile, scale: number, members: readonly Suburb[]) {
  const wanted = scale >= 1 ? profile.councils : Math.max(2, Math.round(profile.councils * scale));
  const count = profile.code === "ACT" ? 1 : Math.min(wanted, members.length);
  const digit = STATES.find((s) => s.code === profile.code)!.digit;
  const taken = new Set<string>();
  const places = random.shuffled(members).slice(0, count);
  return places.map(({ lat, lon }, i) => {
    let name = inventWord(random);
    while (taken.has(name)) name = inventWord(random);
    taken.add(name);
    return { code: `${digit}${String((i + 1) * 50).padStart(4, "0")}`, name, lat, lon, members: [] };
  });
}

function sharesOf(random: Random, suburb: Suburb, seats: readonly Seat[]): { seat: Seat; share: number }[] {
  const nearest = nearestSeats(suburb, seats);
  const [first, second, third] = nearest;
  // Only a suburb near the middle between two seats is cut by the boundary.
  if (second === undefined || first.km < second.km * 0.8) return [{ seat: first.seat, share: 1 }];
  const other = round(random.between(0.005, 0.42), 4);
  const tail = third !== undefined && first.km > third.km * 0.85 ? round(random.between(0.005, 0.12), 4) : 0;
  const shares = [
    { seat: first.seat, share: round(1 - other - tail, 4) },
    { seat: second.seat, share: other },
  ];
  return tail > 0 ? [...shares, { seat: third.seat, share: tail }] : shares;
}

/** The three nearest seats, nearest first; of two at one distance the lower code. */
function nearestSeats(suburb: Suburb, seats: readonly Seat[]): { seat: Seat; km: number }[] {
  const found: { seat: Seat; km: number }[] = [];
  for (const seat of seats) {
    // Most seats are farther north or south than the third is away.
    if (found.length === 3 && northKm(suburb.lat, seat.lat) >= found[2].km) continue;
    const km = distanceKm(suburb.lat, suburb.lon, seat.lat, seat.lon);
    if (found.length === 3 && km >= found[2].km) continue;
    const at = found.findIndex((f) => km < f.km);
    found.splice(at === -1 ? found.length : at, 0, { seat, km });
    found.length = Math.min(found.length, 3);
  }
  return found;
}

function councilRow(random: Random, profile: StateProfile, seat: Seat, position: number): Row {
  const people = seat.members.reduce((sum, s) => sum + (s.population ?? 0), 0);
  const affluence = mean(seat.members.map((s) => s.affluence));
  const price = mean(seat.members.map((s) => s.housePrice));
  const kind =
    profile.code === "ACT" || (position > 0 && position % 64 === 0)
      ? "unincorporated"
      : position > 0 && position % 97 === 0
        ? "pseudo"
        : "council";
  const decile = clamp(Math.round(5.5 + 2.4 * affluence), 1, 10);
  const isCouncil = kind === "council";
  const title = random.pick(["City of", "Shire of", "Municipality of"]);
  return {
    lga_code: seat.code,
    lga_name: seat.name,
    boundary_edition: "ASGS Edition 3, local government areas 2024",
    state_code: profile.code,
    slug: `${slug(seat.name)}-${profile.code.toLowerCase()}`,
    display_name: isCouncil ? `${title} ${seat.name}` : `${seat.name} (unincorporated)`,
    kind,
    area_sqkm: round(
      seat.members.reduce((sum, s) => sum + s.areaSqkm, 0),
      1,
    ),
    population: people,
    erp_year: 2025,
    pop_growth_pct: round(1.2 + 0.9 * random.normal(), 2),
    median_age: clamp(Math.round(40 + 4 * random.normal()), 27, 58),
    median_hhd_income: Math.round(1600 * Math.exp(0.22 * affluence)),
    pct_rented: round(clamp(28 + 7 * random.normal(), 5, 75), 1),
    median_weekly_rent: Math.round(95 + 0.00046 * price),
    median_mortgage_monthly: Math.round(520 + 0.0017 * price),
    avg_household_size: round(clamp(2.5 + 0.2 * random.normal(), 1.8, 3.4), 1),
    seifa_irsad_decile: decile,
    seifa_irsd_decile: clamp(decile + random.int(-1, 1), 1, 10),
    website: isCouncil ? `https://${slug(seat.name)}.council.example` : null,
    centroid_lat: seat.lat,
    centroid_lon: seat.lon,
    fed_fag_aud: isCouncil ? Math.round(900_000 + people * random.between(25, 160)) : null,
    fed_fag_year: isCouncil ? "2025-26" : null,
    avg_rates: isCouncil ? Math.round(1350 + 320 * random.normal()) : null,
    op_surplus_ratio: isCouncil ? round(1.5 + 6 * random.normal(), 1) : null,
    asset_renewal_ratio: isCouncil ? round(clamp(92 + 25 * random.normal(), 10, 240), 1) : null,
    fin_source: isCouncil ? "synthetic-councils" : null,
    fin_year: isCouncil ? "2024-25" : null,
    council_house_median: price > 0 && random.chance(0.85) ? Math.round(price / 1000) * 1000 : null,
    council_house_median_period: "2025-26",
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, v) => sum + v, 0) / values.length;
}
