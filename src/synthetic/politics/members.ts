import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import { dateText, dayNumber } from "../calendar.ts";
import { STATE_PROFILES } from "../state-profiles.ts";
import { federalSeats } from "../suburbs/electorates.ts";
import { registerParty } from "./returns.ts";

/** Parliaments with their first day and the share of their documents that was read. */
export const PARLIAMENTS = [
  { number: 44, firstDay: dayNumber(2013, 11, 12), readShare: 0 },
  { number: 45, firstDay: dayNumber(2016, 8, 30), readShare: 0.15 },
  { number: 46, firstDay: dayNumber(2019, 7, 2), readShare: 0.6 },
  { number: 47, firstDay: dayNumber(2022, 7, 26), readShare: 1 },
  { number: 48, firstDay: dayNumber(2025, 7, 22), readShare: 1 },
];
const LAST = PARLIAMENTS.length - 1;

/** A member, with a term per parliament; `place` is the index in PARLIAMENTS. */
export type Member = ReturnType<typeof member>;

/** Probability that a seat changes hands between parliaments; gives about 650 people over five. */
const TURNOVER = 0.47;

const SENATE_PARTIES = ["ALP", "LP", "GRN", "NP", "IND", "ON"];

/** A seat of a chamber, with the abbreviation of its party. */
interface Place {
  readonly chamber: "house" | "senate";
  readonly state: string;
  readonly number: number;
  readonly division: string | null;
  readonly party: string;
}

/** All members, sitting ones first, and a record that was merged into the first member. */
export function generateMembers(seed: number): Member[] {
  const house = STATE_PROFILES.flatMap((profile) =>
    federalSeats(seed, profile).map(({ name, abbreviation }, i): Place => {
      return { chamber: "house", state: profile.code, number: i + 1, division: name, party: abbreviation };
    }),
  );
  const senate = STATE_PROFILES.flatMap(({ code }) =>
    Array.from({ length: code === "NT" || code === "ACT" ? 2 : 12 }, (_, i): Place => {
      const party = SENATE_PARTIES[i % SENATE_PARTIES.length];
      return { chamber: "senate", state: code, number: i + 1, division: null, party };
    }),
  );
  const held = [...house, ...senate].flatMap((place) => holders(seed, place));
  const people = [...held.filter(({ last }) => last === LAST), ...held.filter(({ last }) => last < LAST)];
  const members = people.map((one, i) => member(seed, one, i + 1));
  const [{ id: merged_into_id }] = members;
  const [id, name, slug] = [members.length + 1, "Synthetic merged record", "synthetic-merged-record"];
  const row: Row = {
    id,
    person_key: `synthetic-person-${id}`,
    surname: "Record",
    given_names: "Synthetic merged",
    display_name: name,
    slug,
    merged_into_id,
  };
  return [...members, { id, slug, name, row, terms: [] }];
}

/** Successive holders of a seat, with their first and last parliament. */
function holders(seed: number, place: Place) {
  const random = new Random(seed, `holders/${place.chamber}/${place.state}/${place.number}`);
  const lasts = PARLIAMENTS.map((_, at) => at).filter((at) => at === LAST || random.chance(TURNOVER));
  return lasts.map((last, i) => ({ ...place, first: i === 0 ? 0 : lasts[i - 1] + 1, last }));
}

function member(seed: number, holder: ReturnType<typeof holders>[number], id: number) {
  const { chamber, state, number, division, first, last } = holder;
  const random = new Random(seed, `member/${id}`);
  const isSitting = last === LAST;
  const place = `${state} ${number}`;
  const kind = chamber === "house" ? "member" : "senator";
  const name = isSitting
    ? `Synthetic ${chamber === "house" ? "federal member" : kind} ${place}`
    : `Synthetic former ${kind} ${place} of the ${PARLIAMENTS[last].number}th`;
  const slug = name.toLowerCase().replaceAll(" ", "-");
  // One member of the House and some senators have no party on record.
  const party = name === "Synthetic federal member NSW 6" ? undefined : registerParty(holder.party);
  const hasPhoto = random.chance(0.4);
  const row: Row = {
    id,
    person_key: `synthetic-person-${id}`,
    surname: `${chamber === "house" ? "Member" : "Senator"} ${place}`,
    given_names: isSitting ? "Synthetic" : "Synthetic former",
    display_name: name,
    honorific: random.chance(0.15) ? "Hon." : null,
    slug,
    aph_mpid: `SYN${String(id).padStart(4, "0")}`,
    first_parliament: PARLIAMENTS[first].number,
    last_parliament: PARLIAMENTS[last].number,
    merged_into_id: null,
    photo_url: hasPhoto ? `https://photos.example/${slug}.jpg` : null,
    // Some photos have no licence and are not shown.
    photo_licence: hasPhoto && id % 5 !== 0 ? "synthetic-CC0-1.0" : null,
    photo_author: hasPhoto ? "Synthetic photographer" : null,
    photo_source_url: hasPhoto ? `https://photos.example/about/${slug}` : null,
  };
  const seat = { chamber, division, state_code: state };
  const lodged = { party: party?.name ?? null, party_ab: party?.abbreviation ?? null };
  const terms = PARLIAMENTS.slice(first, last + 1).map(({ number: parliament }, i) => ({
    place: first + i,
    chamber,
    row: { politician_id: id, parliament, ...seat, ...lodged },
  }));
  return { id, slug, name, row, terms };
}

export function statementUrl(member: Member, parliament: number): string {
  return `https://register.example/${parliament}/${member.slug}.pdf`;
}

/** One statement per member and parliament, and the Senate's volumes, which belong to no member. */
export function* documentRows(seed: number, members: readonly Member[]): Generator<Row> {
  const random = new Random(seed, "register-documents");
  for (const member of members) {
    for (const { place, chamber } of member.terms) {
      const { number, firstDay, readShare } = PARLIAMENTS[place];
      yield {
        source_url: statementUrl(member, number),
        politician_id: member.id,
        chamber,
        parliament: number,
        lodged: random.chance(0.9) ? dateText(firstDay + random.int(7, 60)) : null,
        extract_status: random.chance(readShare) ? "read" : random.chance(0.1) ? "failed" : "pending",
      };
    }
  }
  for (const { number, readShare } of PARLIAMENTS) {
    yield {
      source_url: `https://register.example/${number}/senate-volume-1.pdf`,
      politician_id: null,
      chamber: "senate",
      parliament: number,
      lodged: null,
      extract_status: readShare === 1 ? "read" : "pending",
    };
  }
}
