import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { isEncodedAnswer, type UnaryMethod } from "../rpc/unary-method.ts";
import { deadlineExceeded, followAbort, throwIfAborted, untilAborted } from "../runtime/abort.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { checkArguments } from "./check-arguments.ts";
import { withChoices } from "./plain-request.ts";

/** What may accompany a question. */
export interface AskOptions {
  /** Ends the call: it rejects with `canceled`, or with `deadline_exceeded` when the signal is a timeout. */
  readonly signal?: AbortSignal | undefined;
  /** Longest the call may take, instead of the engine's own; then it rejects with `deadline_exceeded`. */
  readonly timeoutMs?: number | undefined;
}

/** Longest a call may take where nobody says otherwise: whoever waits longer has most likely been forgotten. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** The longest a timer can wait, almost 25 days; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The answer to a question as a message that belongs to the caller alone. */
export async function askMethod<O extends DescMessage>(
  method: UnaryMethod,
  request: MessageInitShape<DescMessage>,
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: AskOptions = {},
): Promise<MessageShape<O>> {
  const { input, output } = method.desc;
  checkTimeout(timeoutMs);
  throwIfAborted(signal);
  const controller = new AbortController();
  const unfollow = followAbort(signal, controller);
  const timer =
    timeoutMs > LONGEST_TIMER_MS
      ? undefined
      : setTimeout(() => controller.abort(deadlineExceeded()), timeoutMs);
  try {
    const init = withChoices(input, request) as MessageInitShape<DescMessage>;
    checkArguments(input, init);
    const answering = method.answer(create(input, init) as never, { signal: controller.signal });
    const answer = await untilAborted(answering, controller.signal);
    if (!isEncodedAnswer(answer)) return answer as MessageShape<O>;
    await untilAborted(answer.prepare?.("binary"), controller.signal);
    // Encoded answers are shared between calls: each caller gets a message of its own, over bytes of its own.
    return fromBinary(output, new Uint8Array(answer.binary())) as MessageShape<O>;
  } finally {
    clearTimeout(timer);
    unfollow();
  }
}

/** Refuses what is no time: a timer would take it for a millisecond. */
export function checkTimeout(timeoutMs: number): void {
  if (typeof timeoutMs === "number" && timeoutMs > 0) return;
  const given = typeof timeoutMs === "number" ? String(timeoutMs) : JSON.stringify(timeoutMs);
  throw invalidArgument(
    `timeoutMs is ${given}; allowed are milliseconds above 0, or Infinity for no deadline`,
  );
}
