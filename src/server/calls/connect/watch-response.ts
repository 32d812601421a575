import type { ServerHttp2Stream } from "node:http2";
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import { type CallRecord, codeFromGrpcStatus } from "../../telemetry/call-record.ts";
import { isHttp2 } from "../../wire/http/raw-request.ts";
import type { Hold, HoldOptions } from "../../wire/port/unread-answers.ts";
import { FRAME_HEAD_BYTES, TRAILER_FLAG } from "../codec/malformed-request-errors.ts";
import type { Carriage } from "./call-values.ts";

/** The same response: its size and gRPC status end up in the record, and what is not taken yet counts as unread. */
export function watchResponse(
  response: UniversalServerResponse,
  record: CallRecord | undefined,
  carriage: Carriage | undefined,
): UniversalServerResponse {
  const { body } = response;
  if (body === undefined) return response;
  return { ...response, body: watched(body) };

  async function* watched(chunks: NonNullable<UniversalServerResponse["body"]>): AsyncIterable<Uint8Array> {
    const held = carriage && new HeldChunks(carriage);
    let last: Uint8Array | undefined;
    try {
      for await (const chunk of chunks) {
        if (record !== undefined) record.bytes += chunk.byteLength;
        last = chunk;
        held?.add(chunk.byteLength);
        yield chunk;
        held?.settle();
      }
    } finally {
      held?.end();
    }
    if (record === undefined || record.code !== undefined) return;
    const status = response.trailer?.get("grpc-status") ?? webTrailerStatus(last);
    if (status !== undefined && status !== null) record.code = codeFromGrpcStatus(status);
  }
}

/**
 * Counts the pieces of an answer until they are taken. Over HTTP/1.1 a consumer that asks for the next piece has got rid of the one
 * before; HTTP/2 keeps what the caller's window does not take, and makes the library wait for large pieces only.
 */
class HeldChunks {
  readonly #carriage: Carriage;
  readonly #stream: ServerHttp2Stream | undefined;
  readonly #holds: Hold[] = [];
  readonly #options: HoldOptions;
  #isCut = false;

  constructor(carriage: Carriage) {
    const { request } = carriage;
    const stream = isHttp2(request) ? request.stream : undefined;
    this.#carriage = carriage;
    this.#stream = stream;
    this.#options =
      stream === undefined ? { onCut: this.#cut } : { onCut: this.#cut, isTaken: this.#isTaken };
    // A caller who goes away asks for nothing any more.
    (stream ?? request.socket).once("close", this.#release);
  }

  add(byteLength: number): void {
    const { unread, request } = this.#carriage;
    this.#holds.push(unread.hold(request, byteLength, this.#options));
  }

  /** Called when the library asks for the next piece. Throws for an answer that was given up: nothing more is to be sent. */
  settle(): void {
    if (this.#isTaken()) this.#release();
    if (this.#isCut)
      throw Object.assign(new Error("the answer was not read in time"), { code: "ECONNRESET" });
  }

  /** What is left now counts until the call is closed. */
  end(): void {
    if (this.#isTaken()) this.#release();
    if (this.#stream === undefined) this.#carriage.request.socket.off("close", this.#release);
  }

  readonly #isTaken = (): boolean =>
    this.#stream === undefined || this.#stream.destroyed || this.#stream.writableLength === 0;

  readonly #release = (): void => {
    for (const hold of this.#holds.splice(0)) hold.release();
  };

  readonly #cut = (): void => {
    this.#isCut = true;
    // The library waits for this before it asks for more; it would take a canceled write for a fault and print it.
    this.#stream?.emit("drain");
  };
}

function webTrailerStatus(frame: Uint8Array | undefined): string | undefined {
  if (frame === undefined || frame[0] !== TRAILER_FLAG) return undefined;
  const text = Buffer.from(frame).toString("latin1", FRAME_HEAD_BYTES);
  return /^grpc-status: *(\d+)/im.exec(text)?.[1];
}
