import type { IncomingMessage } from "node:http";
import { constants, type Http2ServerRequest, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";

/** A request as either version of HTTP has it; the answer goes the same way. */
export type RawRequest = IncomingMessage | Http2ServerRequest;

/** Whether a request came by HTTP/2. The version in the request line of HTTP/1 is only what its caller claims. */
export function isHttp2(request: RawRequest): request is Http2ServerRequest {
  return "stream" in request;
}

/** What a request came by and its answer goes by: the connection in HTTP/1.1, in HTTP/2 the call alone. */
export function wayOf(request: RawRequest): Socket | ServerHttp2Stream {
  return isHttp2(request) ? request.stream : request.socket;
}

/**
 * Whether nobody is left to answer. Ask this before you listen: what is closed says so once. A response cannot be asked
 * in its place, as those of HTTP/2 have neither `closed` nor `destroyed`.
 */
export function isGone(request: RawRequest): boolean {
  return wayOf(request).destroyed;
}

/** Ends an answer that its caller does not take: the connection in HTTP/1.1, in HTTP/2 the call alone. */
export function cutOff(request: RawRequest): void {
  if (!isHttp2(request)) request.socket.destroy();
  else if (!request.stream.closed) request.stream.close(constants.NGHTTP2_CANCEL);
}
