import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { Engine, Pin } from "../engine/engine.ts";
import type { SnapshotView } from "../engine/view.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { pinnedMethod, snapshotFacts } from "./pinned-method.ts";
import { type UnaryMethod, unaryMethod } from "./unary-method.ts";

/** A method whose answer follows from the snapshot and a normalised query alone. */
export interface CachedMethod<I extends DescMessage, O extends DescMessage, Query> {
  /** The request checked, defaulted and clamped: requests with equal queries share an answer. Plain JSON values only. */
  queryOf(request: MessageShape<I>, view: SnapshotView): Query;
  /** `signal` fires when nobody waits for the answer any more. */
  lookUp(view: SnapshotView, query: Query, signal: AbortSignal): Promise<MessageShape<O>>;
}

export interface CachingOptions {
  /** Where answers are kept; without it every call looks its answer up. */
  readonly answers?: AnswerCache | undefined;
}

/** A method that gives an answer it has given before without looking it up or encoding it again. */
export function cachedMethod<I extends DescMessage, O extends DescMessage, Query>(
  engine: Engine,
  desc: DescMethodUnary<I, O>,
  { answers }: CachingOptions,
  { queryOf, lookUp }: CachedMethod<I, O, Query>,
): UnaryMethod {
  const name = `${desc.parent.typeName}/${desc.name}`;
  if (answers === undefined) {
    return pinnedMethod(engine, desc, (view, request, { signal }) =>
      lookUp(view, queryOf(request, view), signal),
    );
  }
  const find = ({ view, release }: Pin, query: Query, signal: AbortSignal) =>
    lookUp(view, query, signal).finally(release);

  return unaryMethod(desc, (request, context) => {
    const pin = engine.pin();
    // A look-up keeps the pin: it may outlast the call that began it, when others wait for the same answer.
    let isHandedOn = false;
    try {
      const { manifest } = pin.view;
      context.snapshot = snapshotFacts(manifest);
      const query = queryOf(request, pin.view);
      const key = `${name} ${JSON.stringify(query)}`;
      const kept = answers.get(manifest.snapshotId, key);
      if (kept !== undefined) return kept;
      return answers.find(desc.output, manifest.snapshotId, key, context.signal, (signal) => {
        isHandedOn = true;
        return find(pin, query, signal);
      });
    } finally {
      if (!isHandedOn) pin.release();
    }
  });
}
