import type { Row } from "../../dataset/csv-writer.ts";
import { STATES } from "../../dataset/states.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { inventWord } from "../places/names.ts";
import { STATE_PROFILES } from "../state-profiles.ts";

export interface Company {
  readonly code: string;
  readonly row: Row;
  readonly exposures: readonly Row[];
  readonly shortName: string;
}

/** Industries with the states they lean to. */
const INDUSTRIES: readonly (readonly [string, number, Readonly<Record<string, number>>])[] = [
  ["Materials", 24, { wa: 6, qld: 2, sa: 1.5, nt: 1, tas: 0.5 }],
  ["Energy", 8, { qld: 3, wa: 3, nt: 1.5, sa: 1 }],
  ["Financials", 14, { nsw: 4, vic: 3 }],
  ["Health Care", 10, { vic: 3, nsw: 2 }],
  ["Information Technology", 10, { nsw: 3, vic: 2, act: 0.6 }],
  ["Consumer Discretionary", 10, { nsw: 2, vic: 2, qld: 2 }],
  ["Consumer Staples", 6, { vic: 2, tas: 0.8 }],
  ["Industrials", 10, { nsw: 2, vic: 2, wa: 1, act: 0.4 }],
  ["Real Estate", 8, { nsw: 3, vic: 2, qld: 2, act: 0.3 }],
];

const STREETS = ["Mill Street", "Harbour Parade", "Station Road", "Granite Terrace"];

export function generateCompanies(seed: number, scale: number): Company[] {
  const count = scale >= 1 ? 400 : Math.max(80, Math.round(400 * scale));
  const random = new Random(seed, "companies");
  return Array.from({ length: count }, (_, i) => company(random, i));
}

/** Four characters beginning with Z and ending in a digit: no exchange code in use has that form. */
function tickerOf(position: number): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
  const n = position * 7 + 3;
  return `Z${letters[Math.floor(n / 24) % 24]}${letters[n % 24]}${position % 10}`;
}

function company(random: Random, position: number): Company {
  const code = tickerOf(position);
  const industryIndex = random.weighted(INDUSTRIES.map(([, weight], i) => [i, weight] as const));
  const [industry, , lean] = INDUSTRIES[industryIndex];
  const name = `${inventWord(random)} ${random.pick(["Group", "Holdings", "Resources", "Limited", "Partners", "Labs"])}`;
  const office = random.pick(STATES);
  // One in eight is placed by its registered office alone, and a few have no address either.
  const modelled = position % 8 !== 5;
  const capitalisation = Math.round(40_000_000 * Math.exp(1.9 + 1.9 * random.normal()));
  const marketCap = position % 17 === 4 ? "n/a" : position % 23 === 9 ? null : String(capitalisation);
  const address = `${random.int(1, 300)} ${random.pick(STREETS)}, ${office.code}, AUSTRALIA, ${postcodeIn(office.code, random)}`;
  const row: Row = {
    stock_code: code,
    company_name: position % 97 === 60 ? null : name,
    industry: position % 89 === 50 ? null : industry,
    market_cap: marketCap,
    address: position % 40 === 21 ? null : position % 41 === 20 ? "Overseas, SINGAPORE" : address,
    logo_url: position % 3 === 0 ? `https://logos.example/${code}.svg` : null,
  };
  const exposures = modelled ? exposuresOf(random, code, lean, position) : [];
  return { code, row, exposures, shortName: `${name.toUpperCase()} ORDINARY` };
}

function postcodeIn(state: string, random: Random): string {
  const [first, last] = STATE_PROFILES.find((p) => p.code === state)!.postcodes;
  return String(random.int(first, last)).padStart(4, "0");
}

/** Two to five regions with shares that sum to one at most; the rest is unallocated. */
function exposuresOf(
  random: Random,
  code: string,
  lean: Readonly<Record<string, number>>,
  position: number,
): Row[] {
  const pool = STATE_PROFILES.map((p) => {
    const region = p.code.toLowerCase();
    return [region, p.weight * 6 + (lean[region] ?? 0)] as const;
  });
  const chosen = new Set<string>();
  const wanted = random.int(1, 4);
  while (chosen.size < wanted) chosen.add(random.weighted(pool));
  // The smallest places get their turn, so that no state is left without companies.
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
