import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { Engine } from "../engine/engine.ts";
import type { SnapshotView } from "../engine/view.ts";
import { remembered } from "../runtime/lazy.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import {
  type Answer,
  type CallContext,
  type SnapshotFacts,
  type UnaryMethod,
  unaryMethod,
} from "./unary-method.ts";

const factsOf = new WeakMap<SnapshotManifest, SnapshotFacts>();

/** The facts of a snapshot; the same object for the same manifest. */
export function snapshotFacts(manifest: SnapshotManifest): SnapshotFacts {
  return remembered(factsOf, manifest, () => {
    const { snapshotId, asOf, synthetic, datasetRows } = manifest;
    return { snapshotId, asOf, synthetic, datasetRows };
  });
}

/** A method that answers from one pinned snapshot, which it sets in the context for the response headers. */
export function pinnedMethod<I extends DescMessage, O extends DescMessage>(
  engine: Engine,
  desc: DescMethodUnary<I, O>,
  answer: (
    view: SnapshotView,
    request: MessageShape<I>,
    context: CallContext,
  ) => Answer<O> | Promise<Answer<O>>,
): UnaryMethod {
  return unaryMethod(desc, (request, context) => {
    const pin = engine.pin();
    let answered: ReturnType<typeof answer>;
    try {
      context.snapshot = snapshotFacts(pin.view.manifest);
      answered = answer(pin.view, request, context);
    } catch (error) {
      pin.release();
      throw error;
    }
    if (answered instanceof Promise) return answered.finally(() => pin.release());
    pin.release();
    return answered;
  });
}
