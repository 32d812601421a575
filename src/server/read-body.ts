import type { IncomingMessage } from "node:http";
import { Code, ConnectError } from "@connectrpc/connect";

/**
 * Calls back once with the whole body, or with an error as soon as it is known to be over the limit. A caller
 * who goes away midway gets no answer, so there is no call back either.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (error: ConnectError | undefined, bytes: Uint8Array) => void,
): void {
  const promised = Number.parseInt(request.headers["content-length"] ?? "", 10);
  if (promised > limit) {
    done(tooLarge(`message size ${promised}`, limit), NO_BYTES);
    return;
  }
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let byteLength = 0;
  request.on("data", onData);
  request.on("end", onEnd);

  function onData(chunk: Buffer): void {
    byteLength += chunk.byteLength;
    if (byteLength > limit) {
      request.off("data", onData);
      request.off("end", onEnd);
      done(tooLarge("message size", limit), NO_BYTES);
      return;
    }
    if (first === undefined) first = chunk;
    else if (more === undefined) more = [first, chunk];
    else more.push(chunk);
  }

  function onEnd(): void {
    done(undefined, more !== undefined ? Buffer.concat(more, byteLength) : (first ?? NO_BYTES));
  }
}

const NO_BYTES = new Uint8Array(0);

function tooLarge(subject: string, limit: number): ConnectError {
  const message = `${subject} is larger than configured readMaxBytes ${limit}`;
  return new ConnectError(message, Code.ResourceExhausted);
}
