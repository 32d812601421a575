/** The 25 industry groups of the exchange's company list, spelled as there, by sector. */
const SECTORS: Readonly<Record<string, readonly string[]>> = {
  Energy: ["Energy"],
  Materials: ["Materials"],
  Industrials: ["Capital Goods", "Commercial & Professional Services", "Transportation"],
  "Consumer Discretionary": [
    "Automobiles & Components",
    "Consumer Durables & Apparel",
    "Consumer Services",
    "Consumer Discretionary Distribution & Retail",
  ],
  "Consumer Staples": [
    "Consumer Staples Distribution & Retail",
    "Food, Beverage & Tobacco",
    "Household & Personal Products",
  ],
  "Health Care": ["Health Care Equipment & Services", "Pharmaceuticals, Biotechnology & Life Sciences"],
  Financials: ["Banks", "Financial Services", "Insurance"],
  "Information Technology": [
    "Software & Services",
    "Technology Hardware & Equipment",
    "Semiconductors & Semiconductor Equipment",
  ],
  "Communication Services": ["Telecommunication Services", "Media & Entertainment"],
  Utilities: ["Utilities"],
  "Real Estate": ["Equity Real Estate Investment Trusts (REITs)", "Real Estate Management & Development"],
};

const SECTOR_OF_GROUP: ReadonlyMap<string, string> = new Map(
  Object.entries(SECTORS).flatMap(([sector, groups]) => groups.map((group) => [group, sector] as const)),
);

export const INDUSTRY_GROUPS: readonly string[] = [...SECTOR_OF_GROUP.keys()];

export function sectorOfIndustry(industry: string): string | undefined {
  return SECTOR_OF_GROUP.get(industry);
}
