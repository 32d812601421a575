import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { errorBody, UNREADABLE } from "../../rpc/error-body.ts";
import type { AccessControl } from "../admission/access-control.ts";
import { admitPlain, identifyPlain } from "../admission/plain-admission.ts";
import { isTagMatch } from "../wire/http/entity-tags.ts";
import type { Handler } from "../wire/http/read-routes.ts";

/** The bytes of the answer and the tag that changes exactly when they do. */
interface KeptAnswer {
  readonly body: string;
  readonly etag: string;
}

export interface SnapshotDocument {
  /** Name under which a snapshot keeps it. */
  readonly name: string;
  /** Calls that an answer counts for. */
  readonly cost: number;
  /** The answer; undefined when the snapshot has nothing to say. */
  readonly make: (view: SnapshotView) => object | undefined;
  /** What is said then. */
  readonly missing: string;
}

export interface DocumentOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  readonly onError: (error: unknown) => void;
}

/** Answers with a JSON document about the current snapshot, made once a snapshot. */
export function documentHandler(document: SnapshotDocument, options: DocumentOptions): Handler {
  const { engine, accessControl, onError } = options;
  return async (request, reply) => {
    const caller = await identifyPlain(request, reply, accessControl);
    if (caller === undefined) return reply;
    let kept: KeptAnswer | undefined;
    try {
      kept = currentAnswer(engine, document);
    } catch (error) {
      onError(error);
      return reply.code(503).send(UNREADABLE);
    }
    if (kept === undefined) return reply.code(500).send(errorBody("failed_precondition", document.missing));
    if (isTagMatch(request.headers["if-none-match"], kept.etag))
      return describe(reply, kept).code(304).send();
    if (!admitPlain(reply, accessControl, caller, document.cost)) return reply;
    return describe(reply, kept).send(kept.body);
  };
}

function describe(reply: FastifyReply, { etag }: KeptAnswer): FastifyReply {
  return reply
    .header("etag", etag)
    .header("cache-control", "public, max-age=300")
    .type("application/json; charset=utf-8");
}

function currentAnswer(engine: Engine, { name, make }: SnapshotDocument): KeptAnswer | undefined {
  const pin = engine.pin();
  try {
    const { view } = pin;
    return view.derived(`document ${name}`, () => keptAnswer(make(view)));
  } finally {
    pin.release();
  }
}

function keptAnswer(answer: object | undefined): KeptAnswer | undefined {
  if (answer === undefined) return undefined;
  const body = JSON.stringify(answer);
  return { body, etag: `"${hash("sha256", body).slice(0, 32)}"` };
}
