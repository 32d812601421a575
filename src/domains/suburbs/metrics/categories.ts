import { sqlText } from "../../../snapshot/tables/sql-text.ts";

/** Parties in category order, each with its abbreviations; the last one is for unlisted parties. */
const PARTIES: readonly (readonly [label: string, ...abbreviations: string[]])[] = [
  ["Labor", "ALP"],
  ["Liberal", "LP", "LIB"],
  ["Liberal National", "LNP"],
  ["Country Liberal", "CLP"],
  ["Nationals", "NP", "NAT"],
  ["Greens", "GRN"],
  ["Independent", "IND"],
  ["One Nation", "ON", "PHON"],
  ["Katter's", "KAP"],
  ["Centre Alliance", "XEN", "CA"],
  ["Jacqui Lambie Network", "JLN"],
  ["United Australia", "UAP", "UAP [2018]"],
  ["Palmer United", "PUP"],
  ["Nick Xenophon Team", "NXT"],
  ["Liberal Democrats", "LDP"],
  ["Shooters, Fishers and Farmers", "SFF"],
  ["Australian Conservatives", "AC"],
  ["Animal Justice", "AJP"],
  ["Derryn Hinch's Justice", "DHJP"],
  ["Family First", "FF", "FFP"],
  ["Democratic Labour", "DLP"],
  ["Glenn Lazarus Team", "GLT"],
  ["Australian Motoring Enthusiast", "AMEP"],
  ["Australia's Voice", "AV"],
  ["Other"],
];

export const PARTY_LABELS: readonly string[] = PARTIES.map(([label]) => label);

const PARTY_BY_ABBREVIATION = Object.fromEntries(
  PARTIES.flatMap(([, ...abbreviations], i) => abbreviations.map((one) => [one, i])),
);

/** SQL: category index of a party abbreviation; null when empty, Other when unlisted. */
export function partyIndex(abbreviation: string): string {
  const text = plainCapitals(abbreviation);
  return `CASE WHEN ${text} <> '' THEN coalesce(${sqlMap(PARTY_BY_ABBREVIATION)}[${text}], ${PARTY_LABELS.length - 1}) END`;
}

const NBN_TIER = Object.fromEntries(
  [["FTTP", "HFC", "FTTC", "FTTB", "FTTN", "FIXED LINE"], ["FW", "FIXED WIRELESS"], ["SATELLITE"]].flatMap(
    (names, tier) => names.map((name) => [name, tier]),
  ),
);

/** SQL: broadband tier of a technology name: 0 fixed line, 1 fixed wireless, 2 satellite; else null. */
export function nbnTier(technology: string): string {
  return `${sqlMap(NBN_TIER)}[${plainCapitals(technology)}]`;
}

/** SQL: whether the technology of the tier cannot serve that many residents. */
export function isImplausibleNbn(tier: string, population: string): string {
  return `coalesce(${tier} = 2 AND ${population} > 1000 OR ${tier} = 1 AND ${population} > 5000, false)`;
}

function plainCapitals(text: string): string {
  return `upper(regexp_replace(${text}, '^[\\s\\p{Z}]+|[\\s\\p{Z}]+$', '', 'g'))`;
}

/** SQL: map literal from strings to numbers or strings. */
export function sqlMap(values: Readonly<Record<string, number | string>>): string {
  const entries = Object.entries(values).map(
    ([key, value]) => `${sqlText(key)}: ${typeof value === "string" ? sqlText(value) : value}`,
  );
  return `MAP {${entries.join(", ")}}`;
}
