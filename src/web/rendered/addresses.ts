import type { LocalIndex } from "terrace/client";

/** Text as a part of an address: small letters and digits of ASCII, other signs as one hyphen. */
export function slugOf(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f'’.]/g, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** The name of a suburb for people, and what its publisher adds to distinguish it: "Bald Hills", "Ballarat". */
export function namesOf(salName: string): { readonly name: string; readonly qualifier: string } {
  const [, name = salName, inside = ""] = /^(.+?) \((.+)\)$/.exec(salName) ?? [];
  // The state is in the address already.
  const parts = inside.split(" - ");
  return { name, qualifier: parts.length > 1 ? parts.slice(0, -1).join(" ") : "" };
}

/**
 * One address for each suburb, `/suburbs/<state>/<name>-<postcode>`: paths by position, and the position of a path. Suburbs that would share an address get what their publisher adds to the name, and
 * those that still would, the code of the suburb: all of them, so that no address depends on the order of the others.
 */
export function suburbAddresses(index: LocalIndex) {
  const { salCodes, salNames, postcodes, stateCodes } = index;
  const addressOf = (i: number, form: number) => {
    const { name, qualifier } = namesOf(salNames[i]);
    const parts = [name, form === 1 ? qualifier : "", postcodes[i], form === 2 ? salCodes[i] : ""];
    return `/suburbs/${stateCodes[i].toLowerCase()}/${parts.map(slugOf).filter(Boolean).join("-")}`;
  };
  let paths = salCodes.map((_, i) => addressOf(i, 0));
  for (const form of [1, 2]) {
    const counts = new Map<string, number>();
    for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
    paths = paths.map((path, i) => (counts.get(path) === 1 ? path : addressOf(i, form)));
  }
  const positions = new Map(paths.map((path, position) => [path, position]));
  return { paths, positionAt: (path: string) => positions.get(path) };
}

/** Where Explore shows a suburb: from near, if its place is known. */
export function mapPath({ salCodes, latitudes, longitudes }: LocalIndex, position: number): string {
  const [lat, lon] = [latitudes[position], longitudes[position]];
  return `/?${Number.isFinite(lat) ? `at=${lat.toFixed(3)},${lon.toFixed(3)},7.50&` : ""}sel=${salCodes[position]}`;
}

export const statePath = (code: string) => `/states/${code.toLowerCase()}`;
export const councilPath = (stateCode: string, slug: string) =>
  `/councils/${stateCode.toLowerCase()}/${slug}`;
export const stockPath = (code: string) => `/stocks/${encodeURIComponent(code)}`;
export const seriesPath = (key: string) => `/series/${encodeURIComponent(key)}`;
export const memberPath = (slug: string) => `/members/${encodeURIComponent(slug)}`;
export const COUNTRY_PATH = "/australia";

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

type Step = readonly [name: string, path: string];

/** From the country down to a thing: names and paths, the thing itself last. */
export const crumbsTo = (...below: readonly Step[]) => crumbsOf(["Australia", COUNTRY_PATH], ...below);

/** The same of what is in no place. */
export const crumbsOf = (...steps: readonly Step[]) => steps.map(([name, path]) => ({ name, path }));
