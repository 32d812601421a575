import { create, type DescMessage, type DescMethodUnary, type MessageShape } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { EncodedAnswer, UnaryMethod } from "../../rpc/unary-method.ts";

/** A way to make methods of one data set: arguments are checked first, and an empty message is given while it is off. */
export function switchedMethods(engine: Engine, isOn: () => boolean) {
  return <I extends DescMessage, O extends DescMessage, Query>(
    desc: DescMethodUnary<I, O>,
    queryOf: (request: MessageShape<I>) => Query,
    answer: (view: SnapshotView, query: Query) => MessageShape<O> | EncodedAnswer,
  ): UnaryMethod =>
    pinnedMethod(engine, desc, (view, request) => {
      const query = queryOf(request);
      return isOn() ? answer(view, query) : create(desc.output);
    });
}
