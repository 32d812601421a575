import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { usedTypes } from "@bufbuild/protobuf/reflect";
import { remembered } from "./lazy.ts";

/**
 * Returns a function from a message type to its wanted fields and the fields through whose messages a wanted
 * one can be reached, so that a walk over messages can skip all others. Cached per type.
 */
export function fieldsLeadingTo(
  isWanted: (field: DescField) => boolean,
): (desc: DescMessage) => readonly DescField[] {
  const known = new WeakMap<DescMessage, readonly DescField[]>();
  const holds = (desc: DescMessage) => desc.fields.some(isWanted);
  const leads = ({ message }: DescField) =>
    message !== undefined &&
    (holds(message) || [...usedTypes(message)].some((type) => type.kind === "message" && holds(type)));
  return (desc) =>
    remembered(known, desc, () => desc.fields.filter((field) => isWanted(field) || leads(field)));
}
