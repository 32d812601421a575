import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  toJson,
} from "@bufbuild/protobuf";
import { isEncodedAnswer, ownCall, type UnaryMethod } from "../../../src/rpc/unary-method.ts";

/** Calls a method as a server does, and gives the answer in JSON with every zero written out. */
export async function callMethod<I extends DescMessage, O extends DescMessage>(
  methods: readonly UnaryMethod[],
  desc: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Record<string, unknown>> {
  const method = methods.find((m) => m.desc === desc);
  if (method === undefined) throw new Error(`no method ${desc.name}`);
  const answer = await method.answer(create(desc.input, request) as never, ownCall(signal));
  const message = isEncodedAnswer(answer) ? answer.message() : answer;
  return toJson(desc.output, message as never, { alwaysEmitImplicit: true }) as Record<string, unknown>;
}
