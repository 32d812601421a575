import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import { type CallRecord, codeFromGrpcStatus } from "../metrics/call-record.ts";
import type { Hold } from "../port/unread-answers.ts";
import type { Carriage } from "./call-values.ts";
import { FRAME_HEAD_BYTES, TRAILER_FLAG } from "./malformed-request-errors.ts";

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
    let last: Uint8Array | undefined;
    for await (const chunk of chunks) {
      if (record !== undefined) record.bytes += chunk.byteLength;
      last = chunk;
      const hold = carriage && holdChunk(carriage, chunk.byteLength);
      yield chunk;
      // Whoever asks for the next has got rid of this one.
      hold?.release();
    }
    if (record === undefined || record.code !== undefined) return;
    const status = response.trailer?.get("grpc-status") ?? webTrailerStatus(last);
    if (status !== undefined && status !== null) record.code = codeFromGrpcStatus(status);
  }
}

/** Counts a piece of an answer until it is taken. Releasing one that was given up throws: nothing more is to be sent. */
function holdChunk({ unread, request }: Carriage, byteLength: number): Hold {
  const way = "stream" in request ? request.stream : request.socket;
  let isCut = false;
  const hold = unread.hold(request, byteLength, () => {
    isCut = true;
    // The library waits for this before it asks for more; it would take a canceled write for a fault and print it.
    if ("stream" in request) way.emit("drain");
  });
  // A caller who goes away asks for nothing any more.
  way.once("close", hold.release);
  return {
    release: () => {
      way.off("close", hold.release);
      hold.release();
      if (isCut) throw Object.assign(new Error("the answer was not read in time"), { code: "ECONNRESET" });
    },
  };
}

function webTrailerStatus(frame: Uint8Array | undefined): string | undefined {
  if (frame === undefined || frame[0] !== TRAILER_FLAG) return undefined;
  const text = Buffer.from(frame).toString("latin1", FRAME_HEAD_BYTES);
  return /^grpc-status: *(\d+)/im.exec(text)?.[1];
}
