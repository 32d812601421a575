import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import { AS_OF_DAY, dateText } from "../calendar.ts";
import type { Company } from "../companies.ts";
import { choices } from "../places/names.ts";
import type { Suburb } from "../places/suburbs.ts";
import { registerRow } from "../suburbs/suburb-tables.ts";
import { type Member, PARLIAMENTS, statementUrl } from "./members.ts";

/** A code without a company: delisted or mistyped. */
const UNKNOWN_CODE = "ZZZ9";

interface InterestOptions {
  readonly members: readonly Member[];
  readonly companies: readonly Company[];
  readonly suburbs: readonly Suburb[];
  readonly perMember: number;
}

/** Weight, entity kind and two texts by item number. Real estate (3) is generated from the suburbs. */
const ITEMS: ReadonlyMap<
  number,
  readonly [weight: number, kind: string | null, text: string, second: string | null]
> = new Map([
  [1, [40, "private_company", "Synthetic proprietary company", null]],
  [2, [8, "family_trust", "Synthetic family trust", "Investment"]],
  [4, [6, "private_company", "Synthetic company with limited liability", "Dormant"]],
  [5, [2, null, "Synthetic partnership", "Primary production"]],
  [6, [10, null, "Mortgage", "Synthetic bank"]],
  [7, [2, null, "Synthetic government bond", null]],
  [8, [9, "not_an_entity", "Savings account", "Synthetic bank"]],
  [9, [4, null, "Collection of stamps", null]],
  [10, [3, null, "Rent", "Investment property"]],
  [11, [12, null, "Framed print", "Synthetic community group"]],
  [12, [9, null, "Two tickets to a match", "Synthetic football league"]],
  [13, [8, null, "Patron of a synthetic club", null]],
  [14, [4, null, "Membership of a synthetic association", null]],
]);
const ITEM_WEIGHTS = [...ITEMS].map(([item, [weight]]) => [item, weight] as const);

const HOLDERS = choices("self 60, spouse_partner 27, dependent_children 5, unspecified 8");

/** All declarations, member by member, then the real estate suburb by suburb. */
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
  const [from, to, isOnlyCast] = CAST[member.slug] ?? [0, 0, false];
  for (const { code } of companies.slice(from, to)) yield holding(random, member, 1, code, companies);
  if (member.slug === FIRST) yield holding(random, member, 1, UNKNOWN_CODE, companies);
  if (isOnlyCast) return;
  const count = Math.round(random.wait(perMember));
  for (let i = 0; i < count; i++) {
    const item = random.weighted(ITEM_WEIGHTS);
    // Squaring: a few companies have many declarations.
    const place = Math.floor(companies.length * random.unit() ** 2);
    const code =
      item !== 1 || random.chance(0.3) ? null : random.chance(0.01) ? UNKNOWN_CODE : companies[place].code;
    yield holding(random, member, item, code, companies);
  }
}

const FIRST = "synthetic-federal-member-nsw-1";

/**
 * Members who declare a fixed range of companies, so that every kind of comparison occurs; some have nothing
 * else. A merged record's declarations count for the person it was merged into.
 */
const CAST: Readonly<Record<string, readonly [from: number, to: number, isOnlyCast: boolean]>> = {
  [FIRST]: [0, 60, false],
  "synthetic-federal-member-nsw-2": [33, 80, false],
  "synthetic-federal-member-nsw-3": [5, 6, true],
  "synthetic-federal-member-nsw-4": [70, 75, true],
  "synthetic-federal-member-nsw-5": [0, 0, true],
  "synthetic-merged-record": [40, 41, true],
};

function holding(
  random: Random,
  member: Member,
  item: number,
  code: string | null,
  companies: readonly Company[],
): Row {
  const [, kind, text, second] = ITEMS.get(item)!;
  const row = {
    politician_id: member.id,
    item_no: item,
    holder: random.weighted(HOLDERS),
    secondary_text: second,
    stock_code: code,
    ...datesOf(random, member),
  };
  if (code === null) {
    const declared_text = item === 1 ? `${text} ${random.int(1, 900)} Pty Ltd` : text;
    return { ...row, declared_text, entity_kind: kind };
  }
  const name = companies.find((company) => company.code === code)?.row.company_name ?? null;
  const byTicker = name === null || random.chance(0.2);
  return {
    ...row,
    declared_text: byTicker ? `${code} shares` : String(name),
    match_method: byTicker ? "ticker_in_text" : random.chance(0.1) ? "curated_alias" : "name_exact",
    entity_kind: "listed",
  };
}

/** Declaration dates within the member's terms, some undated; all end when the member leaves parliament. */
function datesOf(random: Random, member: Member): Row {
  const places = member.terms.map((term) => term.place);
  const [first, last] = places.length === 0 ? [3, 4] : [Math.min(...places), Math.max(...places)];
  const leaves = PARLIAMENTS[last + 1]?.firstDay;
  const start = PARLIAMENTS[first].firstDay;
  const end = leaves ?? AS_OF_DAY;
  // About one in eight is recent.
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
  };
}

/** Current declarations of real estate, as many as in the suburb's table, and sometimes one that ended. */
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
