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
/** Lines and names that can lie over the map. */
export const LAYERS = ["coast", "states", "councils", "stations"] as const;
export type Layer = (typeof LAYERS)[number];

/** More would make an address that some programs cut. */
export const MOST_MARKED = 200;

export type Panel = "" | (typeof PANELS)[number];

/** All that is seen on the explore screen: what its address says. */
export interface View {
  /** A state, or AU. */
  readonly scope: string;
  /** Conditions that all hold. */
  readonly where: readonly WhereExpression[];
  /** The text of conditions that cannot be read, and why. */
  readonly badWhere: { readonly text: string; readonly problem: string } | undefined;
  readonly by: string;
  readonly scale: ScaleKind;
  readonly histograms: readonly string[];
  readonly at: { readonly lat: number; readonly lon: number; readonly zoom: number } | undefined;
  readonly selected: string;
  /** Codes of suburbs that are marked. */
  readonly marked: readonly string[];
  readonly layers: readonly Layer[];
  readonly show: Panel;
  /** Keys by importance; a minus sorts downwards. */
  readonly sort: readonly string[];
  readonly columns: readonly string[];
  readonly weights: readonly { readonly metricKey: string; readonly weight: number }[];
  /** Whose means the suburbs shown are within. */
  readonly afford: Household | undefined;
  /** Another snapshot that the same conditions are asked of; "" for none. */
  readonly since: string;
  readonly snapshot: string;
}

/** The view of an address that says nothing: what is most telling of the data that is there. */
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

/** A part of an address: its name, its text of a view, and what a text says of a view. */
type Part = readonly [
  name: string,
  write: (view: View) => string,
  read: (text: string, metrics?: readonly WhereMetric[]) => Partial<View>,
];

/** The parts of an address in their order. What cannot be read falls back, save conditions, whose text is kept and complained about. */
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

/** The household that an address need not name: its panel has one. */
const usualAfford = ({ show }: View) => (show === "afford" ? USUAL : undefined);

/** The view of an address's query. */
export function readView(query: string, metrics?: readonly WhereMetric[]): View {
  const given = new URLSearchParams(query);
  let view = defaultView.value;
  for (const [name, , read] of PARTS)
    if (given.has(name)) view = { ...view, ...read(given.get(name)!, metrics) };
  return { ...view, afford: view.afford ?? usualAfford(view) };
}

/** The query of a view: defaults left out, in a fixed order. */
export function writeView(view: View): string {
  const usual = { ...defaultView.value, afford: usualAfford(view) };
  const parts = PARTS.flatMap(([name, write]) => {
    const text = write(view);
    return text === write(usual) ? [] : `${name}=${queryText(text)}`;
  });
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** A state that can be shown alone, or AU. */
export function readScope(text: string): string {
  const scope = text.toUpperCase();
  return STATE_CODES.includes(scope) ? scope : "AU";
}

/** The code of a suburb; "" of other texts. */
export const readCode = (text: string) => (/^\d{5}$/.test(text) ? text : "");

const readMarks = (text: string) =>
  [...new Set(text.split(",").map(readCode))].filter(Boolean).slice(0, MOST_MARKED);

const readKeys = (text: string) => text.split(",").filter((one) => KEY.test(one.replace(/^-/, "")));

function readLayers(text: string): readonly Layer[] {
  const names = text.split(",");
  return LAYERS.filter((layer) => names.includes(layer));
}

/** Percent-encoded where it must be, readable where it may be. */
function queryText(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** The conditions as a request takes them; none is the whole scope. */
export function filterOf({ where }: Pick<View, "where">): { filter?: WhereExpression } {
  if (where.length === 0) return {};
  return { filter: where.length === 1 ? where[0] : allOf([...where]) };
}

/** The conditions as one text, as exports and the shell take it. */
export function whereText(view: Pick<View, "where">): string {
  return printWhere(filterOf(view).filter);
}

/** The conditions of a text, split where and joins them. */
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

/** The columns of the table that every suburb has, and their names in files. */
export const TEXT_COLUMNS: Readonly<Record<string, string>> = {
  name: "sal_name",
  state: "state_code",
  postcode: "postcode",
};

/** Columns of the table and of files: those that conditions are about first, then those that were chosen. */
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

/** Where the reader is: path and query. */
export const address = signal({ path: pagePath(), query: location.search });
/** What the explore screen shows; the one thing that its parts write. */
export const view = signal<View>(readView(location.search));

/** The address of what is shown; that of the map follows a gesture only when it ends, this one at once. */
export function shownAddress(): string {
  const { path, query } = address.value;
  return path === "/" ? `/${writeView({ ...view.value, snapshot: "" })}` : path + query;
}

/** Metrics without which a view cannot be shown. */
export function neededColumns(view: View): string[] {
  const keys = [view.by, ...view.histograms, ...view.where.flatMap((one) => metricsOf(one)), "population"];
  if (view.afford !== undefined) keys.push(priceKey(view.afford));
  if (view.show === "table")
    keys.push(...shownColumns(view), ...view.sort.map((key) => key.replace(/^-/, "")));
  if (view.show === "score") keys.push(...view.weights.map(({ metricKey }) => metricKey));
  return [...new Set(keys)].filter((key) => !Object.hasOwn(TEXT_COLUMNS, key));
}
