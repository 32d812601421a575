import { once } from "node:events";
import type { ClientHttp2Stream } from "node:http2";
import { openSession } from "./open-stream.ts";

/** Calls of one HTTP/2 connection that read nothing at first: what exceeds the window stays in the server. */
export async function lazyReaders(
  url: string,
  path: string,
  count: number,
  headers: Record<string, string> = {},
) {
  const session = openSession(url, 1024);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const call = session.request({ ":path": path, "user-agent": "terrace-tests/1", ...headers });
      call.on("error", () => {});
      const [head] = await once(call, "response");
      const status = head[":status"] as number;
      /** `refusal` is the body of an error response. */
      return { call, status, refusal: status === 200 ? "" : await textOf(call) };
    }),
  );
}

/** Reads the rest of a response. */
export async function textOf(call: ClientHttp2Stream): Promise<string> {
  const pieces: Buffer[] = [];
  call.on("data", (piece: Buffer) => pieces.push(piece));
  await once(call, "end");
  return Buffer.concat(pieces).toString();
}
