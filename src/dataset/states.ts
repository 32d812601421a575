/** A state or territory with its code prefix and region codes. */
export interface State {
  readonly code: StateCode;
  readonly name: string;
  /** First digit of every `sal_code` of the state. */
  readonly digit: string;
  /** Capital-city region (GCCSA); the ACT has no rest-of-state region. */
  readonly capitalRegion: { readonly code: string; readonly name: string };
  readonly restRegion: { readonly code: string; readonly name: string } | null;
}

export type StateCode = "NSW" | "VIC" | "QLD" | "SA" | "WA" | "TAS" | "NT" | "ACT";

function state(
  digit: string,
  code: StateCode,
  name: string,
  capital: [string, string],
  rest: [string, string] | null,
): State {
  return {
    code,
    name,
    digit,
    capitalRegion: { code: capital[0], name: capital[1] },
    restRegion: rest === null ? null : { code: rest[0], name: rest[1] },
  };
}

/** In `sal_code` order, so concatenating the states gives the national suburb order. */
export const STATES: readonly State[] = [
  state("1", "NSW", "New South Wales", ["1GSYD", "Greater Sydney"], ["1RNSW", "Rest of NSW"]),
  state("2", "VIC", "Victoria", ["2GMEL", "Greater Melbourne"], ["2RVIC", "Rest of Vic."]),
  state("3", "QLD", "Queensland", ["3GBRI", "Greater Brisbane"], ["3RQLD", "Rest of Qld"]),
  state("4", "SA", "South Australia", ["4GADE", "Greater Adelaide"], ["4RSAU", "Rest of SA"]),
  state("5", "WA", "Western Australia", ["5GPER", "Greater Perth"], ["5RWAU", "Rest of WA"]),
  state("6", "TAS", "Tasmania", ["6GHOB", "Greater Hobart"], ["6RTAS", "Rest of Tas."]),
  state("7", "NT", "Northern Territory", ["7GDAR", "Greater Darwin"], ["7RNTE", "Rest of NT"]),
  state("8", "ACT", "Australian Capital Territory", ["8ACTE", "Australian Capital Territory"], null),
];

export const STATE_CODES: readonly StateCode[] = STATES.map((s) => s.code);

/** Region code of the whole country in the house-price tables. */
export const NATIONAL_REGION_CODE = "AUS";

/** Scope code of the whole country in price-drop answers and explorer calls. */
export const NATIONAL_SCOPE = "AU";

export function isStateCode(text: string): text is StateCode {
  return (STATE_CODES as readonly string[]).includes(text);
}

const CODES_BY_NAME = new Map(STATES.map(({ code, name }) => [name.toUpperCase(), code]));

/** A state's code from its code or full name in any case; other text is returned trimmed, in upper case. */
export function stateCodeIn(text: string): string {
  const code = text.trim().toUpperCase();
  return code.length <= 3 ? code : (CODES_BY_NAME.get(code.replaceAll(/\s+/g, " ")) ?? code);
}

/** The state by the first digit of a suburb code; undefined for other digits. */
export function stateOfSalCode(salCode: string): State | undefined {
  return STATES.find((s) => s.digit === salCode[0]);
}

/** Bounds of Australia with its territories in degrees; metres or swapped axes fall outside. */
export const AUSTRALIA_BOX = { west: 90, east: 170, south: -60, north: -5 } as const;

export function isInAustralia(lon: number, lat: number): boolean {
  const { west, east, south, north } = AUSTRALIA_BOX;
  return lon > west && lon < east && lat > south && lat < north;
}
