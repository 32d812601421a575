import type { ConnectRouter } from "@connectrpc/connect";
import type { FastifyBaseLogger } from "fastify";
import { requestByteLimit } from "../../../rpc/request-bounds.ts";
import type { SnapshotFacts, UnaryMethod } from "../../../rpc/unary-method.ts";
import type { UnreadAnswers } from "../../wire/outbox/unread-answers.ts";

/** What both routes of the RPCs are given: the protocols' own and the fast one for unary Connect POST. */
export interface RpcOptions {
  readonly methods: readonly UnaryMethod[];
  /** Paths of services that are not unary: health, reflection. */
  readonly otherPaths: readonly string[];
  /** Loads what mounts those services. */
  readonly loadMount: () => Promise<(router: ConnectRouter) => void>;
  /** The current snapshot's facts, for answers whose method names none. */
  readonly snapshotFacts: () => SnapshotFacts | undefined;
  /** Where failed calls are logged; silent without one. */
  readonly logger: FastifyBaseLogger | undefined;
  /** Deadline of a unary call that brings none. */
  readonly requestTimeoutMs: number | undefined;
  /** Most bytes of any request, before and after decompression; each method's own limit unless given. */
  readonly readMaxBytes: number | undefined;
  /** Refuse JSON requests with fields that the method does not have, unless the caller says otherwise. */
  readonly strictFields?: boolean | undefined;
  /** Answers that callers have not taken yet. */
  readonly unread: UnreadAnswers;
}

/** Most bytes of a method's request. */
export function readLimit({ desc }: UnaryMethod, { readMaxBytes }: Pick<RpcOptions, "readMaxBytes">): number {
  return readMaxBytes ?? requestByteLimit(desc.input);
}

/** Path of a method's route, without the scope's prefix. */
export function methodPath({ desc }: UnaryMethod): string {
  return `/${desc.parent.typeName}/${desc.name}`;
}

/** Paths of everything that is called, without the scope's prefix. */
export function rpcPaths({ methods, otherPaths }: Pick<RpcOptions, "methods" | "otherPaths">): string[] {
  return [...methods.map(methodPath), ...otherPaths];
}
