import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { Engine } from "../engine/engine.ts";
import type { SnapshotView } from "../engine/view.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { CachedAnswer, type FoundBytes, isFoundBytes } from "./cached-answer.ts";
import { pinnedMethod, snapshotFacts } from "./pinned-method.ts";
import { type AnswerForm, type UnaryMethod, unaryMethod } from "./unary-method.ts";

/** The callers that wait for one lookup. */
export interface Callers {
  /** The form that the first caller wants; the same for all if the lookup returns bytes. */
  readonly form: AnswerForm;
  /** Deadline of the last one to give up; callers that join later extend it. */
  readonly time: CallTime | undefined;
}

interface Questions<I extends DescMessage, O extends DescMessage, Query> {
  /** Validates, defaults and clamps the request. Equal queries share an answer. Plain JSON values only. */
  queryOf(request: MessageShape<I>, view: SnapshotView): Query;
  /** Computes the answer. `signal` aborts when no caller waits any more. */
  lookUp(
    view: SnapshotView,
    query: Query,
    signal: AbortSignal,
    callers: Callers,
  ): Promise<MessageShape<O> | FoundBytes>;
}

export interface CachingOptions {
  /** Without a cache, every call computes its answer. */
  readonly answers?: AnswerCache | undefined;
}

/**
 * A cached method whose lookup returns bytes in the form asked for. The cache has an entry per form:
 * converting one form into the other would block the thread for as long as decoding and encoding the largest
 * answer.
 */
export const cachedBytesMethod: typeof cachedMethod = (engine, desc, options, questions) =>
  cachedMethod(engine, desc, options, questions, (form) => ` ${form}`);

/** A method whose answers are cached: they depend only on the snapshot and a normalised query. */
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
    // The lookup owns the pin: it may outlast the call that started it, when others wait for it too.
    let isHandedOn = false;
    try {
      const { manifest } = view;
      context.snapshot = snapshotFacts(manifest);
      const query = queryOf(request, view);
      const key = `${name}${kindOf(form)} ${view.withheld ?? ""} ${uniqueText(query)}`;
      // Answers of older snapshots are not cached: they would evict those that most callers want.
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

/** A unique key for a query. JSON writes NaN and both infinities as null, so those become strings. */
function uniqueText(query: unknown): string {
  // A method without parameters has no query.
  const text = (JSON.stringify(query) as string | undefined) ?? "";
  return text.includes("null") ? JSON.stringify(query, numberAsString) : text;
}

function numberAsString(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/** Returns a maker of cached methods, for services whose answers are computed synchronously. */
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
