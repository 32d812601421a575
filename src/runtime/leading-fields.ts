import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { usedTypes } from "@bufbuild/protobuf/reflect";

/**
 * A function from a message type to its fields that are wanted, and those through whose messages a wanted one is reached:
 * a walk over messages passes by all others. Found once a type.
 */
export function fieldsLeadingTo(
  isWanted: (field: DescField) => boolean,
): (desc: DescMessage) => readonly DescField[] {
  const known = new WeakMap<DescMessage, readonly DescField[]>();
  const holds = (desc: DescMessage) => desc.fields.some(isWanted);
  const leads = ({ message }: DescField) =>
    message !== undefined &&
    (holds(message) || [...usedTypes(message)].some((type) => type.kind === "message" && holds(type)));
  return (desc) => {
    let fields = known.get(desc);
    if (fields === undefined) {
      fields = desc.fields.filter((field) => isWanted(field) || leads(field));
      known.set(desc, fields);
    }
    return fields;
  };
}
