import type { FastifyReply } from "fastify";
import type { SnapshotHeaders } from "./snapshot-headers.ts";

/** Sends a whole answer: the headers set on the reply first, then those of the call in alphabetical order. */
export function writeReply(
  reply: FastifyReply,
  status: number,
  contentType: string,
  bytes: Uint8Array,
  snapshot: SnapshotHeaders | undefined,
  encoding?: string,
): void {
  const headers: (string | number | string[])[] = [];
  const earlier = reply.getHeaders();
  for (const name in earlier) if (earlier[name] !== undefined) headers.push(name, earlier[name]);
  if (encoding !== undefined) headers.push("content-encoding", encoding);
  headers.push("content-length", bytes.byteLength, "content-type", contentType);
  if (snapshot !== undefined) {
    headers.push(
      "x-terrace-as-of",
      snapshot["x-terrace-as-of"],
      "x-terrace-snapshot",
      snapshot["x-terrace-snapshot"],
      "x-terrace-synthetic",
      snapshot["x-terrace-synthetic"],
    );
  }
  reply.raw.writeHead(status, headers as string[]);
  reply.raw.end(bytes);
}
