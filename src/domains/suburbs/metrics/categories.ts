import { sqlText } from "../../../snapshot/tables/sql-text.ts";

/** Party names in the order of their category index. */
export const PARTY_LABELS: readonly string[] = [
  "Labor",
  "Liberal",
  "Liberal National",
  "Country Liberal",
  "Nationals",
  "Greens",
  "Independent",
  "One Nation",
  "Katter's",
  "Centre Alliance",
  "Jacqui Lambie Network",
  "United Australia",
  "Palmer United",
  "Nick Xenophon Team",
  "Liberal Democrats",
  "Shooters, Fishers and Farmers",
  "Australian Conservatives",
  "Animal Justice",
  "Derryn Hinch's Justice",
  "Family First",
  "Democratic Labour",
  "Glenn Lazarus Team",
  "Australian Motoring Enthusiast",
  "Australia's Voice",
  "Other",
];

const PARTY_BY_ABBREVIATION: Readonly<Record<string, number>> = {
  ALP: 0,
  LP: 1,
  LIB: 1,
  LNP: 2,
  CLP: 3,
  NP: 4,
  NAT: 4,
  GRN: 5,
  IND: 6,
  ON: 7,
  PHON: 7,
  KAP: 8,
  XEN: 9,
  CA: 9,
  JLN: 10,
  UAP: 11,
  "UAP [2018]": 11,
  PUP: 12,
  NXT: 13,
  LDP: 14,
  SFF: 15,
  AC: 16,
  AJP: 17,
  DHJP: 18,
  FF: 19,
  FFP: 19,
  DLP: 20,
  GLT: 21,
  AMEP: 22,
  AV: 23,
};

/** SQL for the category index of a party abbreviation; null when empty, Other when unlisted. */
export function partyIndex(abbreviation: string): string {
  const text = plainCapitals(abbreviation);
  return `CASE WHEN ${text} <> '' THEN coalesce(${sqlMap(PARTY_BY_ABBREVIATION)}[${text}], ${PARTY_LABELS.length - 1}) END`;
}

const NBN_TIER: Readonly<Record<string, number>> = {
  FTTP: 0,
  HFC: 0,
  FTTC: 0,
  FTTB: 0,
  FTTN: 0,
  "FIXED LINE": 0,
  FW: 1,
  "FIXED WIRELESS": 1,
  SATELLITE: 2,
};

/** SQL for the broadband tier of a technology name: 0 fixed line, 1 fixed wireless, 2 satellite; null when unknown. */
export function nbnTier(technology: string): string {
  return `${sqlMap(NBN_TIER)}[${plainCapitals(technology)}]`;
}

/** SQL: the technology of the tier cannot serve so many residents. */
export function isImplausibleNbn(tier: string, population: string): string {
  return `coalesce(${tier} = 2 AND ${population} > 1000 OR ${tier} = 1 AND ${population} > 5000, false)`;
}

function plainCapitals(text: string): string {
  return `upper(regexp_replace(${text}, '^[\\s\\p{Z}]+|[\\s\\p{Z}]+$', '', 'g'))`;
}

function sqlMap(numbers: Readonly<Record<string, number>>): string {
  const entries = Object.entries(numbers).map(([key, value]) => `${sqlText(key)}: ${value}`);
  return `MAP {${entries.join(", ")}}`;
}
