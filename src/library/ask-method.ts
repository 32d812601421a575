import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { isEncodedAnswer, type UnaryMethod } from "../rpc/unary-method.ts";
import { TerraceError } from "../runtime/errors.ts";

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
  const controller = new AbortController();
  const stop = Promise.withResolvers<never>();
  // Without a listener a late abort would count as an unhandled rejection.
  stop.promise.catch(() => {});
  const onAbort = () => {
    const reason = abortReason(signal!.reason);
    controller.abort(reason);
    stop.reject(reason);
  };
  if (signal?.aborted) throw abortReason(signal.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const answering = method.answer(create(input, request) as never, { signal: controller.signal });
    const answer = await Promise.race([answering, stop.promise]);
    if (!isEncodedAnswer(answer)) return answer as MessageShape<O>;
    await Promise.race([answer.prepare?.("binary"), stop.promise]);
    // Encoded answers are shared between calls: each caller gets a message of its own, over bytes of its own.
    return fromBinary(output, new Uint8Array(answer.binary())) as MessageShape<O>;
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

function abortReason(cause: unknown): TerraceError {
  return cause instanceof Error && cause.name === "TimeoutError"
    ? new TerraceError("deadline_exceeded", "the call did not end in time", { cause })
    : new TerraceError("canceled", "the call was canceled", { cause });
}
