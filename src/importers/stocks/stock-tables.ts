import type { ColumnDefinition, TableDefinition } from "../../dataset/table-definition.ts";
import { STOCK_TABLES } from "../../dataset/tables/stocks.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { cellText, headerOf, PlainTable } from "../files/plain-table.ts";
import { type ImportCell, importerOfKinds, tablesTo, UNDATED } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { sourceFacts } from "../source-licence.ts";

const STOCK_TABLES_SOURCE = sourceFacts({
  id: "operator-stocks",
  publisher: "the operator's own tables",
  title: "Tables about companies in the dataset's own columns",
  licence: "operator-agreement",
  licenceClass: "unstated",
  attribution: "Company figures by agreement of the operator",
  precedence: 60,
});

type StockTablePart = ReturnType<typeof readStockTable>["part"];

/**
 * Importer for the operator's own CSV files of reported periods, dividends, director trades, business numbers
 * and other company tables, with the columns documented in data/. No open data of reported periods exists.
 */
export const STOCK_TABLE_FILES = importerOfKinds<TableDefinition, StockTablePart>({
  id: "stock-tables",
  title: "Operator's tables about companies (CSV)",
  sources: [STOCK_TABLES_SOURCE],
  kindOf: tableOf,
  recognised: ({ name }) => ({ confidence: 70, what: `rows of ${name}` }),
  read: readStockTable,
  explain: (file, table) => headerOf(file).map((name) => `${name} to ${table.name}.${name}`),
  combine: tablesTo(STOCK_TABLES_SOURCE, ({ table, rows }) => ({ [table]: rows })),
});

/** The table with at most one required column missing and at least half of the header's columns known. */
function tableOf(file: ImportFile): TableDefinition | undefined {
  const header = headerOf(file);
  const required = (table: TableDefinition) => table.columns.filter((column) => column.required);
  return STOCK_TABLES.filter((table) => {
    const known = header.filter((name) => table.columns.some((column) => column.name === name)).length;
    const lacking = required(table).filter((column) => !header.includes(column.name)).length;
    return lacking <= 1 && known >= 3 && known * 2 > header.length;
  }).toSorted((a, b) => required(b).length - required(a).length)[0];
}

function readStockTable(file: ImportFile, table: TableDefinition) {
  const rows = new PlainTable(file, []);
  const names = rows.titles;
  const columns = names.map((name) => table.columns.find((column) => column.name === name));
  const strange = names.filter((_, i) => columns[i] === undefined);
  if (strange.length > 0)
    file.refuse(`${table.name} has no column "${strange.join('", "')}"; data/${table.name}.md lists them`);
  for (const { name, required } of table.columns)
    if (required && !names.includes(name)) file.refuse(`no column "${name}"`);
  let newest = UNDATED;
  const found = rows.take(`no row of ${table.name}`, ({ cells, reject, before }) => {
    const row: Record<string, ImportCell> = {};
    for (const [i, column] of columns.entries()) {
      const value = cellOf(column!, cellText(cells[i]));
      if (value === undefined) return reject(`not a ${column!.type}`, `${column!.name} "${cells[i]}"`);
      row[column!.name] = value;
    }
    if (typeof row.fetched_at === "string" && row.fetched_at.slice(0, 10) < String(row.period_end ?? "")) {
      return reject(
        "period not over",
        `the period that ends on ${row.period_end} was read on ${row.fetched_at}`,
      );
    }
    const key = table.key.map((name) => row[name]).join(" ");
    if (before(key) !== undefined)
      return reject("row twice", `${table.key.join(", ")} "${key}" occurs twice`);
    const stamp = String(row.fetched_at ?? row.date ?? row.trade_date ?? "").slice(0, 10);
    if (stamp > newest) newest = stamp;
    return row;
  });
  return rows.reading({ part: { table: table.name, rows: found }, vintage: newest });
}

const NUMBER = /^-?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** Parses a cell by column type; null when empty, undefined when invalid. */
function cellOf({ type, required, pattern }: ColumnDefinition, text: string): ImportCell | undefined {
  if (text === "") return required ? undefined : null;
  switch (type) {
    case "int":
      return NUMBER.test(text) && Number.isInteger(Number(text)) ? Number(text) : undefined;
    case "double":
      return NUMBER.test(text) ? Number(text) : undefined;
    case "bool":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "date":
      return dayNumberOf(text) === undefined ? undefined : text;
    case "timestamp":
      return dayNumberOf(INSTANT.exec(text)?.[1] ?? "") === undefined ? undefined : text;
    default:
      return pattern === undefined || new RegExp(`^(?:${pattern})$`).test(text) ? text : undefined;
  }
}
