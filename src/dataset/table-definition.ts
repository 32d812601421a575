/** What a dataset column may hold; one vocabulary for the validator, the documentation and the generator. */
export type ColumnType = "text" | "int" | "double" | "bool" | "date" | "timestamp" | "text[]" | "json";

export interface ColumnRules {
  /** The row is rejected when the value is missing. */
  readonly required?: true;
  /** The value used when the cell is missing. */
  readonly default?: string | number | boolean;
  readonly unit?: string;
  /** Inclusive bounds. */
  readonly min?: number;
  readonly max?: number;
  /** Exclusive lower bound: `above: 0` for prices. */
  readonly above?: number;
  /** The least size of a number that is not zero: smaller ones are noise, and rates over them overflow. */
  readonly leastMagnitude?: number;
  /** Whole numbers that may pass the 32-bit range. */
  readonly wide?: true;
  /** Rows for which `above` does not hold: those whose other column has this value. */
  readonly aboveUnless?: { readonly column: string; readonly value: string };
  /** Closed set of allowed values. */
  readonly values?: readonly string[];
  /**
   * The letter case that requests look the key up in: other letters are changed to it when the row is loaded. Such a
   * key is plain ASCII, in which every reader changes case alike, and neither begins nor ends with a space.
   */
  readonly keyCase?: "lower" | "upper";
  /** Longest text, in characters. */
  readonly maxCharacters?: number;
  /** Anchored regular expression for text. */
  readonly pattern?: string;
  /** `table.column` in which the value must exist when it is present. */
  readonly references?: string;
  /** No two rows hold the same value, next to the table's key. */
  readonly unique?: true;
  /** Column of the same row whose suburb code must be in this state. */
  readonly stateOf?: string;
  /** The value should be the id of a source in `dataset.json`; others are reported, not rejected. */
  readonly sourceId?: true;
  /** The value is a GeoJSON Polygon or MultiPolygon within Australia whose rings are closed. */
  readonly outline?: true;
  /** What a missing value means to a reader; required columns have none. */
  readonly nullMeaning?: string;
}

export interface ColumnDefinition extends ColumnRules {
  readonly name: string;
  readonly type: ColumnType;
  readonly doc: string;
  /** A plausible cell, as it is in a CSV file; used for the documentation's example row. */
  readonly example: string;
}

export interface TableDefinition {
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  /** The build stops when a required table is missing; answers that need an absent optional table are empty. */
  readonly required?: true;
  /** Columns that together identify a row. */
  readonly key: readonly string[];
  readonly columns: readonly ColumnDefinition[];
}

export function column(
  name: string,
  type: ColumnType,
  doc: string,
  example: string,
  rules: ColumnRules = {},
): ColumnDefinition {
  return { name, type, doc, example, ...rules };
}

export const SAL_CODE_PATTERN = "[1-8][0-9]{4}";

/** The suburb key of a table about suburbs. */
export function salCodeColumn(rules: ColumnRules = { required: true }, example = "10001"): ColumnDefinition {
  return column(
    "sal_code",
    "text",
    "Suburb code (ABS SAL, five digits, first digit is the state).",
    example,
    {
      pattern: SAL_CODE_PATTERN,
      references: "suburb_demographics.sal_code",
      ...rules,
    },
  );
}

/** A nullable share on the 0..100 scale. */
export function percentColumn(name: string, doc: string, example: string): ColumnDefinition {
  return column(name, "double", doc, example, { unit: "%", min: 0, max: 100, nullMeaning: "not published" });
}

/** A nullable count of at least zero. */
export function countColumn(name: string, doc: string, example: string): ColumnDefinition {
  return column(name, "int", doc, example, { unit: "count", min: 0, nullMeaning: "not measured" });
}

/** A nullable count that may pass the 32-bit range. */
export function wideCountColumn(name: string, doc: string, example: string): ColumnDefinition {
  return { ...countColumn(name, doc, example), wide: true };
}

/** A nullable text. */
export function textColumn(
  name: string,
  doc: string,
  example: string,
  nullMeaning = "unknown",
): ColumnDefinition {
  return column(name, "text", doc, example, { nullMeaning });
}

/** A nullable text that names the source of some cells of its row. */
export function sourceColumn(name: string, doc: string, example: string): ColumnDefinition {
  return column(name, "text", doc, example, { sourceId: true, nullMeaning: "unknown" });
}

/** A nullable number with a unit. */
export function measureColumn(
  name: string,
  unit: string,
  doc: string,
  example: string,
  min?: number,
): ColumnDefinition {
  const bound = min === undefined ? {} : { min };
  return column(name, "double", doc, example, { unit, nullMeaning: "not published", ...bound });
}

/** A nullable distance in kilometres. */
export function distanceColumn(name: string, doc: string, example: string): ColumnDefinition {
  return measureColumn(name, "km", doc, example, 0);
}

/** Licence of a row; rows under `proprietary-tos-restricted` never leave the store. */
export function licenceColumn(fallback: string): ColumnDefinition {
  return column("source_licence", "text", "Licence the row is published under.", "CC-BY-4.0", {
    default: fallback,
  });
}

export const RESTRICTED_LICENCE = "proprietary-tos-restricted";
