import { hash } from "node:crypto";
import { toBinary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { fullName } from "../../../domains/domain.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { packageVersion } from "../../../runtime/package-version.ts";
import { acceptedCompression } from "../../wire/compression/compression.ts";
import { encodedTag, isAnyTag, isTagMatch, tagOf } from "../../wire/http/entity-tags.ts";
import { rpcPath } from "../../wire/http/rpc-path.ts";
import { snapshotHeaders } from "../../wire/http/snapshot-headers.ts";
import { parseRequest } from "../codec/unary-codec.ts";
import { isStrict, STRICT_HEADER, unknownFieldError } from "../codec/unknown-fields.ts";
import { methodPath, type RpcOptions, readLimit } from "./rpc-options.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Headers for the answer to a GET; undefined for other calls. */
    terraceReadHeaders: ReadHeaders | undefined;
  }
}

type ReadHeaders = (snapshotId: string) => Readonly<Record<string, string>>;

export interface ConditionalOptions
  extends Pick<RpcOptions, "methods" | "snapshotFacts" | "readMaxBytes" | "strictFields"> {
  readonly prefix?: string;
  /** State that answers depend on in addition to snapshot and request: switches, the day. */
  readonly answerValidity: () => string;
  /** Number of parts dropped so far: an answer during which it grows is not cacheable. */
  readonly partsDropped: () => number;
  readonly cacheControl: string;
}

/**
 * A hook that gives GET calls an ETag and answers 304 for a matching one without calling the method. The ETag
 * is a digest of snapshot, request, format and state. It is weak, as bytes differ by compression; under
 * `/at/` it is strong and includes the compression. Unreadable requests pass, for the usual error.
 */
export function conditionalHook(options: ConditionalOptions): onRequestHookHandler {
  const { prefix = "" } = options;
  const byPath = new Map(options.methods.map((method) => [prefix + methodPath(method), method]));
  return function conditional(request, reply, done) {
    const method = request.method === "GET" ? byPath.get(rpcPath(request) ?? "") : undefined;
    if (method === undefined) return done();
    const state = options.answerValidity();
    requestDigest(method, request, state, options).then(
      (digest) => {
        if (!answeredAlready(request, reply as FastifyReply, digest, state, method.tables, options)) done();
      },
      () => done(),
    );
  };
}

function answeredAlready(
  request: FastifyRequest,
  reply: FastifyReply,
  digest: string,
  state: string,
  tables: readonly string[] | undefined,
  { snapshotFacts, answerValidity, partsDropped, cacheControl }: ConditionalOptions,
): boolean {
  const dropped = partsDropped();
  request.terraceReadHeaders = (snapshotId) => {
    // A switch was flipped during the call: with the old tag, the answer would become valid again when it is
    // flipped back.
    if (partsDropped() !== dropped || answerValidity() !== state) return { "cache-control": "no-store" };
    const isStrong = request.terraceAddress !== undefined;
    // Another version may encode the same answer in other bytes.
    const made = isStrong ? `${digest} ${snapshotId} ${packageVersion()}` : `${digest} ${snapshotId}`;
    const tag = tagOf(made);
    return {
      etag: isStrong ? tag : `W/${tag}`,
      "cache-control": request.terraceAddress?.cacheControl(tables) ?? cacheControl,
      vary: "Origin, Accept-Encoding, Terrace-Strict",
    };
  };
  const facts = snapshotFacts();
  if (facts === undefined) return false;
  const headers = request.terraceReadHeaders(facts.snapshotId);
  // `*` matches any answer, and only the method knows whether there is one; see `withoutBody`.
  const given = request.headers["if-none-match"];
  const tags = [null, ...acceptedCompression].map((one) => encodedTag(headers.etag ?? "", one?.name ?? null));
  const held = tags.find((tag) => isTagMatch(given, tag));
  if (isAnyTag(given) || held === undefined) return false;
  if (request.terraceRecord !== undefined) request.terraceRecord.snapshotId = facts.snapshotId;
  reply.headers({ ...headers, etag: held, ...snapshotHeaders(facts, tables) });
  reply.headers(request.terraceSuccessHeaders ?? {});
  reply.code(304).send();
  return true;
}

/** Digest of method, format, state and the normalised request: two spellings of one message have the same. */
async function requestDigest(
  method: UnaryMethod,
  request: FastifyRequest,
  state: string,
  options: ConditionalOptions,
): Promise<string> {
  const { desc } = method;
  const params = new URLSearchParams(request.url.slice(request.url.indexOf("?") + 1));
  const version = params.get("connect");
  const encoding = params.get("encoding");
  if ((version !== null && version !== "v1") || (encoding !== "json" && encoding !== "proto")) {
    throw new TypeError("not a Connect GET");
  }
  const text = params.get("message") ?? "";
  let bytes: Uint8Array = params.get("base64") === "1" ? base64Decode(text) : Buffer.from(text);
  const compression = params.get("compression") ?? "identity";
  if (compression !== "identity") {
    const known = acceptedCompression.find(({ name }) => name === compression);
    if (known === undefined) throw new TypeError("unknown compression");
    bytes = await known.decompress(bytes as Uint8Array<ArrayBuffer>, readLimit(method, options));
  }
  const message = parseRequest(desc.input, encoding, bytes, (fields) => {
    if (isStrict(request.headers[STRICT_HEADER], options.strictFields)) throw unknownFieldError(fields);
  });
  // The snapshot for a day depends on all publications, so the answer may change while one snapshot is
  // current.
  if ((message as { asOf?: unknown }).asOf) throw new TypeError("not of one snapshot");
  const normal = toBinary(desc.input, message, { writeUnknownFields: false });
  const head = `${fullName(desc)} ${encoding} ${state} `;
  return hash("sha256", Buffer.concat([Buffer.from(head), normal]));
}
