import { create, type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import { TerraceError } from "../../runtime/errors.ts";

/** A row of a table, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** Makes the messages of a type from rows. */
export type RowMessages<Desc extends DescMessage> = (row: Row) => MessageShape<Desc>;

/**
 * Messages whose fields are filled from the columns of the same names, so that a row is declared once, in its proto
 * message. A null leaves the field unset: absent where it is optional, zero or empty where the message knows no
 * absence. Structs become messages, lists repeated fields, epoch milliseconds instants. Every field must have a
 * column but those named in `without`; a column that is not a field is an error unless `keyColumns` names it. The columns
 * are those of the first row.
 */
export function rowMessages<Desc extends DescMessage>(
  schema: Desc,
  rules: ColumnRules = {},
): RowMessages<Desc> {
  let made: RowMessages<DescMessage> | undefined;
  return (row) => {
    if (made === undefined) {
      const columns = rules.columns ?? Object.keys(row);
      const fields = fieldsOfColumns(schema, columns, rules);
      made = compile(schema, fields, (field) => columnOf(field, columns));
    }
    return made(row) as MessageShape<Desc>;
  };
}

export interface ColumnRules {
  /** Those of every row where the first one has others. */
  readonly columns?: readonly string[] | undefined;
  /** Fields that have no column. */
  readonly without?: readonly string[] | undefined;
  /** Columns that are not fields. */
  readonly keyColumns?: readonly string[] | undefined;
}

/** The fields that columns fill. Throws where a field or a column is left over. */
export function fieldsOfColumns(
  schema: DescMessage,
  columns: readonly string[],
  { without = [], keyColumns = [] }: ColumnRules,
): DescField[] {
  const fields = schema.fields.filter((field) => !without.includes(field.name));
  const named = new Set(fields.map((field) => columnOf(field, columns)));
  const lacking = [...named].filter((name) => !columns.includes(name));
  const strange = columns.filter((name) => !keyColumns.includes(name) && !named.has(name));
  if (lacking.length + strange.length > 0) {
    throw new TerraceError(
      "internal",
      `${schema.typeName}: no column for ${lacking.join(", ") || "nothing"}; no field for ${strange.join(", ") || "nothing"}`,
    );
  }
  return fields;
}

/** The column of a field: structs of the snapshot call theirs as messages do. */
export function columnOf({ name, localName }: DescField, columns: readonly string[]): string {
  return columns.includes(localName) && !columns.includes(name) ? localName : name;
}

/** SQL for a struct with the fields of a message: columns of the same names, and others by their SQL. */
export function messageStruct(schema: DescMessage, others: Readonly<Record<string, string>> = {}): string {
  return `struct_pack(${schema.fields.map(({ name }) => `${name} := ${others[name] ?? name}`).join(", ")})`;
}

/**
 * Code that makes a message as one literal, the same as `create` makes of a row: that one
 * stores each field under a name that it looks up, which takes four times as long.
 */
function compile(
  schema: DescMessage,
  fields: readonly DescField[],
  nameOf: (field: DescField) => string,
): RowMessages<DescMessage> {
  const empty = create(schema) as unknown as Record<string, unknown>;
  const parts = [`$typeName: ${JSON.stringify(schema.typeName)}`];
  const converts: ((value: unknown) => unknown)[] = [];
  for (const member of schema.members) {
    const zero = zeroCode(empty[member.localName]);
    if (member.kind === "oneof" || !fields.includes(member)) {
      parts.push(`${member.localName}: ${zero}`);
      continue;
    }
    const value = `(v = row[${JSON.stringify(nameOf(member))}]) === null || v === undefined`;
    const convert = converterOf(member);
    const converted = convert === asIs ? "v" : `c[${converts.push(convert) - 1}](v)`;
    parts.push(`${member.localName}: ${value} ? ${zero} : ${converted}`);
  }
  const code = `return (row) => { let v; return { ${parts.join(", ")} }; };`;
  return new Function("c", code)(converts) as RowMessages<DescMessage>;
}

/** Code for the value of a field that is not set. */
function zeroCode(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Uint8Array) return "new Uint8Array(0)";
  return value === undefined ? "undefined" : JSON.stringify(value);
}

function converterOf(field: DescField): (value: unknown) => unknown {
  switch (field.fieldKind) {
    case "scalar":
      return scalarConverter(field.scalar);
    case "message":
      return messageConverter(field.message);
    case "list": {
      const convert =
        field.listKind === "message"
          ? messageConverter(field.message)
          : field.listKind === "scalar"
            ? scalarConverter(field.scalar)
            : asIs;
      return (value) => (value as readonly unknown[]).map(convert);
    }
    default:
      return asIs;
  }
}

const asIs = (value: unknown) => value;

function scalarConverter(scalar: ScalarType): (value: unknown) => unknown {
  switch (scalar) {
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return (value) => BigInt(value as number);
    default:
      return asIs;
  }
}

const MICROS_A_SECOND = 1e6;

/** An instant from milliseconds since 1970, to the microsecond. */
export function instantOf(ms: number): { seconds: number; nanos: number } {
  const micros = Math.round(ms * 1000);
  const seconds = Math.floor(micros / MICROS_A_SECOND);
  return { seconds, nanos: (micros - seconds * MICROS_A_SECOND) * 1000 };
}

function messageConverter(schema: DescMessage): (value: unknown) => unknown {
  if (schema.typeName === "google.protobuf.Timestamp") {
    return (value) => {
      const { seconds, nanos } = instantOf(value as number);
      return create(schema, { seconds: BigInt(seconds), nanos } as never);
    };
  }
  return rowMessages(schema) as (value: unknown) => unknown;
}
