import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import { AS_OF } from "../calendar.ts";
import type { Member } from "./members.ts";
import type { Payers } from "./payers.ts";
import { FINANCIAL_YEARS, occurrences } from "./receipts.ts";

const SNAPSHOT = { snapshot_at: AS_OF };
/** Members lodge returns of their own since 2020-21. */
const MEMBER_YEARS = FINANCIAL_YEARS.filter(({ end }) => end >= 2021 && end <= 2025);
const RETURNS_A_YEAR = 10;

/** Some fifty returns of members, one in eight of somebody who is not held. */
export function* memberReturnRows(seed: number, members: readonly Member[]): Generator<Row> {
  const random = new Random(seed, "member-returns");
  for (const { label, end } of MEMBER_YEARS) {
    const lodging = random.shuffled(members.filter(({ terms }) => terms.length > 0)).slice(0, RETURNS_A_YEAR);
    // The first member lodges every year, so that one answer has a series.
    for (const [place, member] of [members[0], ...lodging.filter((one) => one !== members[0])].entries()) {
      const chamber = member.terms[0].chamber;
      const isKnown = place === 0 || !random.chance(0.12);
      yield {
        financial_year: label,
        financial_year_end: end,
        return_type: chamber === "house" ? "Member of House of Representatives Return" : "Senator Return",
        chamber,
        member_name: isKnown
          ? `${member.name}${chamber === "house" ? " MP" : ""}`
          : `Synthetic stranger ${end} ${place}`,
        total_cents: random.chance(0.4) ? 0 : 100 * random.int(100, 700_000),
        donor_count: random.int(0, 300),
        politician_id: isKnown ? member.id : null,
        source_url: `https://returns.example/${end}/${place}`,
        ...SNAPSHOT,
      };
    }
  }
}

interface Candidate {
  readonly event: string;
  readonly row: Row;
}

const ELECTIONS = [2010, 2013, 2016, 2019, 2022, 2025];

/** Returns of candidates: two in three declare nothing, and most candidates sit nowhere. */
export function candidates(seed: number, members: readonly Member[], count: number): Candidate[] {
  const random = new Random(seed, "candidates");
  const electable = members.filter(({ terms }) => terms.length > 0);
  return Array.from({ length: count }, (_, i) => {
    const year = ELECTIONS[i % ELECTIONS.length];
    const event = `Synthetic Election ${year}`;
    const place = Math.floor(i / ELECTIONS.length);
    const member = place < electable.length ? electable[place] : undefined;
    const isNil = place > 0 && random.chance(0.68);
    const gifts = isNil ? 0 : 100 * random.int(0, 90_000);
    const row: Row = {
      event,
      event_year: year,
      return_type: "Candidate Return",
      candidate_name: member?.name ?? `Synthetic candidate ${place}`,
      party_name: random.chance(0.2) ? null : "Synthetic Wattle Party",
      electorate_name: String(member?.terms[0].row.division ?? `Synthetic electorate ${place % 150}`),
      electorate_state: String(member?.terms[0].row.state_code ?? "NSW"),
      nil_return: isNil,
      amendment_no: random.chance(0.1) ? 1 : 0,
      gift_cents: gifts,
      donor_count: gifts === 0 ? 0 : random.int(1, 40),
      expenditure_cents: isNil ? 0 : 100 * random.int(0, 200_000),
      discretionary_cents: random.chance(0.9) ? null : 0,
      politician_id: member?.id ?? null,
      source_url: `https://returns.example/elections/${year}/${place}`,
      ...SNAPSHOT,
    };
    return { event, row };
  });
}

/** The donations that the returns with gifts list; one in seven candidates has any. */
export function* candidateDonationRows(seed: number, { row }: Candidate, payers: Payers): Generator<Row> {
  const random = new Random(seed, `candidate-donations/${row.event}/${row.candidate_name}`);
  if ((row.gift_cents as number) === 0 || !random.chance(0.45)) return;
  const occurrenceOf = occurrences();
  for (let i = random.int(1, 3); i > 0; i--) {
    const donor = payers.name(random);
    const amount = 100 * random.int(1_000, 30_000);
    yield {
      event: row.event,
      candidate_name: row.candidate_name,
      electorate_name: row.electorate_name,
      donor_name: donor,
      donated_on: random.chance(0.2)
        ? null
        : `${row.event_year}-03-${String(random.int(1, 28)).padStart(2, "0")}`,
      amount_cents: amount,
      occurrence: occurrenceOf(`${donor}|${amount}`),
      ...SNAPSHOT,
    };
  }
}
