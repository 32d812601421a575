import { Code, ConnectError } from "@connectrpc/connect";

const textDecoder = new TextDecoder("utf-8", { fatal: true });

/** The text of a message. One that is not UTF-8 is not mended: that would not be what the caller sent. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return textDecoder.decode(bytes);
  } catch (cause) {
    const message = "the message is not UTF-8";
    throw new ConnectError(message, Code.InvalidArgument, undefined, undefined, cause);
  }
}

/** One character a byte. */
export function latin1Text(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString("latin1");
}

/** The value of a JSON text; undefined when it is none, which the reader of the message refuses. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
