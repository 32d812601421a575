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

/** A column before its table gives it a name. */
type Unnamed = Omit<ColumnDefinition, "name">;

/** What holds for a column: rules, or in words what a missing value means. */
export type Rule = ColumnRules | string;

/** The row is rejected when the value is missing. */
export const must: ColumnRules = { required: true };

/** The value names the source of some cells of its row. */
export const isSource: ColumnRules = { sourceId: true };

/** Columns of a type: what they are about, a plausible cell and their rules. A missing value is unknown unless a rule says more. */
const ofType =
  (type: ColumnType) =>
  (doc: string, example: string, ...given: readonly Rule[]): Unnamed => {
    const all = given.map((rule) => (typeof rule === "string" ? { nullMeaning: rule } : rule));
    const rules: ColumnRules = Object.assign({}, ...all);
    const isSaid = rules.required === true || rules.default !== undefined;
    return { type, doc, example, ...(isSaid ? {} : { nullMeaning: "unknown" }), ...rules };
  };

export const text = ofType("text");
export const int = ofType("int");
export const double = ofType("double");
export const bool = ofType("bool");
export const date = ofType("date");
export const timestamp = ofType("timestamp");
export const texts = ofType("text[]");
export const json = ofType("json");

interface TableFacts extends Pick<TableDefinition, "key" | "doc" | "required"> {
  readonly columns: Readonly<Record<string, Unnamed>>;
}

export function table(name: string, title: string, { columns, ...facts }: TableFacts): TableDefinition {
  const named = Object.entries(columns).map(([name, column]) => ({ name, ...column }));
  return { name, title, ...facts, columns: named };
}

/** The suburb key of the table that lists the suburbs. */
export const ownSalCode = (rules: Rule = must, example = "10001") =>
  text("Suburb code (ABS SAL, five digits, first digit is the state).", example, rules, {
    pattern: "[1-8][0-9]{4}",
  });

/** The suburb key of a table about suburbs. */
export const salCode: typeof ownSalCode = (...given) => ({
  ...ownSalCode(...given),
  references: "suburb_demographics.sal_code",
});

/** A nullable share on the 0..100 scale. */
export const percent = (doc: string, example: string) =>
  double(doc, example, "not published", { unit: "%", min: 0, max: 100 });

/** A nullable count of at least zero. */
export const count = (doc: string, example: string, rules: ColumnRules = {}) =>
  int(doc, example, "not measured", { unit: "count", min: 0 }, rules);

/** A nullable count that may pass the 32-bit range. */
export const wideCount = (doc: string, example: string) => count(doc, example, { wide: true });

/** A nullable number with a unit. */
export const measure = (unit: string, doc: string, example: string, min?: number) =>
  double(doc, example, "not published", { unit }, min === undefined ? {} : { min });

/** A nullable distance in kilometres. */
export const distance = (doc: string, example: string) => measure("km", doc, example, 0);

/** Licence of a row; rows under `proprietary-tos-restricted` never leave the store. */
export const licence = (fallback = "CC-BY-4.0") =>
  text("Licence the row is published under.", "CC-BY-4.0", { default: fallback });

export const RESTRICTED_LICENCE = "proprietary-tos-restricted";
