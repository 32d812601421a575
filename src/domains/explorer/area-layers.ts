import { fromBinary } from "@bufbuild/protobuf";
import type { WhereExpression } from "../../client/where-text/where-node.ts";
import { NATIONAL_SCOPE, STATE_CODES, STATES } from "../../dataset/states.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  CouncilSummarySchema,
  LgaInfoSchema,
  ListCouncilsResponseSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { sourcesOfTables } from "../../snapshot/manifest/metric-sources.ts";
import type { ExportBatch, ExportColumn, ExportRequest, ExportTable } from "../export.ts";
import { exportColumns } from "../export-columns.ts";
import { limitOf, listOf, offsetOf, oneOf, orderedBy, pathScope, type SortKey } from "../export-rules.ts";
import { messageCells } from "../message-export.ts";
import {
  areaKey,
  areaOutline,
  COUNCIL_FIGURES,
  layerFigures,
  UNKNOWN_ZEROS,
} from "../suburbs/queries/map-pages.ts";
import { boxesIntersect, boxOf, boxOfOutline } from "../suburbs/queries/outlines-of.ts";
import { parsedWhere } from "./where-text.ts";

/** A row of a layer by column name. */
type LayerRow = Readonly<Record<string, unknown>>;

/** A map layer with all its rows. */
interface AreaLayer {
  readonly set: string;
  readonly title: string;
  /** The first column is the key; `state_code` must be one of them. */
  readonly columns: readonly ExportColumn[];
  /** Column with the display name. */
  readonly name: string;
  /** Dataset tables whose sources the layer cites. */
  readonly tables: readonly string[];
  readonly rows: readonly LayerRow[];
  /** GeoJSON geometry of a row (JSON). */
  outline(row: LayerRow): string | undefined;
}

const OUTLINE_TABLES = ["suburb_outlines", "suburb_lga"];

/** Councils of a state or the country with the figures of ListCouncils and of their profiles, by code. */
export async function councilLayer(view: SnapshotView, request: ExportRequest): Promise<ExportTable> {
  const scope = pathScope(request.key);
  const councils = STATE_CODES.filter((state) => scope === NATIONAL_SCOPE || scope === state)
    .flatMap((state) => {
      const page = view.pages.find("council_lists", state);
      if (page === undefined) return [];
      const place = view.hidden?.has("council_drops") === true ? page.count - 1 : 0;
      return fromBinary(ListCouncilsResponseSchema, page.binary(place)).councils;
    })
    .sort((a, b) => (a.lgaCode < b.lgaCode ? -1 : 1));
  const listed = exportColumns(CouncilSummarySchema, { data_through: "date" });
  const others = exportColumns(LgaInfoSchema).filter(({ name }) => COUNCIL_FIGURES.includes(name));
  const figures = new Map(layerFigures(view, "councils").map((own) => [own.lga_code, own]));
  const cells = messageCells<typeof CouncilSummarySchema>(councils, listed);
  const rows = councils.map(({ lgaCode }, i) => {
    const own = figures.get(lgaCode);
    const row: Record<string, unknown> = Object.fromEntries(
      listed.map(({ name }, column) => [name, cells[column].values[i]]),
    );
    for (const name of UNKNOWN_ZEROS) row[name] = own?.[name] ?? (row[name] || null);
    for (const { name } of others) row[name] = own?.[name];
    return row;
  });
  return layerTable(
    view,
    { ...request, key: scope },
    {
      set: "councils",
      title: "Councils",
      name: "display_name",
      rows,
      columns: [...listed, ...others],
      tables: [...OUTLINE_TABLES, "lga", "lga_facts", "suburb_hazard_exposure"],
      outline: ({ lga_code }) => areaOutline(view, areaKey("councils", String(lga_code))),
    },
  );
}

const FIGURE = { type: "float64", nullMeaning: "not published for the state" } as const;
const STATE_COLUMNS: readonly ExportColumn[] = [
  { name: "state_code", type: "text", doc: "State or territory." },
  { name: "state_name", type: "text", doc: "Its name." },
  { name: "suburbs", type: "int32", doc: "Suburbs and localities." },
  { name: "state_median_price", ...FIGURE, doc: "Median of the house medians of its suburbs.", unit: "AUD" },
  {
    name: "state_median_weekly_hhd_income",
    ...FIGURE,
    unit: "AUD a week",
    doc: "Median household income; state_income_basis says from where.",
  },
  {
    name: "state_income_basis",
    type: "text",
    nullMeaning: "no income",
    doc: "published, or median of suburbs.",
  },
  { name: "capital_median_price", ...FIGURE, doc: "Median of established houses, capital.", unit: "AUD" },
  { name: "rest_of_state_median_price", ...FIGURE, doc: "The same outside of the capital.", unit: "AUD" },
];

/** States with the baselines of suburb profiles, in the order of suburb codes. */
export async function stateLayer(view: SnapshotView, request: ExportRequest): Promise<ExportTable> {
  const figures = layerFigures(view, "states");
  const rows = STATES.map(({ code, name }) => ({
    ...figures.find(({ state_code }) => state_code === code),
    state_code: code,
    state_name: name,
    suburbs: view.columns.scopes.get(code)?.index.n ?? 0,
  }));
  return layerTable(view, request, {
    set: "states",
    title: "States and territories",
    name: "state_name",
    columns: STATE_COLUMNS,
    tables: [...OUTLINE_TABLES, "suburb_demographics", "state_demographics", "house_prices"],
    rows,
    outline: ({ state_code }) => areaOutline(view, areaKey("states", String(state_code))),
  });
}

