import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import { codeFromGrpcStatus } from "../../telemetry/call-record.ts";
import { FRAME_HEAD_BYTES, TRAILER_FLAG } from "../codec/malformed-request-errors.ts";
import type { LibraryCall } from "./library-call.ts";

/** The same response: its size and gRPC status end up in the record, and what is not taken yet counts as unread. */
export function watchResponse(
  response: UniversalServerResponse,
  { request: { terraceRecord: record }, outgoing }: LibraryCall,
): UniversalServerResponse {
  const { body } = response;
  if (body === undefined) return response;
  return { ...response, body: watched(body) };

  async function* watched(chunks: NonNullable<UniversalServerResponse["body"]>): AsyncIterable<Uint8Array> {
    let last: Uint8Array | undefined;
    try {
      for await (const chunk of chunks) {
        if (record !== undefined) record.bytes += chunk.byteLength;
        last = chunk;
        outgoing.add(chunk.byteLength);
        yield chunk;
        outgoing.next();
      }
    } finally {
      outgoing.end();
    }
    if (record === undefined || record.code !== undefined) return;
    const status = response.trailer?.get("grpc-status") ?? webTrailerStatus(last);
    if (status !== undefined && status !== null) record.code = codeFromGrpcStatus(status);
  }
}

function webTrailerStatus(frame: Uint8Array | undefined): string | undefined {
  if (frame === undefined || frame[0] !== TRAILER_FLAG) return undefined;
  const text = Buffer.from(frame).toString("latin1", FRAME_HEAD_BYTES);
  return /^grpc-status: *(\d+)/im.exec(text)?.[1];
}
