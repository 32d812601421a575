import { type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { fieldsLeadingTo } from "../../runtime/leading-fields.ts";
import type { Row } from "./row-message.ts";

const NOT_NUMBERS: ReadonlySet<ScalarType> = new Set([ScalarType.BOOL, ScalarType.STRING, ScalarType.BYTES]);

/** Numbers without presence, and the messages and lists of messages that have any. */
const numberFields = fieldsLeadingTo(
  (field) =>
    field.fieldKind === "scalar" &&
    field.presence === FeatureSet_FieldPresence.IMPLICIT &&
    !NOT_NUMBERS.has(field.scalar),
);

/**
 * Paths of the numbers of a message that cannot be absent on the wire and are not known: null, or not there, in the row
 * that the message is made from, whose columns are called like the fields. What is absent as a whole is not looked at.
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
