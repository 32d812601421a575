import { create, type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import { TerraceError } from "../../runtime/errors.ts";

export type Row = Readonly<Record<string, unknown>>;

export type RowMessages<Desc extends DescMessage> = (row: Row) => MessageShape<Desc>;

/**
 * Makes messages from rows, whose columns are named like the fields. Null leaves a field unset: absent if
 * optional, otherwise zero or empty. Structs become messages, lists repeated fields, epoch milliseconds
 * instants. Every field needs a column unless named in `without`, and every column a field unless named in
 * `keyColumns`. Columns are taken from the first row unless given.
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
  /** Needed if rows have other columns than the first one. */
  readonly columns?: readonly string[] | undefined;
  /** Fields without a column. */
  readonly without?: readonly string[] | undefined;
  /** Columns that are not fields. */
  readonly keyColumns?: readonly string[] | undefined;
}

/** The fields that columns fill. Throws if a field lacks a column, or a column lacks a field. */
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

/** Column of a field: its proto name, or the camel-case name used in structs. */
export function columnOf({ name, localName }: DescField, columns: readonly string[]): string {
  return columns.includes(localName) && !columns.includes(name) ? localName : name;
}

/** SQL for a struct with the fields of a message, from columns of the same names or from `others`. */
export function messageStruct(schema: DescMessage, others: Readonly<Record<string, string>> = {}): string {
  return `struct_pack(${schema.fields.map(({ name }) => `${name} := ${others[name] ?? name}`).join(", ")})`;
}

/** Compiles one object literal: `create` sets field by field, which takes four times as long. */
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

/** Code for the value of an unset field. */
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

/** Timestamp of epoch milliseconds, to the microsecond. */
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
