import { fromBinary } from "@bufbuild/protobuf";
import type { WhereExpression } from "../../client/where-text/where-node.ts";
import { STATE_CODES, STATES } from "../../dataset/states.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { CouncilSummarySchema, ListCouncilsResponseSchema } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { sourcesOfTables } from "../../snapshot/manifest/metric-sources.ts";
import type { ExportBatch, ExportCells, ExportColumn, ExportRequest, ExportTable } from "../export.ts";
import { exportColumns } from "../export-columns.ts";
import { wholeNumber } from "../export-rules.ts";
import { messageCells } from "../message-export.ts";
import { areaKey, areaOutline, stateFigures } from "../suburbs/queries/map-pages.ts";
import { boxOf, boxOfOutline } from "../suburbs/queries/outlines-of.ts";
import { parsedWhere } from "./where-text.ts";

/** A layer of maps that is made of suburbs, with all its rows: hundreds at most. */
interface AreaLayer {
  readonly set: "councils" | "states";
  readonly title: string;
  /** The first is the key, and one of them `state_code`. */
  readonly columns: readonly ExportColumn[];
  /** Column with the name for people. */
  readonly name: string;
  /** Dataset tables whose sources it cites. */
  readonly tables: readonly string[];
  readonly cells: readonly ExportCells[];
  readonly rowCount: number;
}

const OUTLINE_TABLES = ["suburb_outlines", "suburb_lga"];

/** Councils with the figures that ListCouncils has, by code. */
export async function councilLayer(view: SnapshotView, request: ExportRequest): Promise<ExportTable> {
  const councils = STATE_CODES.flatMap((state) => {
    const page = view.pages.find("council_lists", state);
    if (page === undefined) return [];
    const place = request.switches.dropListings ? 0 : page.count - 1;
    return fromBinary(ListCouncilsResponseSchema, page.binary(place)).councils;
  }).sort((a, b) => (a.lgaCode < b.lgaCode ? -1 : 1));
  const columns = exportColumns(CouncilSummarySchema);
  return layerTable(view, request, {
    ...{ set: "councils", title: "Councils", name: "display_name", columns, rowCount: councils.length },
    tables: [...OUTLINE_TABLES, "lga"],
    cells: messageCells<typeof CouncilSummarySchema>(councils, columns),
  });
}

const FIGURE = { type: "float64", nullMeaning: "not published for the state" } as const;
const STATE_COLUMNS: readonly ExportColumn[] = [
  { name: "state_code", type: "text", doc: "State or territory." },
  { name: "state_name", type: "text", doc: "Its name." },
  { name: "suburbs", type: "int32", doc: "Suburbs and localities." },
  { name: "state_median_price", ...FIGURE, doc: "Median of the house medians of its suburbs.", unit: "AUD" },
  {
    ...{ name: "state_median_weekly_hhd_income", ...FIGURE, unit: "AUD a week" },
    doc: "Median household income; state_income_basis says from where.",
  },
  {
    ...{ name: "state_income_basis", type: "text", nullMeaning: "no income" },
    doc: "published, or median of suburbs.",
  },
  { name: "capital_median_price", ...FIGURE, doc: "Median of established houses, capital.", unit: "AUD" },
  { name: "rest_of_state_median_price", ...FIGURE, doc: "The same outside of the capital.", unit: "AUD" },
];

/** States with the figures that profiles compare their suburbs with, in the order of suburb codes. */
export async function stateLayer(view: SnapshotView, request: ExportRequest): Promise<ExportTable> {
  const figures = stateFigures(view);
  const rows = STATES.map(
    ({ code, name }): Readonly<Record<string, unknown>> => ({
      ...figures.find(({ state_code }) => state_code === code),
      ...{ state_code: code, state_name: name, suburbs: view.columns.scopes.get(code)?.index.n ?? 0 },
    }),
  );
  return layerTable(view, request, {
    ...{ set: "states", title: "States and territories", name: "state_name", columns: STATE_COLUMNS },
    tables: [...OUTLINE_TABLES, "suburb_demographics", "state_demographics", "house_prices"],
    rowCount: rows.length,
    cells: STATE_COLUMNS.map(({ name: column }) => ({ values: rows.map((row) => row[column] ?? null) })),
  });
}

