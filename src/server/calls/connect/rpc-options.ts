import type { ConnectRouter } from "@connectrpc/connect";
import type { FastifyBaseLogger } from "fastify";
import { requestByteLimit } from "../../../rpc/request-bounds.ts";
import type { SnapshotFacts, UnaryMethod } from "../../../rpc/unary-method.ts";
import type { UnreadAnswers } from "../../wire/outbox/unread-answers.ts";

/** Options of both RPC routes: the library's, and our own for unary Connect POST. */
export interface RpcOptions {
  readonly methods: readonly UnaryMethod[];
  /** Paths of streaming services: health, reflection. */
  readonly otherPaths: readonly string[];
  readonly loadMount: () => Promise<(router: ConnectRouter) => void>;
  /** Facts of the current snapshot, for answers without their own. */
  readonly snapshotFacts: () => SnapshotFacts | undefined;
  /** Logs failed calls; undefined logs nothing. */
  readonly logger: FastifyBaseLogger | undefined;
  /** Default deadline of a unary call. */
  readonly requestTimeoutMs: number | undefined;
  /** Most bytes of any request, before and after decompression; default: each method's own limit. */
  readonly readMaxBytes: number | undefined;
  /** Reject JSON requests with unknown fields, unless the caller's header overrides that. */
  readonly strictFields?: boolean | undefined;
  /** Answers that clients have not read yet. */
  readonly unread: UnreadAnswers;
}

export function readLimit({ desc }: UnaryMethod, { readMaxBytes }: Pick<RpcOptions, "readMaxBytes">): number {
  return readMaxBytes ?? requestByteLimit(desc.input);
}

/** Without the scope's prefix. */
export function methodPath({ desc }: UnaryMethod): string {
  return `/${desc.parent.typeName}/${desc.name}`;
}

export function rpcPaths({ methods, otherPaths }: Pick<RpcOptions, "methods" | "otherPaths">): string[] {
  return [...methods.map(methodPath), ...otherPaths];
}
