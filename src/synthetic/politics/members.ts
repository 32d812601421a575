import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import { dateText, dayNumber } from "../calendar.ts";
import { STATE_PROFILES } from "../state-profiles.ts";
import { federalSeats } from "../suburbs/electorates.ts";
import { registerParty, SYNTHETIC_PARTIES } from "./returns.ts";

/** A parliament with its first day and the share of its documents that were read. */
export interface Parliament {
  readonly number: number;
  readonly firstDay: number;
  readonly readShare: number;
}

export const PARLIAMENTS: readonly Parliament[] = [
  { number: 44, firstDay: dayNumber(2013, 11, 12), readShare: 0 },
  { number: 45, firstDay: dayNumber(2016, 8, 30), readShare: 0.15 },
  { number: 46, firstDay: dayNumber(2019, 7, 2), readShare: 0.6 },
  { number: 47, firstDay: dayNumber(2022, 7, 26), readShare: 1 },
  { number: 48, firstDay: dayNumber(2025, 7, 22), readShare: 1 },
];
const LAST = PARLIAMENTS.length - 1;

export interface Term {
  /** Place in PARLIAMENTS. */
  readonly place: number;
  readonly chamber: "house" | "senate";
  readonly row: Row;
}

export interface Member {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly row: Row;
  readonly terms: readonly Term[];
}

/** Somebody who holds a place of a chamber over some parliaments, as places in PARLIAMENTS. */
interface Holder {
  readonly chamber: "house" | "senate";
  readonly state: string;
  readonly number: number;
  readonly division: string | null;
  /** Abbreviation of the seat's party. */
  readonly party: string;
  readonly first: number;
  readonly last: number;
}

/** How likely a seat changes hands between two parliaments: about 650 people over five. */
const TURNOVER = 0.47;

const SENATE_PARTIES = ["ALP", "LP", "GRN", "NP", "IND", "ON"];

/** Everyone who sat in the parliaments, those who sit now first, and one record that was merged into the first. */
export function generateMembers(seed: number): Member[] {
  const house = STATE_PROFILES.flatMap((profile) =>
    federalSeats(seed, profile).flatMap(({ name, abbreviation }, i) =>
      holders(seed, "house", profile.code, i + 1, name, abbreviation),
    ),
  );
  const senate = STATE_PROFILES.flatMap(({ code }) => {
    const length = code === "NT" || code === "ACT" ? 2 : 12;
    return Array.from({ length }, (_, i) =>
      holders(seed, "senate", code, i + 1, null, SENATE_PARTIES[i % SENATE_PARTIES.length]),
    ).flat();
  });
  const held = [...house, ...senate];
  const people = [...held.filter(({ last }) => last === LAST), ...held.filter(({ last }) => last < LAST)];
  const members = people.map((one, i) => member(seed, one, i + 1));
  return [...members, mergedRecord(members.length + 1, members[0].id)];
}

/** The people who held a place, one after the other. */
function holders(
  seed: number,
  chamber: Holder["chamber"],
  state: string,
  number: number,
  division: string | null,
  party: string,
): Holder[] {
  const random = new Random(seed, `holders/${chamber}/${state}/${number}`);
  const lasts = PARLIAMENTS.map((_, at) => at).filter((at) => at === LAST || random.chance(TURNOVER));
  return lasts.map((last, i) => ({
    ...{ chamber, state, number, division, party },
    first: i === 0 ? 0 : lasts[i - 1] + 1,
    last,
  }));
}

function member(seed: number, { chamber, state, number, division, party, first, last }: Holder, id: number) {
  const random = new Random(seed, `member/${id}`);
  const kind = chamber === "house" ? "member" : "senator";
  const isSitting = last === LAST;
  const place = `${state} ${number}`;
  const name = isSitting
    ? `Synthetic ${chamber === "house" ? "federal member" : "senator"} ${place}`
    : `Synthetic former ${kind} ${place} of the ${PARLIAMENTS[last].number}th`;
  const slug = name.toLowerCase().replaceAll(" ", "-");
  const own = registerParty(party);
  // One member of the House and some senators have no party on record.
  const isUnrecorded = name === "Synthetic federal member NSW 6" || own === undefined;
  const shown = own ?? SYNTHETIC_PARTIES[9];
  const hasPhoto = random.chance(0.4);
  const terms = Array.from({ length: last - first + 1 }, (_, i) => ({
    place: first + i,
    chamber,
    row: {
      politician_id: id,
      parliament: PARLIAMENTS[first + i].number,
      chamber,
      division,
      state_code: state,
      party: isUnrecorded ? null : shown.name,
      party_ab: isUnrecorded ? null : shown.abbreviation,
    },
  }));
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
    // Some photos lack their licence, and are not shown.
    photo_licence: hasPhoto && id % 5 !== 0 ? "synthetic-CC0-1.0" : null,
    photo_author: hasPhoto ? "Synthetic photographer" : null,
    photo_source_url: hasPhoto ? `https://photos.example/about/${slug}` : null,
  };
  return { id, slug, name, row, terms };
}

/** A second record of a person, found to be the same one. */
function mergedRecord(id: number, into: number): Member {
  const slug = "synthetic-merged-record";
  const row: Row = {
    id,
    person_key: `synthetic-person-${id}`,
    surname: "Record",
    given_names: "Synthetic merged",
    display_name: "Synthetic merged record",
    slug,
    merged_into_id: into,
  };
  return { id, slug, name: "Synthetic merged record", row, terms: [] };
}

/** Where a statement is published; nobody publishes there. */
export function statementUrl(member: Member, parliament: number): string {
  return `https://register.example/${parliament}/${member.slug}.pdf`;
}

/** The statements of everyone, a row a member and parliament, and the volumes of the Senate, which name nobody. */
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
