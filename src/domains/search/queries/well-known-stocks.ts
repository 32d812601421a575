import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { perSnapshot } from "../../per-snapshot.ts";

/** The most requested securities, in the order in which they are suggested. */
const WELL_KNOWN =
  "CBA BHP CSL NAB WBC ANZ WES MQG WOW TLS RIO FMG GMG TCL WDS NCM ALL COL REA QBE APT XRO SHL RMD COH IAG SUN ORG APA TWE CPU MPL AGL ASX STO S32 A2M JHX SGP GPT MIN EVN NST OZL WHC PLS LYC IGO NHC WTC ALU NEA APX TNE PME NAN PNV BOT IMM JBH HVN SUL KGN BRG".split(
    " ",
  );

/** Well-known stocks whose code or name contains a lower-case string, in list order. */
export function findWellKnown(view: SnapshotView, text: string, limit: number) {
  if (text === "") return [];
  return wellKnownStocks(view)
    .filter(({ code, name }) => code.toLowerCase().includes(text) || name.toLowerCase().includes(text))
    .slice(0, limit);
}

/** Listed securities of the list; a dataset without any, such as a synthetic one, uses its largest. */
const wellKnownStocks = perSnapshot("well-known-stocks", (view) => {
  const { securities } = marketOf(view);
  const known = WELL_KNOWN.flatMap((code) => {
    const number = securities.numberOf(code);
    return number !== undefined && securities.all[number].isCompany ? [number] : [];
  });
  const numbers = known.length > 0 ? known : largest(securities);
  return numbers.map((number) => {
    const { code, companyName, industry, sector } = securities.all[number];
    return { code, name: companyName || code, exchange: "ASX" as const, industry, sector };
  });
});

function largest({ all, frame }: Market["securities"]): number[] {
  const marketCap = frame.numbers("market_cap");
  return all
    .flatMap(({ isCompany }, number) => (isCompany && marketCap.at(number) > 0 ? [number] : []))
    .sort((a, b) => marketCap.at(b) - marketCap.at(a) || a - b)
    .slice(0, WELL_KNOWN.length);
}
