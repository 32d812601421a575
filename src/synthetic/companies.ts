import type { Row } from "../dataset/csv-writer.ts";
import { sectorOfIndustry } from "../dataset/industry-groups.ts";
import { clamp, Random, round } from "../runtime/random.ts";
import { dateText, dayNumber } from "./calendar.ts";
import { choices, inventWord } from "./places/names.ts";
import { STATE_PROFILES } from "./state-profiles.ts";

export type Company = ReturnType<typeof company>;

/** Industry groups with their weights; LONE_GROUP gets a single company. */
const INDUSTRIES = choices(`Materials 24, Energy 8, Financial Services 9, Banks 4, Insurance 3,
  Pharmaceuticals, Biotechnology & Life Sciences 7, Health Care Equipment & Services 6, Software & Services 9,
  Technology Hardware & Equipment 3, Semiconductors & Semiconductor Equipment 1, Consumer Services 5,
  Consumer Discretionary Distribution & Retail 5, Consumer Durables & Apparel 2, Automobiles & Components 2,
  Food, Beverage & Tobacco 4, Consumer Staples Distribution & Retail 2, Capital Goods 6,
  Commercial & Professional Services 4, Transportation 3, Equity Real Estate Investment Trusts (REITs) 5,
  Real Estate Management & Development 3, Media & Entertainment 4, Telecommunication Services 2, Utilities 2`);
const LONE_GROUP = "Household & Personal Products";

/** Extra weights of states by sector. */
const LEANS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Materials: { wa: 6, qld: 2, sa: 1.5, nt: 1, tas: 0.5 },
  Energy: { qld: 3, wa: 3, nt: 1.5, sa: 1 },
  Financials: { nsw: 4, vic: 3 },
  "Health Care": { vic: 3, nsw: 2 },
  "Information Technology": { nsw: 3, vic: 2, act: 0.6 },
  "Consumer Discretionary": { nsw: 2, vic: 2, qld: 2 },
  "Consumer Staples": { vic: 2, tas: 0.8 },
  Industrials: { nsw: 2, vic: 2, wa: 1, act: 0.4 },
  "Real Estate": { nsw: 3, vic: 2, qld: 2, act: 0.3 },
};

const TRADES = "copper lithium payments logistics diagnostics cloud grain housing gas".split(" ");
const STREETS = ["Mill Street", "Harbour Parade", "Station Road", "Granite Terrace"];

/** Number of companies with the whole market. */
const WHOLE_MARKET_COMPANIES = 1_120;

export function generateCompanies(seed: number, scale: number, wholeMarket = false): Company[] {
  const partial = scale >= 1 ? 400 : Math.max(80, Math.round(400 * scale));
  const count = wholeMarket ? WHOLE_MARKET_COMPANIES : partial;
  const random = new Random(seed, "companies");
  return Array.from({ length: count }, (_, i) => company(random, i));
}

/** Four characters, Z first and a digit last: no real exchange code has this form. */
function tickerOf(position: number): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
  const n = position * 7 + 3;
  return `Z${letters[Math.floor(n / 24) % 24]}${letters[n % 24]}${position % 10}`;
}

function company(random: Random, position: number) {
  const code = tickerOf(position);
  const drawn = random.weighted(INDUSTRIES);
  const industry = position === 2 ? LONE_GROUP : drawn;
  const name = `${inventWord(random)} ${random.pick(["Group", "Holdings", "Resources", "Limited", "Partners", "Labs"])}`;
  const office = random.pick(STATE_PROFILES);
  const size = Math.round(40_000_000 * Math.exp(1.9 + 1.9 * random.normal()));
  /** Market value in AUD, also when the table has none. */
  const capitalisation = clamp(size, 5_000_000, 250_000_000_000);
  const postcode = String(random.int(...office.postcodes)).padStart(4, "0");
  const address = `${random.int(1, 300)} ${random.pick(STREETS)}, ${office.code}, AUSTRALIA, ${postcode}`;
  const trades = [random.pick(TRADES), random.pick(TRADES)];
  const listed = dayNumber(random.int(1988, 2022), random.int(1, 12), random.int(1, 28));
  const row: Row = {
    stock_code: code,
    company_name: position % 97 === 60 ? null : name,
    industry: position % 89 === 50 ? null : industry,
    sector: position % 9 === 4 ? sectorOfIndustry(industry)! : null,
    tags: position % 4 === 3 ? null : JSON.stringify([...new Set(trades)].sort()),
    pe_ratio: random.chance(0.35) ? null : round(4 + random.wait(14), 2),
    dividend_yield: random.chance(0.45) ? null : round(random.between(0.4, 9), 2),
    listing_date: position % 19 === 8 ? null : dateText(listed),
    summary: position % 6 === 2 ? null : `A made-up company in ${trades[0]} and ${trades[1]}.`,
    website: position % 7 === 1 ? null : `https://${code.toLowerCase()}.example`,
    market_cap: position % 17 === 4 ? "n/a" : position % 23 === 9 ? null : String(capitalisation),
    address: position % 40 === 21 ? null : position % 41 === 20 ? "Overseas, SINGAPORE" : address,
    logo_url: position % 3 === 0 ? `https://logos.example/${code}.svg` : null,
  };
  // One in eight is placed by its registered office only, and a few have no address either.
  const exposures =
    position % 8 === 5 ? [] : exposuresOf(random, code, LEANS[sectorOfIndustry(industry)!] ?? {}, position);
  return { code, row, exposures, capitalisation, industry, shortName: `${name.toUpperCase()} ORDINARY` };
}

/** One to six regions with shares that sum to at most one; the rest is unallocated. */
function exposuresOf(random: Random, code: string, lean: Readonly<Record<string, number>>, position: number) {
  const pool = STATE_PROFILES.map((p) => {
    const region = p.code.toLowerCase();
    return [region, p.weight * 6 + (lean[region] ?? 0)] as const;
  });
  const chosen = new Set<string>();
  const wanted = random.int(1, 4);
  while (chosen.size < wanted) chosen.add(random.weighted(pool));
  // Rotate through the smallest states, so that none is without companies.
  chosen.add(["tas", "nt", "act", "sa"][position % 4]);
  if (random.chance(0.3)) chosen.add("international");
  const weights = [...chosen].map(() => 0.1 + random.unit());
  const total = weights.reduce((sum, w) => sum + w, 0) * (random.chance(0.2) ? 1.2 : 1.001);
  return [...chosen].sort().map((region, i) => ({
    stock_code: code,
    region,
    weight: clamp(Math.floor((weights[i] / total) * 1000) / 1000, 0.001, 1),
    basis: `Synthetic share of sites, ${round((100 * weights[i]) / total)} %`,
  }));
}
