import { type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { Row } from "./row-message.ts";

/** A field that is a number without presence, or a message or list of messages that has any. */
interface Part {
  readonly names: readonly [string, string];
  readonly path: string;
  readonly message: DescMessage | undefined;
}

const NOT_NUMBERS: ReadonlySet<ScalarType> = new Set([ScalarType.BOOL, ScalarType.STRING, ScalarType.BYTES]);
const partsOf = new WeakMap<DescMessage, readonly Part[]>();

/**
 * Paths of the numbers of a message that cannot be absent on the wire and are not known: null, or not there, in the row
 * that the message is made from, whose columns are called like the fields. What is absent as a whole is not looked at.
 */
export function absentNumbers(schema: DescMessage, row: Row, path = ""): string[] {
  return parts(schema).flatMap(({ names, path: name, message }) => {
    const value = row[names[0]] ?? row[names[1]];
    if (message === undefined) return value === null || value === undefined ? [path + name] : [];
    if (Array.isArray(value))
      return value.flatMap((one, i) => absentNumbers(message, one as Row, `${path}${name}[${i}].`));
    return typeof value === "object" && value !== null
      ? absentNumbers(message, value as Row, `${path}${name}.`)
      : [];
  });
}

function parts(schema: DescMessage): readonly Part[] {
  const known = partsOf.get(schema);
  if (known !== undefined) return known;
  const found = schema.fields.flatMap((field): Part[] => {
    const { name: path, localName, message } = field;
    const shared = { names: [path, localName] as const, path };
    if (field.fieldKind === "scalar") {
      const isPlain = field.presence === FeatureSet_FieldPresence.IMPLICIT;
      return isPlain && !NOT_NUMBERS.has(field.scalar) ? [{ ...shared, message: undefined }] : [];
    }
    return message !== undefined && parts(message).length > 0 ? [{ ...shared, message }] : [];
  });
  partsOf.set(schema, found);
  return found;
}
