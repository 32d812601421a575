import { create, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";

/**
 * A message that is encoded to exactly these bytes, which are one: they ride along as a field that nobody knows. A
 * protocol that encodes answers by itself then copies them, where reading and writing them again takes milliseconds.
 * It shows no member, so it is for the wire alone.
 */
export function preEncodedMessage<Desc extends DescMessage>(
  schema: Desc,
  bytes: Uint8Array,
): MessageShape<Desc> {
  const message = create(schema);
  if (bytes.byteLength === 0) return message;
  const reader = new BinaryReader(bytes);
  const [no, wireType] = reader.tag();
  // Everything after the first tag, further fields included, is written behind it as it is.
  message.$unknown = [{ no, wireType, data: bytes.subarray(reader.pos) }];
  return message;
}
