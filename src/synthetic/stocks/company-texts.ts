import type { Row } from "../../dataset/csv-writer.ts";
import { Random, round } from "../../runtime/random.ts";
import { AS_OF_DAY, dateText } from "../calendar.ts";
import { personName } from "./names.ts";

/** All stocks, for rows that are about more than one. */
export interface Stocks {
  readonly seed: number;
  readonly codes: readonly string[];
}

const RISKS = ["commodity prices", "funding", "a single customer", "licences", "weather", "key people"];

/** A profile for two companies in three; every text is missing somewhere, and a few failed. */
export function* profileRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 3 === 2) return;
  const site = `https://${code.toLowerCase()}.example`;
  const often = (text: string, share = 0.85) => (random.chance(share) ? text : null);
  const hasAccounts = position % 4 !== 1;
  yield {
    stock_code: code,
    summary: often(`${code} is a made-up company.`, 0.95),
    details: often(`${code} works in places that do not exist and reports on them twice a year.`),
    website: often(site),
    enhanced_summary: often(`Synthetic profile of ${code}: two lines of business, one of them growing.`),
    company_history: often(`Invented in ${random.int(1950, 2020)}.`),
    competitive_advantages: often("Costs that were made up to be low.", 0.6),
    risk_factors: random.chance(0.8)
      ? JSON.stringify(random.shuffled(RISKS).slice(0, random.int(1, 4)))
      : null,
    recent_developments: often("A synthetic plant opened.", 0.6),
    twitter: hasAccounts ? often(`https://twitter.example/${code}`) : null,
    linkedin: hasAccounts ? often(`https://linkedin.example/${code}`) : null,
    facebook: hasAccounts ? often(`https://facebook.example/${code}`, 0.5) : null,
    youtube: hasAccounts ? often(`https://youtube.example/${code}`, 0.3) : null,
    enrichment_status: position % 29 === 3 ? "failed" : position % 29 === 6 ? "processing" : "completed",
    enrichment_date: often(`${dateText(AS_OF_DAY - random.int(1, 300))}T04:00:00Z`),
    logo_icon_url: often(`https://logos.example/${code}-icon.png`, 0.5),
    logo_svg_url: often(`https://logos.example/${code}.svg`, 0.5),
    logo_source_url: often(`${site}/logo`, 0.5),
    logo_format: random.pick(["svg", "png", null]),
    employee_count: random.chance(0.7) ? Math.round(20 * Math.exp(1.5 + 1.4 * random.normal())) : null,
    beta: random.chance(0.7) ? round(1 + 0.4 * random.normal(), 2) : null,
  };
}

const ROLES = [
  "Chair",
  "Chief Executive Officer",
  "Chief Financial Officer",
  "Non-executive Director",
  "Secretary",
];

/** The people of a company; one in five sits at several, and a few rows are empty, as pages are read badly. */
export function* peopleRows(
  random: Random,
  code: string,
  position: number,
  { seed }: Stocks,
): Generator<Row> {
  if (position % 5 === 4) return;
  const count = random.int(1, 7);
  for (let i = 0; i < count; i++) {
    // A wanderer is the same person wherever the number comes up: the name follows from it alone.
    const wanderer = random.chance(0.3) ? random.int(0, 80) : null;
    const name = personName(wanderer === null ? random : new Random(seed, `wanderer/${wanderer}`));
    const isEmpty = random.chance(0.03);
    yield {
      id: `p-${code}-${i}`,
      stock_code: code,
      person_id: wanderer === null ? null : `w-${wanderer}`,
      name: isEmpty ? null : name,
      role: isEmpty ? null : (ROLES[i] ?? "Director"),
      bio: isEmpty || random.chance(0.3) ? null : `${name} exists in this dataset only.`,
      image_url: random.chance(0.4) ? `https://people.example/${code}-${i}.jpg` : null,
      image_gcs_url: random.chance(0.2) ? `https://media.example/${code}-${i}.jpg` : null,
      linkedin_url: random.chance(0.4) ? `https://linkedin.example/${code}-${i}` : null,
      source_url: random.chance(0.7) ? `https://${code.toLowerCase()}.example/board` : null,
      source_type: random.pick(["website", "annual_report", null]),
      position: i + 1,
    };
  }
}

/** Links to up to six other companies, some as strong as each other. */
export function* similarityRows(
  random: Random,
  code: string,
  position: number,
  { codes }: Stocks,
): Generator<Row> {
  if (position % 7 === 6) return;
  const others = new Set<string>();
  const count = position === 0 ? 15 : random.int(1, 6);
  while (others.size < Math.min(count, codes.length - 1)) {
    const other = random.pick(codes);
    if (other !== code) others.add(other);
  }
  for (const other_code of others)
    yield { stock_code: code, other_code, similarity: round(random.between(0.3, 0.99), 1) };
}
