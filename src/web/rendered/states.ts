/** States and territories by code, in the order of their codes in the census. */
export const STATES: readonly (readonly [code: string, name: string])[] = [
  ["NSW", "New South Wales"],
  ["VIC", "Victoria"],
  ["QLD", "Queensland"],
  ["SA", "South Australia"],
  ["WA", "Western Australia"],
  ["TAS", "Tasmania"],
  ["NT", "Northern Territory"],
  ["ACT", "Australian Capital Territory"],
  ["OT", "Other territories"],
];

export function stateName(code: string): string {
  return STATES.find(([known]) => known === code)?.[1] ?? code;
}

/** The name of a state, or of the country for AU. */
export function placeNameOf(code: string): string {
  return code === "AU" ? "Australia" : stateName(code);
}
