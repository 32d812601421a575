import { type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import { fieldsLeadingTo } from "../../runtime/leading-fields.ts";
import { shortestFloat32 } from "./shortest-float32.ts";

type Fields = Record<string, unknown>;

const floatFields = fieldsLeadingTo(({ scalar }) => scalar === ScalarType.FLOAT);

/**
 * Replaces every float by the shortest decimal that reads back as the same float32, as all answers write it:
 * 8.3, not 8.300000190734863. The binary form does not change. Mutates and returns the message.
 */
export function shortFloats<Desc extends DescMessage>(
  desc: Desc,
  message: MessageShape<Desc>,
): MessageShape<Desc> {
  shorten(desc, message as unknown as Fields);
  return message;
}

function shorten(desc: DescMessage, message: Fields): void {
  for (const field of floatFields(desc)) {
    const value = message[field.localName];
    if (value === undefined) continue;
    if (field.message !== undefined) {
      for (const inner of field.fieldKind === "list" ? (value as Fields[]) : [value as Fields]) {
        shorten(field.message, inner);
      }
    } else if (field.fieldKind === "list") {
      message[field.localName] = (value as number[]).map(shortestFloat32);
    } else message[field.localName] = shortestFloat32(value as number);
  }
}
