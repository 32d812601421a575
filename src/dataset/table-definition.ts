/** Column types, shared by validator, documentation and generator. */
export type ColumnType = "text" | "int" | "double" | "bool" | "date" | "timestamp" | "text[]" | "json";

export interface ColumnRules {
  /** The row is rejected when the value is missing. */
  readonly required?: true;
  /** The value of missing cells. */
  readonly default?: string | number | boolean;
  readonly unit?: string;
  /** Inclusive bounds. */
  readonly min?: number;
  readonly max?: number;
  /** Exclusive lower bound: `above: 0` for prices. */
  readonly above?: number;
  /** Smallest absolute value of nonzero numbers: smaller ones are noise, and rates over them overflow. */
  readonly leastMagnitude?: number;
  /** Integers that may exceed 32 bits. */
  readonly wide?: true;
  /** Exempts rows from `above` when another column has this value. */
  readonly aboveUnless?: { readonly column: string; readonly value: string };
  readonly values?: readonly string[];
  /** Letter case of a lookup key, applied on load. ASCII only (unambiguous case), without outer spaces. */
  readonly keyCase?: "lower" | "upper";
  readonly maxCharacters?: number;
  /** Regular expression for the whole text. */
  readonly pattern?: string;
  /** `table.column` that must contain the value, unless missing. */
  readonly references?: string;
  /** Values are unique, in addition to the table's key. */
  readonly unique?: true;
  /** Column of the same row with a suburb code, whose state this value must be. */
  readonly stateOf?: string;
  /** Should be the id of a source in `dataset.json`; unknown ids are reported, not rejected. */
  readonly sourceId?: true;
  /** A GeoJSON Polygon or MultiPolygon within Australia with closed rings. */
  readonly outline?: true;
  /** What a missing value means to a reader; required columns have none. */
  readonly nullMeaning?: string;
}

export interface ColumnDefinition extends ColumnRules {
  readonly name: string;
  readonly type: ColumnType;
  readonly doc: string;
  /** A plausible CSV cell, for the documentation's example row. */
  readonly example: string;
}

export interface TableDefinition {
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  /** The build stops when a required table is missing; answers from a missing optional table are empty. */
  readonly required?: true;
  readonly key: readonly string[];
  readonly columns: readonly ColumnDefinition[];
}

/** A column without its name, which the table assigns. */
type Unnamed = Omit<ColumnDefinition, "name">;

/** Rules of a column; a string is the `nullMeaning`. */
export type Rule = ColumnRules | string;

/** Marks a required column. */
export const must: ColumnRules = { required: true };

/** Marks a column that holds a source id. */
export const isSource: ColumnRules = { sourceId: true };

/** Makes columns of a type from doc, example and rules. `nullMeaning` is "unknown" unless a rule sets it. */
const ofType =
  (type: ColumnType) =>
  (doc: string, example: string, ...given: readonly Rule[]): Unnamed => {
    const all = given.map((rule) => (typeof rule === "string" ? { nullMeaning: rule } : rule));
    const rules: ColumnRules = Object.assign({}, ...all);
    const hasMissingRule = rules.required === true || rules.default !== undefined;
    return { type, doc, example, ...(hasMissingRule ? {} : { nullMeaning: "unknown" }), ...rules };
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

/** The suburb key of every other table. */
export const salCode: typeof ownSalCode = (...given) => ({
  ...ownSalCode(...given),
  references: "suburb_demographics.sal_code",
});

/** A nullable share from 0 to 100. */
export const percent = (doc: string, example: string) =>
  double(doc, example, "not published", { unit: "%", min: 0, max: 100 });

/** A nullable count, at least zero. */
export const count = (doc: string, example: string, rules: ColumnRules = {}) =>
  int(doc, example, "not measured", { unit: "count", min: 0 }, rules);

/** A nullable count that may exceed 32 bits. */
export const wideCount = (doc: string, example: string) => count(doc, example, { wide: true });

export const measure = (unit: string, doc: string, example: string, min?: number) =>
  double(doc, example, "not published", { unit }, min === undefined ? {} : { min });

export const distance = (doc: string, example: string) => measure("km", doc, example, 0);

/** Licence of a row; rows under `proprietary-tos-restricted` are never served. */
export const licence = (fallback = "CC-BY-4.0") =>
  text("Licence under which the row is published.", "CC-BY-4.0", { default: fallback });

export const RESTRICTED_LICENCE = "proprietary-tos-restricted";
