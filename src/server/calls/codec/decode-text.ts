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
