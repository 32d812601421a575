import { clone, type Message } from "@bufbuild/protobuf";
import type { Engine } from "../engine/engine.ts";
import { CachedAnswer } from "../rpc/cached-answer.ts";
import { checkRequestBounds } from "../rpc/request-bounds.ts";
import { type Answer, type CallContext, isEncodedAnswer, type UnaryMethod } from "../rpc/unary-method.ts";
import { invalidArgument, TerraceError } from "../runtime/errors.ts";
import { withdrawnSource } from "../snapshot/manifest/withdrawn-source.ts";
import type { MethodOptions } from "./domain.ts";
import { optionalDay } from "./listings/rules.ts";

type Dated = Message & { asOf: string };

/**
 * Wraps a method whose request has `as_of`: it answers from the snapshot of that day, as the method does
 * there without `as_of`. The snapshot stays open until the answer is encoded.
 */
export function asOfMethod(engine: Engine, { older }: MethodOptions, method: UnaryMethod): UnaryMethod {
  const { desc } = method;
  async function answerAsOf(request: Dated, context: CallContext): Promise<Answer> {
    checkRequestBounds(desc.input, request);
    optionalDay(request.asOf, "as_of");
    if (!engine.isCurrent(engine.manifest)) {
      throw invalidArgument(`as_of: ${request.asOf} and an address that names a snapshot; send one of them`);
    }
    if (older === undefined)
      throw new TerraceError("unavailable", "as_of: no other snapshot can be opened here");
    const current = engine.manifest;
    const opened = await older(request.asOf.trim(), context.stop);
    try {
      const withdrawn = withdrawnSource(opened.view.manifest, current);
      if (withdrawn !== undefined) {
        const { snapshotId } = opened.view.manifest;
        const message = `as_of: snapshot "${snapshotId}" has rows of ${withdrawn}, which are withheld now`;
        throw new TerraceError("permission_denied", message);
      }
      const bare = clone(desc.input, request) as Dated;
      bare.asOf = "";
      const answer = await opened.run(() => method.answer(bare as never, context));
      if (!isEncodedAnswer(answer)) return answer;
      const { form = "binary" } = context;
      await answer.prepare?.(form);
      return new CachedAnswer(desc.output, { form, bytes: answer[form]() });
    } finally {
      opened.release();
    }
  }
  return {
    ...method,
    answer: (request: Dated, context) =>
      request.asOf.trim() === "" ? method.answer(request as never, context) : answerAsOf(request, context),
  };
}
