import { type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { fieldsLeadingTo } from "../../runtime/leading-fields.ts";
import type { Row } from "./row-message.ts";

const NOT_NUMBERS: ReadonlySet<ScalarType> = new Set([ScalarType.BOOL, ScalarType.STRING, ScalarType.BYTES]);

/** Numeric fields without presence, and message fields that contain any. */
const numberFields = fieldsLeadingTo(
  (field) =>
    field.fieldKind === "scalar" &&
    field.presence === FeatureSet_FieldPresence.IMPLICIT &&
    !NOT_NUMBERS.has(field.scalar),
);

/**
 * Paths of numeric fields that cannot be absent on the wire but are null or missing in `row`, whose columns
 * are named like the fields. Does not descend into absent messages.
 */
export function absentNumbers(schema: DescMessage, row: Row, path = ""): string[] {
  const absent: string[] = [];
  for (const { name, localName, message } of numberFields(schema)) {
    const value = row[name] ?? row[localName];
    if (message === undefined) {
      if (value === null || value === undefined) absent.push(path + name);
    } else if (Array.isArray(value)) {
      absent.push(...value.flatMap((one: Row, i) => absentNumbers(message, one, `${path}${name}[${i}].`)));
    } else if (typeof value === "object" && value !== null) {
      absent.push(...absentNumbers(message, value as Row, `${path}${name}.`));
    }
  }
  return absent;
}
