import type { Row } from "../dataset/csv-writer.ts";
import { Random, round } from "../runtime/random.ts";
import { AS_OF_DAY, dateText, dayNumber } from "./calendar.ts";
import type { Company } from "./companies.ts";
import { fundamentalsRows } from "./fundamentals.ts";
import type { WriteTable } from "./market.ts";
import { choices, personName } from "./places/names.ts";

interface Stocks {
  readonly seed: number;
  readonly codes: readonly string[];
}

const RISKS = ["commodity prices", "funding", "a single customer", "licences", "weather", "key people"];

/** Profiles for two companies in three. Every text is null somewhere, and a few profiles failed. */
function* profileRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 3 === 2) return;
  const site = `https://${code.toLowerCase()}.example`;
  const often = (text: string, share = 0.85) => (random.chance(share) ? text : null);
  const hasAccounts = position % 4 !== 1;
  yield {
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

const ROLES =
  "Chair, Chief Executive Officer, Chief Financial Officer, Non-executive Director, Secretary".split(", ");

/** People of a company. Some sit on several boards, and a few rows are empty, as after failed extraction. */
function* peopleRows(random: Random, code: string, position: number, { seed }: Stocks): Generator<Row> {
  if (position % 5 === 4) return;
  const count = random.int(1, 7);
  for (let i = 0; i < count; i++) {
    // A shared person's name depends only on the number, so it is the same in every company.
    const wanderer = random.chance(0.3) ? random.int(0, 80) : null;
    const name = personName(wanderer === null ? random : new Random(seed, `wanderer/${wanderer}`));
    const isEmpty = random.chance(0.03);
    yield {
      id: `p-${code}-${i}`,
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

/** Links to up to six other companies, with ties. */
function* similarityRows(random: Random, code: string, position: number, { codes }: Stocks): Generator<Row> {
  if (position % 7 === 6) return;
  const others = new Set<string>();
  const count = position === 0 ? 15 : random.int(1, 6);
  while (others.size < Math.min(count, codes.length - 1)) {
    const other = random.pick(codes);
    if (other !== code) others.add(other);
  }
  for (const other_code of others) yield { other_code, similarity: round(random.between(0.3, 0.99), 1) };
}

const METRICS = ["revenue", "net_profit", "production", "guidance"];

/** Yearly and half-yearly reports; some without a URL, some unread. */
function* reportRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 4 === 3) return;
  const count = random.int(1, 6);
  for (let i = 0; i < count; i++) {
    const day = AS_OF_DAY - 60 - 182 * i - random.int(0, 20);
    const isRead = random.chance(0.7);
    const year = dateText(day).slice(0, 4);
    const metrics = random
      .shuffled(METRICS)
      .slice(0, random.int(1, 3))
      .map((metric_type) => ({
        metric_type,
        source_text: `${metric_type} moved by ${random.int(-20, 30)} %`,
        attributes: { unit: metric_type === "production" ? "tonnes" : "AUD", period: year },
      }));
    yield {
      id: `r-${code}-${i}`,
      url: random.chance(0.1) ? null : `https://filings.example/${code}/report-${i}.pdf`,
      title: random.chance(0.05) ? null : `${i % 2 === 0 ? "Annual" : "Half-year"} report ${year}`,
      type: i % 2 === 0 ? "annual_report" : "half_year_report",
      date: random.chance(0.04) ? null : dateText(day),
      source: random.pick(["exchange", "website", null]),
      gcs_url: random.chance(0.3) ? `https://media.example/${code}-${i}.pdf` : null,
      metrics: isRead ? JSON.stringify(metrics) : null,
      digest: isRead ? `Synthetic digest of report ${i} of ${code}.` : null,
      confidence: isRead ? round(random.between(0.4, 1), 2) : 0,
    };
  }
}

/** Announcement types with their share of price-sensitive ones. */
const ANNOUNCED =
  choices(`Quarterly Activities Report 0.9, Change of Director's Interest Notice 0, Trading Halt 1,
  Appendix 4E 1, Notice of Annual General Meeting 0, Market Update 0.6`);

/** Announcements of two years, sometimes several a day; the first company exceeds the response limit. */
function* announcementRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 9 === 8) return;
  const count = position === 0 ? 320 : random.int(4, 24);
  let day = AS_OF_DAY - 1;
  for (let i = 0; i < count; i++) {
    const [type, sensitive] = random.pick(ANNOUNCED);
    yield {
      id: `a-${code}-${i}`,
      date: dateText(day),
      type: random.chance(0.03) ? null : type,
      headline: `${type} ${i + 1}`,
      pdf_url: random.chance(0.05) ? null : `https://filings.example/${code}/${i}.pdf`,
      is_price_sensitive: random.chance(sensitive),
    };
    if (random.chance(0.7)) day -= Math.ceil(random.wait(position === 0 ? 1.4 : 24));
  }
}

