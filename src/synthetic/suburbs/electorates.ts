import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { inventWord } from "../places/names.ts";
import type { Suburb } from "../places/suburbs.ts";
import { STATE_PROFILES, type StateProfile } from "../state-profiles.ts";

type Seat = ReturnType<typeof seats>[number];

export function federalSeats(seed: number, profile: StateProfile): Seat[] {
  return seats(seed, profile, "federal", profile.federalDivisions);
}

/** Electorates of a suburb, by neighbourhood; members are numbered, never named after real people. */
export function electorateColumns(seed: number): (suburb: Suburb) => Row {
  const federal = new Map(STATE_PROFILES.map((p) => [p.code, federalSeats(seed, p)]));
  const state = new Map(STATE_PROFILES.map((p) => [p.code, seats(seed, p, "state", p.stateDistricts)]));
  return (suburb) => {
    const division = seatOf(suburb, federal.get(suburb.state)!);
    const district = seatOf(suburb, state.get(suburb.state)!);
    const severalMembers = suburb.state === "TAS" || suburb.state === "ACT";
    return {
      federal_division: division.name,
      federal_member: division.member,
      federal_party: division.party,
      federal_party_ab: division.abbreviation,
      federal_tpp_alp: division.labor,
      federal_margin: marginOf(division.labor),
      state_district: district.name,
      state_member: severalMembers ? null : district.member,
      state_party: severalMembers ? null : district.party,
      state_party_ab: severalMembers ? null : district.abbreviation,
    };
  };
}

const ELECTIONS = [2016, 2019, 2022, 2025];

/** Four elections per division (the first of equal names); the last one matches the suburbs' columns. */
export function federalResultRows(seed: number): Row[] {
  const names = new Set<string>();
  return STATE_PROFILES.flatMap((profile) =>
    federalSeats(seed, profile).flatMap((seat) => {
      if (names.has(seat.name)) return [];
      names.add(seat.name);
      const random = new Random(seed, `elections/${profile.code}/${seat.name}`);
      return ELECTIONS.map((year) => {
        const swing = year === ELECTIONS.at(-1) ? 0 : 3 * random.normal();
        const labor = round(clamp(seat.labor + swing, 5, 95), 2);
        return {
          division: seat.name,
          election_year: year,
          state_code: profile.code,
          member: seat.member,
          party: seat.party,
          party_ab: seat.abbreviation,
          margin: marginOf(labor),
          tpp_alp: labor,
        };
      });
    }),
  );
}

function marginOf(labor: number): number {
  return round(Math.abs(labor - 50), 2);
}

/** The first half of the seats is around the capital; the rest is divided among the regional centres. */
function seatOf(suburb: Suburb, list: readonly Seat[]): Seat {
  const half = Math.ceil(list.length / 2);
  if (suburb.metro || list.length < 4) {
    return list[Math.floor(suburb.capitalKm * 1.7 + (suburb.lat + suburb.lon) * 40) % half];
  }
  return list[half + ((suburb.centre * 7 + Math.floor(suburb.centreKm / 60)) % (list.length - half))];
}

function seats(seed: number, profile: StateProfile, level: string, count: number) {
  const random = new Random(seed, `seats/${level}/${profile.code}`);
  return Array.from({ length: count }, (_, i) => {
    const country = i >= Math.ceil(count / 2);
    const labor = random.near(country ? 43 : 52, 8, 22, 77, 2);
    const [abbreviation, party] = winner(random, profile, labor, country, i);
    const member = `Synthetic ${level} member ${profile.code} ${i + 1}`;
    return { name: inventWord(random), member, party, abbreviation, labor };
  });
}

const GREENS = ["GRN", "The Greens"] as const;
const INDEPENDENT = ["IND", "Independent"] as const;
const SMALL_PARTIES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  NSW: [["SFF", "Shooters, Fishers and Farmers"], INDEPENDENT, GREENS],
  VIC: [GREENS, INDEPENDENT, ["UAP [2018]", "United Australia Party"]],
  QLD: [["KAP", "Katter's Australian Party"], GREENS, ["ON", "Pauline Hanson's One Nation"]],
  SA: [["CA", "Centre Alliance"], INDEPENDENT, ["SYN", "Synthetic Reform Party"]],
  WA: [GREENS, INDEPENDENT],
  TAS: [["JLN", "Jacqui Lambie Network"], INDEPENDENT],
  NT: [INDEPENDENT],
  ACT: [GREENS],
};

function winner(random: Random, profile: StateProfile, labor: number, country: boolean, seat: number) {
  // Every sixth seat goes to one of the state's smaller parties.
  const small = SMALL_PARTIES[profile.code];
  if (seat % 6 === 4) return small[Math.floor(seat / 6) % small.length];
  if (labor > 50) return ["ALP", "Australian Labor Party"];
  const nationals = profile.code === "NSW" || profile.code === "VIC" || profile.code === "WA";
  return country && nationals && random.chance(0.7) ? ["NP", "The Nationals"] : profile.conservative;
}
