import { computed, signal } from "@preact/signals";
import {
  allOf,
  metricsOf,
  parseWhere,
  printWhere,
  type WhereExpression,
  type WhereMetric,
  WhereTextError,
} from "terrace/client";
import { country } from "../data/country.ts";
import { pagePath } from "../data/snapshot-path.ts";
import { SCALES, type ScaleKind } from "../map/colour-scale.ts";
import { type Household, priceKey, readHousehold, USUAL, writeHousehold } from "./household.ts";
import { preferred, preferredWeights, preferredWhere } from "./preferences.ts";

const PANELS = ["table", "score", "afford", "index", "dates", "download"] as const;
/** Lines and names over the map. */
export const LAYERS = ["coast", "states", "councils", "stations"] as const;
export type Layer = (typeof LAYERS)[number];

/** More would make a URL that some programs truncate. */
export const MAX_MARKED = 200;

export type Panel = "" | (typeof PANELS)[number];

/** State of the Explore screen, as its address has it. */
export interface View {
  /** State code, or AU. */
  readonly scope: string;
  /** Conditions, all of which must hold. */
  readonly where: readonly WhereExpression[];
  /** Text of conditions that cannot be parsed, and the reason. */
  readonly badWhere: { readonly text: string; readonly problem: string } | undefined;
  readonly by: string;
  readonly scale: ScaleKind;
  readonly histograms: readonly string[];
  readonly at: { readonly lat: number; readonly lon: number; readonly zoom: number } | undefined;
  readonly selected: string;
  readonly marked: readonly string[];
  readonly layers: readonly Layer[];
  readonly show: Panel;
  /** Keys by priority; `-` sorts descending. */
  readonly sort: readonly string[];
  readonly columns: readonly string[];
  readonly weights: readonly { readonly metricKey: string; readonly weight: number }[];
  /** Shows only suburbs that this household can afford. */
  readonly afford: Household | undefined;
  /** Another snapshot to evaluate the same conditions on; "" for none. */
  readonly since: string;
  readonly snapshot: string;
}

/** The view of an address without a query: the most informative metrics that the data has. */
export const defaultView = computed<View>(() => {
  const now = country.value;
  return {
    scope: "AU",
    ...readWhere(preferredWhere(now)),
    by: preferred("colours", 1, now)[0] ?? "population",
    scale: "quantile",
    histograms: preferred("histograms", 5, now),
    at: undefined,
    selected: "",
    marked: [],
    layers: ["coast", "states"],
    show: "",
    sort: ["name"],
    columns: preferred("columns", 5, now),
    weights: preferredWeights(now),
    afford: undefined,
    since: "",
    snapshot: "",
  };
});

/** States that can be shown alone, in the order of rendered pages and of files. */
export const STATE_CODES: readonly string[] = ["NSW", "VIC", "QLD", "SA", "WA", "TAS", "NT", "ACT"];
const SNAPSHOT_ID = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/;
const KEY = /^[a-z][a-z0-9_]*$/;

/** Query parameter: name, serialiser, and parser. */
type Part = readonly [
  name: string,
  write: (view: View) => string,
  read: (text: string, metrics?: readonly WhereMetric[]) => Partial<View>,
];

/** Query parameters, in order. Invalid values fall back; invalid conditions are kept and reported. */
const PARTS: readonly Part[] = [
  ["in", ({ scope }) => scope, (text) => ({ scope: readScope(text) })],
  ["where", (view) => view.badWhere?.text ?? whereText(view), readWhere],
  ["by", ({ by }) => by, (by) => (KEY.test(by) ? { by } : {})],
  ["scale", ({ scale }) => scale, (text) => ({ scale: SCALES.find((one) => one === text) ?? "quantile" })],
  ["h", ({ histograms }) => histograms.join(), (text) => ({ histograms: readKeys(text) })],
  ["at", ({ at }) => writePlace(at), (text) => ({ at: readPlace(text) })],
  ["sel", ({ selected }) => selected, (text) => ({ selected: readCode(text) })],
  ["mark", ({ marked }) => marked.join(), (text) => ({ marked: readMarks(text) })],
  ["layers", ({ layers }) => layers.join(), (text) => ({ layers: readLayers(text) })],
  ["show", ({ show }) => show, (text) => ({ show: PANELS.find((one) => one === text) ?? "" })],
  ["sort", ({ sort }) => sort.join(), (text) => ({ sort: readKeys(text) })],
  ["cols", ({ columns }) => columns.join(), (text) => ({ columns: readKeys(text) })],
  ["w", ({ weights }) => writeWeights(weights), (text) => ({ weights: readWeights(text) })],
  [
    "afford",
    ({ afford }) => (afford ? writeHousehold(afford) : ""),
    (text) => ({ afford: readHousehold(text) }),
  ],
  ["since", ({ since }) => since, (text) => ({ since: SNAPSHOT_ID.test(text) ? text : "" })],
  ["snap", ({ snapshot }) => snapshot, (snapshot) => ({ snapshot })],
];

/** Household that an address may omit: the Afford panel has a default one. */
const usualAfford = ({ show }: View) => (show === "afford" ? USUAL : undefined);

