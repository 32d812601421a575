import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import { AS_OF_DAY, dateText } from "../calendar.ts";
import type { Company } from "../economy/companies.ts";
import type { Suburb } from "../places/suburbs.ts";
import { PUBLIC_LICENCE } from "../sources.ts";
import { registerRow } from "../suburbs/register.ts";
import { type Member, PARLIAMENTS, statementUrl } from "./members.ts";

/** A code that no company has: it left the list, or the statement has a slip. */
const UNKNOWN_CODE = "ZZZ9";

interface InterestOptions {
  readonly members: readonly Member[];
  readonly companies: readonly Company[];
  readonly suburbs: readonly Suburb[];
  /** Declarations a member, on average. */
  readonly perMember: number;
}

/** Items with how often they are declared; real estate comes from the suburbs. */
const ITEMS: readonly (readonly [number, number])[] = [
  [1, 40],
  [2, 8],
  [4, 6],
  [5, 2],
  [6, 10],
  [7, 2],
  [8, 9],
  [9, 4],
  [10, 3],
  [11, 12],
  [12, 9],
  [13, 8],
  [14, 4],
];

const TEXTS: Readonly<Record<number, readonly [string, string]>> = {
  2: ["Synthetic family trust", "Investment"],
  4: ["Synthetic company with limited liability", "Dormant"],
  5: ["Synthetic partnership", "Primary production"],
  6: ["Mortgage", "Synthetic bank"],
  7: ["Synthetic government bond", ""],
  8: ["Savings account", "Synthetic bank"],
  9: ["Collection of stamps", ""],
  10: ["Rent", "Investment property"],
  11: ["Framed print", "Synthetic community group"],
  12: ["Two tickets to a match", "Synthetic football league"],
  13: ["Patron of a synthetic club", ""],
  14: ["Membership of a synthetic association", ""],
};

const HOLDERS = [
  ["self", 60],
  ["spouse_partner", 27],
  ["dependent_children", 5],
  ["unspecified", 8],
] as const;

/** Everything that is declared, one member after the other, then the real estate of each suburb. */
export function* interestRows(seed: number, options: InterestOptions): Generator<Row> {
  let id = 0;
  for (const member of options.members) {
    for (const row of memberRows(seed, member, options)) yield { id: ++id, ...row };
  }
  for (const suburb of options.suburbs) {
    for (const row of suburbRows(seed, suburb, options.members)) yield { id: ++id, ...row };
  }
}

function* memberRows(
  seed: number,
  member: Member,
  { companies, perMember }: InterestOptions,
): Generator<Row> {
  const random = new Random(seed, `interests/${member.slug}`);
  const parts = castOf(member, companies);
  for (const code of parts.companies) yield holding(random, member, 1, code, companies);
  if (parts.isOnlyCast || member.terms.length === 0) {
    // What was declared under a record that turned out to be somebody else's belongs to that person.
    if (member.terms.length === 0) yield { ...holding(random, member, 1, companies[40].code, companies) };
    return;
  }
  const count = Math.round(random.wait(perMember));
  for (let i = 0; i < count; i++) {
    const item = random.weighted(ITEMS);
    // Few companies are declared by many, many by few.
    const place = Math.floor(companies.length * random.unit() ** 2);
    const code =
      item !== 1 || random.chance(0.3) ? null : random.chance(0.01) ? UNKNOWN_CODE : companies[place].code;
    yield holding(random, member, item, code, companies);
  }
}

/** The first member, who declares a code that no company has too. */
const FIRST = "synthetic-federal-member-nsw-1";

/** Members who declare the companies of fixed places, so that every kind of comparison occurs, and some nothing else. */
const CAST: Readonly<Record<string, readonly [from: number, to: number, isOnlyCast: boolean]>> = {
  [FIRST]: [0, 60, false],
  "synthetic-federal-member-nsw-2": [33, 80, false],
  "synthetic-federal-member-nsw-3": [5, 6, true],
  "synthetic-federal-member-nsw-4": [70, 75, true],
  "synthetic-federal-member-nsw-5": [0, 0, true],
};