const DEGREES = { type: "float64", unit: "degrees" } as const;
const STATION_COLUMNS: readonly ExportColumn[] = [
  { name: "station", type: "text", doc: "State and name, which no other station has." },
  { name: "name", type: "text", doc: "Name of the station." },
  { name: "state_code", type: "text", doc: "State whose operator lists it." },
  { name: "operator", type: "text", doc: "Who runs the trains.", nullMeaning: "not known" },
  { name: "lat", ...DEGREES, doc: "Latitude." },
  { name: "lon", ...DEGREES, doc: "Longitude." },
];

/** Railway stations of a state or the country, by state and name; empty if the snapshot has none. */
export async function stationLayer(view: SnapshotView, request: ExportRequest): Promise<ExportTable> {
  const scope = pathScope(request.key);
  const rows = layerFigures(view, "stations").filter(
    ({ state_code }) => scope === NATIONAL_SCOPE || state_code === scope,
  );
  return layerTable(
    view,
    { ...request, key: scope },
    {
      set: "stations",
      title: "Railway stations",
      name: "name",
      columns: STATION_COLUMNS,
      tables: ["railway_stations"],
      rows,
      outline: ({ lon, lat }) => `{"type":"Point","coordinates":[${lon},${lat}]}`,
    },
  );
}

/** Applies the request's parameters to a layer. */
function layerTable(
  view: SnapshotView,
  { key, parameters, wantsGeometry }: ExportRequest,
  layer: AreaLayer,
): ExportTable {
  const { set, columns, outline } = layer;
  const chosen = columnsOf(parameters.get("metrics"), layer);
  const matches = conditionOf(parameters.get("where"), layer);
  const box = boxOf(parameters.get("bbox"));
  const codes = listOf(parameters.get("codes"));
  const found = layer.rows.filter((row) => {
    if (codes?.includes(String(row[columns[0].name])) === false) return false;
    if (!matches(row)) return false;
    if (box === undefined) return true;
    const own = boxOfOutline(outline(row) ?? "");
    return own !== undefined && boxesIntersect(own, box);
  });
  found.sort(orderOf(parameters.get("sort"), layer));
  const offset = offsetOf(parameters.get("offset"));
  const rows = found.slice(offset, offset + limitOf(parameters));
  async function* batches(): AsyncGenerator<ExportBatch, void, void> {
    if (rows.length === 0) return;
    yield {
      rowCount: rows.length,
      columns: chosen.map(({ name }) => ({ values: rows.map((row) => row[name] ?? null) })),
      ...(wantsGeometry && { geometries: rows.map((row) => outline(row) ?? null) }),
    };
  }
  return {
    title: layer.title,
    name: `${set}-${key}`,
    columns: chosen,
    sources: sourcesOfTables(layer.tables, view.manifest.sources),
    rowCount: rows.length,
    matched: found.length,
    batches,
  };
}

/** The requested columns; key, name and state are always included. */
function columnsOf(text: string | undefined, { columns, name }: AreaLayer): readonly ExportColumn[] {
  const list = listOf(text);
  if (list === undefined) return columns;
  const names = columns.map((column) => column.name);
  const unknown = list.find((one) => !names.includes(one));
  if (unknown !== undefined)
    throw invalidArgument(`properties: ${quoted(unknown)} is not one of ${names.join(", ")}`);
  const wanted = new Set([names[0], name, "state_code", ...list]);
  return columns.filter((column) => wanted.has(column.name));
}

function orderOf(text: string | undefined, { columns }: AreaLayer): (a: LayerRow, b: LayerRow) => number {
  const names = columns.map((column) => column.name);
  const keys = (listOf(text) ?? []).filter((key) => key !== "");
  return orderedBy(
    keys.map((key): SortKey<LayerRow> => {
      const name = oneOf(key.replace(/^-/, ""), names, "sort");
      const cellOf = (row: LayerRow) => (row[name] ?? null) as string | number | null;
      return { cellOf, isDescending: key.startsWith("-") };
    }),
  );
}

/** Compiles a condition over the layer's numbers, `state` and `name`. A null number is in no range. */
function conditionOf(text: string | undefined, layer: AreaLayer): (row: LayerRow) => boolean {
  const numbers = layer.columns.filter(({ type }) => type !== "text");
  const expression = parsedWhere(
    text,
    numbers.map(({ name: key }) => ({ key, labels: [] })),
  );
  const holds = ({ node }: WhereExpression, row: LayerRow): boolean => {
    switch (node?.case) {
      case "allOf":
        return (node.value.expressions ?? []).every((one) => holds(one, row));
      case "anyOf":
        return (node.value.expressions ?? []).some((one) => holds(one, row));
      case "not":
        return !holds(node.value, row);
      case "range": {
        const { metricKey = "", min = -Infinity, max = Infinity } = node.value;
        const value = row[metricKey];
        return typeof value === "number" && value >= min && value <= max;
      }
      case "hasData":
        return (row[node.value.metricKey ?? ""] ?? null) !== null;
      case "state":
        return (node.value.stateCodes ?? []).includes(String(row.state_code));
      case "name": {
        const name = String(row[layer.name]).toLowerCase();
        return name.includes((node.value.contains ?? "").toLowerCase());
      }
      default:
        throw invalidArgument("filter: categories are not compared in this layer");
    }
  };
  return expression === undefined ? () => true : (row) => holds(expression, row);
}
