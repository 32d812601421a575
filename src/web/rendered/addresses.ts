import type { LocalIndex } from "terrace/client";

/** Slug of text: lower-case ASCII letters and digits, everything else as single hyphens. */
export function slugOf(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f'’.]/g, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** Splits a suburb's name from the qualifier that its publisher adds: "Bald Hills", "Ballarat". */
export function namesOf(salName: string): { readonly name: string; readonly qualifier: string } {
  const [, name = salName, inside = ""] = /^(.+?) \((.+)\)$/.exec(salName) ?? [];
  // The last part is the state, which the address contains already.
  const parts = inside.split(" - ");
  return { name, qualifier: parts.length > 1 ? parts.slice(0, -1).join(" ") : "" };
}

/**
 * Addresses of all suburbs, `/suburbs/<state>/<name>-<postcode>`: paths by position, and positions by path.
 * Suburbs that would share an address get the publisher's qualifier, and those that still would, the suburb's
 * code: all of them, so that no address depends on the order of the others.
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
    const same = Map.groupBy(paths, (path) => path);
    paths = paths.map((path, i) => (same.get(path)!.length === 1 ? path : addressOf(i, form)));
  }
  const positions = new Map(paths.map((path, position) => [path, position]));
  return { paths, positionAt: (path: string) => positions.get(path) };
}

/** URL of Explore with a suburb selected, zoomed in if its place is known. */
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

/** Name of a state, or of the country for AU. */
export function placeNameOf(code: string): string {
  return code === "AU" ? "Australia" : stateName(code);
}

type Step = readonly [name: string, path: string];

/** Breadcrumbs from the country to a thing: names and paths, the thing itself last. */
export const crumbsTo = (...below: readonly Step[]) => crumbsOf(["Australia", COUNTRY_PATH], ...below);

/** Breadcrumbs of a thing that has no place. */
export const crumbsOf = (...steps: readonly Step[]) => steps.map(([name, path]) => ({ name, path }));
