import type { FastifyReply } from "fastify";
import type { SnapshotHeaders } from "../../wire/http/snapshot-headers.ts";

/** Alternating names and values, for `writeHead`. */
export type FlatHeaders = (string | number | string[])[];

/** Headers of an answer: first those that hooks set on the reply, then its own in alphabetical order. */
export function replyHeaders(
  reply: FastifyReply,
  contentType: string,
  byteLength: number,
  snapshot: SnapshotHeaders | undefined,
  encoding?: string,
): FlatHeaders {
  const headers: FlatHeaders = [];
  const earlier = reply.getHeaders();
  for (const name in earlier) if (earlier[name] !== undefined) headers.push(name, earlier[name]);
  if (encoding !== undefined) headers.push("content-encoding", encoding);
  headers.push("content-length", byteLength, "content-type", contentType);
  if (snapshot === undefined) return headers;
  // Name by name: a for-in loop takes a third longer.
  headers.push("x-terrace-as-of", snapshot["x-terrace-as-of"]);
  const missing = snapshot["x-terrace-missing"];
  if (missing !== undefined) headers.push("x-terrace-missing", missing);
  headers.push(
    "x-terrace-snapshot",
    snapshot["x-terrace-snapshot"],
    "x-terrace-synthetic",
    snapshot["x-terrace-synthetic"],
  );
  return headers;
}
