import { once } from "node:events";
import type { OutgoingHttpHeaders } from "node:http";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import { onTestFinished } from "vitest";

/** An HTTP/2 connection that ends with the running test; streams have the given window size. */
export function openSession(url: string, initialWindowSize?: number): ClientHttp2Session {
  const session = connect(url, initialWindowSize === undefined ? {} : { settings: { initialWindowSize } });
  session.on("error", () => {});
  onTestFinished(() => session.destroy());
  return session;
}

/** A POST call, by default of JSON, whose errors are ignored. */
export function postOver(
  session: ClientHttp2Session,
  path: string,
  body: string | Uint8Array,
  headers: OutgoingHttpHeaders = {},
): ClientHttp2Stream {
  const head = { ":method": "POST", ":path": path, "content-type": "application/json", ...headers };
  const call = session.request(head).on("error", () => {}) as ClientHttp2Stream;
  call.end(body);
  return call;
}

/** A gRPC stream, begun with an empty message, that stays open; `address` makes it come through a proxy. */
export async function openStream(session: ClientHttp2Session, path: string, address?: string) {
  const call = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc+proto",
    te: "trailers",
    ...(address === undefined ? {} : { "x-forwarded-for": address }),
  });
  call.on("error", () => {});
  call.write(Buffer.alloc(5));
  // A server stream begins after its request has ended.
  if (path.endsWith("/Watch")) call.end();
  const [head] = await once(call, "response");
  const message = decodeURIComponent(String(head["grpc-message"] ?? ""));
  /** Status of a rejected stream; undefined while it is open. */
  const status = head["grpc-status"] as string | undefined;
  return { call, status, message };
}
