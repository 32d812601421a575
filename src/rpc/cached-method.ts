import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { Engine, Pin } from "../engine/engine.ts";
import type { SnapshotView } from "../engine/view.ts";
import type { AnswerCache, FoundAnswer } from "./answer-cache.ts";
import { pinnedMethod, snapshotFacts } from "./pinned-method.ts";
import type { OnPartDropped } from "./soft-failures.ts";
import { type UnaryMethod, unaryMethod } from "./unary-method.ts";

/** What a method may use and say while it looks an answer up. */
export interface LookUp {
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Tells of a part that could not be read; the answer goes out without it and is not kept. */
  readonly onPartDropped: OnPartDropped;
  /** The answer is right for this call only. */
  doNotKeep(): void;
}

/** A method whose answer follows from the snapshot and a normalised query alone. */
export interface CachedMethod<I extends DescMessage, O extends DescMessage, Query> {
  /** The request checked, defaulted and clamped: requests with equal queries share an answer. Plain JSON values only. */
  queryOf(request: MessageShape<I>, view: SnapshotView): Query;
  /** The answer while a switch withholds the real one; asked on every call, before anything kept is looked at. */
  withheld?(): MessageShape<O> | undefined;
  lookUp(view: SnapshotView, query: Query, lookUp: LookUp): Promise<MessageShape<O>>;
}

export interface CachingOptions {
  /** Where answers are kept; without it every call looks its answer up. */
  readonly answers?: AnswerCache | undefined;
  readonly onPartDropped?: OnPartDropped | undefined;
}

/** A method that gives an answer it has given before without looking it up or encoding it again. */
export function cachedMethod<I extends DescMessage, O extends DescMessage, Query>(
  engine: Engine,
  desc: DescMethodUnary<I, O>,
  { answers, onPartDropped = () => {} }: CachingOptions,
  { queryOf, withheld, lookUp }: CachedMethod<I, O, Query>,
): UnaryMethod {
  const name = `${desc.parent.typeName}/${desc.name}`;
  if (answers === undefined) {
    return pinnedMethod(engine, desc, (view, request, { signal }) => {
      const query = queryOf(request, view);
      return withheld?.() ?? lookUp(view, query, { signal, onPartDropped, doNotKeep: () => {} });
    });
  }

  async function find({ view, release }: Pin, query: Query, signal: AbortSignal): Promise<FoundAnswer> {
    let isLasting = true;
    const doNotKeep = () => {
      isLasting = false;
    };
    try {
      const message = await lookUp(view, query, {
        signal,
        doNotKeep,
        onPartDropped: (part, cause) => {
          doNotKeep();
          onPartDropped(part, cause);
        },
      });
      return { message, isLasting };
    } finally {
      release();
    }
  }

  return unaryMethod(desc, (request, context) => {
    const pin = engine.pin();
    // A look-up keeps the pin: it may outlast the call that began it, when others wait for the same answer.
    let isHandedOn = false;
    try {
      const { manifest } = pin.view;
      context.snapshot = snapshotFacts(manifest);
      const query = queryOf(request, pin.view);
      const instead = withheld?.();
      if (instead !== undefined) return instead;
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
