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

/** Returns a maker of methods behind a switch: while off, they validate arguments and answer `withheld`. */
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
