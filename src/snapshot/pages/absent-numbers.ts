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
  const walk = (desc: DescMessage, known: Row, before: string) => {
    for (const { name, localName, message } of numberFields(desc)) {
      const value = known[name] ?? known[localName];
      if (message === undefined) {
        if (value === null || value === undefined) absent.push(before + name);
      } else if (Array.isArray(value)) {
        for (let i = 0; i < value.length; i++) walk(message, value[i] as Row, `${before}${name}[${i}].`);
      } else if (typeof value === "object" && value !== null) {
        walk(message, value as Row, `${before}${name}.`);
      }
    }
  };
  walk(schema, row, path);
  return absent;
}
