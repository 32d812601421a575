import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { isEncodedAnswer, type UnaryMethod } from "../rpc/unary-method.ts";
import { followAbort, throwIfAborted, untilAborted } from "../runtime/abort.ts";

/** What may accompany a question. */
export interface AskOptions {
  /** Ends the call: it rejects with `canceled`, or with `deadline_exceeded` when the signal is a timeout. */
  readonly signal?: AbortSignal | undefined;
}

/** The answer to a question as a message that belongs to the caller alone. */
export async function askMethod<O extends DescMessage>(
  method: UnaryMethod,
  request: MessageInitShape<DescMessage>,
  { signal }: AskOptions = {},
): Promise<MessageShape<O>> {
  const { input, output } = method.desc;
  throwIfAborted(signal);
  const controller = new AbortController();
  const unfollow = followAbort(signal, controller);
  try {
    const answering = method.answer(create(input, request) as never, { signal: controller.signal });
    const answer = await untilAborted(answering, controller.signal);
    if (!isEncodedAnswer(answer)) return answer as MessageShape<O>;
    await untilAborted(answer.prepare?.("binary"), controller.signal);
    // Encoded answers are shared between calls: each caller gets a message of its own, over bytes of its own.
    return fromBinary(output, new Uint8Array(answer.binary())) as MessageShape<O>;
  } finally {
    unfollow();
  }
}
