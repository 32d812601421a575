import {
  type DescField,
  type DescMessage,
  type MessageShape,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { TerraceError } from "../../runtime/errors.ts";
import { LENGTH_DELIMITED } from "../../runtime/wire-bytes.ts";
import { type ColumnRules, columnOf, fieldsOfColumns } from "./row-message.ts";
import { close, open, UNTAGGED, WRITERS, written } from "./write-fields.ts";

/** Encodes like `toBinary` in a third of its time: one shared buffer, one compiled writer per type. */
export function encodeMessage<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
): Uint8Array {
  const write = writerOf(schema);
  return write === undefined ? toBinary(schema, message) : written(() => write(message as never));
}

/** Writes a value's content without its length. */
type Write = (value: never) => void;

const writers = new WeakMap<DescMessage, Write | null>();

/** Undefined for types with fields that no response has: maps, groups, zigzag numbers, well-known types. */
function writerOf(schema: DescMessage): Write | undefined {
  let known = writers.get(schema);
  if (known === undefined) {
    known = isPlain(schema) ? compile(schema, schema.fields, MESSAGES) : null;
    writers.set(schema, known);
  }
  return known ?? undefined;
}

/** Encodes query rows as messages; columns are named like the fields. */
export type RowEncoder = (row: object) => Uint8Array;

/** Encodes like `encodeMessage` after `rowMessages`, without messages; as field `field` if given. */
export function rowEncoder(
  schema: DescMessage,
  { field, ...rules }: ColumnRules & { readonly field?: number | undefined } = {},
): RowEncoder {
  if (!isPlain(schema)) throw new TerraceError("internal", `${schema.typeName} is not written from rows`);
  let write: Write | undefined;
  return (row) => {
    if (write === undefined) {
      const columns = rules.columns ?? Object.keys(row);
      write = compile(schema, fieldsOfColumns(schema, columns, rules), rowsWith(columns, rules));
    }
    const own = write;
    return written(() => {
      const place = field === undefined ? 0 : open((field << 3) | LENGTH_DELIMITED);
      own(row as never);
      if (field !== undefined) close(place);
    });
  };
}

function isPlain(schema: DescMessage, seen = new Set<DescMessage>()): boolean {
  if (seen.has(schema)) return true;
  seen.add(schema);
  if (/^google\.protobuf\.(?!Timestamp$)/.test(schema.typeName)) return false;
  return schema.fields.every(
    (field) =>
      field.fieldKind !== "map" &&
      field.presence !== LEGACY_REQUIRED &&
      (field.scalar === undefined || SCALARS.has(field.scalar)) &&
      !("delimitedEncoding" in field && field.delimitedEncoding) &&
      (field.message === undefined || isPlain(field.message, seen)),
  );
}

const IMPLICIT = 2;
const LEGACY_REQUIRED = 3;

/** The writer function for a scalar type, and its wire type. */
const SCALARS: ReadonlyMap<ScalarType, { readonly name: string; readonly wireType: number }> = new Map([
  [ScalarType.STRING, { name: "text", wireType: LENGTH_DELIMITED }],
  [ScalarType.BYTES, { name: "blob", wireType: LENGTH_DELIMITED }],
  [ScalarType.BOOL, { name: "bool", wireType: 0 }],
  [ScalarType.DOUBLE, { name: "double", wireType: 1 }],
  [ScalarType.FLOAT, { name: "float", wireType: 5 }],
  [ScalarType.INT32, { name: "int32", wireType: 0 }],
  [ScalarType.UINT32, { name: "uint32", wireType: 0 }],
  [ScalarType.INT64, { name: "int64", wireType: 0 }],
  [ScalarType.UINT64, { name: "uint64", wireType: 0 }],
]);

interface Reading {
  /** Code for the value of a field of `m`. */
  value(field: DescField): string;
  /** Code that is true if `v` is missing; evaluated before `isSetCode`. */
  readonly isNone: string;
  /** True if 64-bit integers are numbers, and instants epoch milliseconds. */
  readonly isPlain: boolean;
  /** Writer for a message field, compiled on its first value. */
  child(schema: DescMessage, first: object): Write;
}

const MESSAGES: Reading = {
  value: ({ oneof, localName }) =>
    oneof === undefined
      ? `m.${localName}`
      : `(m.${oneof.localName}.case === ${JSON.stringify(localName)} ? m.${oneof.localName}.value : undefined)`,
  isNone: "v === undefined",
  isPlain: false,
  child: (schema) => writerOf(schema)!,
};

function rowsWith(columns: readonly string[], rules: ColumnRules): Reading {
  return {
    value: (field) => `m[${JSON.stringify(columnOf(field, columns))}]`,
    isNone: "v === null || v === undefined",
    isPlain: true,
    child: (schema, first) => {
      const own = Object.keys(first);
      const { keyColumns } = rules;
      return compile(schema, fieldsOfColumns(schema, own, { keyColumns }), rowsWith(own, { keyColumns }));
    },
  };
}

/** Compiles a function that writes the fields of a type, one call a value. */
function compile(schema: DescMessage, fields: readonly DescField[], reading: Reading): Write {
  const ordered = fields.toSorted((a, b) => a.number - b.number);
  const lines = ordered.map(
    (field, f) =>
      `v = ${reading.value(field)}; if (!(${reading.isNone}) && ${isSetCode(field)}) { ${writeCode(field, f, reading)} }`,
  );
  const children: Write[] = [];
  const child = (f: number, first: object) => {
    children[f] = reading.child(ordered[f].message!, first);
    return children[f];
  };
  return new Function(
    ...Object.keys(WRITERS),
    "f",
    "w",
    "child",
    `return function write_${schema.name}(m) { let v; ${lines.join("\n")} };`,
  )(...Object.values(WRITERS), ordered, children, child) as Write;
}

/** Code that writes a set value `v` with its tag. */
function writeCode(field: DescField, f: number, { isPlain: areNumbers }: Reading): string {
  const each = (code: string) => `for (let i = 0; i < v.length; i++) { ${code} }`;
  const isList = field.fieldKind === "list";
  const value = isList ? "v[i]" : "v";
  const delimited = (field.number << 3) | LENGTH_DELIMITED;
  if (field.message !== undefined) {
    const one =
      areNumbers && field.message.typeName === "google.protobuf.Timestamp"
        ? `instant(${delimited}, ${value}, f[${f}]);`
        : `const p = open(${delimited}); (w[${f}] || child(${f}, ${value}))(${value}); close(p);`;
    return isList ? each(one) : one;
  }
  const { name, wireType } = SCALARS.get(field.scalar ?? ScalarType.INT32)!;
  const call = areNumbers && name.endsWith("int64") ? "whole" : name;
  const write = (tag: number) => `${call}(${tag}, ${value}, f[${f}]);`;
  if (!isList) return write((field.number << 3) | wireType);
  if (!field.packed) return each(write((field.number << 3) | wireType));
  return `const p = open(${delimited}); ${each(write(UNTAGGED))} close(p);`;
}

/** Code that is true if `v` is written, that is, not the default. */
function isSetCode(field: DescField): string {
  if (field.fieldKind === "list") return "v.length > 0";
  if (field.presence !== IMPLICIT) return "true";
  if (field.fieldKind === "enum") return `v !== ${field.enum.values[0].number}`;
  switch (field.scalar) {
    case ScalarType.BOOL:
      return "v !== false";
    case ScalarType.STRING:
      return 'v !== ""';
    case ScalarType.BYTES:
      return "v.byteLength > 0";
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return "!Object.is(v, 0)";
    default:
      return "v != 0";
  }
}
