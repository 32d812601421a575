import { Code, ConnectError } from "@connectrpc/connect";

const textDecoder = new TextDecoder("utf-8", { fatal: true });

/** Strict UTF-8: throws instead of replacing bytes, which would change the request. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return textDecoder.decode(bytes);
  } catch (cause) {
    const message = "the message is not UTF-8";
    throw new ConnectError(message, Code.InvalidArgument, undefined, undefined, cause);
  }
}

/** One character per byte. */
export function latin1Text(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString("latin1");
}

/** Parsed JSON; undefined if invalid, which the message parser then reports. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
