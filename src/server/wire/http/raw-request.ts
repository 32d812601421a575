import type { IncomingMessage } from "node:http";
import { constants, type Http2ServerRequest, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";

export type RawRequest = IncomingMessage | Http2ServerRequest;

/** Whether a request is HTTP/2. The version in an HTTP/1 request line is only what the client claims. */
export function isHttp2(request: RawRequest): request is Http2ServerRequest {
  return "stream" in request;
}

/** What carries request and answer: the socket in HTTP/1.1, the stream in HTTP/2. */
export function wayOf(request: RawRequest): Socket | ServerHttp2Stream {
  return isHttp2(request) ? request.stream : request.socket;
}

/**
 * Whether the client has disconnected. Check it before listening for "close", which is emitted only once.
 * Responses do not help: those of HTTP/2 have neither `closed` nor `destroyed`.
 */
export function isGone(request: RawRequest): boolean {
  return wayOf(request).destroyed;
}

/** Aborts an answer: closes the connection in HTTP/1.1, only the stream in HTTP/2. */
export function cutOff(request: RawRequest): void {
  if (!isHttp2(request)) request.socket.destroy();
  else if (!request.stream.closed) request.stream.close(constants.NGHTTP2_CANCEL);
}
