import type { Row } from "../../dataset/csv-writer.ts";
import { STATE_CODES } from "../../dataset/states.ts";
import { Random } from "../../runtime/random.ts";
import { AS_OF } from "../calendar.ts";
import type { Company } from "../companies.ts";
import { choices } from "../places/names.ts";

const WORDS =
  "Wattle Banksia Ironbark Saltbush Kestrel Lantern Granite Copper Heron Clover Fern Anchor Harvest Quarry Meadow Ferry Magpie Lorikeet Cedar Olive Plum Fig Harbour Windmill Orchard Mill Railway School Station Church Tarn Selk Orl Mosk Gild Drax Kest Ombra Vell Yend Birr Corr Esk Foll Gren".split(
    " ",
  );

/** 45 made-up parties; the first eight have state branches. No word occurs in a real party's name. */
const SYNTHETIC_PARTIES = WORDS.map((word, i) => {
  const name = `Synthetic ${word} Party`;
  const branches = i < 5 ? STATE_CODES : i < 8 ? STATE_CODES.slice(i - 5, i - 3) : [];
  return {
    name,
    abbreviation: `SYN${word.slice(0, 3).toUpperCase()}`,
    /** Names under which it lodges returns: its own, or those of its branches. */
    lodging: i < 8 ? branches.map((state) => `${name} (${state} Branch)`) : [name],
    weight: i < 5 ? 30 / (i + 1) : 2 / (i - 2),
  };
});

/** Maps a seat's party to a made-up party; undefined for independents. */
export function registerParty(seatAbbreviation: string) {
  if (seatAbbreviation === "IND") return undefined;
  const place = ["ALP", "LP", "NP", "LNP", "GRN"].indexOf(seatAbbreviation);
  return SYNTHETIC_PARTIES[place >= 0 ? place : 5 + (seatAbbreviation.charCodeAt(0) % 6)];
}

/** Returns a payer's name in one of the spellings found in returns. */
export type PayerName = (random: Random) => string;

/** Share of payments by listed companies, under their own or curated names. */
const LISTED_SHARE = 0.06;
/** One in this many companies has a curated trading name. */
const ALIAS_EVERY = 9;

const namedOf = (companies: readonly Company[]) => companies.filter(({ row }) => row.company_name !== null);
const aliasOf = (place: number) => `Synthetic Trading Name ${place}`;

/** Names of numbered payers, a few of which pay often, and of listed companies. */
export function payerNames(count: number, companies: readonly Company[]): PayerName {
  const named = namedOf(companies);
  return (random) => {
    const isListed = random.chance(LISTED_SHARE);
    const place = Math.floor((isListed ? named.length : count) * random.unit() ** 2);
    if (isListed && place % ALIAS_EVERY === 0) return aliasOf(place);
    const name = isListed ? String(named[place].row.company_name) : `Synthetic Payer ${1 + place} Pty Ltd`;
    const shape = random.unit();
    if (shape < 0.8) return name;
    return shape < 0.9 ? name.toUpperCase() : name.replace(" Pty Ltd", " Pty. Limited");
  };
}

/** Curated names: trading names of companies, and a company name that actually belongs to another entity. */
export function aliasRows(companies: readonly Company[]): Row[] {
  const named = namedOf(companies);
  const ignored = String(named[1].row.company_name).toUpperCase();
  return [
    ...named.flatMap(({ code }, place) =>
      place % ALIAS_EVERY === 0
        ? [{ name_norm: aliasOf(place).toUpperCase(), stock_code: code, ignore: false }]
        : [],
    ),
    { name_norm: ignored.replace(/ (GROUP|HOLDINGS|LIMITED)$/, ""), stock_code: null, ignore: true },
  ];
}

/** Label of a financial year, and the calendar year in which it ends. */
export type FinancialYear = (typeof FINANCIAL_YEARS)[number];

/** 26 years. Labels up to 2010-2011 have both years in full; the last year falls under the scheme of 2027. */
export const FINANCIAL_YEARS = [...Array.from({ length: 25 }, (_, i) => 2001 + i), 2027].map((end) => ({
  financial_year: end <= 2011 ? `${end - 1}-${end}` : `${end - 1}-${String(end).slice(2)}`,
  financial_year_end: end,
}));

