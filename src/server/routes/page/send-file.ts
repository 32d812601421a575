import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding } from "../../wire/http/accepted-encoding.ts";
import { isTagMatch } from "../../wire/http/entity-tags.ts";
import type { PageFile } from "./page-files.ts";

/** Sends a file in an encoding that the caller takes, with a tag; 304 to a caller that holds it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile,
): Promise<FastifyReply> {
  const encoding = isPacked(file) ? "identity" : (acceptedEncoding(request, ["br", "gzip"]) ?? "identity");
  const etag = `"${file.etag}-${encoding}"`;
  reply.header("etag", etag).header("vary", "accept-encoding, origin").type(file.type);
  if (isTagMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(await file.body(encoding));
}

/** What its format has compressed already. */
function isPacked({ type }: PageFile): boolean {
  return type === "image/png";
}
