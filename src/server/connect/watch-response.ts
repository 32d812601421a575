import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import { type CallRecord, codeFromGrpcStatus } from "../metrics/call-record.ts";
import { FRAME_HEAD_BYTES, TRAILER_FLAG } from "./malformed-request-errors.ts";

/** The same response, whose size and gRPC status end up in the record while it is sent. */
export function watchResponse(
  response: UniversalServerResponse,
  record: CallRecord,
): UniversalServerResponse {
  const { body } = response;
  if (body === undefined) return response;
  return { ...response, body: watched(body) };

  async function* watched(chunks: NonNullable<UniversalServerResponse["body"]>): AsyncIterable<Uint8Array> {
    let last: Uint8Array | undefined;
    for await (const chunk of chunks) {
      record.bytes += chunk.byteLength;
      last = chunk;
      yield chunk;
    }
    if (record.code !== undefined) return;
    const status = response.trailer?.get("grpc-status") ?? webTrailerStatus(last);
    if (status !== undefined && status !== null) record.code = codeFromGrpcStatus(status);
  }
}

function webTrailerStatus(frame: Uint8Array | undefined): string | undefined {
  if (frame === undefined || frame[0] !== TRAILER_FLAG) return undefined;
  const text = Buffer.from(frame).toString("latin1", FRAME_HEAD_BYTES);
  return /^grpc-status: *(\d+)/im.exec(text)?.[1];
}
