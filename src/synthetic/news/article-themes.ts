import { type Random, round } from "../../runtime/random.ts";

/** A subject of invented news: what a headline and its summary say, with the tags of the closed vocabulary. */
export interface Theme {
  readonly tags: readonly string[];
  /** Sentiments that fit; null is left out here and drawn apart. */
  readonly sentiment: "positive" | "negative" | "neutral";
  readonly headline: (company: string, random: Random) => string;
  readonly summary: (company: string, random: Random) => string;
}

const percent = (random: Random, lo: number, hi: number) => `${round(random.between(lo, hi), 1)} per cent`;
const million = (random: Random, lo: number, hi: number) => `$${random.int(lo, hi)} million`;
const quarter = (random: Random) => random.pick(["March", "June", "September", "December"]);
const place = (random: Random) =>
  random.pick(["northern", "southern", "coastal", "inland", "offshore", "western"]);

/** What companies of a sector have; the last list is for those of no known sector. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  Materials: ["smelter", "open pit", "concentrator", "drilling programme", "tailings dam", "lithium project"],
  Energy: ["gas field", "refinery", "pipeline", "wind farm", "battery", "exploration well"],
  Financials: ["loan book", "deposit base", "insurance arm", "wealth platform", "mortgage unit"],
  "Health Care": [
    "clinical trial",
    "diagnostics unit",
    "hospital network",
    "vaccine plant",
    "device approval",
  ],
  "Information Technology": [
    "data centre",
    "payments platform",
    "software suite",
    "cloud contract",
    "chip design",
  ],
  "Consumer Discretionary": [
    "store network",
    "online range",
    "casino floor",
    "travel bookings",
    "homewares brand",
  ],
  "Consumer Staples": ["grocery range", "dairy plant", "bottling line", "supply agreement", "wine label"],
  Industrials: ["freight terminal", "toll road", "shipyard", "maintenance contract", "rail fleet"],
  "Real Estate": ["office tower", "logistics estate", "shopping centre", "land bank", "build-to-rent scheme"],
  "": ["new venture", "main division", "overseas arm", "supply contract", "head office"],
};

/** Something that a company of the sector has. */
export function subjectOf(sector: string, random: Random): string {
  return random.pick(SUBJECTS[sector] ?? SUBJECTS[""]);
}

/** The closed vocabulary of tags. */
export const TAGS = [
  "earnings",
  "guidance",
  "dividend",
  "acquisition",
  "capital-raising",
  "board",
  "production",
  "contract",
  "regulation",
  "short-interest",
  "legal",
  "expansion",
] as const;

/** Headlines and summaries of a company that has such a subject. */
export function themesOf(subject: string): readonly Theme[] {
  return [
    {
      tags: ["earnings"],
      sentiment: "positive",
      headline: (c, r) => `${c} lifts half-year profit ${percent(r, 4, 40)} on stronger ${subject}`,
      summary: (c, r) => `Profit of ${c} rose to ${million(r, 5, 900)} as its ${subject} earned more.`,
    },
    {
      tags: ["earnings", "guidance"],
      sentiment: "negative",
      headline: (c, r) => `${c} cuts full-year guidance by ${percent(r, 5, 30)} after ${subject} delays`,
      summary: (c, r) => `${c} now expects ${million(r, 5, 600)} and blames delays at its ${subject}.`,
    },
    {
      tags: ["dividend"],
      sentiment: "positive",
      headline: (c, r) => `${c} declares interim dividend of ${r.int(1, 60)} cents a share`,
      summary: (c, r) => `The payment of ${c} is ${percent(r, 1, 25)} above last year's.`,
    },
    {
      tags: ["acquisition", "expansion"],
      sentiment: "neutral",
      headline: (c, r) => `${c} agrees to buy ${place(r)} ${subject} for ${million(r, 10, 1200)}`,
      summary: (c, r) =>
        `The purchase doubles what ${c} has in ${subject}s and is to close in ${quarter(r)}.`,
    },
    {
      tags: ["capital-raising"],
      sentiment: "negative",
      headline: (c, r) => `${c} to raise ${million(r, 8, 400)} in discounted placement for ${subject}`,
      summary: (c, r) => `New shares of ${c} come at a discount of ${percent(r, 5, 20)}.`,
    },
    {
      tags: ["board"],
      sentiment: "neutral",
      headline: (c, r) => `${c} chair to step down after ${r.int(3, 14)} years`,
      summary: (c) => `${c} has begun a search; the deputy chair acts until it ends.`,
    },
    {
      tags: ["production"],
      sentiment: "positive",
      headline: (c, r) => `${c} reports record ${quarter(r)} quarter from ${place(r)} ${subject}`,
      summary: (c, r) => `Output of ${c} was ${percent(r, 2, 35)} higher than a year before.`,
    },
    {
      tags: ["production", "regulation"],
      sentiment: "negative",
      headline: (c, r) => `${c} halts ${place(r)} ${subject} for ${r.int(2, 12)} weeks after inspection`,
      summary: (c) => `An inspector asked ${c} for changes before its ${subject} may go on.`,
    },
    {
      tags: ["contract"],
      sentiment: "positive",
      headline: (c, r) => `${c} wins ${r.int(2, 10)}-year contract worth ${million(r, 20, 800)}`,
      summary: (c) => `The contract fills the ${subject} of ${c} for years.`,
    },
    {
      tags: ["short-interest"],
      sentiment: "negative",
      headline: (c, r) => `Short sellers raise bets against ${c} to ${percent(r, 3, 18)} of shares`,
      summary: (c) => `Positions against ${c} grew for a third week; doubts are about its ${subject}.`,
    },
    {
      tags: ["legal"],
      sentiment: "neutral",
      headline: (c, r) => `Court sets ${quarter(r)} hearing in ${c} ${subject} dispute`,
      summary: (c) => `Both sides of the dispute over the ${subject} of ${c} asked for more time.`,
    },
    {
      tags: [],
      sentiment: "neutral",
      headline: (c, r) => `${c}: change of registered office, notice ${r.int(100, 999)}`,
      summary: (c) => `${c} has told the exchange of a new address.`,
    },
  ];
}
