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
  for (const name in snapshot) headers.push(name, snapshot[name]);
  return headers;
}
