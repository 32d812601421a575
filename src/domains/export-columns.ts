import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { protoComment } from "../rpc/proto-comments.ts";
import { TerraceError } from "../runtime/errors.ts";
import type { ExportColumn, ExportType } from "./export.ts";

/** Meaning of an empty cell for messages that cannot express null. */
const NULL_MEANING = "not known or withheld; where the API has no empty value its answer is 0 or empty text";

/**
 * Export columns by the names, types and comments of a message's fields: a row is declared once, in its proto
 * message. `types` overrides the type of fields that a table stores differently, such as dates; `without`
 * lists fields that no table has.
 */
export function exportColumns(
  schema: DescMessage,
  types: Readonly<Record<string, ExportType>> = {},
  without: readonly string[] = [],
): ExportColumn[] {
  const fields = schema.fields.filter(({ name }) => !without.includes(name));
  return fields.map((field) => ({
    name: field.name,
    type: types[field.name] ?? typeOf(field),
    get doc() {
      return protoComment(`${schema.typeName}.${field.name}`);
    },
    nullMeaning: NULL_MEANING,
  }));
}

function typeOf(field: DescField): ExportType {
  if (field.fieldKind === "list" && field.listKind === "scalar" && field.scalar === ScalarType.STRING) {
    return "text[]";
  }
  if (field.fieldKind === "message" && field.message.typeName === "google.protobuf.Timestamp")
    return "timestamp";
  const type = field.fieldKind === "scalar" ? SCALAR_TYPES.get(field.scalar) : undefined;
  if (type !== undefined) return type;
  throw new TerraceError("internal", `${field.parent.typeName}.${field.name} has no type in a file`);
}

const SCALAR_TYPES: ReadonlyMap<ScalarType, ExportType> = new Map([
  [ScalarType.STRING, "text"],
  [ScalarType.INT32, "int32"],
  [ScalarType.INT64, "int64"],
  [ScalarType.FLOAT, "float32"],
  [ScalarType.DOUBLE, "float64"],
  [ScalarType.BOOL, "bool"],
]);
