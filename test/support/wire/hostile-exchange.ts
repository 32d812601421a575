import type { ClientHttp2Session } from "node:http2";
import { receivedFor } from "./raw-http.ts";

/** The result of a request: status, head and body as a string; status 0 if there was no response. */
export interface Outcome {
  readonly status: number;
  readonly text: string;
}

/** Sends bytes over a new connection and reads until it ends, for whatever reason. */
export async function exchangeRoughly(port: number, bytes: Uint8Array): Promise<Outcome> {
  const received = (await receivedFor(port, bytes)).toString("latin1");
  const text = received.replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, "");
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0), text };
}

/** Sends a gRPC call with this body; status and message are gRPC's, status -1 if the call was reset. */
export function callRoughly(
  session: ClientHttp2Session,
  path: string,
  body: Uint8Array,
  type = "application/grpc+proto",
): Promise<Outcome> {
  return new Promise((resolve) => {
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": type,
      te: "trailers",
      "user-agent": "hostile-tests/1",
    });
    let status = -1;
    let text = "";
    const note = (headers: Record<string, unknown>) => {
      if (headers["grpc-status"] === undefined) return;
      status = Number(headers["grpc-status"]);
      text = `grpc-status: ${status}\r\ngrpc-message: ${headers["grpc-message"] ?? ""}`;
    };
    stream.on("response", note);
    stream.on("trailers", note);
    stream.on("error", () => {});
    stream.on("close", () => resolve({ status, text }));
    stream.resume();
    stream.end(body);
  });
}