/** What a request asks of a layer. */
function layerTable(view: SnapshotView, { parameters }: ExportRequest, layer: AreaLayer): ExportTable {
  const { set, columns, cells } = layer;
  const chosen = columnsOf(parameters.get("metrics"), layer);
  const isIt = conditionOf(parameters.get("where"), layer);
  const box = boxOf(parameters.get("bbox"));
  const code = parameters.get("codes");
  const outline = (row: number) => areaOutline(view, areaKey(set, String(cells[0].values[row])));
  const found = Array.from({ length: layer.rowCount }, (_, row) => row).filter((row) => {
    if (code !== undefined && cells[0].values[row] !== code) return false;
    if (!isIt(row)) return false;
    if (box === undefined) return true;
    const own = boxOfOutline(outline(row) ?? "");
    return own !== undefined && own[0] <= box[2] && own[2] >= box[0] && own[1] <= box[3] && own[3] >= box[1];
  });
  const offset = Number(parameters.get("offset") ?? 0);
  const limit = wholeNumber(parameters.get("limit"), { field: "limit", fallback: 1000, most: 10_000_000 });
  const rows = found.slice(offset, offset + limit);
  async function* batches(): AsyncGenerator<ExportBatch, void, void> {
    if (rows.length === 0) return;
    yield {
      rowCount: rows.length,
      columns: chosen.map((column) => ({ values: rows.map((row) => cells[column].values[row] ?? null) })),
      geometries: rows.map((row) => outline(row) ?? null),
    };
  }
  return {
    ...{ title: layer.title, name: set, columns: chosen.map((column) => columns[column]) },
    sources: sourcesOfTables(layer.tables, view.manifest.sources),
    ...{ rowCount: rows.length, matched: found.length, batches },
  };
}

/** Places of the columns asked for; key, name and state always. */
function columnsOf(text: string | undefined, { columns, name }: AreaLayer): number[] {
  const every = columns.map((_, i) => i);
  if (text === undefined || text.trim() === "") return every;
  const wanted = new Set(text.split(",").map((one) => one.trim()));
  const names = columns.map((column) => column.name);
  const unknown = [...wanted].find((one) => !names.includes(one));
  if (unknown !== undefined)
    throw invalidArgument(`properties: ${quoted(unknown)} is not one of ${names.join(", ")}`);
  return every.filter((i) => i === 0 || [name, "state_code"].includes(names[i]) || wanted.has(names[i]));
}

/** Whether a row satisfies a condition over the layer's numbers, `state` and `name`. A number that is not known is in no range. */
function conditionOf(text: string | undefined, layer: AreaLayer): (row: number) => boolean {
  const { columns, cells } = layer;
  const cellOf = (name: string, row: number) =>
    cells[columns.findIndex((one) => one.name === name)].values[row];
  const numbers = columns.filter(({ type }) => type !== "text").map(({ name: key }) => ({ key, labels: [] }));
  const expression = parsedWhere(text, numbers);
  const holds = ({ node }: WhereExpression, row: number): boolean => {
    switch (node?.case) {
      case "allOf":
        return (node.value.expressions ?? []).every((one) => holds(one, row));
      case "anyOf":
        return (node.value.expressions ?? []).some((one) => holds(one, row));
      case "not":
        return !holds(node.value, row);
      case "range": {
        const { metricKey = "", min = -Infinity, max = Infinity } = node.value;
        const value = cellOf(metricKey, row);
        return typeof value === "number" && value >= min && value <= max;
      }
      case "hasData":
        return (cellOf(node.value.metricKey ?? "", row) ?? null) !== null;
      case "state":
        return (node.value.stateCodes ?? []).includes(String(cellOf("state_code", row)));
      case "name": {
        const name = String(cellOf(layer.name, row)).toLowerCase();
        return name.includes((node.value.contains ?? "").toLowerCase());
      }
      default:
        throw invalidArgument("filter: categories are not compared in this layer");
    }
  };
  return expression === undefined ? () => true : (row) => holds(expression, row);
}