export const SNAPSHOT = { snapshot_at: AS_OF };

/** Numbers rows that are equal except for their day, since equal rows are separate payments. */
export function* numbered(rows: Iterable<Row>): Generator<Row> {
  const seen = new Map<string, number>();
  for (const row of rows) {
    const key = Object.values({ ...row, donated_on: null }).join("|");
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    yield { ...row, occurrence, ...SNAPSHOT };
  }
}

/** Two small parties, by index, with the same receipts every year. */
const TIED = [20, 21];

export function* partyReturnRows(seed: number, year: FinancialYear): Generator<Row> {
  const random = new Random(seed, `party-returns/${year.financial_year}`);
  const tied = 100 * random.int(20_000, 900_000);
  for (const [place, { name, lodging, weight }] of SYNTHETIC_PARTIES.entries()) {
    // Small parties skip some years.
    if (place >= 8 && random.chance(0.15)) continue;
    for (const party_name of lodging) {
      const receipts = Math.round(weight * random.between(0.4, 1.6) * 9_000_000);
      yield {
        ...year,
        party_name,
        party_group: party_name === name ? null : name,
        receipts_cents: TIED.includes(place) ? tied : receipts,
        payments_cents: Math.round(receipts * random.between(0.8, 1.1)),
        debts_cents: random.chance(0.1) ? null : Math.round(receipts * random.unit() * 0.2),
        occurrence: 1,
        ...SNAPSHOT,
      };
    }
  }
}

type Recipient = readonly [name: string, kind: string];
const several = (length: number, name: string, kind: string, weight: number) =>
  Array.from({ length }, (_, i): [Recipient, number] => [[`Synthetic ${name} ${i + 1}`, kind], weight]);

/** Recipients with weights. One is a party without a return of its own. */
const RECIPIENTS: readonly (readonly [Recipient, number])[] = [
  ...SYNTHETIC_PARTIES.flatMap(({ lodging, weight }) =>
    lodging.map((name) => [[name, "party"], weight / lodging.length] as const),
  ),
  [["Synthetic Unlodged Party", "party"], 0.6],
  ...several(12, "Foundation", "associated_entity", 2),
  ...several(4, "Campaign", "third_party", 0.5),
];

const RECEIPT_TYPES = choices(
  "Other Receipt 73, Donation Received 20, Unspecified 4, Subscription 2, Public Funding 1",
);

/** Receipts of a year, some of them repeated. */
export function* receiptRows(
  seed: number,
  year: FinancialYear,
  payer: PayerName,
  count: number,
): Generator<Row> {
  const random = new Random(seed, `receipts/${year.financial_year}`);
  let last: Row | undefined;
  for (let i = 0; i < count; i++) {
    if (last === undefined || !random.chance(0.01)) {
      const [recipient_name, recipient_kind] = random.weighted(RECIPIENTS);
      last = {
        ...year,
        recipient_name,
        recipient_kind,
        payer_name: payer(random),
        receipt_type: random.weighted(RECEIPT_TYPES),
        amount_cents: Math.round(1_500_000 * Math.exp(0.9 * random.normal())),
      };
    }
    yield last;
  }
}

/** Donations declared by donors; independent of the receipts, with which they do not reconcile. */
export function* donationRows(
  seed: number,
  year: FinancialYear,
  payer: PayerName,
  count: number,
): Generator<Row> {
  const random = new Random(seed, `donations/${year.financial_year}`);
  for (let i = 0; i < count; i++) {
    const month = random.int(1, 12);
    const day = dateIn(random, month >= 7 ? year.financial_year_end - 1 : year.financial_year_end, month);
    yield {
      ...year,
      donor_name: payer(random),
      party_name: random.weighted(RECIPIENTS)[0],
      donated_on: random.chance(0.3) ? null : day,
      amount_cents: 100 * Math.round(9_000 * Math.exp(1.1 * random.normal())),
    };
  }
}

export function dateIn(random: Random, year: number, month: number): string {
  const [mm, dd] = [month, random.int(1, 28)].map((number) => String(number).padStart(2, "0"));
  return `${year}-${mm}-${dd}`;
}
