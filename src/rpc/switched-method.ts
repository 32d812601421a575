import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import type { Engine } from "../engine/engine.ts";
import type { SnapshotView } from "../engine/view.ts";
import { pinnedMethod } from "./pinned-method.ts";
import type { Answer, UnaryMethod } from "./unary-method.ts";

/** A way to make methods of one data set: arguments are checked first, and `withheld` is given while it is off. */
export function switchedMethods(engine: Engine, isOn: () => boolean = () => true) {
  return <I extends DescMessage, O extends DescMessage, Query>(
    desc: DescMethodUnary<I, O>,
    queryOf: (request: MessageShape<I>, view: SnapshotView) => Query,
    answer: (view: SnapshotView, query: Query, output: O) => Answer<O>,
    withheld?: MessageInitShape<O>,
  ): UnaryMethod =>
    pinnedMethod(engine, desc, (view, request) => {
      const query = queryOf(request, view);
      return isOn() ? answer(view, query, desc.output) : create(desc.output, withheld);
    });
}