const KINDS = {
  adverse: ["regulatory_action", "profit_warning", "executive_departure", "litigation"],
  positive: ["contract_win", "buyback", "discovery", "guidance_upgrade"],
} as const;

/** Findings for half of the companies; some dates are years only, some are null. */
function* signalRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 2 === 1) return;
  for (const polarity of ["adverse", "positive"] as const) {
    const count = position === 0 ? 14 : random.int(0, 3);
    for (let i = 0; i < count; i++) {
      const day = dateText(AS_OF_DAY - random.int(3, 900));
      const kind = random.pick(KINDS[polarity]);
      const cited = [0, 1, 2].slice(random.int(0, 2)).map((n) => `https://news.example/${code}/${i}-${n}`);
      yield {
        id: `s-${code}-${polarity}-${i}`,
        polarity,
        kind,
        headline: `${kind.replaceAll("_", " ")} of ${code}`,
        detail: random.chance(0.2) ? null : `A synthetic ${kind.replaceAll("_", " ")}.`,
        event_date: random.chance(0.1) ? null : random.chance(0.2) ? day.slice(0, 4) : day,
        severity: random.pick(["high", "medium", "low"]),
        confidence: round(random.between(0.3, 1), 1),
        citations: random.chance(0.1) ? null : JSON.stringify(cited),
        fetched_at: `${dateText(AS_OF_DAY - random.int(1, 60))}T01:0${random.int(0, 9)}:00Z`,
      };
    }
  }
}

/** Two dividends a year for six companies in ten; some are not yet due, some are estimates. */
function* dividendRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 10 >= 6) return;
  const years = random.int(2, 14);
  let amount = 0.01 + random.wait(0.08);
  for (let i = 0; i < 2 * years; i++) {
    const isFinal = i % 2 === 0;
    // The newest final dividend goes ex at the end of November, after AS_OF.
    const isAhead = i === 0 && position % 7 === 0;
    const past = dayNumber(2026 - Math.floor(i / 2), isFinal ? 9 : 3, random.int(1, 25));
    const exDate = isAhead ? dayNumber(2026, 11, 26) : past;
    amount = Math.max(0.002, amount * (0.97 + 0.04 * random.normal()));
    const dividend = {
      id: `d-${code}-${i}`,
      ex_date: dateText(exDate),
      payment_date: random.chance(0.05) ? null : dateText(exDate + random.int(14, 40)),
      amount_per_share: round(amount, 4),
      franking_percentage: random.chance(0.1) ? null : random.pick([0, 0, 50, 100, 100, 100]),
      dividend_type: isFinal ? "final" : "interim",
      is_declared: !random.chance(0.06),
      announcement_url: random.chance(0.06) ? null : `https://filings.example/${code}/dividend-${i}.pdf`,
    };
    yield dividend;
    // A null is_declared tests the table's default.
    const special = {
      id: `d-${code}-${i}s`,
      payment_date: null,
      amount_per_share: round(amount / 2, 4),
      franking_percentage: 100,
      dividend_type: "special",
      is_declared: null,
      announcement_url: `https://filings.example/${code}/special-${i}.pdf`,
    };
    if (isFinal && random.chance(0.04)) yield { ...dividend, ...special };
  }
}

const TRADES = choices("buy 5, sell 3, exercise_options 1");

