import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import type { Member } from "./members.ts";
import { dateIn, FINANCIAL_YEARS, type PayerName, SNAPSHOT } from "./returns.ts";

/** Members lodge their own returns since 2020-21. */
const MEMBER_YEARS = FINANCIAL_YEARS.filter((year) => /^202[0-4]-/.test(year.financial_year));
const RETURNS_A_YEAR = 10;

/** About fifty returns of members, one in eight by an unknown person. */
export function* memberReturnRows(seed: number, members: readonly Member[]): Generator<Row> {
  const random = new Random(seed, "member-returns");
  for (const year of MEMBER_YEARS) {
    const lodging = random.shuffled(members.filter(({ terms }) => terms.length > 0)).slice(0, RETURNS_A_YEAR);
    // The first member lodges every year, so that one has a full series.
    for (const [place, member] of [members[0], ...lodging.filter((one) => one !== members[0])].entries()) {
      const isHouse = member.terms[0].chamber === "house";
      const isKnown = place === 0 || !random.chance(0.12);
      const stranger = `Synthetic stranger ${year.financial_year_end} ${place}`;
      yield {
        ...year,
        return_type: isHouse ? "Member of House of Representatives Return" : "Senator Return",
        chamber: member.terms[0].chamber,
        member_name: isKnown ? `${member.name}${isHouse ? " MP" : ""}` : stranger,
        total_cents: random.chance(0.4) ? 0 : 100 * random.int(100, 700_000),
        donor_count: random.int(0, 300),
        politician_id: isKnown ? member.id : null,
        source_url: `https://returns.example/${year.financial_year_end}/${place}`,
        ...SNAPSHOT,
      };
    }
  }
}

const ELECTIONS = [2010, 2013, 2016, 2019, 2022, 2025];

/** Returns of candidates: two in three declare nothing, and most candidates are not members. */
export function candidateRows(seed: number, members: readonly Member[], count: number): Row[] {
  const random = new Random(seed, "candidates");
  const electable = members.filter(({ terms }) => terms.length > 0);
  return Array.from({ length: count }, (_, i) => {
    const year = ELECTIONS[i % ELECTIONS.length];
    const place = Math.floor(i / ELECTIONS.length);
    const member = electable.at(place);
    const isNil = place > 0 && random.chance(0.68);
    const gifts = isNil ? 0 : 100 * random.int(0, 90_000);
    return {
      event: `Synthetic Election ${year}`,
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
  });
}

/** Donations listed in returns with gifts; about one in seven candidates has any. */
export function* candidateDonationRows(seed: number, candidate: Row, payer: PayerName): Generator<Row> {
  const { event, candidate_name, electorate_name, event_year, gift_cents } = candidate;
  const random = new Random(seed, `candidate-donations/${event}/${candidate_name}`);
  if (gift_cents === 0 || !random.chance(0.45)) return;
  for (let i = random.int(1, 3); i > 0; i--) {
    const day = dateIn(random, Number(event_year), 3);
    yield {
      event,
      candidate_name,
      electorate_name,
      donor_name: payer(random),
      donated_on: random.chance(0.2) ? null : day,
      amount_cents: 100 * random.int(1_000, 30_000),
    };
  }
}
