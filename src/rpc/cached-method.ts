import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { Engine } from "../engine/engine.ts";
import type { SnapshotView } from "../engine/view.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { CachedAnswer, type FoundBytes, isFoundBytes } from "./cached-answer.ts";
import { pinnedMethod, snapshotFacts } from "./pinned-method.ts";
import { type AnswerForm, type UnaryMethod, unaryMethod } from "./unary-method.ts";

/** For whom an answer is looked up: the first who asked, and all who came to wait for the same. */
export interface Callers {
  /** The form that the first wants, and all where the answer is found as bytes. */
  readonly form: AnswerForm;
  /** When the last of them gives up; later callers move it. */
  readonly time: CallTime | undefined;
}

interface Questions<I extends DescMessage, O extends DescMessage, Query> {
  /** The request checked, defaulted and clamped: requests with equal queries share an answer. Plain JSON values only. */
  queryOf(request: MessageShape<I>, view: SnapshotView): Query;
  /** The answer. `signal` fires when nobody waits for it any more. */
  lookUp(
    view: SnapshotView,
    query: Query,
    signal: AbortSignal,
    callers: Callers,
  ): Promise<MessageShape<O> | FoundBytes>;
}

export interface CachingOptions {
  /** Where answers are kept; without it every call looks its answer up. */
  readonly answers?: AnswerCache | undefined;
}

/**
 * A method for answers that are encoded where they are found, in the form that was asked for. Each form is looked up and kept
 * by itself: made from the bytes of the other it would hold the thread for as long as the largest answer takes to be read and
 * written.
 */
export const cachedBytesMethod: typeof cachedMethod = (engine, desc, options, questions) =>
  cachedMethod(engine, desc, options, questions, (form) => ` ${form}`);

/**
 * A method whose answer follows from the snapshot and a normalised query alone: an answer that it has given before is neither
 * looked up nor encoded again.
 */
export function cachedMethod<I extends DescMessage, O extends DescMessage, Query>(
  engine: Engine,
  desc: DescMethodUnary<I, O>,
  { answers }: CachingOptions,
  { queryOf, lookUp }: Questions<I, O, Query>,
  kindOf: (form: AnswerForm) => string = () => "",
): UnaryMethod {
  const name = `${desc.parent.typeName}/${desc.name}`;
  if (answers === undefined) {
    return pinnedMethod(engine, desc, async (view, request, { signal, form = "binary", time }) => {
      const found = await lookUp(view, queryOf(request, view), signal, { form, time });
      return isFoundBytes(found) ? new CachedAnswer(desc.output, found) : found;
    });
  }
  return unaryMethod(desc, (request, context) => {
    const { form = "binary" } = context;
    const { view, release } = engine.pin();
    // A look-up keeps the pin: it may outlast the call that began it, when others wait for the same answer.
    let isHandedOn = false;
    try {
      const { manifest } = view;
      context.snapshot = snapshotFacts(manifest);
      const query = queryOf(request, view);
      const key = `${name}${kindOf(form)} ${view.withheld ?? ""} ${exactText(query)}`;
      // Those of other snapshots are not kept: they would push out what most callers ask for.
      const kept = engine.isCurrent(manifest) ? answers.get(manifest.snapshotId, key) : undefined;
      if (kept !== undefined) return kept;
      return answers.find(desc.output, manifest.snapshotId, key, context, (signal, time) => {
        isHandedOn = true;
        return lookUp(view, query, signal, { form, time }).finally(release);
      });
    } finally {
      if (!isHandedOn) release();
    }
  });
}

/** A query as text in which no two are alike: JSON has one word for all numbers that it cannot write. */
function exactText(query: unknown): string {
  // A method without parameters has no query.
  const text = (JSON.stringify(query) as string | undefined) ?? "";
  return text.includes("null") ? JSON.stringify(query, wordOfNumber) : text;
}

function wordOfNumber(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/** A way to make such methods of one service whose answers are made in one go. */
export function cachedMethods(engine: Engine, options: CachingOptions) {
  return <I extends DescMessage, O extends DescMessage, Query>(
    desc: DescMethodUnary<I, O>,
    queryOf: (request: MessageShape<I>, view: SnapshotView) => Query,
    answer: (view: SnapshotView, query: Query, output: O) => MessageShape<O>,
  ): UnaryMethod =>
    cachedMethod(engine, desc, options, {
      queryOf,
      lookUp: async (view, query) => answer(view, query, desc.output),
    });
}