/** Directors' trades over three years; gifts and off-market transfers have a null price. */
function* directorTradeRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 6 === 5) return;
  const count = position === 0 ? 230 : random.int(0, 18);
  for (let i = 0; i < count; i++) {
    const type = random.weighted(TRADES);
    const shares = Math.round(2000 * Math.exp(1 + 1.5 * random.normal()));
    const price = random.chance(0.07) ? null : round(0.05 + random.wait(4), 3);
    yield {
      id: `t-${code}-${i}`,
      director_name: personName(random),
      trade_type: type,
      shares,
      price,
      total_value: price === null ? null : round(shares * price, 2),
      trade_date: dateText(AS_OF_DAY - Math.floor(random.wait(position === 0 ? 90 : 220)) - 1),
      announcement_url: random.chance(0.1) ? null : `https://filings.example/${code}/3Y-${i}.pdf`,
    };
  }
}

/** Eleven digits starting with 00, unlike any real ABN. */
const abnOf = (place: number) => `00${String(100_000_000 + place * 7).padStart(9, "0")}`;

/** Tax entities of a company: half of the companies have one, a few have two candidates. */
function entitiesOf(position: number): number[] {
  if (position % 2 === 1) return [];
  return position % 8 === 0 ? [position, position + 50_000] : [position];
}

function entityCodeRows(random: Random, code: string, position: number): Row[] {
  const entity_name = random.chance(0.1) ? null : `${code} HOLDINGS LIMITED`;
  return entitiesOf(position).map((place, i, { length }) => {
    // Usually the second has the higher confidence; on ties the lower number wins.
    const unsure = i === 1 && position % 16 !== 0 ? 0.95 : 0.8;
    const confidence = length === 2 ? unsure : round(random.between(0.9, 0.99), 2);
    return { abn: abnOf(place), entity_name, confidence };
  });
}

/** Some without rows, and blanks as in the ATO's report. */
function* corporateTaxRows(random: Random, code: string, position: number): Generator<Row> {
  // Two companies in twelve are mapped but too small for the ATO's report.
  if (position % 12 === 10) return;
  for (const place of entitiesOf(position)) {
    const first = 2024 - random.int(1, 8);
    for (let year = 2024; year >= first; year--) {
      const income = Math.round(1e8 * Math.exp(1 + random.normal()));
      const taxable = random.chance(0.25) ? null : Math.round(income * random.between(0.01, 0.3));
      const isBlank = taxable === null || random.chance(0.08);
      yield {
        abn: abnOf(place),
        income_year: year,
        entity_name: `${code} HOLDINGS LIMITED`,
        total_income: income,
        taxable_income: taxable,
        tax_payable: isBlank ? null : Math.round(taxable * random.between(0.05, 0.3)),
      };
    }
  }
}

type StockRows = (random: Random, code: string, position: number, stocks: Stocks) => Iterable<Row>;

/** Generators of the tables about single stocks, with the name of their random stream. */
const STOCK_ROWS: readonly (readonly [table: string, stream: string, rowsOf: StockRows])[] = [
  ["company_profiles", "profiles", profileRows],
  ["company_people", "people", peopleRows],
  ["company_similarities", "similar", similarityRows],
  ["company_reports", "reports", reportRows],
  ["fundamentals_periods", "fundamentals", fundamentalsRows],
  ["director_trades", "director-trades", directorTradeRows],
  ["dividends", "dividends", dividendRows],
  ["announcements", "announcements", announcementRows],
  ["stock_signals", "signals", signalRows],
  ["entity_codes", "entities", entityCodeRows],
  ["corporate_tax", "tax", corporateTaxRows],
];

export async function writeStocks(
  write: WriteTable,
  seed: number,
  companies: readonly Company[],
): Promise<void> {
  const codes = companies.map(({ code }) => code);
  for (const [table, stream, rowsOf] of STOCK_ROWS) {
    await write(
      table,
      codes,
      (code, position) => rowsOf(new Random(seed, `${stream}/${code}`), code, position, { seed, codes }),
      (stock_code) => ({ stock_code }),
    );
  }
}