/** Parses a query; missing parameters get their defaults. */
export function readView(query: string, metrics?: readonly WhereMetric[]): View {
  const given = new URLSearchParams(query);
  let view = defaultView.value;
  for (const [name, , read] of PARTS)
    if (given.has(name)) view = { ...view, ...read(given.get(name)!, metrics) };
  return { ...view, afford: view.afford ?? usualAfford(view) };
}

/** Serialises a view to a query, in a fixed order and without defaults. */
export function writeView(view: View): string {
  const usual = { ...defaultView.value, afford: usualAfford(view) };
  const parts = PARTS.flatMap(([name, write]) => {
    const text = write(view);
    return text === write(usual) ? [] : `${name}=${queryText(text)}`;
  });
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** A state that can be shown alone, else AU. */
export function readScope(text: string): string {
  const scope = text.toUpperCase();
  return STATE_CODES.includes(scope) ? scope : "AU";
}

/** A suburb's code; "" if invalid. */
export const readCode = (text: string) => (/^\d{5}$/.test(text) ? text : "");

const readMarks = (text: string) =>
  [...new Set(text.split(",").map(readCode))].filter(Boolean).slice(0, MAX_MARKED);

/** A sort key without the `-` that sorts descending. */
export const bareKey = (key: string) => key.replace(/^-/, "");

const readKeys = (text: string) => text.split(",").filter((one) => KEY.test(bareKey(one)));

function readLayers(text: string): readonly Layer[] {
  const names = text.split(",");
  return LAYERS.filter((layer) => names.includes(layer));
}

/** Percent-encodes, but keeps commas, colons and (as +) spaces readable. */
function queryText(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** The conditions as a request's filter; none for the whole scope. */
export function filterOf({ where }: Pick<View, "where">): { filter?: WhereExpression } {
  if (where.length === 0) return {};
  return { filter: where.length === 1 ? where[0] : allOf([...where]) };
}

/** The conditions as text, in the syntax of exports and the shell. */
export function whereText(view: Pick<View, "where">): string {
  return printWhere(filterOf(view).filter);
}

/** Parses conditions and splits them at the top-level `and`. */
export function readWhere(text: string, metrics?: readonly WhereMetric[]): Pick<View, "where" | "badWhere"> {
  try {
    const expression = parseWhere(text, metrics);
    if (expression === undefined) return { where: [], badWhere: undefined };
    const { node } = expression;
    const where = node?.case === "allOf" ? (node.value.expressions ?? []) : [expression];
    return { where, badWhere: undefined };
  } catch (error) {
    if (!(error instanceof WhereTextError)) throw error;
    return { where: [], badWhere: { text, problem: error.message } };
  }
}

/** Columns of the index by their sort key, and their names in files. */
export const TEXT_COLUMNS: Readonly<Record<string, string>> = {
  name: "sal_name",
  state: "state_code",
  postcode: "postcode",
};

/** Metric columns of the table and of files: those of conditions first, then the chosen ones. */
export function shownColumns({ where, columns }: Pick<View, "where" | "columns">): readonly string[] {
  return [...new Set([...where.flatMap((one) => metricsOf(one)), ...columns])];
}

const writePlace = (at: View["at"]) =>
  at === undefined ? "" : `${at.lat.toFixed(3)},${at.lon.toFixed(3)},${at.zoom.toFixed(2)}`;

function readPlace(text: string): View["at"] {
  const [lat, lon, zoom] = text.split(",").map(Number);
  const isPlace = lat < 0 && lat > -60 && lon > 90 && lon < 180 && zoom >= 0 && zoom <= 16;
  return isPlace ? { lat, lon, zoom } : undefined;
}

function readWeights(text: string): View["weights"] {
  return text.split(",").flatMap((one) => {
    const [metricKey, weight] = one.split(":");
    const number = Number(weight);
    return KEY.test(metricKey) && Number.isFinite(number) && number !== 0
      ? [{ metricKey, weight: number }]
      : [];
  });
}

export function writeWeights(weights: View["weights"]): string {
  return weights.map(({ metricKey, weight }) => `${metricKey}:${weight}`).join(",");
}

export const address = signal({ path: pagePath(), query: location.search });
/** State of the Explore screen; only navigate.ts writes it. */
export const view = signal<View>(readView(location.search));

/** URL of what is shown. `address` follows a gesture on the map only when it ends, this one at once. */
export function shownAddress(): string {
  const { path, query } = address.value;
  return path === "/" ? `/${writeView({ ...view.value, snapshot: "" })}` : path + query;
}

/** Keys of the metrics without which a view cannot be shown. */
export function neededColumns(view: View): string[] {
  const keys = [view.by, ...view.histograms, ...view.where.flatMap((one) => metricsOf(one)), "population"];
  if (view.afford !== undefined) keys.push(priceKey(view.afford));
  if (view.show === "table") keys.push(...shownColumns(view), ...view.sort.map(bareKey));
  if (view.show === "score") keys.push(...view.weights.map(({ metricKey }) => metricKey));
  return [...new Set(keys)].filter((key) => !Object.hasOwn(TEXT_COLUMNS, key));
}
