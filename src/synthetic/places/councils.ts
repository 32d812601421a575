import type { Row } from "../../dataset/csv-writer.ts";
import { STATES } from "../../dataset/states.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { dateText, monthEnd } from "../calendar.ts";
import { STATE_PROFILES, type StateProfile } from "../state-profiles.ts";
import { distanceKm } from "./coast.ts";
import { inventWord, slug } from "./names.ts";
import type { Suburb } from "./suburbs.ts";

interface Position {
  readonly lat: number;
  readonly lon: number;
}

type Seat = ReturnType<typeof placeSeats>[number];

/** The three nearest places, nearest first; ties keep the order of `places`. */
function threeNearest<T extends Position>({ lat, lon }: Position, places: readonly T[]) {
  return places
    .map((place) => ({ place, km: distanceKm(lat, lon, place.lat, place.lon) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, 3);
}

/** Councils around seats in each state, and the share of every suburb in its nearest one to three. */
export function generateCouncils(seed: number, scale: number, suburbs: readonly Suburb[]) {
  const byState = Map.groupBy(suburbs, (s) => s.state);
  const rows: Row[] = [];
  const links: Row[] = [];
  for (const profile of STATE_PROFILES) {
    const members = byState.get(profile.code)!;
    const random = new Random(seed, `councils/${profile.code}`);
    const seats = placeSeats(random, profile, scale, members);
    for (const suburb of members) {
      // A few offshore or unmapped suburbs have no council.
      if (random.chance(0.004)) continue;
      const shares = sharesOf(random, suburb, seats);
      shares[0].seat.members.push(suburb);
      for (const { seat, share } of shares)
        links.push({ sal_code: suburb.code, lga_code: seat.code, share, edition: 2024 });
    }
    rows.push(...seats.map((seat, i) => councilRow(random, profile, seat, i)));
  }
  return { rows, links };
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
    return {
      code: `${digit}${String((i + 1) * 50).padStart(4, "0")}`,
      name,
      lat,
      lon,
      members: [] as Suburb[],
    };
  });
}

function sharesOf(random: Random, suburb: Suburb, seats: readonly Seat[]): { seat: Seat; share: number }[] {
  const [first, second, third] = threeNearest(suburb, seats);
  // Only a suburb about midway between two seats is split.
  if (second === undefined || first.km < second.km * 0.8) return [{ seat: first.place, share: 1 }];
  const other = round(random.between(0.005, 0.42), 4);
  const tail = third !== undefined && first.km > third.km * 0.85 ? round(random.between(0.005, 0.12), 4) : 0;
  return [
    { seat: first.place, share: round(1 - other - tail, 4) },
    { seat: second.place, share: other },
    ...(tail > 0 ? [{ seat: third.place, share: tail }] : []),
  ];
}

function councilRow(random: Random, profile: StateProfile, seat: Seat, position: number): Row {
  const people = seat.members.reduce((sum, s) => sum + (s.population ?? 0), 0);
  const area = seat.members.reduce((sum, s) => sum + s.areaSqkm, 0);
  const affluence = mean(seat.members.map((s) => s.affluence));
  const price = mean(seat.members.map((s) => s.housePrice));
  const isOneIn = (places: number) => position > 0 && position % places === 0;
  const isUnincorporated = profile.code === "ACT" || isOneIn(64);
  const kind = isUnincorporated ? "unincorporated" : isOneIn(97) ? "pseudo" : "council";
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
    area_sqkm: round(area, 1),
    population: people,
    erp_year: 2025,
    pop_growth_pct: round(1.2 + 0.9 * random.normal(), 2),
    median_age: random.near(40, 4, 27, 58, 0),
    median_hhd_income: Math.round(1600 * Math.exp(0.22 * affluence)),
    pct_rented: random.near(28, 7, 5, 75),
    median_weekly_rent: Math.round(95 + 0.00046 * price),
    median_mortgage_monthly: Math.round(520 + 0.0017 * price),
    avg_household_size: random.near(2.5, 0.2, 1.8, 3.4),
    seifa_irsad_decile: decile,
    seifa_irsd_decile: clamp(decile + random.int(-1, 1), 1, 10),
    website: isCouncil ? `https://${slug(seat.name)}.council.example` : null,
    centroid_lat: seat.lat,
    centroid_lon: seat.lon,
    fed_fag_aud: isCouncil ? Math.round(900_000 + people * random.between(25, 160)) : null,
    fed_fag_year: isCouncil ? "2025-26" : null,
    avg_rates: isCouncil ? Math.round(1350 + 320 * random.normal()) : null,
    op_surplus_ratio: isCouncil ? round(1.5 + 6 * random.normal(), 1) : null,
    asset_renewal_ratio: isCouncil ? random.near(92, 25, 10, 240) : null,
    fin_source: isCouncil ? "synthetic-councils" : null,
    fin_year: isCouncil ? "2024-25" : null,
    council_house_median: price > 0 && random.chance(0.85) ? Math.round(price / 1000) * 1000 : null,
    council_house_median_period: "2025-26",
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, v) => sum + v, 0) / values.length;
}

const LAST_ERP_YEAR = 2025;
const ERP_YEARS = 10;
const APPROVAL_MONTHS = 36;
const GRANT_YEARS = 5;

/** Population estimates, dwelling approvals, grants and medians of a council; some approvals have a gap. */
export function* councilFactRows(seed: number, council: Row): Generator<Row> {
  const random = new Random(seed, `council-facts/${council.lga_code}`);
  const people = Number(council.population ?? 0);
  const growth = 1 + Number(council.pop_growth_pct ?? 0) / 100;
  const fact = (measure: string, period: string, value: number, unit: string): Row => ({
    lga_code: council.lga_code,
    measure,
    period,
    value,
    unit,
  });
  for (let year = LAST_ERP_YEAR - ERP_YEARS + 1; year <= LAST_ERP_YEAR; year++) {
    yield fact("erp", `${year}-06-30`, Math.round(people * growth ** (year - LAST_ERP_YEAR)), "persons");
  }
  if (council.kind !== "council") return;
  const missing = random.chance(0.05) ? random.int(0, 11) : -1;
  for (let back = APPROVAL_MONTHS - 1; back >= 0; back--) {
    const dwellings = Math.round((people / 2600) * random.between(0.2, 1.8));
    if (back !== missing)
      yield fact("dwelling_approvals_total", dateText(monthEnd(2026, 9 - back)), dwellings, "count");
  }
  for (let year = 2027 - GRANT_YEARS; year <= 2026; year++) {
    const grant = Number(council.fed_fag_aud) * 1.03 ** (year - 2026);
    yield fact("financial_assistance_grant", `${year}-06-30`, Math.round(grant), "AUD");
    if (council.council_house_median === null) continue;
    const median = Number(council.council_house_median) * 1.05 ** (year - 2026);
    yield fact("council_house_median", `${year}-06-30`, Math.round(median), "AUD");
  }
}

/** Pairs of councils: each with the three with the nearest seats, also across state borders. */
export function councilNeighbourRows(councils: readonly Row[]): Row[] {
  const places = councils.map((row) => ({
    code: String(row.lga_code),
    lat: Number(row.centroid_lat),
    lon: Number(row.centroid_lon),
  }));
  const pairs = places.flatMap((one) => {
    const others = places.filter((other) => other !== one);
    return threeNearest(one, others).map(({ place }) => [one.code, place.code].sort().join(" "));
  });
  return [...new Set(pairs)].sort().map((pair) => {
    const [lga_code, neighbour_code] = pair.split(" ");
    return { lga_code, neighbour_code };
  });
}