function castOf({ slug }: Member, companies: readonly Company[]) {
  const [from, to, isOnlyCast] = CAST[slug] ?? [0, 0, false];
  const codes = companies.slice(from, to).map(({ code }) => code);
  return { companies: slug === FIRST ? [...codes, UNKNOWN_CODE] : codes, isOnlyCast };
}

function holding(
  random: Random,
  member: Member,
  item: number,
  code: string | null,
  companies: readonly Company[],
): Row {
  const holder = random.weighted(HOLDERS);
  const name = companies.find((company) => company.code === code)?.row.company_name;
  const [text, secondary] = TEXTS[item] ?? [
    `Synthetic proprietary company ${random.int(1, 900)} Pty Ltd`,
    "",
  ];
  const byTicker = code !== null && (name === null || name === undefined || random.chance(0.2));
  return {
    politician_id: member.id,
    item_no: item,
    holder,
    declared_text: code === null ? text : byTicker ? `${code} shares` : String(name),
    secondary_text: secondary === "" ? null : secondary,
    stock_code: code,
    match_method:
      code === null
        ? null
        : byTicker
          ? "ticker_in_text"
          : random.chance(0.1)
            ? "curated_alias"
            : "name_exact",
    entity_kind: code !== null ? "listed" : (KINDS[item] ?? null),
    ...datesOf(random, member),
  };
}

const KINDS: Readonly<Record<number, string>> = {
  1: "private_company",
  2: "family_trust",
  4: "private_company",
  8: "not_an_entity",
};

/** When a row is declared: within the member's time, some undated; nothing outlasts the last parliament sat in. */
function datesOf(random: Random, member: Member): Row {
  const places = member.terms.map((term) => term.place);
  const [first, last] = places.length === 0 ? [3, 4] : [Math.min(...places), Math.max(...places)];
  const leaves = PARLIAMENTS[last + 1]?.firstDay;
  const start = PARLIAMENTS[first].firstDay;
  const end = leaves ?? AS_OF_DAY;
  // Every eighth declaration is a new one.
  const from = random.chance(0.12) ? Math.max(start, end - random.int(0, 120)) : random.int(start, end - 30);
  const isKnown = !random.chance(0.12);
  const isEnded = random.chance(0.3);
  const to = isEnded ? random.int(from + 1, end) : (leaves ?? null);
  const parliament = PARLIAMENTS[last].number;
  return {
    declared_from: isKnown ? dateText(from) : null,
    declared_from_known: isKnown,
    declared_to: to === null ? null : dateText(to),
    currently_declared: to === null,
    source_url: statementUrl(member, parliament),
    source_licence: PUBLIC_LICENCE,
  };
}

/** As many current declarations of real estate as the suburb has, and sometimes one that ended. */
function* suburbRows(seed: number, suburb: Suburb, members: readonly Member[]): Generator<Row> {
  const count = (registerRow(seed, suburb)?.declared_property_count as number | undefined) ?? 0;
  if (count === 0) return;
  const random = new Random(seed, `declared-property/${suburb.code}`);
  const ended = random.chance(0.3) ? 1 : 0;
  const sitting = members.filter(({ row, slug }) => row.last_parliament === 48 && !/-nsw-[345]$/.test(slug));
  for (let i = 0; i < count + ended; i++) {
    const member = random.pick(sitting);
    const dates = datesOf(random, member);
    const from = PARLIAMENTS[4].firstDay + random.int(0, 60);
    yield {
      politician_id: member.id,
      item_no: 3,
      holder: random.weighted(HOLDERS),
      declared_text: `${random.pick(["House", "Apartment", "Land"])}, ${suburb.name} ${suburb.state}`,
      secondary_text: random.pick(["Residence", "Investment", "Holiday"]),
      sal_code: suburb.code,
      match_method: "name_exact",
      entity_kind: "not_an_entity",
      ...dates,
      declared_to: i < count ? null : dateText(Math.max(from + 90, AS_OF_DAY - random.int(0, 200))),
      currently_declared: i < count,
      declared_from: dates.declared_from === null ? null : dateText(from),
    };
  }
}
