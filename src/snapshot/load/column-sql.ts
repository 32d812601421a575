import type { ColumnDefinition, ColumnType } from "../../dataset/table-definition.ts";
import { sqlText } from "../tables/sql-text.ts";

const NUMBER = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$|^FLOAT$|^DOUBLE$|^DECIMAL/;

/** By column type: DuckDB type, description of a cell, and types that files may store it as. */
const TYPES: Readonly<
  Record<ColumnType | "wide int", readonly [sql: string, words: string, stored: RegExp]>
> = {
  text: ["VARCHAR", "a text", /^ENUM|^JSON$/],
  int: ["INTEGER", "a whole number from -2147483648 to 2147483647 in digits", NUMBER],
  "wide int": ["BIGINT", "a whole number in digits", NUMBER],
  double: ["DOUBLE", "a number such as -12.5 or 1e-7", NUMBER],
  bool: ["BOOLEAN", "true or false", /^BOOLEAN$/],
  date: ["DATE", "a date YYYY-MM-DD", /^DATE$/],
  // UTC without a zone.
  timestamp: ["TIMESTAMP", "a UTC instant YYYY-MM-DDThh:mm:ssZ", /^TIMESTAMP/],
  "text[]": ["VARCHAR[]", "a JSON array of texts", /^VARCHAR\[\]$/],
  json: ["JSON", "JSON", /^JSON$|^STRUCT|^MAP|\[\]$/],
};

type Typed = Pick<ColumnDefinition, "type" | "wide">;

const typeOf = ({ type, wide }: Typed) => TYPES[type === "int" && wide ? "wide int" : type];

export const sqlType = (column: Typed) => typeOf(column)[0];

/** Description of what a cell must look like. */
export const typeInWords = (column: Typed) => typeOf(column)[1];

/** True if cells of this DuckDB type can hold the column; text can hold every type. */
export function isStoredTypeFit(type: ColumnType, stored: string): boolean {
  return stored === "VARCHAR" || stored === '"NULL"' || TYPES[type][2].test(stored);
}

/** SQL that turns an empty string into null, so that all formats agree. */
export function presentCell(cell: string, stored: string): string {
  if (stored === "JSON") return `CASE WHEN CAST(${cell} AS VARCHAR) NOT IN ('""', 'null') THEN ${cell} END`;
  return stored === "VARCHAR" ? `nullif(${cell}, '')` : cell;
}

/** SQL for a cell as the rejects file shows it. */
export function shownCell(cell: string, stored: string): string {
  return stored === "JSON" ? `${cell} ->> '$'` : `CAST(${cell} AS VARCHAR)`;
}

/**
 * Accepted text forms. DuckDB reads more (`1_000`, `+12`, `0x1f`, spaces around a number), which other
 * readers would interpret differently. NaN and infinities pass here and fail the rule for finite numbers.
 */
const TEXT_FORMS = {
  int: "-?[0-9]+([.]0*)?",
  double: "-?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?|(?i)[+-]?(nan|inf|infinity)",
  date: "[0-9]{4}-[0-9]{2}-[0-9]{2}",
  timestamp: "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z",
} as const;

/** SQL that casts a text cell to a type; NULL unless it has that type's form. */
function castText(cell: string, form: keyof typeof TEXT_FORMS, type: string): string {
  return `CASE WHEN regexp_full_match(${cell}, '${TEXT_FORMS[form]}') THEN TRY_CAST(${cell} AS ${type}) END`;
}

/** SQL for the typed value of a present cell; NULL if the cell does not fit the type. */
export function typedValue(column: ColumnDefinition, cell: string, stored: string): string {
  const isText = stored === "VARCHAR";
  switch (column.type) {
    case "text":
      // Keys are converted to the letter case that requests use.
      return `${column.keyCase ?? ""}(${
        stored === "JSON"
          ? `CASE WHEN left(CAST(${cell} AS VARCHAR), 1) NOT IN ('{', '[') THEN ${cell} ->> '$' END`
          : `CAST(${cell} AS VARCHAR)`
      })`;
    case "bool":
      return isText ? `CASE lower(${cell}) WHEN 'true' THEN true WHEN 'false' THEN false END` : cell;
    case "date":
      return isText ? castText(cell, "date", "DATE") : `CASE WHEN isfinite(${cell}) THEN ${cell} END`;
    case "timestamp":
      return isText
        ? castText(cell, "timestamp", "TIMESTAMP")
        : `CASE WHEN isfinite(${cell}) THEN CAST(${cell} AS TIMESTAMP) END`;
    case "text[]":
      return isText
        ? textListFromJson(cell)
        : `CASE WHEN list_count(${cell}) = len(${cell}) THEN ${cell} END`;
    case "json":
      return isText
        ? `CASE WHEN json_valid(${cell}) THEN json(${cell}) END`
        : `json(CAST(to_json(${cell}) AS VARCHAR))`;
    default:
      return isText
        ? castText(cell, column.type, sqlType(column))
        : `TRY_CAST(${cell} AS ${sqlType(column)})`;
  }
}

function textListFromJson(cell: string): string {
  return `CASE
    WHEN ${cell} = '[]' THEN []::VARCHAR[]
    WHEN json_valid(${cell}) AND json_type(${cell}) = 'ARRAY'
      AND len(list_filter(json_type(${cell}, '$[*]'), lambda t: t <> 'VARCHAR')) = 0
    THEN CAST(CAST(${cell} AS JSON) AS VARCHAR[])
  END`;
}

export function defaultValue(column: ColumnDefinition): string {
  const value = column.default;
  if (value === undefined) return `CAST(NULL AS ${sqlType(column)})`;
  return `CAST(${typeof value === "string" ? sqlText(value) : String(value)} AS ${sqlType(column)})`;
}
