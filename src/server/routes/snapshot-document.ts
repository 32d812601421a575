import { hash } from "node:crypto";
import type { SnapshotView } from "../../engine/view.ts";
import { errorBody } from "../../rpc/error-body.ts";
import type { Answer } from "../admission/route.ts";

export interface SnapshotDocument {
  /** Name under which a snapshot keeps it. */
  readonly name: string;
  /** The answer; undefined when the snapshot has nothing to say. */
  readonly make: (view: SnapshotView) => object | undefined;
  /** What is said then. */
  readonly missing: string;
}

/** Answers with a JSON document about the current snapshot, made once a snapshot. */
export function documentAnswer({ name, make, missing }: SnapshotDocument): Answer {
  return (call) => {
    const { view, reply } = call;
    const kept = view.derived(`document ${name}`, () => keptAnswer(make(view)));
    if (kept === undefined) {
      reply.code(500).header("cache-control", "no-store");
      return reply.send(errorBody("failed_precondition", missing));
    }
    reply.type("application/json; charset=utf-8");
    return call.admits({ etag: kept.etag }) ? reply.send(kept.body) : reply;
  };
}

/** The bytes of an answer and the tag that changes exactly when they do. */
function keptAnswer(answer: object | undefined) {
  if (answer === undefined) return undefined;
  const body = JSON.stringify(answer);
  return { body, etag: `"${hash("sha256", body).slice(0, 32)}"` };
}
