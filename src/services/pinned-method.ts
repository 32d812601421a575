import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { Engine } from "../engine/engine.ts";
import type { SnapshotView } from "../engine/view.ts";
import {
  type CallContext,
  type EncodedAnswer,
  type SnapshotFacts,
  type UnaryMethod,
  unaryMethod,
} from "./unary-method.ts";

/** Which data a view's answers come from. */
export function snapshotFacts(view: SnapshotView): SnapshotFacts {
  return view.derived("snapshot-facts", () => {
    const { snapshotId, asOf, synthetic } = view.manifest;
    return { snapshotId, asOf, synthetic };
  });
}

/** A method that answers from one pinned snapshot and says in its headers which. */
export function pinnedMethod<I extends DescMessage, O extends DescMessage>(
  engine: Engine,
  desc: DescMethodUnary<I, O>,
  answer: (
    view: SnapshotView,
    request: MessageShape<I>,
    context: CallContext,
  ) => MessageShape<O> | EncodedAnswer | Promise<MessageShape<O> | EncodedAnswer>,
): UnaryMethod {
  return unaryMethod(desc, async (request, context) => {
    const pin = engine.pin();
    try {
      context.snapshot = snapshotFacts(pin.view);
      return await answer(pin.view, request, context);
    } finally {
      pin.release();
    }
  });
}
